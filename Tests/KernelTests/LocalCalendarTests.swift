import Kernel
import XCTest

final class LocalCalendarTests: XCTestCase {
    private func calendar(_ name: String) throws -> LocalCalendar {
        LocalCalendar(timeZone: try XCTUnwrap(TimeZone(identifier: name)))
    }

    func testInstantsAtClockChanges() throws {
        let nights: [(zone: String, day: String, time: Int, instant: String)] = [
            ("Europe/London", "2026-03-29", 0, "2026-03-29T00:00:00.000Z"),
            ("Europe/London", "2026-03-29", 90, "2026-03-29T01:30:00.000Z"),  // does not exist: 02:30
            ("Europe/London", "2026-03-29", 120, "2026-03-29T01:00:00.000Z"),
            ("Europe/London", "2026-10-25", 90, "2026-10-25T00:30:00.000Z"),  // twice: the first
            ("Europe/London", "2026-10-25", 120, "2026-10-25T02:00:00.000Z"),
            ("America/New_York", "2026-03-08", 150, "2026-03-08T07:30:00.000Z"),  // does not exist: 03:30
            ("America/New_York", "2026-11-01", 90, "2026-11-01T05:30:00.000Z"),  // twice: the first
            ("America/New_York", "2026-11-01", 1439, "2026-11-02T04:59:00.000Z"),
            ("America/Sao_Paulo", "2018-11-04", 0, "2018-11-04T03:00:00.000Z"),  // no midnight: the day begins at 01:00
            ("Pacific/Apia", "2011-12-29", 0, "2011-12-29T10:00:00.000Z"),
            ("Pacific/Apia", "2011-12-31", 0, "2011-12-30T10:00:00.000Z"),  // the 30th does not exist
            ("Asia/Kathmandu", "2026-01-01", 0, "2025-12-31T18:15:00.000Z"),
            ("Asia/Kathmandu", "1986-01-01", 0, "1985-12-31T18:30:00.000Z"),  // no midnight: the day begins at 00:15
        ]
        for night in nights {
            let day = try XCTUnwrap(Day(night.day))
            let instant = try calendar(night.zone).instant(of: day, secondOfDay: night.time * 60)
            XCTAssertEqual(instant.description, night.instant, "\(night)")
            XCTAssertEqual(try calendar(night.zone).day(of: instant), day, "\(night)")
        }
    }

    func testDateLineSkipsADay() throws {
        let apia = try calendar("Pacific/Apia")
        let last = try XCTUnwrap(Instant("2011-12-30T09:59:59.999Z"))
        XCTAssertEqual(apia.day(of: last).description, "2011-12-29")
        XCTAssertEqual(apia.day(of: last.adding(seconds: 0.001)).description, "2011-12-31")
        XCTAssertEqual(apia.secondOfDay(of: last), 86_399)
        let skipped = try XCTUnwrap(Day("2011-12-30"))
        XCTAssertEqual(apia.day(of: apia.instant(of: skipped)).description, "2011-12-31")
    }

    /// In every zone of the tz database the day of a day's beginning is that day, except where the
    /// zone skipped the day.
    func testStartOfDayIsOnThatDayInEveryZone() throws {
        var random = RandomSource(seed: 5)
        XCTAssertGreaterThan(TimeZone.knownTimeZoneIdentifiers.count, 300)
        for name in TimeZone.knownTimeZoneIdentifiers {
            let calendar = try calendar(name)
            for _ in 0..<25 {
                let day = Day(ordinal: .random(in: -3650...25_000, using: &random))
                let start = calendar.instant(of: day)
                guard calendar.day(of: start) != day else { continue }
                let around = (-40...40).map { calendar.day(of: start.adding(seconds: Double($0) * 1800)) }
                XCTAssertFalse(around.contains(day), "\(name) \(day)")
            }
        }
    }

    func testWallTimeRoundTrips() throws {
        var random = RandomSource(seed: 6)
        for name in ["Europe/London", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"] {
            let calendar = try calendar(name)
            for _ in 0..<1000 {
                let instant = Instant(milliseconds: .random(in: 0...2_000_000_000_000, using: &random) / 1000 * 1000)
                let again = calendar.instant(
                    of: calendar.day(of: instant), secondOfDay: calendar.secondOfDay(of: instant))
                // The first of two, when the wall clock shows the time twice.
                XCTAssertTrue(
                    again == instant || again == instant.adding(seconds: -3600), "\(name) \(instant) \(again)")
            }
        }
    }

    func testTodayUsesTheLocalZone() throws {
        let instant = try XCTUnwrap(Instant("2026-11-20T23:30:00Z"))
        XCTAssertEqual(TimeSource.fixed(instant).today().description, "2026-11-20")
        XCTAssertEqual(
            TimeSource.fixed(instant, calendar: try calendar("Asia/Kathmandu")).today().description, "2026-11-21")
        let moved = TimeSource(calendar: .utc, today: Day("2030-01-01")) { instant }
        XCTAssertEqual(moved.today().description, "2030-01-01")
        XCTAssertEqual(moved.now(), instant)
    }

    func testExtremeTimesStayInTheirDay() {
        for day in [Day(ordinal: .min), Day(ordinal: .max)] {
            for time in [Int.min, .max] {
                XCTAssertEqual(LocalCalendar.utc.day(of: LocalCalendar.utc.instant(of: day, secondOfDay: time)), day)
            }
        }
    }
}
