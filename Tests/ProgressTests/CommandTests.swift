import Foundation
import Interface
import Kernel
import Practice
import Programs
import Progress
import ProgressAdapters
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Output of the commands for people and for programs.
final class CommandTests: XCTestCase {
    private func json(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    private func object(_ text: String) throws -> [String: Any] { try XCTUnwrap(json(text) as? [String: Any]) }

    func testCommandsFollowTheCommandLineRules() throws {
        let rules = CommandRules(app: "dojang", commands: try Fixture().app().commands()) { Fixture().app().subject }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testCommandsReportThatThereAreNoSessions() throws {
        let fixture = Fixture()
        XCTAssertTrue(try fixture.run("sessions").output.contains("You have no session yet."))
        XCTAssertTrue(try fixture.run("progress").output.contains("Nothing practised in this year yet."))
        XCTAssertTrue(try fixture.run("progress", "retention").output.contains("No card has come back"))
        XCTAssertTrue(try fixture.run("achievements").output.contains("0 of "))
        XCTAssertEqual(try fixture.run("report").status, 0)
        XCTAssertEqual(try json(fixture.run("sessions", "--json").output) as? [String], [])
    }

    func testSessionListIsPaged() throws {
        let fixture = Fixture()
        for _ in 0..<30 {
            try fixture.practise([.good, .again])
            fixture.clock.advance(days: 1)
        }
        let output = try fixture.run("sessions").output
        XCTAssertTrue(output.contains("The latest 20 of 30 sessions"), output)
        XCTAssertTrue(output.contains("--until 2026-11-29 goes on"), output)
        XCTAssertTrue(output.contains("60 answers in all, 50 % right"), output)
        let rest = try fixture.run("sessions", "--until", "2026-11-29", "--json")
        XCTAssertEqual((try json(rest.output) as? [[String: Any]])?.count, 10)
        let row = try XCTUnwrap((json(rest.output) as? [[String: Any]])?.first)
        XCTAssertEqual(row["day"] as? String, "2026-11-29")
        XCTAssertEqual(row["answers"] as? Int, 2)
        XCTAssertEqual(row["right"] as? Int, 1)
        XCTAssertEqual(row["finished"] as? Bool, true)
        XCTAssertEqual(try fixture.run("sessions", "--kind", "chess").status, 64)
        for (kind, title) in [("games", "Games"), ("words", "Vocabulary"), ("vocabulary", "Vocabulary")] {
            let emptyResult = try fixture.run("sessions", "--kind", kind)
            XCTAssertEqual(emptyResult.status, 0, kind)
            XCTAssertTrue(
                emptyResult.output.contains("You have no session of this kind yet: \(title)."), emptyResult.output)
        }
        XCTAssertEqual(
            try fixture.run("sessions", "--plain", "--limit", "100000").output.split(separator: "\n").count, 30)
    }

    func testProgressShowsTheYearAndTheAreas() throws {
        let fixture = Fixture()
        try fixture.practise(Array(repeating: .good, count: 5))
        fixture.learner.change {
            $0.areas = [
                Area(.words, "stances", "stances", share: 0.5, met: 2, of: 4, isMastered: false),
                Area(.patterns, "chon-ji", "Chon-Ji", share: 1, met: 19, of: 19, isMastered: true),
                Area(.patterns, "dan-gun", "Dan-Gun", share: 0, met: 0, of: 21, isMastered: false),
            ]
        }
        let progress = try object(fixture.run("progress", "--json").output)
        XCTAssertEqual(Set(progress.keys), ["from", "days", "areas", "belt"])
        XCTAssertEqual((progress["days"] as? [[String: Any]])?.map { $0["answers"] as? Int }, [5])
        XCTAssertEqual(progress["from"] as? String, "2025-11-17")
        XCTAssertEqual((progress["areas"] as? [[String: Any]])?.map { $0["mastered"] as? Bool }, [false, true, false])
        let output = try fixture.run("progress").output
        XCTAssertTrue(output.contains("5 answers on 1 day since 2025-11-17; the most, 5, on 2026-11-20."), output)
        XCTAssertTrue(output.contains("100 %, mastered"), output)
        XCTAssertTrue(output.contains("1 not begun yet."), output)
    }

    func testMilestonesFollowACommandOnce() throws {
        let fixture = Fixture()
        try fixture.practise(Array(repeating: .good, count: 20))
        let practicing = fixture.app(practising: ["stats"])
        let commands = try practicing.registry().all(.postCommandHints)
        let command = try XCTUnwrap(commands.first { $0.name == "celebration" })
        XCTAssertTrue(command.isForPipes)
        XCTAssertEqual(command.blocks("sessions").count, 0)
        XCTAssertEqual(command.blocks("stats").count, 2)
        XCTAssertEqual(command.blocks("stats").count, 0)
    }

    func testReportIsSelfContainedEscapedAndDescribesItsCharts() throws {
        let fixture = Fixture()
        for session in 0..<12 {
            try fixture.practise(Array(repeating: .good, count: 12), seconds: 1)
            fixture.clock.advance(days: session.isMultiple(of: 2) ? 1 : 3)
        }
        fixture.learner.change {
            $0.areas = [Area(.words, "<b>", "<b>bold</b>", share: 0.4, met: 1, of: 2, isMastered: false)]
        }
        let page = try fixture.run("report").output
        let figures =
            try JSONSerialization.jsonObject(with: Data(fixture.run("report", "--json").output.utf8))
            as? [[String: Any]]
        let progress =
            try JSONSerialization.jsonObject(with: Data(fixture.run("progress", "--json").output.utf8))
            as? [String: Any]
        XCTAssertEqual(
            figures?.first.map { $0 as NSDictionary }, progress.map { $0 as NSDictionary },
            "JSON output contains numbers")
        XCTAssertNotNil(progress)
        XCTAssertTrue(page.contains("Mina &lt;Kim&gt;"), page)
        XCTAssertFalse(page.contains("<b>"), "escaped")
        XCTAssertFalse(
            page.contains("<script") || page.contains("http://localhost") || page.contains("src=\"http"),
            "self-contained")
        XCTAssertTrue(page.contains(" 2025 0 answers to 0 answers a day, "), "a year is described by months")
        let drawings = page.components(separatedBy: "<svg ").dropFirst()
        XCTAssertEqual(drawings.count, 8, "four charts, each wide and narrow")
        XCTAssertTrue(drawings.allSatisfy { $0.contains("<title>") && $0.contains("<desc>") })
        XCTAssertTrue(page.contains("<td>72</td>") && page.contains("<td>60</td>"), "a table contains the curve")
        let file = try fixture.run("report", "--to", "report.html")
        XCTAssertEqual(file.status, 0, file.error)
    }

    func testShareListsItsContentAndOmitsTheNameByDefault() throws {
        let fixture = Fixture()
        try fixture.practise([.good, .again])
        let preview = try fixture.run("share")
        XCTAssertTrue(preview.output.contains("• 1 day practised"), preview.output)
        XCTAssertFalse(preview.output.contains("Mina"), preview.output)
        let refused = try fixture.run("share", "--to", "me.svg")
        XCTAssertEqual(refused.status, 64, "without a terminal there is no confirmation")
        let drawn = try fixture.run("share", "--to", "-", "--yes").output
        XCTAssertTrue(drawn.hasPrefix("<svg ") && drawn.contains("Learning Taekwon-Do"), drawn)
        XCTAssertFalse(drawn.contains("Mina"))
        XCTAssertTrue(
            try fixture.run("share", "--to", "-", "--yes", "--name").output.contains("Mina &lt;Kim&gt; learns"))
        XCTAssertEqual(try fixture.run("share", "--to", "me.gif", "--yes").status, 64)
        for line in [drawn] { XCTAssertFalse(line.contains("number")) }
    }

    /// Children see no shares, maps or tables. JSON contains all figures.
    func testChildProgressHasNoFigures() throws {
        let fixture = Fixture()
        XCTAssertTrue(fixture.app(isChild: true).run(["progress"]).output.contains("Welcome!"))
        try fixture.practise([.good, .again])
        fixture.learner.change {
            $0.areas = [
                Area(.words, "kicks", "kicks", share: 0.31, met: 2, of: 6, isMastered: false),
                Area(.words, "basics", "basics", share: 0.97, met: 6, of: 6, isMastered: true),
                Area(.belts, "9k", "9th keup", share: 0.4, met: 4, of: 9, isMastered: false),
                Area(.patterns, "dan-gun", "Dan-Gun", share: 0, met: 0, of: 21, isMastered: false),
            ]
        }
        let output = fixture.app(isChild: true).run(["progress"]).output
        for line in [
            "You practised on 1 day.", "You know well: basics.", "You are learning: kicks.", "next belt: 9th keup", "★",
        ] {
            XCTAssertTrue(output.contains(line), "\(line): \(output)")
        }
        for word in ["%", "Dan-Gun", "answer", "since", "retention"] {
            XCTAssertFalse(output.contains(word), "\(word): \(output)")
        }
        XCTAssertEqual(
            fixture.app(isChild: true).run(["progress", "--json"]).output,
            fixture.app().run(["progress", "--json"]).output)
    }

    /// Sessions have stars, and achievements have no counts. JSON contains all figures.
    func testChildSessionsAndAchievementsHaveNoFigures() throws {
        let fixture = Fixture()
        try fixture.practise([.good, .again, .again])
        let child = fixture.app(isChild: true)
        let sessions = child.run(["sessions"]).output
        XCTAssertTrue(sessions.contains("You practised 1 time!") && sessions.contains("★ ★ ★"), sessions)
        let reached = child.run(["achievements"]).output
        XCTAssertTrue(reached.contains("★ First Steps") && reached.contains("What comes next"), reached)
        for word in ["%", "right", "Right", " of 7", "not yet"] {
            XCTAssertFalse((sessions + reached).contains(word), "\(word): \(sessions + reached)")
        }
        for command in ["sessions", "achievements"] {
            XCTAssertEqual(child.run([command, "--json"]).output, fixture.app().run([command, "--json"]).output)
        }
    }

    /// JSON keeps the stored subject `all`.
    func testSubjectAllIsShownAsEverything() throws {
        let fixture = Fixture()
        fixture.learner.change {
            let kind = PracticeKind(rawValue: "games")
            $0.others = [
                PastSession("zz", kind, about: "all", on: fixture.record.today, at: fixture.clock.now, .init(1, of: 2))
            ]
        }
        let output = try fixture.run("sessions").output
        XCTAssertTrue(output.contains("  everything  ") && !output.contains("  all  "), output)
        XCTAssertTrue(try fixture.run("sessions", "--json").output.contains("\"subject\": \"all\""))
    }

    func testPNGIsRenderedByAnInstalledProgram() throws {
        let home = try Home()
        let png = "\\211PNG\\r\\n\\032\\n"
        try home.file("rsvg-convert", "#!/bin/sh\nprintf '\(png)'\nhead -c 4\n", mode: 0o755)
        let made = try Rasterizer.machine(ProgramPath(path: home.path)).png("<svg>")
        XCTAssertEqual(made, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("<svg".utf8))
        try home.file("rsvg-convert", "#!/bin/sh\necho no\n", mode: 0o755)
        XCTAssertThrowsError(try Rasterizer.machine(ProgramPath(path: home.path)).png("<svg>")) {
            XCTAssertEqual(($0 as? Failure)?.code.text, "drawingNotConverted")
        }
        try FileManager.default.removeItem(atPath: home.path("rsvg-convert"))
        try home.file("vips", "#!/bin/sh\nprintf '\(png)'\necho \"$@\"\n", mode: 0o755)
        XCTAssertEqual(
            try Rasterizer.machine(ProgramPath(path: home.path)).png("<svg>").suffix(16),
            Array("copy stdin .png\n".utf8)[...])
        XCTAssertThrowsError(try Rasterizer.machine(ProgramPath(path: "")).png("<svg>")) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram)
        }
    }
}
