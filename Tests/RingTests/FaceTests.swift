import Kernel
import Ring
import Terminal
import TerminalContract
import XCTest

/// What screens and lists show at their bounds: the bell, the silence, the end, and tables to the letter.
final class FaceTests: XCTestCase {
    func testTheBellRingsOnceForWhatIsTold() throws {
        for path in ["timer", "match start"] {
            let bench = Bench()
            var session = try bench.dialogue(path)
            _ = try session.press("n")
            bench.pass(110)
            _ = try session.handle(.key(.enter))
            XCTAssertTrue(session.view.ringsBell, path)
            _ = try session.handle(.tick)
            XCTAssertFalse(session.view.ringsBell, path)
        }
    }

    /// Silence as long as patience allows is still fought through; a millisecond more is not.
    func testTheClockIsHeldOnlyBeyondPatience() throws {
        for path in ["timer", "match start"] {
            for (more, isHeld) in [(0.0, false), (0.001, true)] {
                let bench = Bench()
                var session = try bench.dialogue(path)
                _ = try session.press("n")
                _ = try session.handle(.tick)
                bench.pass(Double(MatchTable.patience) / 1000 + more)
                _ = try session.handle(.tick)
                XCTAssertEqual(session.text().contains("You were away"), isHeld, "\(path) \(more)")
            }
        }
    }

    func testAClockThatRunsStrikesTheEyeAndOneThatIsHeldDoesNot() throws {
        let bench = Bench()
        var session = try bench.dialogue("timer", "--length", "30s", "--rest", "10s", "--prepare", "10s")
        _ = try session.handle(.tick)
        XCTAssertEqual(Self.digits(of: session.view), .good)
        for (key, role) in [("s", TextRole.accent), (" ", .muted), (" ", .accent), ("s", .good), (" ", .muted)] {
            _ = try session.press(Character(key))
            XCTAssertEqual(Self.digits(of: session.view), role)
        }
    }

    func testAMatchWhoseRoundsAreOverIsWhollyDone() throws {
        let bench = Bench()
        var session = try bench.dialogue("match start", "--red", "Kim", "--blue", "Lee")
        _ = try session.press("n")
        XCTAssertEqual(session.view.progress, 0)
        bench.pass(60)
        _ = try session.press("a")
        XCTAssertEqual(session.view.progress, 0.5)
        bench.pass(60 + 60 + 120)
        _ = try session.press("u")
        _ = try session.press("a")
        bench.pass(1)
        XCTAssertEqual(session.view.progress, 1)
    }

    func testListsToTheLetter() throws {
        let bench = Bench()
        for (red, blue, key) in [("Kim", "Lee", "d"), ("Park", "Cho", "l")] {
            _ = try bench.run("match", "start", "--red", red, "--blue", blue, lines: ["n", key])
            bench.pass(1)
        }
        _ = try bench.run("match", "end", "match1", "--winner", "red", "--because", "x")
        XCTAssertTrue(
            try bench.run("match", "list").output.hasPrefix(
                """
                2 matches
                Row  Id      Began             Red         Blue  Winner      By
                  1  match2  2027-01-15 08:00  Park        Cho   unfinished
                  2  match1  2027-01-15 08:00  Kim   3  0  Lee   Kim         decision

                """))
        XCTAssertTrue(
            try bench.run("rules", "list").output.hasPrefix(
                """
                Id    Name       Rounds  Length  Rest  Extra
                itf   ITF             2     120    60     60
                itfu  ITF Union       2     120    60     60

                """))
    }

    /// What did not happen is not counted.
    func testATallyNamesOnlyWhatHappened() throws {
        for (keys, tally) in [
            ([], "0 points"), (["a"], "1 point"), (["d", "w"], "3 points, 1 warning"),
            (["d", "e"], "2 points, 1 foul, 3 scored, 1 taken off"),
        ] {
            let bench = Bench()
            _ = try bench.run("match", "start", "--red", "Kim", "--blue", "Lee", lines: ["n"] + keys)
            let lines = try bench.run("match", "show", "match1").output.split(separator: "\n")
            XCTAssertTrue(lines.contains { $0.hasSuffix("Kim: " + tally) }, tally)
        }
    }

    func testWhatAWarningCostsIsShownWithItsKeys() throws {
        for (warnings, worth) in [(0, "0"), (1, "-1"), (2, "-1 for 2"), (3, "-1 for 3")] {
            let bench = Bench()
            let rules = #"{"like": "itf", "id": "club", "warningsPerPoint": \#(warnings)}"#
            _ = try bench.run("rules", "add", "-", files: ["-": Array(rules.utf8)])
            var session = try bench.dialogue("match start", "--rules", "club")
            _ = try session.handle(.tick)
            let row = session.text().split(separator: "\n").first { $0.hasSuffix(" warning") }
            XCTAssertEqual(row?.contains(" \(worth) "), true, "\(warnings): \(row ?? "")")
        }
    }

    private static func digits(of view: DialogueView) -> TextRole? {
        for case .digits(let text) in view.blocks { return text.spans.first?.role }
        return nil
    }
}
