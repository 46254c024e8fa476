import Groups
import GroupsAdapters
import GroupsContract
import Kernel
import Programs
import Synchronization

/// Groups in folders below one, and people whose keys lie in files of theirs.
final class FolderTown: Sendable {
    private let root: String
    private let number = Mutex(0)
    private let statutes: Statutes

    init(_ root: String, _ statutes: Statutes = .tried) { (self.root, self.statutes) = (root, statutes) }

    var town: GroupTown { GroupTown(access: { self.access($0) }, free: { self.free() }) }

    func access(_ person: String) -> GroupAccess {
        .shared(
            statutes,
            for: GroupPerson(
                keys: keys(of: person), ids: .timeOrdered(now: { .earliest }, random: .system()),
                time: .fixed(Instant(milliseconds: 1_795_000_000_000)), chance: MemberKeys.chance),
            in: GroupSurroundings(
                logins: GroupLogins { [root] in root + "/home of \(person)/group-logins" },
                outbox: { [root] in WorkLock("group-outbox", in: root + "/home of \(person)") }))
    }

    func keys(of person: String) -> MemberKeys { .file { [root] in root + "/home of \(person)/group-key" } }

    func free() -> String {
        let number = number.withLock { number in
            number += 1
            return number
        }
        return root + "/place \(number)"
    }
}
