import Community
import CommunityCommands
import Foundation
import Kernel
import Storage
import TestSupport
import XCTest

/// Feedback from arrival to verification, as developers see it.
final class TrackingTests: XCTestCase {
    func testTrackedFeedbackIsSortedBySeverityPeopleAndAge() throws {
        let hub = CommunityApp("hub")
        for (number, (id, name)) in [("a", "mina"), ("b", "zoe"), ("c", "adam"), ("d", "mina"), ("e", "zoe")]
            .enumerated()
        {
            try hub.keep(id, by: name, at: Double(number) * 86_400)
        }
        try run(hub, "feedback same e d", saying: "2 people said it")
        try run(hub, "feedback tag c --severity Critical", saying: "Sorted c.")
        XCTAssertEqual(try ids(hub, "feedback track --json"), ["c", "d", "a", "b"])
        XCTAssertEqual(try ids(hub, "feedback track --severity Critical --json"), ["c"])
        XCTAssertEqual(try ids(hub, "feedback track --app nobody --json"), [])
        let first = try rows(hub, "feedback track --json")[0]
        XCTAssertEqual(first["stage"] as? String, "Triage", "feedback with a severity is triaged")
        XCTAssertEqual(first["people"] as? Int, 1)
        try run(hub, "feedback apart e", saying: "e stands for itself.")
        XCTAssertEqual(try ids(hub, "feedback track --json"), ["c", "a", "b", "d", "e"])
    }

    func testFinishedFeedbackIsNotTracked() throws {
        let hub = CommunityApp("hub")
        for id in ["a", "b", "c"] { try hub.keep(id) }
        for stage in ["Validate", "Implement", "Test", "Deploy", "Verify"] {
            try run(hub, "feedback stage a \(stage)", saying: "a is at \(stage) now")
        }
        try run(hub, "feedback respond b Thanks", saying: "Answered b.")
        try run(hub, "feedback tag c --severity Low", saying: "Sorted c.")
        try run(hub, "feedback respond c Soon", saying: "Answered c.")
        XCTAssertEqual(try ids(hub, "feedback track --json"), ["c"], "a is verified, b was answered without a stage")
        XCTAssertEqual(try Set(ids(hub, "feedback track --all --json")), ["a", "b", "c"])
        let moved = hub.app.run(["feedback", "stage", "b", "Deploy"]).output
        XCTAssertTrue(moved.contains("feedback status b Implemented"), "a hint suggests to inform the author: \(moved)")
    }

    func testResolvedDayStaysUntilWithdrawal() throws {
        let hub = CommunityApp("hub")
        try hub.keep("a")
        try run(hub, "feedback status a Implemented --today 2026-11-20", saying: "a is Implemented now")
        let day = try rows(hub, "feedback track --all --json")[0]["resolvedOn"] as? String
        XCTAssertNotNil(day)
        try run(hub, "feedback respond a Fixed --status Implemented", saying: "Answered a.")
        XCTAssertEqual(try rows(hub, "feedback track --all --json")[0]["resolvedOn"] as? String, day)
        try run(hub, "feedback withdraw a", saying: "Took back")
        XCTAssertTrue(try rows(hub, "feedback track --all --json")[0]["resolvedOn"] is NSNull)
    }

    func testDevelopersCloseVoting() throws {
        let store = MemoryStore()
        let hub = CommunityApp("hub", over: store)
        let dojang = CommunityApp("dojang", over: store)
        XCTAssertEqual(dojang.app.run(["community", "vote", "video"]).status, 0)
        try run(hub, "roadmap close video --after 2099-12-31", saying: "2099-12-31")
        for result in [hub.app.run(["roadmap", "show", "video"]), dojang.app.run(["community", "roadmap", "video"])] {
            XCTAssertTrue(result.output.contains("voting until 2099-12-31"), result.output)
        }
        try run(hub, "roadmap close video", saying: "is over now")
        for result in [hub.app.run(["roadmap", "show", "video"]), dojang.app.run(["community", "roadmap", "video"])] {
            XCTAssertTrue(result.output.contains("voting is over"), result.output)
            XCTAssertFalse((result.output + result.error).contains("unvote"), "no hint names a refused command")
        }
        let late = dojang.app.run(["community", "unvote", "video"])
        XCTAssertTrue(late.error.contains("is over; its votes stay"), late.error)
        XCTAssertNotEqual(late.status, 0)
        try run(hub, "roadmap close video --never", saying: "when it is released")
        XCTAssertEqual(dojang.app.run(["community", "unvote", "video"]).status, 0)
        XCTAssertEqual(hub.app.run(["roadmap", "close", "video", "--never", "--after", "today"]).status, 64)
        XCTAssertEqual(hub.app.run(["roadmap", "close", "nothing"]).status, 1)
    }

    /// Waiting returns feedback that arrives meanwhile, and none from before.
    func testWaitingReturnsOnlyNewFeedback() throws {
        let fixture = CommunityFixture(), hub = fixture.developer()
        _ = try fixture.sendFeedback("mina")
        var slept = 0.0
        let none = try hub.newFeedback(within: 5) { slept += $0 }
        XCTAssertEqual([none.count, Int(slept)], [0, 5])
        let new = try hub.newFeedback(within: nil) { _ in _ = try? fixture.sendFeedback("zoe") }
        XCTAssertEqual(new.map(\.author), [CommunityFixture.author("zoe")])
        assertFails(.notAllowed) {
            try fixture.board.bootstrap(by: Actor(key: CommunityFixture.identity("developer")), at: .earliest)
            return try fixture.developer("stranger").newFeedback(within: 1) { _ in }
        }
    }

    func testFolderReportsItsStatus() throws {
        let hub = CommunityApp("hub")
        try hub.keep("a", by: "mina")
        try hub.keep("b", by: "mina")
        let result = hub.app.run(["community", "status", "--json"])
        XCTAssertEqual(result.status, 0, result.error)
        let json = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        XCTAssertEqual(json["people"] as? Int, 1)
        XCTAssertEqual(json["mayAnswer"] as? Bool, true)
        XCTAssertTrue(
            json["version"] is NSNull && json["server"] is NSNull && json["developers"] is NSNull, result.output)
        for words in ["community forgotten", "community admit -"] {
            let refused = hub.app.run(words.split(separator: " ").map(String.init), files: ["-": Array("licence".utf8)])
            XCTAssertTrue(refused.error.contains("A community in a folder"), "\(words): \(refused)")
        }
    }

    private func run(_ hub: CommunityApp, _ words: String, saying part: String) throws {
        let result = hub.app.run(words.split(separator: " ").map(String.init))
        XCTAssertEqual(result.status, 0, "\(words): \(result.error)")
        XCTAssertTrue((result.output + result.error).contains(part), "\(words): \(result.output)\(result.error)")
    }

    private func rows(_ hub: CommunityApp, _ words: String) throws -> [[String: Any]] {
        let result = hub.app.run(words.split(separator: " ").map(String.init))
        XCTAssertEqual(result.status, 0, "\(words): \(result.error)")
        return try XCTUnwrap(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    }

    private func ids(_ hub: CommunityApp, _ words: String) throws -> [String] {
        try rows(hub, words).compactMap { $0["id"] as? String }
    }
}
