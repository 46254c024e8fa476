import FeedbackCOIN
import Foundation
import Groups
import GroupsAdapters
import Kernel
import Storage
import TestSupport
import XCTest

/// One team in a folder or a database, and four people with a device each.
final class TeamFixture {
    /// A team member with a device.
    struct Person {
        let name: String
        let home: String
        let store: MemoryStore
        let teams: FeedbackTeam

        var journal: FeedbackJournal { teams.journal }
        var team: KnownGroup { get throws { try teams.membership.group() } }
        func look() throws -> FeedbackTeam.Content { try teams.content(at: team) }
        func groupSession() throws -> any GroupSession { try teams.membership.groupSession(of: team) }

        func member(_ name: String) throws -> Member { try FeedbackTeam.member(name, in: look().snapshot.view) }

        func give(
            _ context: String, to other: String, _ visibility: TeamVisibility = .recipient, for request: TeamItem? = nil
        ) throws -> TeamSending? {
            try teams.give(
                FeedbackText(context: context), kind: .praise, to: member(other), seenBy: visibility, for: request,
                in: look()
            ).sending
        }
    }

    let home: Home
    let place: String
    let mina, zoe, adam, eve: Person

    init(at place: String? = nil, gates: GateKeeper = .open) throws {
        let home = try Home()
        self.home = home
        let place = place ?? home.path("team")
        self.place = place
        func person(_ name: String) -> Person {
            let own = home.path("home of \(name)")
            let store = MemoryStore()
            let time = TimeSource.fixed(Instant(milliseconds: 1_795_000_000_000))
            let ids = IDSource.timeOrdered(now: time.now, random: .system())
            let person = GroupPerson(
                keys: .file { own + "/group-key" }, ids: ids, time: time, randomBytes: MemberKeys.randomBytes)
            let access = GroupAccess.shared(
                .team, for: person, in: GroupEnvironment(logins: GroupLogins { own + "/group-logins" }))
            let journal = FeedbackJournal(
                repository: StoredFeedbackRepository(store), gates: gates, ids: ids, time: time)
            return Person(
                name: name, home: own, store: store,
                teams: FeedbackTeam(Membership(.team, store: store, access: access, person: person), journal: journal))
        }
        mina = person("Mina")
        zoe = person("Zoe")
        adam = person("Adam")
        eve = person("Eve")
        let team = try mina.teams.create(in: place, called: "Design", as: "Mina")
        for person in [zoe, adam, eve] {
            let code = try mina.teams.invite(to: team, as: "member", uses: 1, until: nil)
            _ = try person.teams.join(place, code: code, as: person.name)
        }
    }

    /// Whether any file of the team contains a text.
    func holds(_ text: String) throws -> Bool {
        let files = try FileManager.default.subpathsOfDirectory(atPath: place)
        return files.contains { file in
            (try? Data(contentsOf: URL(fileURLWithPath: "\(place)/\(file)")))?.range(of: Data(text.utf8)) != nil
        }
    }
}
