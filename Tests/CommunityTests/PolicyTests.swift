import Community
import Kernel
import XCTest

final class PolicyTests: XCTestCase {
    /// Written out by hand, so that a slip in the table is a difference and not agreed with. `r` read, `a` add, `c` change, `d` remove.
    private static let expected:
        [(Policy.Matter, guest: String, member: String, creator: String, blocked: String, developer: String)] = [
            (.feedback, "r", "r", "rad", "rd", "r"),
            (.feedbackAnswer, "r", "r", "r", "r", "racd"),
            (.feedbackTriage, "", "", "", "", "racd"),
            (.roadmapItem, "r", "r", "r", "r", "racd"),
            (.roadmapVote, "r", "r", "rad", "rd", "r"),
            (.suggestion, "r", "r", "rad", "rd", "r"),
            (.suggestionStatus, "r", "r", "r", "r", "racd"),
            (.suggestionNotes, "", "", "", "", "racd"),
            (.suggestionVote, "r", "r", "rad", "rd", "r"),
            (.announcement, "r", "r", "r", "r", "racd"),
            (.hiddenContent, "", "", "r", "r", "racd"),
            (.block, "", "", "", "", "racd"),
            (.attendance, "", "", "rad", "rd", "r"),
            (.ledger, "", "", "racd", "rd", "r"),
            (.farewell, "", "", "a", "a", ""),
            (.charter, "r", "r", "r", "r", "ra"),
        ]

    func testEveryRoleActionAndMatter() {
        XCTAssertEqual(Set(Self.expected.map(\.0)), Set(Policy.Matter.allCases), "a row a matter")
        var seen = 0
        for row in Self.expected {
            let allowed: [Policy.Role: String] = [
                .guest: row.guest, .member: row.member, .creator: row.creator, .blocked: row.blocked, .developer: row.developer,
            ]
            for role in Policy.Role.allCases {
                for (action, letter) in zip(Policy.Action.allCases, "racd") {
                    seen += 1
                    XCTAssertEqual(
                        Policy.allows(role, action, row.0), allowed[role]?.contains(letter), "\(role) \(action) \(row.0.rawValue)"
                    )
                }
            }
        }
        XCTAssertEqual(seen, 16 * 5 * 4)
    }

    /// What the table says is what the board does: every deed of every role, each on a board of its own.
    func testTheBoardDoesWhatTheTableSays() throws {
        for role in Policy.Role.allCases {
            for deed in Deeds.all {
                let bench = try Bench()
                let may = Policy.allows(role, deed.action, deed.matter)
                let actor = try bench.actor(role)
                let before = try bench.town.everything()
                do {
                    try deed.run(bench, actor)
                    XCTAssertTrue(may, "\(role) \(deed.name) is let through")
                } catch let failure as Failure {
                    XCTAssertFalse(may, "\(role) \(deed.name): \(failure)")
                    XCTAssertTrue(
                        [.notAllowed, .authorBlocked].contains(failure.code), "\(role) \(deed.name): \(failure.code)")
                    XCTAssertEqual(try bench.town.everything(), before, "\(role) \(deed.name) left something")
                }
            }
        }
    }

    /// A board with something of Mina's on it. Mina is the creator; the blocked one is Mina, blocked.
    private struct Bench {
        let town = Town()
        let now = Instant(milliseconds: 1_800_000_000_000)

        init() throws {
            let mina = Actor(identity: Town.identity("mina"))
            for (number, parcel) in [
                Parcel.feedback(Bench.feedback("f")), .suggestion(Bench.suggestion("s")), .suggestion(Bench.suggestion("t")),
            ]
            .enumerated() {
                _ = try town.board.take(posting(parcel, number + 1), from: mina)
            }
            _ = try town.developer().move("video", to: 2)
        }

        func actor(_ role: Policy.Role) throws -> Actor {
            switch role {
            case .guest: return .guest
            case .member: return Actor(identity: Town.identity("zoe"))
            case .creator: return Actor(identity: Town.identity("mina"))
            case .developer: return Actor(key: Town.identity("developer"))
            case .blocked:
                try town.board.block(Town.author("mina"), because: "spam", by: Actor(key: Town.identity("developer")), at: now)
                return Actor(identity: Town.identity("mina"))
            }
        }

        func posting(_ parcel: Parcel, _ number: Int) -> Posting {
            Posting(parcel, outbox: "box", number: number, sentAt: now, month: "2026-11")
        }

