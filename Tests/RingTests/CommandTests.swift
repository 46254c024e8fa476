import Foundation
import Interface
import Kernel
import Ring
import Storage
import TerminalTesting
import XCTest

/// The commands as a user types them.
final class CommandTests: XCTestCase {
    func testAllCommandsFollowTheCommandRules() throws {
        let rules = CommandRules(app: "dojang", commands: try Fixture().app.commands()) {
            let fixture = Fixture()
            _ = try fixture.run("match", "start", lines: ["n", "a"])
            _ = try fixture.run("rules", "add", "-", files: ["-": Array(#"{"like": "itf", "id": "club"}"#.utf8)])
            return fixture.app.subject
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testCommandsWithoutMatchesSuggestAStart() throws {
        let fixture = Fixture()
        for run in [
            try fixture.run("match", "show"), try fixture.run("match", "show", "latest"),
            try fixture.run("match", "show", "1"),
            try fixture.run("match", "delete", "latest", "--yes"),
        ] {
            XCTAssertEqual(run.status, 1)
            XCTAssertEqual(run.output, "")
            XCTAssertTrue(
                run.error.contains("There is no match yet.\nBegin one with `match start --red NAME --blue NAME`."),
                run.error)
        }
    }

    func testMatchFromStandardInput() throws {
        let fixture = Fixture()
        let run = try fixture.run(
            "match", "start", "--red", "Kim", "--blue", "Lee", lines: ["n", "d", "x", "k", "u", "q"])
        XCTAssertEqual(run.status, 0, run.error)
        XCTAssertTrue(run.error.contains("“x” is not a key here."), run.error)
        XCTAssertTrue(run.output.contains("The match is saved. Kim 3 : 0 Lee (match1)."), run.output)
        let page = try fixture.run("match", "show", "match1").output
        XCTAssertTrue(
            page.contains("Kim: 3 points") && page.contains("Lee: 0 points") && !page.contains("taken off"), page)
        let json = try fixture.run("match", "show", "match1", "--json").output
        let match = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        XCTAssertEqual(match["redPoints"] as? Int, 3)
        XCTAssertEqual(
            (match["events"] as? [[String: Any]])?.map { $0["what"] as? String },
            ["skip", "score", "score", "takeBack", "hold"])
        XCTAssertEqual(
            Set(match.keys),
            [
                "id", "startedAt", "red", "blue", "winner", "way", "reason", "rules", "endedAt", "redPoints",
                "bluePoints",
                "redTally",
                "blueTally", "period", "events",
            ])
    }

    func testHeadingKeepsAFullStopInAName() throws {
        let fixture = Fixture()
        _ = try fixture.run("match", "start", "--red", "J. Kim", "--blue", "Lee", lines: ["n", "q"])
        _ = try fixture.run("match", "end", "--winner", "red", "--because", "Lee withdrew")
        let page = try fixture.run("match", "show", "match1").output
        XCTAssertEqual(page.split(separator: "\n").first, "J. Kim 0 : 0 Lee", page)
    }

    func testMatchEndByDecisionAndUndo() throws {
        let fixture = Fixture()
        _ = try fixture.run("match", "start", "--red", "Kim", "--blue", "Lee", lines: ["n", "k"])
        XCTAssertEqual(try fixture.run("match", "end").status, 64)
        let ended = try fixture.run("match", "end", "--winner", "red", "--because", "Lee withdrew")
        XCTAssertTrue(ended.output.contains("Kim wins by decision: Lee withdrew"), ended.output + ended.error)
        XCTAssertEqual(try fixture.run("match", "continue").status, 1)
        _ = try fixture.run("undo")
        XCTAssertEqual(try fixture.table.openMatches().count, 1)
        XCTAssertEqual(try fixture.run("match", "delete", "match1", "--yes").status, 0)
        XCTAssertEqual(try fixture.table.matches(limit: nil), [])
        _ = try fixture.run("undo")
        XCTAssertEqual(try fixture.table.match(named: "match1").state.total(of: .blue), 2)
    }

    func testShownRulesCanBeEditedAndAdded() throws {
        let fixture = Fixture()
        let output = try fixture.run("rules", "show", "itf", "--json").output
        let club = output.replacing("\"itf\"", with: "\"club\"").replacing("kick to head", with: "turning kick to head")
        XCTAssertEqual(try fixture.run("rules", "add", "-", files: ["-": Array(club.utf8)]).status, 0)
        XCTAssertTrue(
            try fixture.run("match", "start", "--rules", "club", lines: ["n", "d"]).output.contains(
                "turning kick to head"))
        let bad = try fixture.run("rules", "add", "-", files: ["-": Array("{\"id\": \"x\", \"scores\": [{}]}".utf8)])
        XCTAssertEqual(bad.status, 65)
        XCTAssertTrue(bad.error.contains("scores #1: name is missing"), bad.error)
        XCTAssertEqual(try fixture.run("rules", "delete", "club", "--yes").status, 0)
        XCTAssertEqual(try fixture.run("timer", "--rules", "club").status, 64)
        XCTAssertEqual(
            try fixture.table.matches(limit: 1).first?.rules.scores.last?.name, "turning kick to head",
            "a match keeps its rules")
    }

    func testTimerAnnouncesWithoutAScreen() throws {
        let fixture = Fixture()
        let run = try fixture.run("timer", "--rounds", "1", "--length", "30s", "--prepare", "5s", "--announce")
        XCTAssertEqual(run.status, 0, run.error)
        XCTAssertEqual(
            fixture.notifications.lines, ["Get ready, 00:05 left", "Round 1", "10 seconds", "Round 1 is over"])
        XCTAssertEqual(fixture.now.seconds(since: Fixture.start), 35, accuracy: 0.1)
        XCTAssertEqual(try fixture.run("timer", "--length", "8s", "--warning", "9s").status, 65)
        XCTAssertEqual(try fixture.run("timer", "--rounds", "0").status, 64)
    }

    /// The default warning is dropped for a round that is too short for it.
    func testDefaultWarningIsDroppedInShortRounds() throws {
        for (length, warns) in [("10s", false), ("11s", true)] {
            let fixture = Fixture()
            let run = try fixture.run("timer", "--rounds", "1", "--length", length, "--prepare", "0", "--announce")
            XCTAssertEqual(run.status, 0, run.error)
            XCTAssertEqual(fixture.notifications.lines.contains("10 seconds"), warns, length)
        }
    }

    func testEscapeCodesInNamesNeverReachTheTerminal() throws {
        let fixture = Fixture()
        XCTAssertEqual(try fixture.run("match", "start", "--red", "a\u{1B}[31mb").status, 64)
        XCTAssertThrowsError(try fixture.table.begin(red: "a\u{1B}b", blue: "x", rules: .itf))
        XCTAssertThrowsError(try fixture.table.begin(red: String(repeating: "x", count: 41), blue: "x", rules: .itf))
        let match = Match(id: "evil", red: "a\u{1B}[31mb", blue: "x", rules: .itf, startedAt: fixture.now)
        try fixture.store.write { try $0.put(match) }
        for words in [["match", "list"], ["match", "show", "evil"]] {
            let console = ScriptedConsole(terminal: true, environment: ["LANG": "C.UTF-8", "NO_COLOR": "1"])
            XCTAssertEqual(fixture.app.run(words, on: console), 0)
            XCTAssertFalse(console.output.contains("\u{1B}[31m"), console.output)
        }
    }
}
