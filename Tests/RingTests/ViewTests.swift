import Interface
import Kernel
import Ring
import TerminalTesting
import XCTest

/// Screens and lists at their limits: bell, gaps, end, and exact tables.
final class ViewTests: XCTestCase {
    func testBellRingsOnceForEachAnnouncement() throws {
        for path in ["timer", "match start"] {
            let fixture = Fixture()
            var session = try fixture.dialogue(path)
            _ = try session.press("n")
            fixture.pass(110)
            _ = try session.handle(.key(.enter))
            XCTAssertTrue(session.view.ringsBell, path)
            _ = try session.handle(.tick)
            XCTAssertFalse(session.view.ringsBell, path)
        }
    }

    /// A gap of exactly the wait limit still counts. A millisecond more stops the clock.
    func testClockStopsOnlyBeyondTheWaitLimit() throws {
        for path in ["timer", "match start"] {
            for (more, isHeld) in [(0.0, false), (0.001, true)] {
                let fixture = Fixture()
                var session = try fixture.dialogue(path)
                _ = try session.press("n")
                _ = try session.handle(.tick)
                fixture.pass(Double(MatchTable.gapLimit) / 1000 + more)
                _ = try session.handle(.tick)
                XCTAssertEqual(session.text().contains("You were away"), isHeld, "\(path) \(more)")
            }
        }
    }

    func testClockRoleFollowsItsState() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue("timer", "--length", "30s", "--rest", "10s", "--prepare", "10s")
        _ = try session.handle(.tick)
        XCTAssertEqual(Self.digits(of: session.view), .good)
        for (key, role) in [("s", TextRole.accent), (" ", .muted), (" ", .accent), ("s", .good), (" ", .muted)] {
            _ = try session.press(Character(key))
            XCTAssertEqual(Self.digits(of: session.view), role)
        }
    }

    func testProgressIsCompleteAfterTheLastRound() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue("match start", "--red", "Kim", "--blue", "Lee")
        _ = try session.press("n")
        XCTAssertEqual(session.view.progress, 0)
        fixture.pass(60)
        _ = try session.press("a")
        XCTAssertEqual(session.view.progress, 0.5)
        fixture.pass(60 + 60 + 120)
        _ = try session.press("u")
        _ = try session.press("a")
        fixture.pass(1)
        XCTAssertEqual(session.view.progress, 1)
    }

    func testMatchListOutput() throws {
        let fixture = Fixture()
        for (red, blue, key) in [("Kim", "Lee", "d"), ("Park", "Cho", "l")] {
            _ = try fixture.run("match", "start", "--red", red, "--blue", blue, lines: ["n", key])
            fixture.pass(1)
        }
        _ = try fixture.run("match", "end", "match1", "--winner", "red", "--because", "x")
        XCTAssertTrue(
            try fixture.run("match", "list").output.hasPrefix(
                """
                2 matches
                Row  Id      Began             Red         Blue  Winner      By
                  1  match2  2027-01-15 08:00  Park        Cho   unfinished
                  2  match1  2027-01-15 08:00  Kim   3  0  Lee   Kim         decision

                """))
        XCTAssertTrue(
            try fixture.run("rules", "list").output.hasPrefix(
                """
                Id    Name       Rounds  Length  Rest  Extra
                itf   ITF             2     120    60     60
                itfu  ITF Union       2     120    60     60

                """))
    }

    /// A tally omits zero counts.
    func testTallyOmitsZeroCounts() throws {
        for (keys, tally) in [
            ([], "0 points"), (["a"], "1 point"), (["d", "w"], "3 points, 1 warning"),
            (["d", "e"], "2 points, 1 foul, 3 scored, 1 taken off"),
        ] {
            let fixture = Fixture()
            _ = try fixture.run("match", "start", "--red", "Kim", "--blue", "Lee", lines: ["n"] + keys)
            let lines = try fixture.run("match", "show", "match1").output.split(separator: "\n")
            XCTAssertTrue(lines.contains { $0.hasSuffix("Kim: " + tally) }, tally)
        }
    }

    func testKeyTableShowsTheCostOfAWarning() throws {
        for (warnings, expected) in [(0, "0"), (1, "-1"), (2, "-1 for 2"), (3, "-1 for 3")] {
            let fixture = Fixture()
            let rules = #"{"like": "itf", "id": "club", "warningsPerPoint": \#(warnings)}"#
            _ = try fixture.run("rules", "add", "-", files: ["-": Array(rules.utf8)])
            var session = try fixture.dialogue("match start", "--rules", "club")
            _ = try session.handle(.tick)
            let row = session.text().split(separator: "\n").first { $0.hasSuffix(" warning") }
            XCTAssertEqual(row?.contains(" \(expected) "), true, "\(warnings): \(row ?? "")")
        }
    }

    private static func digits(of view: DialogueView) -> TextRole? {
        for case .digits(let text) in view.blocks { return text.spans.first?.role }
        return nil
    }
}
