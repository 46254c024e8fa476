import Interface
import Kernel
import Ring
import XCTest

/// Timer and match on a terminal and line by line.
final class ScreenTests: XCTestCase {
    func testTimerRunsAndAnnouncesItsRounds() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue(
            "timer", "--rounds", "2", "--length", "30s", "--rest", "10s", "--prepare", "0")
        XCTAssertFalse(session.text().contains("█"), "line by line there are no large digits")
        var ended: Output?
        for _ in 0..<720 where ended == nil {
            if case .finish(let output) = try session.handle(.tick) { ended = output }
            fixture.pass(0.1)
        }
        XCTAssertEqual(
            fixture.notifications.lines, ["10 seconds", "Round 1 is over", "Round 2", "10 seconds", "Round 2 is over"])
        XCTAssertEqual(ended?.notice, "All 2 rounds are over.")
        XCTAssertEqual(fixture.now.seconds(since: Fixture.start), 70, accuracy: 0.3)
    }

    func testTimerStopsWhereTheSleepBegan() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue("timer", "--prepare", "0")
        _ = try session.handle(.tick)
        fixture.pass(1)
        _ = try session.handle(.tick)
        fixture.pass(3600)
        _ = try session.handle(.tick)
        XCTAssertTrue(session.text().contains("You were away for 1:00:00"), session.text())
        XCTAssertEqual(session.view.title, "01:59 Round 1 of 2")
        XCTAssertNil(try session.press(" "))
        fixture.pass(2)
        _ = try session.handle(.tick)
        XCTAssertEqual(session.view.title, "01:57 Round 1 of 2")
    }

    func testLineByLineTimerIgnoresSilence() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue("timer", "--prepare", "0")
        fixture.pass(60)
        _ = try session.handle(.key(.enter))
        XCTAssertTrue(session.text().contains("Round 1 of 2, 01:00 left."), session.text())
        _ = try session.press(" ")
        fixture.pass(600)
        XCTAssertEqual(try session.press("q")?.notice, "Stopped at: Round 1 of 2, 01:00 left, stopped.")
    }

    /// The summary counts completed rounds in each phase.
    func testQuitReportsCompletedRounds() throws {
        for (seconds, rounds) in [(5.0, 0), (20, 0), (45, 1), (55, 1), (200, 2)] {
            let fixture = Fixture()
            var session = try fixture.dialogue("timer", "--length", "30s", "--rest", "10s", "--prepare", "10s")
            fixture.pass(seconds)
            guard case .one(let members) = try session.press("q")?.content else {
                return XCTFail("the screen stays open")
            }
            XCTAssertEqual(members.first { $0.name == "rounds" }?.value, .integer(rounds), "after \(seconds)")
        }
    }

    func testNarrowScreenHasNoLargeDigits() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue("match start")
        _ = try session.handle(.tick)
        XCTAssertTrue(session.text(columns: 40).contains("███"), session.text(columns: 40))
        XCTAssertFalse(session.text(columns: 20).contains("███"))
        for columns in [20, 40, 80] {
            for line in session.text(columns: columns).split(separator: "\n") {
                XCTAssertLessThanOrEqual(line.count, columns)
            }
        }
    }

    func testEveryKeyIsSavedAndTheMatchSurvivesACrash() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue("match start", "--red", "Kim", "--blue", "Lee")
        _ = try session.handle(.tick)
        _ = try session.press("n")
        for (number, key) in ["d", "k", "w", "o", "u"].enumerated() {
            fixture.pass(1)
            _ = try session.handle(.tick)
            _ = try session.press(Character(key))
            XCTAssertEqual(try fixture.table.matches(limit: 1).first?.count, number + 2)
        }
        let fought = try fixture.table.match(named: "match1")
        XCTAssertEqual([fought.state.total(of: .red), fought.state.total(of: .blue)], [3, 2])
        XCTAssertEqual(fought.state.clock.remaining(at: fixture.now), 115_000)
        fixture.pass(2.5)
        _ = try session.handle(.tick)
        // The process dies here. Time without a screen does not count.
        fixture.pass(3600)
        var again = try fixture.dialogue("match continue")
        XCTAssertTrue(again.text().contains("Kim 3 : 2 Lee"), again.text())
        let state = try fixture.table.match(named: "match1").state
        XCTAssertFalse(state.clock.isRunning)
        XCTAssertEqual(state.clock.remaining(at: fixture.now), 112_500)
        _ = try again.press(" ")
        fixture.pass(150)
        XCTAssertNil(try again.press("c"))
        XCTAssertTrue(again.text().contains("Nothing is decided yet."), again.text())
        XCTAssertNil(
            try fixture.table.matches(limit: 1).first?.result, "the end of round 1 is not the end of the match")
    }

    func testCompleteMatch() throws {
        let fixture = Fixture()
        var session = try fixture.dialogue("match start", "--red", "Kim", "--blue", "Lee")
        _ = try session.press("a")
        XCTAssertTrue(session.text().contains("The first round has not started."), session.text())
        _ = try session.press("n")
        _ = try session.press("d")
        XCTAssertTrue(session.text().contains("Kim: kick to head, 3 points."), session.text())
        fixture.pass(130 + 60 + 130)
        _ = try session.handle(.key(.character("u")))
        XCTAssertTrue(session.text().contains("A draw: the extra round decides"), session.text())
        _ = try session.press("s")
        XCTAssertTrue(session.text().contains("Kim wins by points"), session.text())
        let output = try session.press("c")
        XCTAssertEqual(output?.notice, "Closed. Kim 2 : 0 Lee. Kim wins by points (match1).")
        XCTAssertEqual(try fixture.table.openMatches(), [])
        XCTAssertEqual(try fixture.table.matches(limit: nil).first?.result?.red, 2)
    }

    func testConcurrentScorersDoNotOverwriteEachOther() throws {
        let fixture = Fixture()
        var first = try fixture.dialogue("match start")
        _ = try first.press("n")
        var second = try fixture.dialogue("match continue")
        _ = try first.press("a")
        XCTAssertThrowsError(try second.press("a")) { XCTAssertEqual(($0 as? Failure)?.code, .matchMovedOn) }
        XCTAssertEqual(try fixture.table.match(named: "match1").state.total(of: .red), 1)
    }
}
