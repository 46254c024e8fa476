import Interface
import Kernel
import TerminalTesting
import XCTest

final class DayReadingTests: XCTestCase {
    /// A Friday.
    private let today = Day(year: 2026, month: 11, day: 20) ?? Day(ordinal: 0)

    func testEnglishDayPhrasesAreParsed() throws {
        let readings = [
            "today": "2026-11-20", "Yesterday": "2026-11-19", "tomorrow": "2026-11-21", "friday": "2026-11-20",
            "monday": "2026-11-23",
            "last friday": "2026-11-13", "next friday": "2026-11-27", "this friday": "2026-11-20",
            "last mon": "2026-11-16",
            "3 days ago": "2026-11-17", "a week ago": "2026-11-13", "in 2 weeks": "2026-12-04",
            "in 3 months": "2027-02-20",
            "1 year ago": "2025-11-20", "20 nov": "2026-11-20", " 1  December ": "2026-12-01",
            "29 february 2028": "2028-02-29",
            "2024-02-29": "2024-02-29", "in 0 days": "2026-11-20",
            "november 20": "2026-11-20", "Nov 20, 2025": "2025-11-20", "Nov 20,2025": "2025-11-20",
            "20 nov, 2025": "2025-11-20",
            "20. November": "2026-11-20", "20.11.2025": "2025-11-20", "5.3.2026": "2026-03-05", "20.11.": "2026-11-20",
            "20251120": "2025-11-20", "00010101": "0001-01-01", "31.12.9999": "9999-12-31",
        ]
        for (words, day) in readings { XCTAssertEqual(try ParsedDay(words, today: today).day.description, day, words) }
        XCTAssertEqual(try ParsedDay("monday", today: today, bareWeekday: .latest).day.description, "2026-11-16")
        XCTAssertEqual(try ParsedDay("friday", today: today, bareWeekday: .latest).day, today)
    }

    func testDayPhraseLimits() throws {
        let readings = [
            "in a day": "2026-11-21", "an day ago": "2026-11-19", "one month ago": "2026-10-20",
            "in 13 months": "2027-12-20",
            "in 2 years": "2028-11-20", "in 36500 days": "2126-10-27", "1 week ago": "2026-11-13",
            "in 12 day": "2026-12-02",
            "31 dec": "2026-12-31", "1 january 0001": "0001-01-01", "31 december 9999": "9999-12-31",
            "next fri": "2026-11-27",
            "this mon": "2026-11-23", "20   nov\t2027": "2027-11-20",
        ]
        for (words, day) in readings { XCTAssertEqual(try ParsedDay(words, today: today).day.description, day, words) }
        for words in [
            "in 36501 days", "32 dec", "1 jan 999", "1 jan 09999", "in friday", "in a fortnight", "other friday", "fr",
            "frid",
            "1 ja",
        ] {
            XCTAssertThrowsError(try ParsedDay(words, today: today), words)
        }
        let spaces = { (count: Int) in "today" + String(repeating: " ", count: count) }
        XCTAssertEqual(try ParsedDay(spaces(95), today: today).day, today)
        XCTAssertThrowsError(try ParsedDay(spaces(96), today: today), "101 bytes")
        XCTAssertEqual(try ParsedDay("this mon", today: today, bareWeekday: .latest).day.description, "2026-11-16")
        XCTAssertEqual(try ParsedDay("1 may 2027", today: today).sentence, "“1 may 2027” is Saturday, 1 May 2027.")
        XCTAssertNil(try ParsedDay("2027-05-01", today: today).sentence)
    }

