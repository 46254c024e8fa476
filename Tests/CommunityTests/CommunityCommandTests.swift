import Community
import CommunityCommands
import Interface
import Kernel
import Storage
import TerminalTesting
import XCTest

/// Outputs of commands, and which commands change data.
final class CommunityCommandTests: XCTestCase {
    func testChangingCommandsAreMarked() throws {
        for (app, names) in [
            (
                "dojang",
                "connect feedback forget-me read review send suggest unvote upvote vote withdraw".split(separator: " ")
                    .map {
                        "community \($0)"
                    }
            ),
            (
                "hub",
                [
                    "announce", "announcement edit", "announcement withdraw", "community admit", "community connect",
                    "community create", "community forget-again", "community init", "community invite",
                    "community migrate",
                    "developer invite", "developer revoke", "feedback apart", "feedback respond", "feedback same",
                    "feedback stage", "feedback status", "feedback tag", "feedback withdraw", "moderate block",
                    "moderate hide",
                    "moderate show", "moderate unblock", "roadmap add", "roadmap close", "roadmap edit", "roadmap move",
                    "roadmap progress",
                    "roadmap release", "roadmap remove", "roadmap reopen", "suggestion decline", "suggestion merge",
                    "suggestion promote", "suggestion reopen", "suggestion review",
                ]
            ),
        ] {
            let changing = try CommunityApp(app).app.registry().all(.commands).filter(\.changesData)
            XCTAssertEqual(changing.map { $0.name }.sorted(), names)
        }
    }

    func testNumberColumnsAreRightAligned() throws {
        let hub = CommunityApp("hub")
        try hub.suggest(["idea"])
        for number in 1...5 { try hub.keep("f\(number)", by: "p\(number)", belt: "5th Keup") }
        XCTAssertEqual(hub.app.run(["roadmap", "add", "Plain", "Words"]).status, 0)
        let item = try XCTUnwrap(hub.board.items().first { $0.title == "Plain" })
        for words in ["roadmap progress \(item.id) 5", "feedback tag f1 --tag sound"] {
            XCTAssertEqual(hub.app.run(words.split(separator: " ").map(String.init)).status, 0)
        }
        for (words, titles) in [
            ("roadmap list", ["Votes", "Done"]), ("insights", ["People", "Share"]), ("suggestion list", ["Votes"]),
            ("feedback tags", ["Feedback", "Share"]),
        ] {
            let output = hub.app.run(words.split(separator: " ").map(String.init)).output
            let lines = output.split(separator: "\n").map(Array.init)
            for title in titles {
                let head = try XCTUnwrap(lines.first { String($0).contains(title) }, output)
                let end = try XCTUnwrap(head.indices.first { head[...$0].suffix(title.count).elementsEqual(title) })
                let cells = lines.compactMap { $0.indices.contains(end) ? $0[end] : nil }.filter {
                    $0.isNumber || $0 == "%"
                }
                XCTAssertFalse(cells.isEmpty, "\(title) in \(words):\n\(output)")
            }
        }
    }

    /// Tables show up to sixty characters of the first line.
    func testTablesTruncateLongTexts() throws {
        let sixty = String(repeating: "a", count: 60)
        for (text, expected) in [
            (sixty, sixty), (sixty + "b", sixty + "…"), ("first\nsecond", "first…"), ("one", "one"),
        ] {
            let hub = CommunityApp("hub")
            try hub.keep("f", text: text)
            let line = try XCTUnwrap(
                hub.app.run(["feedback", "list"]).output.split(separator: "\n").first { $0.contains(" f ") })
            XCTAssertTrue(line.contains(" \(expected) "), "\(line)")
        }
    }

    func testFeedbackListShowsFiftyNewestByDefault() throws {
        let hub = CommunityApp("hub")
        for number in 100...150 { try hub.keep("f\(number)", at: Double(number)) }
        for (words, count, first) in [
            ([], 50, "  1  f150"), (["--limit", "60"], 51, "  1  f150"), (["--oldest"], 50, " 51  f100"),
        ] {
            let run = hub.app.run(["feedback", "list"] + words)
            let rows = run.output.split(separator: "\n").filter { $0.contains("  f1") }
            XCTAssertEqual(rows.count, count, "\(words)")
            XCTAssertEqual(rows.first?.hasPrefix(first), true, run.output)
            XCTAssertEqual(rows.first?.contains(" 1970-01-01 "), true, run.output)
        }
        let table = hub.app.run(["feedback", "export"]).output.split(separator: "\n")
        XCTAssertTrue(table[0].hasPrefix("id,app,category,text,"))
        XCTAssertEqual([table.count, table[1].hasPrefix("f100,") ? 1 : 0], [52, 1])
    }

