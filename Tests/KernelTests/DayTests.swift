import Kernel
import XCTest

final class DayTests: XCTestCase {
    private let first = Day(ordinal: -719_162)
    private let last = Day(ordinal: 2_932_896)

    func testMonthStartsMatchCounting() throws {
        var ordinal = -719_162
        for year in 1...9999 {
            let leap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            for (index, length) in [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                guard Day(year: year, month: index + 1, day: 1)?.ordinal == ordinal,
                    Day.daysIn(month: index + 1, year: year) == length
                else { return XCTFail("\(year)-\(index + 1)") }
                ordinal += length
            }
        }
        XCTAssertEqual(ordinal - 1, last.ordinal)
    }

    func testOrdinalsAndTextRoundTripInOrder() throws {
        var before: Day?
        for ordinal in Array(stride(from: -719_162, through: 2_932_896, by: 37)) + [2_932_896] {
            let day = Day(ordinal: ordinal)
            guard day.ordinal == ordinal, Day(year: day.year, month: day.month, day: day.day) == day,
                Day(day.description) == day,
                before.map({ $0 < day && $0.description < day.description }) ?? true
            else { return XCTFail("\(ordinal): \(day)") }
            before = day
        }
    }

    func testKnownDays() throws {
        let known: [(String, Int, Weekday)] = [
            ("0001-01-01", -719_162, .monday), ("1582-10-15", -141_427, .friday), ("1969-12-31", -1, .wednesday),
            ("1970-01-01", 0, .thursday), ("2000-02-29", 11_016, .tuesday), ("2026-11-20", 20_777, .friday),
            ("9999-12-31", 2_932_896, .friday),
        ]
        for (text, ordinal, weekday) in known {
            let day = try XCTUnwrap(Day(text))
            XCTAssertEqual(day.ordinal, ordinal, text)
            XCTAssertEqual(day.weekday, weekday, text)
            XCTAssertEqual(day.description, text)
        }
    }

    func testConsecutiveDaysHaveConsecutiveWeekdays() {
        for ordinal in stride(from: -719_162, to: 2_932_896, by: 101) {
            let today = Day(ordinal: ordinal).weekday
            let tomorrow = Day(ordinal: ordinal + 1).weekday
            let index = Weekday.allCases.firstIndex(of: today) ?? 0
            XCTAssertEqual(Weekday.allCases[(index + 1) % 7], tomorrow)
        }
    }

    func testAddingMonthsClampsToTheMonthEnd() throws {
        for (from, months, to) in [
            ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-03-31", -1, "2026-02-28"),
            ("2026-11-20", 14, "2028-01-20"), ("2026-01-15", -1, "2025-12-15"), ("2024-02-29", 12, "2025-02-28"),
            ("2024-02-29", 48, "2028-02-29"), ("0001-01-15", -1, "0001-01-15"), ("9999-12-31", 1, "9999-12-31"),
        ] { XCTAssertEqual(try XCTUnwrap(Day(from)).adding(months: months).description, to, "\(from) \(months)") }
        var random = RandomSource(seed: 1)
        for _ in 0..<2000 {
            let day = Day(ordinal: .random(in: 0...40_000, using: &random))
            let months = Int.random(in: -400...400, using: &random)
            let moved = day.adding(months: months)
            XCTAssertEqual(moved.year * 12 + moved.month, day.year * 12 + day.month + months)
            XCTAssertEqual(moved.day, min(day.day, Day.daysIn(month: moved.month, year: moved.year)))
        }
    }

    func testAddingDaysInvertsDaysSince() {
        var random = RandomSource(seed: 2)
        for _ in 0..<2000 {
            let day = Day(ordinal: .random(in: -100_000...100_000, using: &random))
            let days = Int.random(in: -100_000...100_000, using: &random)
            XCTAssertEqual(day.adding(days: days).days(since: day), days)
            XCTAssertEqual(day.adding(days: days).adding(days: -days), day)
        }
    }

    func testNoNumberIsTooLarge() {
        for day in [first, Day(ordinal: 0), last] {
            XCTAssertEqual(day.adding(days: .max), last)
            XCTAssertEqual(day.adding(days: .min), first)
            XCTAssertEqual(day.adding(months: .max).year, 9999)
            XCTAssertEqual(day.adding(months: .min).year, 1)
        }
        XCTAssertEqual(Day(ordinal: .max), last)
        XCTAssertEqual(Day(ordinal: .min), first)
        XCTAssertNil(Day(year: .max, month: .min, day: .max))
    }

    func testInvalidDayTextIsRejected() {
        for text in [
            "", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00", "0000-01-01",
            "10000-01-01",
            "2026-1-01", "2026-11-20 ", " 2026-11-20", "2026/11/20", "+026-11-20", "-001-11-20", "2026-11-２0",
            "2026-11-20\u{301}",
            "2026-11-20\0", "20261120",
        ] { XCTAssertNil(Day(text), text) }
    }

    func testDayIsEncodedAsItsText() throws {
        let day = try XCTUnwrap(Day("2026-11-20"))
        let data = try JSONEncoder().encode([day])
        XCTAssertEqual(String(decoding: data, as: UTF8.self), "[\"2026-11-20\"]")
        XCTAssertEqual(try JSONDecoder().decode([Day].self, from: data), [day])
        XCTAssertThrowsError(try JSONDecoder().decode([Day].self, from: Data("[\"2026-02-30\"]".utf8)))
    }
}
