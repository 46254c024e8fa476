import Groups
import GroupsAdapters
import GroupsContract
import Kernel
import TestBench

/// Groups in one database, and people whose keys and logins lie in files of theirs.
final class ServerTown: Sendable {
    let server: PrivateServer
    private let root: String
    private let statutes: Statutes

    init(_ server: PrivateServer, _ root: String, _ statutes: Statutes = .tried) {
        (self.server, self.root, self.statutes) = (server, root, statutes)
    }

    var place: String { "postgres:" + server.url }

    var town: GroupTown { GroupTown(access: { self.access($0) }, free: { self.place }) }

    func access(_ person: String, isRehearsal: Bool = false) -> GroupAccess {
        let home = root + "/home of \(person)"
        return .shared(
            statutes,
            for: GroupPerson(
                keys: .file { home + "/group-key" }, ids: .timeOrdered(now: { .earliest }, random: .system()),
                time: .fixed(Instant(milliseconds: 1_795_000_000_000)), chance: MemberKeys.chance),
            in: GroupSurroundings(logins: logins(of: person)), isRehearsal: isRehearsal)
    }

    func logins(of person: String) -> GroupLogins { GroupLogins { [root] in root + "/home of \(person)/group-logins" } }
}
