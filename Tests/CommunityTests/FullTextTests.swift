import Community
import CommunityCommands
import Foundation
import Interface
import Kernel
import Storage
import TerminalTesting
import XCTest

/// Detail pages show full texts on wide and narrow terminals.
final class FullTextTests: XCTestCase {
    private let store = MemoryStore()
    private lazy var hub = CommunityApp("hub", over: store)
    private lazy var dojang = CommunityApp("dojang", over: store)
    private let long =
        "Thank you for telling us. " + (1...40).map { "Sentence number \($0) says something." }.joined(separator: " ")
        + " The end."

    /// Returns the output on a terminal of this width, with its lines joined.
    private func unwrappedOutput(_ side: CommunityApp, _ words: [String], columns: Int) -> String {
        let terminal = ScriptedConsole(
            terminal: true, environment: ["TERM": "dumb", "PAGER": "cat"], columns: columns, rows: 10_000)
        XCTAssertEqual(side.app.run(words, on: terminal), 0, "\(words): \(terminal.error)")
        for line in terminal.output.split(separator: "\n") {
            XCTAssertLessThanOrEqual(DisplayWidth.columns(of: String(line)), columns, String(line))
        }
        return terminal.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    func testDetailPagesShowFullTextsAtAnyWidth() throws {
        try hub.keep("f1", text: long)
        _ = hub.app.run(["feedback", "respond", "f1", long])
        _ = hub.app.run(["announce", "News", long])
        _ = hub.app.run(["roadmap", "edit", "video", "--text", long])
        try hub.board.write {
            try $0.keep(
                Suggestion(
                    id: "idea", title: "Bells", description: long, author: CommunityFixture.author("mina"),
                    submittedAt: .earliest))
        }
        for columns in [80, 40] {
            for (side, words) in [
                (dojang, "community mine 1"), (dojang, "community mine f1"), (dojang, "community read"),

                (dojang, "community news"), (dojang, "community news 1"), (dojang, "community roadmap video"),
                (dojang, "community suggestions 1"), (hub, "feedback show 1"), (hub, "roadmap show video"),
                (hub, "suggestion show 1"), (hub, "announcement show 1"),
            ] {
                let text = unwrappedOutput(side, words.split(separator: " ").map(String.init), columns: columns)
                XCTAssertTrue(text.contains(long), "\(words) at \(columns): \(text)")
            }
        }
    }

    func testOnlyFullyShownAnswersAreMarkedRead() throws {
        try hub.keep("f1")
        _ = hub.app.run(["feedback", "respond", "f1", long])
        for words in [["community", "mine"], ["community", "mine", "1"], ["community", "read"]] {
            _ = dojang.app.run(words)
        }
        XCTAssertTrue(dojang.app.run(["community", "mine"]).output.contains("unread"))
        XCTAssertTrue(unwrappedOutput(dojang, ["community", "read", "f1"], columns: 80).contains(long))
        XCTAssertFalse(dojang.app.run(["community", "mine"]).output.contains("unread"))
        XCTAssertTrue(unwrappedOutput(dojang, ["community", "read", "f1"], columns: 40).contains(long), "read again")
    }

    func testPendingFeedbackIsFirstAndFilteredByApp() throws {
        for (number, app) in ["dojang", "grain", "dojang", "coin"].enumerated() {
            try hub.keep("f\(number)", from: app, at: Double(number), isAnswered: number == 3)
        }
        func ids(_ words: String...) throws -> [String] {
            guard
                case .array(let rows) = try JSONValue(
                    Data(hub.app.run(["feedback", "list"] + words + ["--json"]).output.utf8))
            else { return [] }
            return rows.compactMap { if case .string(let id)? = $0["id"] { id } else { nil } }
        }
        XCTAssertEqual(try ids(), ["f2", "f1", "f0", "f3"])
        XCTAssertEqual(try ids("--oldest"), ["f0", "f1", "f2", "f3"])
        XCTAssertEqual(try ids("--app", "dojang"), ["f2", "f0"])
        XCTAssertEqual(try ids("--status", "Responded"), ["f3"])
        XCTAssertTrue(
            hub.app.run(["feedback", "list", "--app", "nope"]).output.contains(
                "There is no feedback from “nope”. Apps with feedback: coin, dojang, grain."))
        let part = hub.app.run(["feedback", "list", "--app", "dojang"]).output
        XCTAssertTrue(part.contains("  3  f0"), "the row number in the full list: \(part)")
        XCTAssertTrue(hub.app.run(["feedback", "show", "3"]).output.contains("f0"))
        let home = hub.app.run([]).output.split(separator: "\n").map { $0.split(separator: " ") }
        for (app, count) in [("Unanswered", "3"), ("dojang", "2"), ("grain", "1")] {
            XCTAssertTrue(home.contains { $0.first == app[...] && $0.last == count[...] }, "\(app): \(home)")
        }
        XCTAssertTrue(
            hub.app.run(["feedback", "list", "--limit", "2"]).error.contains("Showing 2 of 4")
                || hub.app.run(["feedback", "list", "--limit", "2"]).output.contains("Showing 2 of 4"))
    }

    func testRoadmapsAndSuggestionsAreSeparatedByApp() throws {
        _ = hub.app.run(["roadmap", "add", "Albums", "Photos together", "--app", "grain"])
        _ = hub.app.run(["roadmap", "add", "Everywhere", "For all"])
        let grain = CommunityApp("grain", over: store)
        let theirs = grain.app.run(["community", "roadmap"]).output
        let ours = dojang.app.run(["community", "roadmap"]).output
        XCTAssertTrue(theirs.contains("Albums") && theirs.contains("Everywhere") && !theirs.contains("Video"), theirs)
        XCTAssertTrue(!ours.contains("Albums") && ours.contains("Everywhere") && ours.contains("Video"), ours)
        _ = grain.app.run(["community", "suggest", "Frames"])
        XCTAssertFalse(dojang.app.run(["community", "suggestions"]).output.contains("Frames"))
        XCTAssertTrue(hub.app.run(["suggestion", "list", "--app", "grain"]).output.contains("Frames"))
        XCTAssertEqual(
            hub.app.run(["roadmap", "list", "--app", "grain", "--plain"]).output.split(separator: "\n").count, 2)
    }

    func testVoteAcceptsRowNumbersAndPrefixes() throws {
        let listed = dojang.app.run(["community", "roadmap"]).output
        let line = try XCTUnwrap(listed.split(separator: "\n").first { $0.contains("clubs") })
        let row = try XCTUnwrap(line.split(separator: " ").first.map(String.init))
        XCTAssertEqual(dojang.app.run(["community", "vote", row]).status, 0)
        XCTAssertEqual(dojang.app.run(["community", "vote", "vide"]).status, 0)
        XCTAssertEqual(try hub.board.votes(for: ["clubs", "video"]), [1, 1])
        let part = dojang.app.run(["community", "roadmap", "--category", "Feature"]).output
        XCTAssertTrue(
            part.split(separator: "\n").contains { $0.contains("clubs") && $0.split(separator: " ").first == row[...] },
            part)
        XCTAssertEqual(dojang.app.run(["community", "vote", "99"]).status, 1)
    }
}

extension CommunityApp {
    fileprivate func keep(_ id: String, from app: String, at second: Double, isAnswered: Bool) throws {
        var feedback = Feedback(
            id: Identifier(id), author: CommunityFixture.author("mina"), category: .bug, text: "It breaks",
            timestamp: Instant(milliseconds: Int64(second * 1000)),
            device: DeviceInfo(app: app, appVersion: "1", system: "s", machine: "m"), usage: nil)
        if isAnswered { (feedback.developerResponse, feedback.responseStatus) = ("Done", .responded) }
        try board.write { try $0.keep(feedback) }
    }
}
