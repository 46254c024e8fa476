import Community
import Kernel
import XCTest

final class PolicyTests: XCTestCase {
    /// The expected table, written by hand: `r` read, `a` add, `c` change, `d` remove.
    private static let expected:
        [(Policy.Resource, guest: String, member: String, creator: String, blocked: String, developer: String)] = [
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

    func testPolicyMatchesTheExpectedTable() {
        XCTAssertEqual(Set(Self.expected.map(\.0)), Set(Policy.Resource.allCases), "one row for each resource")
        var count = 0
        for row in Self.expected {
            let allowed: [Policy.Role: String] = [
                .guest: row.guest, .member: row.member, .creator: row.creator, .blocked: row.blocked,
                .developer: row.developer,
            ]
            for role in Policy.Role.allCases {
                for (action, letter) in zip(Policy.Action.allCases, "racd") {
                    count += 1
                    XCTAssertEqual(
                        Policy.allows(role, action, row.0), allowed[role]?.contains(letter),
                        "\(role) \(action) \(row.0.rawValue)"
                    )
                }
            }
        }
        XCTAssertEqual(count, 16 * 5 * 4)
    }

    /// Each action of every role on a fresh board is allowed exactly when the policy allows it.
    func testBoardEnforcesThePolicy() throws {
        for role in Policy.Role.allCases {
            for action in PolicyAction.all {
                let app = try Fixture()
                let isAllowed = Policy.allows(role, action.action, action.resource)
                let actor = try app.actor(role)
                let before = try app.fixture.everything()
                do {
                    try action.run(app, actor)
                    XCTAssertTrue(isAllowed, "\(role) \(action.name) is allowed")
                } catch let failure as Failure {
                    XCTAssertFalse(isAllowed, "\(role) \(action.name): \(failure)")
                    XCTAssertTrue(
                        [.notAllowed, .authorBlocked].contains(failure.code), "\(role) \(action.name): \(failure.code)")
                    XCTAssertEqual(try app.fixture.everything(), before, "\(role) \(action.name) left something")
                }
            }
        }
    }

    /// A board with content of Mina. Mina is the creator. The blocked person is Mina after a block.
    private struct Fixture {
        let fixture = CommunityFixture()
        let now = Instant(milliseconds: 1_800_000_000_000)

        init() throws {
            let mina = Actor(identity: CommunityFixture.identity("mina"))
            for (number, submission) in [
                Submission.feedback(Fixture.feedback("f")), .suggestion(Fixture.suggestion("s")),
                .suggestion(Fixture.suggestion("t")),
            ]
            .enumerated() {
                _ = try fixture.board.receive(posting(submission, number + 1), from: mina)
            }
            _ = try fixture.developer().move("video", to: 2)
        }

        func actor(_ role: Policy.Role) throws -> Actor {
            switch role {
            case .guest: return .guest
            case .member: return Actor(identity: CommunityFixture.identity("zoe"))
            case .creator: return Actor(identity: CommunityFixture.identity("mina"))
            case .developer: return Actor(key: CommunityFixture.identity("developer"))
            case .blocked:
                try fixture.board.block(
                    CommunityFixture.author("mina"), because: "spam",
                    by: Actor(key: CommunityFixture.identity("developer")), at: now)
                return Actor(identity: CommunityFixture.identity("mina"))
            }
        }

        func posting(_ submission: Submission, _ number: Int) -> Posting {
            Posting(submission, outbox: "box", number: number, sentAt: now, month: "2026-11")
        }

        static func feedback(_ id: String) -> Feedback {
            Feedback(
                id: Identifier(id), author: CommunityFixture.author("mina"), category: .bug, text: "x",
                timestamp: .earliest,
                device: DeviceInfo(app: "a", appVersion: "1", system: "s", machine: "m"), usage: nil)
        }

        static func suggestion(_ id: String) -> Suggestion {
            Suggestion(
                id: Identifier(id), title: id, description: "x", author: CommunityFixture.author("mina"),
                submittedAt: .earliest)
        }
    }

    private struct PolicyAction {
        let name: String
        let action: Policy.Action
        let resource: Policy.Resource
        let run: (Fixture, Actor) throws -> Void

        init(
            _ name: String, _ action: Policy.Action, _ resource: Policy.Resource,
            _ run: @escaping (Fixture, Actor) throws -> Void
        ) {
            self.name = name
            self.action = action
            self.resource = resource
            self.run = run
        }

        static let item = RoadmapItem(
            id: "i", title: "T", description: "D", priority: 1, estimatedRelease: "v2", category: .ux,
            createdAt: .earliest)

        static var all: [PolicyAction] {
            [
                PolicyAction("writes feedback as Mina", .add, .feedback) {
                    _ = try $0.fixture.board.receive($0.posting(.feedback(Fixture.feedback("g")), 9), from: $1)
                },
                PolicyAction("suggests as Mina", .add, .suggestion) {
                    _ = try $0.fixture.board.receive($0.posting(.suggestion(Fixture.suggestion("u")), 9), from: $1)
                },
                PolicyAction("answers", .change, .feedbackAnswer) {
                    _ = try $0.fixture.board.change("f", .feedbackAnswer, by: $1, at: $0.now) { (one: inout Feedback) in
                        one.developerResponse = "r"
                    }
                },
                PolicyAction("triages", .change, .feedbackTriage) {
                    _ = try $0.fixture.board.change("f", .feedbackTriage, by: $1, at: $0.now) { (one: inout Feedback) in
                        one.tags = ["t"]
                    }
                },
                PolicyAction("hides", .change, .hiddenContent) {
                    _ = try $0.fixture.board.change("f", .hiddenContent, by: $1, at: $0.now) { (one: inout Feedback) in
                        one.hiddenBecause = "h"
                    }
                },
                PolicyAction("adds an item", .add, .roadmapItem) { try $0.fixture.board.add(item, by: $1, at: $0.now) },
                PolicyAction("changes an item", .change, .roadmapItem) {
                    _ = try $0.fixture.board.change("video", .roadmapItem, by: $1, at: $0.now) {
                        (one: inout RoadmapItem) in
                        one.priority = 1
                    }
                },
                PolicyAction("judges", .change, .suggestionStatus) {
                    _ = try $0.fixture.board.change("s", .suggestionStatus, by: $1, at: $0.now) {
                        (one: inout Suggestion) in
                        one.status = .declined
                    }
                },
                PolicyAction("notes", .change, .suggestionNotes) {
                    _ = try $0.fixture.board.change("s", .suggestionNotes, by: $1, at: $0.now) {
                        (one: inout Suggestion) in
                        one.developerNotes = "n"
                    }
                },
                PolicyAction("merges", .change, .suggestionStatus) {
                    _ = try $0.fixture.board.merge("s", into: "t", by: $1, at: $0.now)
                },
                PolicyAction("promotes", .change, .suggestionStatus) {
                    _ = try $0.fixture.board.promote("s", to: item, by: $1, at: $0.now)
                },
                PolicyAction("announces", .add, .announcement) {
                    let announcement = Announcement(
                        id: "a", title: "T", message: "M", postedAt: .earliest, expiresAt: nil, category: .release,
                        targetVersion: nil
                    )
                    try $0.fixture.board.announce(announcement, by: $1, at: $0.now)
                },
                PolicyAction("blocks", .add, .block) {
                    try $0.fixture.board.block(CommunityFixture.author("zoe"), because: "b", by: $1, at: $0.now)
                },
                PolicyAction("unblocks", .remove, .block) {
                    try $0.fixture.board.block(CommunityFixture.author("zoe"), because: nil, by: $1, at: $0.now)
                },
                PolicyAction("lists blocks", .read, .block) { _ = try $0.fixture.board.blocks(for: $1) },
                PolicyAction("counts people", .read, .attendance) { app, actor in
                    // Reading one's own data is tested separately. This reads the data of everyone.
                    do { _ = try app.fixture.board.attendance(in: "2026-11", for: actor) } catch let failure as Failure
                    {
                        if actor.author == CommunityFixture.author("mina") { return }
                        throw failure
                    }
                },
            ]
        }
    }
}
