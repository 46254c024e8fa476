import Files
import Groups
import Kernel
import Storage

/// A folder that may hold a group. Nothing is ever made by looking.
struct GroupFolder: Sendable {
    let path: String
    let notes: String?
    let now: @Sendable () -> Instant

    /// The store of the group that lies here.
    ///
    /// - Throws: `groupUnreachable` where the folder is missing or closed, `groupEmptied` where it is there without a group, `groupSilent`.
    func open(_ patience: Patience) throws -> FileStore {
        let opened = try Impatience.result(within: patience.seconds, { try openNow() }, late: { try? $0.close() })
        guard let opened else { throw Failure.groupSilent(path) }
        return opened
    }

    private func openNow() throws -> FileStore {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure.groupUnreachable(path, "The folder is not there.")
        }
        do {
            guard try FileStore.name(in: path, access: .group) != nil else { throw Failure.groupEmptied(path) }
            return try FileStore(directory: path, access: .group, notes: notes, mayMake: false, now: now)
        } catch let failure as Failure where failure.kind != .badData && failure.code != .groupEmptied {
            throw Failure.groupUnreachable(path, failure.message)
        }
    }

    /// A store for a new group, in a folder that is empty or not there yet. One that was made before anybody was cut off is taken up, and so is one
    /// that holds a group, whose founder that may be.
    ///
    /// - Throws: `groupPlaceTaken`.
    func make() throws -> FileStore {
        if (try? FileStore.name(in: path, access: .group)) != nil {
            let store = try FileStore(directory: path, access: .group, notes: notes, mayMake: false, now: now)
            if try store.changes(since: 0, limit: 1).isEmpty || store.read({ try $0.first(Selection<Group>.all) }) != nil {
                return store
            }
            try store.close()
        }
        if let names = try? FileManager.default.contentsOfDirectory(atPath: path), !names.isEmpty {
            throw Failure(
                .groupPlaceTaken, "\(path) is not empty.", advice: "Name a folder that is empty or does not exist yet.",
                kind: .cannotCreate)
        }
        return try FileStore(directory: path, access: .group, notes: notes, now: now)
    }
}
