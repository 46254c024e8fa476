import Groups
import GroupsAdapters
import GroupsTesting
import Kernel
import TestSupport

/// Groups in one database, and people with key and login files.
final class ServerGroupFixture: Sendable {
    let server: PrivateServer
    private let root: String
    private let policy: GroupPolicy

    init(_ server: PrivateServer, _ root: String, _ policy: GroupPolicy = .contractPolicy) {
        self.server = server
        self.root = root
        self.policy = policy
    }

    var place: String { "postgres:" + server.url }

    var fixture: GroupFixture { GroupFixture(access: { self.access($0) }, newPlace: { self.place }) }

    func access(_ person: String, isDryRun: Bool = false) -> GroupAccess {
        let home = root + "/home of \(person)"
        return .shared(
            policy,
            for: GroupPerson(
                keys: .file { home + "/group-key" }, ids: .timeOrdered(now: { .earliest }, random: .system()),
                time: .fixed(Instant(milliseconds: 1_795_000_000_000)), randomBytes: MemberKeys.randomBytes),
            in: GroupEnvironment(logins: logins(of: person)), isDryRun: isDryRun)
    }

    func logins(of person: String) -> GroupLogins { GroupLogins { [root] in root + "/home of \(person)/group-logins" } }
}
