import Groups
import GroupsAdapters
import GroupsTesting
import Kernel
import Programs
import Synchronization

/// Groups in folders, and people with key files.
final class FolderGroupFixture: Sendable {
    private let root: String
    private let number = Mutex(0)
    private let policy: GroupPolicy

    init(_ root: String, _ policy: GroupPolicy = .contractPolicy) {
        self.root = root
        self.policy = policy
    }

    var fixture: GroupFixture { GroupFixture(access: { self.access($0) }, newPlace: { self.free() }) }

    func access(_ person: String) -> GroupAccess {
        .shared(
            policy,
            for: GroupPerson(
                keys: keys(of: person), ids: .timeOrdered(now: { .earliest }, random: .system()),
                time: .fixed(Instant(milliseconds: 1_795_000_000_000)), randomBytes: MemberKeys.randomBytes),
            in: GroupEnvironment(
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
