import Files
import Groups
import Kernel
import Storage

/// A folder that may contain a group. Looking at it never creates anything.
struct GroupFolder: Sendable {
    let path: String
    /// The folder for the store's durability notes, or nil for none.
    let notes: String?
    let now: @Sendable () -> Instant

    /// Opens the store of the group in this folder.
    ///
    /// - Throws: `groupUnreachable` if the folder is missing or closed, `groupEmptied` if it exists
    ///   without a group, `groupSilent`.
    func open(_ waitLimit: WaitLimit) throws -> FileStore {
        let store = try WaitTimeout.result(within: waitLimit.seconds, { try openNow() }, late: { try? $0.close() })
        guard let store else { throw Failure.groupSilent(path) }
        return store
    }

    /// Opens the store without a time limit.
    private func openNow() throws -> FileStore {
        guard FileManager.default.fileExists(atPath: path) else {
            throw Failure.groupUnreachable(path, "The folder is not there.")
        }
        do {
            guard try FileStore.name(in: path, access: .group) != nil else { throw Failure.groupEmptied(path) }
            return try FileStore(directory: path, access: .group, notes: notes, createsIfMissing: false, now: now)
        } catch let failure as Failure where failure.kind != .badData && failure.code != .groupEmptied {
            throw Failure.groupUnreachable(path, failure.message)
        }
    }

    /// Creates a store for a new group in an empty or new folder.
    ///
    /// It reuses an unused store from an interrupted call, and a store with a group, whose founder
    /// may be the caller.
    ///
    /// - Throws: `groupPlaceTaken`.
    func make() throws -> FileStore {
        if (try? FileStore.name(in: path, access: .group)) != nil {
            let store = try FileStore(directory: path, access: .group, notes: notes, createsIfMissing: false, now: now)
            if try store.changes(since: 0, limit: 1).isEmpty
                || store.read({ try $0.first(Selection<Group>.all) }) != nil
            {
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
