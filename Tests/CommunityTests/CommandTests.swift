import Community
import CommunityAdapters
import CommunityCommands
import Foundation
import Guidance
import Interface
import Kernel
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Commands of participants and developers.
final class CommandTests: XCTestCase {
    func testEveryCommandMeetsTheCommandRules() throws {
        for app in ["dojang", "hub"] {
            let rules = CommandRules(app: app, commands: try CommunityApp(app).app.commands()) {
                CommunityApp(app).app.subject
            }
            for broken in try rules.brokenRules() { XCTFail("\(app): \(broken)") }
        }
    }

    func testNumberArgumentsAreCheckedAtTheirLimits() throws {
        let hub = CommunityApp("hub")
        try hub.suggest(["idea-1", "idea-9"])
        for (words, isAccepted) in [
            ("roadmap move video 0", false), ("roadmap move video 1", true), ("roadmap move video 9", true),
            ("roadmap move video 10", false), ("roadmap add T X --priority 0", false),
            ("roadmap add T X --priority 1", true),
            ("roadmap add T X --priority 10", false), ("roadmap progress video 101", false),
            ("roadmap progress video 0", true),
            ("roadmap progress video 100", true), ("suggestion promote idea-1 --priority 0", false),
            ("suggestion promote idea-1 --priority 10", false), ("suggestion promote idea-1 --priority 1", true),
            ("suggestion promote idea-9 --priority 9", true), ("feedback list --limit 0", false),
            ("feedback list --limit 1", true),
            ("feedback list --limit 100000", true), ("feedback list --limit 100001", false),
        ] {
            let run = hub.app.run(words.split(separator: " ").map(String.init))
            XCTAssertEqual(run.status == 0, isAccepted, "\(words): \(run.error)")
        }
    }

    func testNewItemsHaveDefaults() throws {
        let hub = CommunityApp("hub")
        try hub.suggest(["idea"])
        XCTAssertEqual(hub.app.run(["roadmap", "add", "Added", "Words"]).status, 0)
        XCTAssertEqual(hub.app.run(["suggestion", "promote", "idea"]).status, 0)
        let items = try hub.board.items().filter { ["Added", "idea"].contains($0.title) }
        XCTAssertEqual(items.map(\.priority), [9, 9])
        XCTAssertEqual(items.map(\.estimatedRelease), ["v1.4+", "v1.4+"])
        XCTAssertEqual(items.map(\.category), [.feature, .feature])
    }

    func testTextFileHasAMebibyteAtMost() throws {
        for (count, words) in [(1 << 20, "4,000"), (1 << 20 + 1, "1048576 bytes")] {
            let files = ["long": [UInt8](repeating: 97, count: count)]
            let run = CommunityApp("dojang").app.run(
                ["community", "feedback", "--file", "long", "--yes"], files: files)
            XCTAssertEqual(run.status, 65)
            XCTAssertTrue(run.error.replacing("4000", with: "4,000").contains(words), run.error)
        }
    }

    func testFirstVisitShowsTheCommunityTip() throws {
        let tips = try CommunityApp("dojang").app.registry().all(.tips)
        XCTAssertEqual(tips.map(\.feature), ["community"])
        XCTAssertTrue(tips.allSatisfy(\.onFirstVisit))
    }

    /// Each kind accepts its allowance within the time span, refuses one more, and accepts it after
    /// the span.
    func testEachSubmissionKindHasItsRateLimit() throws {
        let mina = Actor(identity: CommunityFixture.identity("mina"))
        let allowances: [(count: Int, span: Double, submission: (Int) -> Submission)] = [
            (50, 86_400, { .feedback(CommunityApp.feedback("\($0)")) }),
            (20, 86_400, { .suggestion(CommunityApp.suggestion("\($0)")) }),
            (10, 86_400, { .attendance(month: "2026-\($0)") }), (10, 86_400, { _ in .review }),
        ]
        for (count, span, submission) in allowances {
            let hub = CommunityApp("hub")
            try hub.suggest(["idea"])
            func take(_ number: Int, at second: Double) throws -> Bool {
                let posting = Posting(
                    submission(number), outbox: "box", number: number, sentAt: Instant.earliest.adding(seconds: second),
                    month: "m")
                return try hub.board.receive(posting, from: mina)
            }
            for number in 1...count { XCTAssertTrue(try take(number, at: 0), "\(number) of \(count)") }
            for second in [0, span - 1] { assertFails(.tooMany) { try take(count + 1, at: second) } }
            XCTAssertTrue(try take(count + 1, at: span))
        }
    }
}
