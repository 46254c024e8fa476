import Community
import Kernel
import Storage

/// A folder that may hold a community: which, and opened only when it is the one that is meant. Nothing is ever made by looking.
struct BoardFolder: Sendable {
    let path: String
    var system: any FileSystem = SystemCalls()

    /// Which community lies here.
    ///
    /// - Throws: `communityUnreachable` where the folder is missing or closed, `communityEmptied` where it is there without a community.
    func id() throws -> String {
        do {
            guard let name = try FileStore.name(in: path, access: .group, system: system) else {
                throw Failure.communityEmptied(path)
            }
            return name
        } catch let failure as Failure where failure.kind != .badData && failure.code != .communityEmptied {
            throw Failure.communityUnreachable(path, missing ?? failure.message)
        }
    }

    /// Opens the store of a community.
    ///
    /// - Parameter id: which it must be; nil for any that is one.
    /// - Throws: as `id()`, and `communityForeign`.
    func open(_ id: String?, notes: String?, now: @escaping @Sendable () -> Instant) throws -> (id: String, store: FileStore) {
        let found = try self.id()
        if let id, id != found { throw Failure.communityForeign(path) }
        do {
            let store = try FileStore(
                directory: path, access: .group, notes: notes, mayMake: false, system: system, now: now)
            if id == nil, try !isCommunity(store) {
                try? store.close()
                throw Failure(
                    .communityEmptied, "The folder \(path) holds something else, not a community.",
                    advice: "Name the community's folder: community connect DIR.", kind: .temporary)
            }
            return (found, store)
        } catch let failure as Failure where failure.kind != .badData && failure.code != .communityEmptied {
            throw Failure.communityUnreachable(path, failure.message)
        }
    }

    /// Whether nothing lies here yet, or not even the folder.
    var isFree: Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return !FileManager.default.fileExists(atPath: path)
        }
        return names.isEmpty
    }

    private var missing: String? { FileManager.default.fileExists(atPath: path) ? nil : "The folder is not there." }

    /// Whether a store is a community's and not an app's own: nothing was ever done there, or it left one of these.
    private func isCommunity(_ store: FileStore) throws -> Bool {
        if FileManager.default.fileExists(atPath: path + "/ballots") { return true }
        if try store.changes(since: 0, limit: 1).isEmpty { return true }
        return try store.read { transaction in
            try transaction.count(Selection<Charter>.all) + transaction.count(Selection<Ledger>.all) > 0
        }
    }
}