        static func feedback(_ id: String) -> Feedback {
            Feedback(
                id: Identifier(id), author: Town.author("mina"), category: .bug, text: "x", timestamp: .earliest,
                device: DeviceInfo(app: "a", appVersion: "1", system: "s", machine: "m"), usage: nil)
        }

        static func suggestion(_ id: String) -> Suggestion {
            Suggestion(id: Identifier(id), title: id, description: "x", author: Town.author("mina"), submittedAt: .earliest)
        }
    }

    private struct Deeds {
        let name: String
        let action: Policy.Action
        let matter: Policy.Matter
        let run: (Bench, Actor) throws -> Void

        init(_ name: String, _ action: Policy.Action, _ matter: Policy.Matter, _ run: @escaping (Bench, Actor) throws -> Void) {
            (self.name, self.action, self.matter, self.run) = (name, action, matter, run)
        }

        static let item = RoadmapItem(
            id: "i", title: "T", description: "D", priority: 1, estimatedRelease: "v2", category: .ux, createdAt: .earliest)

        static var all: [Deeds] {
            [
                Deeds("writes feedback as Mina", .add, .feedback) {
                    _ = try $0.town.board.take($0.posting(.feedback(Bench.feedback("g")), 9), from: $1)
                },
                Deeds("suggests as Mina", .add, .suggestion) {
                    _ = try $0.town.board.take($0.posting(.suggestion(Bench.suggestion("u")), 9), from: $1)
                },
                Deeds("answers", .change, .feedbackAnswer) {
                    _ = try $0.town.board.change("f", .feedbackAnswer, by: $1, at: $0.now) { (one: inout Feedback) in
                        one.developerResponse = "r"
                    }
                },
                Deeds("triages", .change, .feedbackTriage) {
                    _ = try $0.town.board.change("f", .feedbackTriage, by: $1, at: $0.now) { (one: inout Feedback) in
                        one.tags = ["t"]
                    }
                },
                Deeds("hides", .change, .hiddenContent) {
                    _ = try $0.town.board.change("f", .hiddenContent, by: $1, at: $0.now) { (one: inout Feedback) in
                        one.hiddenBecause = "h"
                    }
                },
                Deeds("adds an item", .add, .roadmapItem) { try $0.town.board.add(item, by: $1, at: $0.now) },
                Deeds("changes an item", .change, .roadmapItem) {
                    _ = try $0.town.board.change("video", .roadmapItem, by: $1, at: $0.now) { (one: inout RoadmapItem) in
                        one.priority = 1
                    }
                },
                Deeds("judges", .change, .suggestionStatus) {
                    _ = try $0.town.board.change("s", .suggestionStatus, by: $1, at: $0.now) { (one: inout Suggestion) in
                        one.status = .declined
                    }
                },
                Deeds("notes", .change, .suggestionNotes) {
                    _ = try $0.town.board.change("s", .suggestionNotes, by: $1, at: $0.now) { (one: inout Suggestion) in
                        one.developerNotes = "n"
                    }
                },
                Deeds("merges", .change, .suggestionStatus) { _ = try $0.town.board.merge("s", into: "t", by: $1, at: $0.now) },
                Deeds("promotes", .change, .suggestionStatus) {
                    _ = try $0.town.board.promote("s", to: item, by: $1, at: $0.now)
                },
                Deeds("announces", .add, .announcement) {
                    let one = Announcement(
                        id: "a", title: "T", message: "M", postedAt: .earliest, expiresAt: nil, category: .release,
                        targetVersion: nil
                    )
                    try $0.town.board.announce(one, by: $1, at: $0.now)
                },
                Deeds("blocks", .add, .block) { try $0.town.board.block(Town.author("zoe"), because: "b", by: $1, at: $0.now) },
                Deeds("unblocks", .remove, .block) {
                    try $0.town.board.block(Town.author("zoe"), because: nil, by: $1, at: $0.now)
                },
                Deeds("lists blocks", .read, .block) { _ = try $0.town.board.blocks(for: $1) },
                Deeds("counts people", .read, .attendance) { bench, actor in
                    // To read what is one's own is asked of `belongings`; this is everybody's.
                    do { _ = try bench.town.board.attendance(in: "2026-11", for: actor) } catch let failure as Failure {
                        if actor.author == Town.author("mina") { return }
                        throw failure
                    }
                },
            ]
        }
    }
}
