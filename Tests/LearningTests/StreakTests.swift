import Kernel
import Learning
import LearningTesting
import Practice
import Storage
import XCTest

final class StreakTests: XCTestCase {
    func testStreaksAgreeWithNaiveCount() {
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

    func testLocalMidnightSeparatesDays() throws {
        // Seoul is nine hours ahead of UTC, so both instants are on the same UTC day.
        let fixture = StudyFixture(at: "2026-11-20T14:59:00Z", zone: "Asia/Seoul")
        XCTAssertEqual(try study(fixture).current, 1)
        fixture.move(to: "2026-11-20T15:01:00Z")
        XCTAssertEqual(try study(fixture).current, 2)
        XCTAssertEqual(try fixture.log().days().map(\.day.description), ["2026-11-20", "2026-11-21"])
    }

    func testTwoUTCDaysInOneLocalDayCountOnce() throws {
        let fixture = StudyFixture(at: "2026-11-20T23:59:00Z", zone: "America/New_York")
        _ = try study(fixture)
        fixture.move(to: "2026-11-21T00:01:00Z")
        let streak = try study(fixture)
        XCTAssertEqual([streak.current, streak.longest], [1, 1])
    }

    func testDaylightSavingChangesKeepStreak() throws {
        // In Berlin, 29 March 2026 has 23 hours and 25 October has 25. The learner studies at 23:59
        // and 00:01 local time around both days.
        for instants in [
            ["2026-03-28T22:59:00Z", "2026-03-28T23:01:00Z", "2026-03-29T21:59:00Z", "2026-03-29T22:01:00Z"],
            ["2026-10-24T21:59:00Z", "2026-10-24T22:01:00Z", "2026-10-25T22:59:00Z", "2026-10-25T23:01:00Z"],
        ] {
            let fixture = StudyFixture(zone: "Europe/Berlin")
            for instant in instants {
                fixture.move(to: instant)
                _ = try study(fixture)
            }
            XCTAssertEqual(try fixture.flashcards().statistics().practice.streak.current, 3)
            XCTAssertEqual(Set(try fixture.log().days().map(\.day)).count, 3)
        }
    }

    func testTravelDoesNotChangeStudiedDays() throws {
        let store = MemoryStore()
        let seoul = StudyFixture(store: store, at: "2026-11-20T16:00:00Z", zone: "Asia/Seoul")
        _ = try study(seoul)
        let honolulu = StudyFixture(store: store, at: "2026-11-20T20:00:00Z", zone: "Pacific/Honolulu", ids: "b")
        _ = try study(honolulu)
        XCTAssertEqual(try honolulu.log().days().map(\.day.description), ["2026-11-20", "2026-11-21"])
    }

    func testStreakLastsUntilEndOfNextDay() throws {
        let fixture = StudyFixture()
        _ = try study(fixture)
        for (days, expected) in [(1, 1), (1, 0)] {
            fixture.sleep(days: days)
            XCTAssertEqual(try fixture.flashcards().statistics().practice.streak.current, expected)
        }
    }

    private func study(_ fixture: StudyFixture) throws -> Streak {
        // Every call uses another seed and other identifiers, so sessions of the same minute
        // differ.
        let flashcards = try fixture.flashcards()
        var sitting = try flashcards.begin()
        try flashcards.log.answer(.rated(.good), milliseconds: 1000, in: &sitting)
        return try flashcards.statistics().practice.streak
    }
}
