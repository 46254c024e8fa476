import Groups
import Kernel
import Storage
import Synchronization

/// Groups that a rehearsal founds or enters in a database: in memory, and gone with the process.
final class GroupRehearsal: Sendable {
    private let halls = Mutex<[Identifier<Group>: StoredHall]>([:])

    func hall(of group: Identifier<Group>) -> StoredHall? { halls.withLock { $0[group] } }

    func store() -> any Store { MemoryStore() }

    func begin(_ group: Identifier<Group>, called name: String, by person: String, _ hall: StoredHall) throws {
        _ = try hall.found(group, called: String(name.suffix(60)), by: person)
        halls.withLock { $0[group] = hall }
    }
}