    func testEditsWithoutAnyOptionAreRefused() throws {
        let hub = CommunityApp("hub")
        try hub.keep("f")
        for (words, isAccepted) in [
            ("feedback tag f", false), ("feedback tag f --tag sound", true), ("feedback tag f --severity High", true),
            ("roadmap edit video", false), ("roadmap edit video --title Films", true),
            ("roadmap edit video --text All", true),
            ("roadmap edit video --release v9", true), ("roadmap edit video --category UX", true),
        ] {
            let run = hub.app.run(words.split(separator: " ").map(String.init) + ["--json"])
            XCTAssertEqual(run.status, isAccepted ? 0 : 64, "\(words): \(run.error)")
        }
        let feedback = try XCTUnwrap(hub.board.feedback("f"))
        XCTAssertEqual(feedback.tags, ["sound"])
        XCTAssertEqual(feedback.severity, .high)
    }

    func testChangedItemIsShownWithItsVotes() throws {
        let store = MemoryStore()
        let hub = CommunityApp("hub", over: store)
        let dojang = CommunityApp("dojang", over: store)
        XCTAssertTrue(dojang.app.run(["community", "vote", "video", "--json"]).output.contains("\"changed\": true"))
        XCTAssertTrue(dojang.app.run(["community", "vote", "video", "--json"]).output.contains("\"changed\": false"))
        let output = hub.app.run(["roadmap", "move", "video", "1", "--json"]).output
        XCTAssertTrue(output.contains("\"votes\": 1"), output)
        let added = hub.app.run(["roadmap", "add", "Dark", "Night", "--json", "--dry-run"]).output
        XCTAssertTrue(added.contains("\"votes\": 0"), added)
        XCTAssertFalse(try RoadmapEntry(XCTUnwrap(hub.board.items().first), votes: 0).isMine)
        XCTAssertFalse(try RoadmapEntry(XCTUnwrap(hub.board.items().first), votes: 0).isNew)
    }

    func testMetricsShowTheirTargets() throws {
        let hub = CommunityApp("hub")
        let nobody = hub.app.run(["metrics"]).output
        for words in [
            "no answers yet; target under 24 h", "nobody is counted; target 30 %", "nobody is counted; target 10 %",
            "nobody is counted; target 20 %", "nobody is counted; target 15 %",
        ] {
            XCTAssertTrue(nobody.contains(words), nobody)
        }
        try hub.keep("f", answered: "Fixed", after: 5.6)
        XCTAssertTrue(hub.app.run(["metrics"]).output.contains("6 h; target under 24 h"))
        XCTAssertTrue(hub.app.run(["metrics", "--month", "2026-09", "--json"]).output.contains("\"2026-09\""))
        for (app, words) in [("hub", "insights"), ("dojang", "community insights")] {
            let output = CommunityApp(app).app.run(words.split(separator: " ").map(String.init)).output
            XCTAssertTrue(output.contains("groups of fewer than 5 are not shown"), output)
        }
    }

    func testNotesAreForDevelopersAndOwnVotesForParticipants() throws {
        let store = MemoryStore()
        let hub = CommunityApp("hub", over: store)
        let dojang = CommunityApp("dojang", over: store)
        try hub.suggest(["idea"])
        let listed = hub.app.run(["suggestion", "list", "--json"]).output
        XCTAssertTrue(listed.contains("\"notes\"") && !listed.contains("\"voted\""), listed)
        let output = dojang.app.run(["community", "suggestions", "--json"]).output
        XCTAssertTrue(output.contains("\"voted\"") && !output.contains("\"notes\""), output)
        XCTAssertEqual(dojang.app.run(["community", "upvote", "idea"]).status, 0)
        XCTAssertEqual(try hub.board.upvotes(for: ["idea"]), [1])
        XCTAssertTrue(dojang.app.run(["community", "upvote", "idea", "--take-back"]).output.contains("Took back"))
        XCTAssertEqual(try hub.board.upvotes(for: ["idea"]), [0])
    }
}

extension CommunityApp {
    /// Stores feedback, answered after a number of hours.
    func keep(
        _ id: String, by name: String = "mina", text: String = "It breaks", belt: String? = nil, at second: Double = 0,
        answered: String? = nil, after hours: Double = 0
    ) throws {
        var feedback = Feedback(
            id: Identifier(id), author: CommunityFixture.author(name), category: .bug, text: text,
            timestamp: Instant(milliseconds: Int64(second * 1000)),
            device: DeviceInfo(app: "a", appVersion: "1", system: "s", machine: "m"),
            usage: belt.map { UsageData(belt: $0) })
        if let answered {
            (feedback.developerResponse, feedback.responseStatus) = (answered, .responded)
            feedback.responseTimestamp = feedback.timestamp.adding(seconds: hours * 3600)
        }
        try board.write { try $0.keep(feedback) }
    }
}
