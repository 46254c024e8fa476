import Kernel
import Learning
import Practice
import Storage
import XCTest

final class StreakTests: XCTestCase {
    func testStreaksOfRandomDaysAgreeWithCountingThemOut() {
        var random = RandomSource(seed: 11)
        for _ in 0..<500 {
            let days = Set((0..<40).filter { _ in Int.random(in: 0..<3, using: &random) > 0 })
            let today = Int.random(in: 0..<45, using: &random)
            let streak = Streak(days: days.map { Day(ordinal: 20_000 + $0) }, today: Day(ordinal: 20_000 + today))
            let runs = (0..<40).map { start in (0..<40).prefix { days.contains(start + $0) }.count }
            let end = days.contains(today) ? today : today - 1
            XCTAssertEqual(streak.longest, runs.max())
            XCTAssertEqual(streak.current, (0...40).prefix { days.contains(end - $0) }.count)
            XCTAssertLessThanOrEqual(streak.current, streak.longest)
            XCTAssertLessThanOrEqual(streak.longest, days.count)
        }
    }

    func testAMinuteBeforeAndAfterLocalMidnightAreTwoDays() throws {
        // Seoul is nine hours ahead: both instants are one day in UTC.
        let fixture = Fixture(at: "2026-11-20T14:59:00Z", zone: "Asia/Seoul")
        XCTAssertEqual(try study(fixture).current, 1)
        fixture.move(to: "2026-11-20T15:01:00Z")
        XCTAssertEqual(try study(fixture).current, 2)
        XCTAssertEqual(try fixture.log().days().map(\.day.description), ["2026-11-20", "2026-11-21"])
    }

    func testTwoUTCDaysWithinOneLocalDayAreOne() throws {
        let fixture = Fixture(at: "2026-11-20T23:59:00Z", zone: "America/New_York")
        _ = try study(fixture)
        fixture.move(to: "2026-11-21T00:01:00Z")
        XCTAssertEqual(try study(fixture), Streak(days: [Day(ordinal: 0)], today: Day(ordinal: 0)))
    }

    func testClocksThatGoForwardAndBackBreakNoStreak() throws {
        // Berlin: 29 March 2026 has 23 hours, 25 October 25 hours. Studied at 23:59 and at 00:01 local time around both.
        for instants in [
            ["2026-03-28T22:59:00Z", "2026-03-28T23:01:00Z", "2026-03-29T21:59:00Z", "2026-03-29T22:01:00Z"],
            ["2026-10-24T21:59:00Z", "2026-10-24T22:01:00Z", "2026-10-25T22:59:00Z", "2026-10-25T23:01:00Z"],
        ] {
            let fixture = Fixture(zone: "Europe/Berlin")
            for instant in instants {
                fixture.move(to: instant)
                _ = try study(fixture)
            }
            XCTAssertEqual(try fixture.flashcards().statistics().practice.streak.current, 3)
            XCTAssertEqual(Set(try fixture.log().days().map(\.day)).count, 3)
        }
    }

    func testTravelChangesNoDayThatWasStudied() throws {
        let store = MemoryStore()
        let seoul = Fixture(store: store, at: "2026-11-20T16:00:00Z", zone: "Asia/Seoul")
        _ = try study(seoul)
        let honolulu = Fixture(store: store, at: "2026-11-20T20:00:00Z", zone: "Pacific/Honolulu", ids: "b")
        _ = try study(honolulu)
        XCTAssertEqual(try honolulu.log().days().map(\.day.description), ["2026-11-20", "2026-11-21"])
    }

    func testAStreakStandsUntilTheNextDayIsOver() throws {
        let fixture = Fixture()
        _ = try study(fixture)
        for (days, expected) in [(1, 1), (1, 0)] {
            fixture.sleep(days: days)
            XCTAssertEqual(try fixture.flashcards().statistics().practice.streak.current, expected)
        }
    }

    private func study(_ fixture: Fixture) throws -> Streak {
        // Other seeds and identifiers each time: a session of this minute is not that of another.
        let flashcards = try fixture.flashcards()
        var sitting = try flashcards.begin()
        try flashcards.log.answer(.rated(.good), milliseconds: 1000, in: &sitting)
        return try flashcards.statistics().practice.streak
    }
}