    func testInvalidDaysAreUsageErrors() {
        for words in [
            "", " ", "frday", "29 feb", "31 april 2026", "0 nov", "in two weeks", "3 days",
            "99999999999999999999 days ago",
            "-3 days ago",
            "2026-13-01", "20-11-2026", "20 nov 26", "last", "next today", "in 3 ago", "1 2 3 4", "٣ days ago",
            "in in in",
            "20/11/2025", "20.11", "20.11.25", "32.1.2026", "1.13.2026", "29.2.2026", "20251301", "2025112",
            "20251120.",
            "nov 32",
            "20 nov.", ". nov", "nov", "november 2025", "20.11.2025.", "..", "٢٠٢٥١١٢٠",
        ] {
            XCTAssertThrowsError(try ParsedDay(words, today: today), words) {
                XCTAssertEqual(($0 as? Failure)?.kind, .usage)
            }
        }
    }

    func testEnglishMonthPhrasesAreParsed() throws {
        let context = ParsingContext(today: today, files: ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in }))
        let months = [
            "2026-03": "2026-03", "october": "2026-10", "Nov": "2026-11", "december": "2025-12",
            "October 2024": "2024-10",
            "dec, 2026": "2026-12",
        ]
        for (words, month) in months {
            XCTAssertEqual(try ValueKind<CalendarMonth>.month.parse(words, context).description, month, words)
        }
        for words in [
            "", "2026", "2026-13", "octo", "october 24", "october 02024", "2024 october", "1 october 2024",
            "next month",
        ] {
            XCTAssertThrowsError(try ValueKind<CalendarMonth>.month.parse(words, context), words)
        }
    }

    func testWeekdayPhrasesStayWithinOneWeek() throws {
        var random = RandomSource(seed: 3)
        for _ in 0..<2000 {
            let today = Day(ordinal: Int.random(in: -100_000...100_000, using: &random))
            let name = (Weekday.allCases.randomElement(using: &random) ?? .monday).rawValue
            let last = try ParsedDay("last \(name)", today: today).day
            let next = try ParsedDay("next \(name)", today: today).day
            let bare = try ParsedDay(name, today: today).day
            let latest = try ParsedDay(name, today: today, bareWeekday: .latest).day
            XCTAssertTrue((-7 ... -1).contains(last.days(since: today)) && (1...7).contains(next.days(since: today)))
            XCTAssertTrue((0...6).contains(bare.days(since: today)) && (-6...0).contains(latest.days(since: today)))
            XCTAssertEqual(Set([last, next, bare, latest].map(\.weekday.rawValue)), [name])
        }
    }

    func testRelativeDaysAndWeeksAreInverse() throws {
        var random = RandomSource(seed: 4)
        for _ in 0..<2000 {
            let count = Int.random(in: 0...36_500, using: &random)
            let unit = Bool.random(using: &random) ? "days" : "weeks"
            let there = try ParsedDay("in \(count) \(unit)", today: Day(ordinal: 0)).day
            XCTAssertEqual(try ParsedDay("\(count) \(unit) ago", today: there).day, Day(ordinal: 0))
        }
    }

    func testSpelledOutDaysParseBack() throws {
        var random = RandomSource(seed: 5)
        for _ in 0..<2000 {
            let day = Day(ordinal: Int.random(in: -300_000...300_000, using: &random))
            guard day.year >= 1000 else { continue }
            let words = day.spelledOut.split(separator: ",")[1]
            XCTAssertEqual(try ParsedDay(String(words), today: today).day, day)
        }
    }

    func testAppPrintsTheParsedDay() {
        let app = SampleApp()
        let console = ScriptedConsole()
        XCTAssertEqual(app.run(["pupil", "add", "Kim", "--since", "last friday"], on: console), 0)
        XCTAssertEqual(console.error, "“last friday” is Friday, 13 November 2026.\n")
        let silent = ScriptedConsole()
        XCTAssertEqual(app.run(["pupil", "add", "Kim", "--since", "2026-11-13"], on: silent), 0)
        XCTAssertEqual(app.run(["--quiet", "pupil", "add", "Kim", "--since", "last friday"], on: silent), 0)
        XCTAssertEqual(silent.error, "")
    }
}
