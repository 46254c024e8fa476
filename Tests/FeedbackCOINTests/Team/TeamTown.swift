import FeedbackCOIN
import Foundation
import Groups
import GroupsAdapters
import Kernel
import Storage
import TestBench
import XCTest

/// People with a home each, and one team among them: in a folder, or in a database.
final class TeamTown {
    /// Somebody with a journal and a part in teams.
    struct Person {
        let name: String
        let home: String
        let store: MemoryStore
        let teams: FeedbackTeam

        var journal: FeedbackJournal { teams.journal }
        var team: KnownGroup { get throws { try teams.membership.group() } }
        func look() throws -> FeedbackTeam.Look { try teams.look(at: team) }
        func hall() throws -> any GroupHall { try teams.membership.hall(of: team) }

        /// Somebody of the team, by their name.
        func member(_ name: String) throws -> Member { try FeedbackTeam.member(name, in: look().sight.view) }

        func give(
            _ context: String, to other: String, _ visibility: TeamVisibility = .recipient, for request: TeamItem? = nil
        ) throws -> TeamSending? {
            try teams.give(
                FeedbackText(context: context), kind: .praise, to: member(other), seenBy: visibility, for: request, in: look()
            ).sending
        }
    }

    let home: Home
    let place: String
    let mina, zoe, adam, eve: Person

    /// Mina leads; Zoe, Adam and Eve have joined.
    init(at place: String? = nil, keeper: GateKeeper = .open) throws {
        let home = try Home()
        self.home = home
        let place = place ?? home.path("team")
        self.place = place
        func person(_ name: String) -> Person {
            let (own, store) = (home.path("home of \(name)"), MemoryStore())
            let time = TimeSource.fixed(Instant(milliseconds: 1_795_000_000_000))
            let ids = IDSource.timeOrdered(now: time.now, random: .system())
            let who = GroupPerson(keys: .file { own + "/group-key" }, ids: ids, time: time, chance: MemberKeys.chance)
            let access = GroupAccess.shared(
                .team, for: who, in: GroupSurroundings(logins: GroupLogins { own + "/group-logins" }))
            let journal = FeedbackJournal(
                repository: StoredFeedbackRepository(store), gates: keeper, ids: ids, time: time)
            return Person(
                name: name, home: own, store: store,
                teams: FeedbackTeam(Membership(.team, store: store, access: access, person: who), journal: journal))
        }
        (mina, zoe, adam, eve) = (person("Mina"), person("Zoe"), person("Adam"), person("Eve"))
        let team = try mina.teams.create(in: place, called: "Design", as: "Mina")
        for one in [zoe, adam, eve] {
            let code = try mina.teams.invite(to: team, as: "member", uses: 1, until: nil)
            _ = try one.teams.join(place, code: code, as: one.name)
        }
    }

    /// Whether a text stands in any file of the place.
    func holds(_ text: String) throws -> Bool {
        let files = try FileManager.default.subpathsOfDirectory(atPath: place)
        return files.contains { file in
            (try? Data(contentsOf: URL(fileURLWithPath: "\(place)/\(file)")))?.range(of: Data(text.utf8)) != nil
        }
    }
}
