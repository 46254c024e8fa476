import Groups
import Kernel
import Storage
import Synchronization

/// The groups that a dry run creates or joins in a database, in memory until the process ends.
final class GroupDryRun: Sendable {
    private let sessions = Mutex<[Identifier<Group>: StoredGroupSession]>([:])

    func groupSession(of group: Identifier<Group>) -> StoredGroupSession? { sessions.withLock { $0[group] } }

    func store() -> any Store { MemoryStore() }

    /// Creates a group in a store of memory and keeps its session.
    ///
    /// - Parameter name: the group's name, of which the last 60 characters are used.
    func begin(_ group: Identifier<Group>, called name: String, by person: String, _ groupSession: StoredGroupSession)
        throws
    {
        _ = try groupSession.create(group, called: String(name.suffix(60)), by: person)
        sessions.withLock { $0[group] = groupSession }
    }
}
