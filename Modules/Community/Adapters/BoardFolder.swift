import Community
import DiskKit
import Kernel
import Storage

/// A folder that may contain a community, opened only if it is the expected one.
///
/// Looking at the folder never creates anything.
struct BoardFolder: Sendable {
    let path: String
    var system: any FileSystem = SystemCalls()

    /// Reads the id of the community in this folder.
    ///
    /// - Throws: `communityUnreachable` if the folder is missing or closed, `communityEmptied` if
    ///   it exists without a community.
    func id() throws -> String {
        do {
            guard let name = try FileStore.name(in: path, access: .group, system: system) else {
                throw Failure.communityEmptied(path)
            }
            return name
        } catch let failure as Failure where failure.kind != .badData && failure.code != .communityEmptied {
            throw Failure.communityUnreachable(path, missingReason ?? failure.message)
        }
    }

    /// Opens the store of a community.
    ///
    /// - Parameter id: the expected community, or nil to accept any.
    /// - Throws: the errors of `id()`, and `communityForeign`.
    func open(_ id: String?, notes: String?, now: @escaping @Sendable () -> Instant) throws -> (
        id: String, store: FileStore
    ) {
        let storedID = try self.id()
        if let id, id != storedID { throw Failure.communityForeign(path) }
        do {
            let store = try FileStore(
                directory: path, access: .group, notes: notes, createsIfMissing: false, system: system, now: now)
            if id == nil, try !isCommunity(store) {
                try? store.close()
                throw Failure(
                    .communityEmptied, "The folder \(path) holds something else, not a community.",
                    advice: "Name the community's folder: community connect DIR.", kind: .temporary)
            }
            return (storedID, store)
        } catch let failure as Failure where failure.kind != .badData && failure.code != .communityEmptied {
            throw Failure.communityUnreachable(path, failure.message)
        }
    }

    /// Whether the folder is empty or missing.
    var isFree: Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            return !FileManager.default.fileExists(atPath: path)
        }
        return names.isEmpty
    }

    /// The reason for a missing folder, or nil for an existing one.
    private var missingReason: String? {
        FileManager.default.fileExists(atPath: path) ? nil : "The folder is not there."
    }

    /// Whether a store belongs to a community instead of an app.
    ///
    /// An unused store counts as a community's. Otherwise ballots, a charter or a ledger identify
    /// it.
    private func isCommunity(_ store: FileStore) throws -> Bool {
        if FileManager.default.fileExists(atPath: path + "/ballots") { return true }
        if try store.changes(since: 0, limit: 1).isEmpty { return true }
        return try store.read { transaction in
            try transaction.count(Selection<DeveloperCharter>.all) + transaction.count(Selection<Ledger>.all) > 0
        }
    }
}
