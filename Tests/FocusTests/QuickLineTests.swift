import Focus
import Kernel
import XCTest

/// The line of text that describes a task.
final class QuickLineTests: XCTestCase {
    private let today = Day.of("2026-11-20")

    private func draft(_ line: String) throws -> TaskDraft {
        try QuickLine.draft(of: line, today: today) { word in
            let days = ["today": 0, "tomorrow": 1, "friday": 0, "next friday": 7]
            guard let days = days[word] else { throw Failure(.notADay, "“\(word)” is not a day.", kind: .usage) }
            return self.today.adding(days: days)
        }
    }

    func testSpecifiedLineIsParsed() throws {
        XCTAssertEqual(
            try draft("Write report #work @friday 30m !high"),
            TaskDraft(title: "Write report", estimate: 1800, due: today, priority: .high, tags: ["work"]))
        XCTAssertEqual(
            try draft("~09:00 Water  plants @next-friday *weekly +home #a #a"),
            TaskDraft(
                title: "Water plants", due: today.adding(days: 7), tags: ["a"], project: "home", recurrence: .weeks(1),
                reminder: 9 * 3600))
    }

    func testInvalidOrEscapedMarksStayInTheTitle() throws {
        for line in ["Buy milk !", "Call Mina +1", "Score 3:1", "a * b", "C# and #", "\\#1 \\30m", "5 apples", "25h"] {
            let expected = line.replacing("\\", with: "")
            XCTAssertEqual(try draft(line), TaskDraft(title: expected), line)
        }
    }

    func testInvalidLinesAreRefused() {
        let refusals = [
            "": "titleInvalid", "#only": "titleInvalid", "a 5m 6m": "quickLineTwice", "a !high !low": "quickLineTwice",
            "a @nowhere": "notADay",
            "a\u{1B}[31mb": "titleInvalid", "a\u{202E}b": "titleInvalid", "a #\u{7}": "tagInvalid",
            "a 30s": "estimateInvalid",
            String(repeating: "a", count: 201): "titleInvalid",
            String(repeating: "a ", count: 3000): "quickLineTooLong",
        ]
        for (line, code) in refusals {
            XCTAssertThrowsError(try draft(line), line) { XCTAssertEqual(($0 as? Failure)?.code.text, code, line) }
        }
    }

    /// 10,000 drafts, with titles full of words that look like marks, survive writing and parsing.
    func testWrittenLinesParseToTheSameDraft() throws {
        var random = RandomSource(seed: 11)
        let words = [
            "Write", "#work", "@friday", "30m", "!high", "+x", "*daily", "~9:00", "\\", "\\#a", "!", "#", "1h", "보고서",
            "e\u{301}",
            "🥋", "+1", "~", "25h", "@", "*",
            "!HIGH", "2026-11-20", "''", "\"",
        ]
        func randomElement<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }
        for _ in 0..<10_000 {
            let title = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in randomElement(words) }.joined(
                separator: " ")
            let draft = try TaskDraft(
                title: title, estimate: randomElement([nil, 60, 1800, 5400, 86_399, 86_400]) ?? nil,
                due: randomElement([nil, today, Day(ordinal: .max), Day(ordinal: .min)]) ?? nil,
                priority: randomElement([nil] + FocusTask.Priority.allCases) ?? nil,
                tags: (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                    randomElement(["work", "#x", "@y", "한글", "30m"])
                },
                project: randomElement([nil, "home", "x+y", "é"]) ?? nil,
                recurrence: randomElement([nil, .days(1), .days(365), .weeks(2), .months(120), .weekdays]) ?? nil,
                reminder: randomElement([nil, 0, 32_400, 86_340]) ?? nil
            ).checked(today: today)
            let line = QuickLine.line(of: draft)
            XCTAssertEqual(try self.draft(line), draft, line)
        }
    }

    func testSpansAndRecurrencesRoundTrip() {
        for seconds in [1, 59, 60, 61, 3599, 3600, 3661, 86_400] {
            XCTAssertEqual(Span("\(Span(seconds: seconds))")?.seconds, seconds)
        }
        for text in [
            "", "m", "1", "1d", "m1", "1m1h", "1h1h", "-1m", "99999999999999999999h", "0m", "25h", "1 m", "١m",
        ] {
            XCTAssertNil(Span(text), text)
        }
        for text in ["0d", "-1d", "+1d", "366d", "53w", "121m", "d", "9999999d", "1y", "١d"] {
            XCTAssertNil(Recurrence(text), text)
        }
    }

    func testRecurrenceNamesAndLimits() {
        for (text, rule) in [
            ("daily", .days(1)), ("weekly", .weeks(1)), ("monthly", .months(1)), ("weekdays", .weekdays),
            ("2d", .days(2)),
            ("365d", .days(365)), ("2w", .weeks(2)), ("52w", .weeks(52)), ("2m", .months(2)), ("120m", .months(120)),
        ] as [(String, Recurrence)] {
            XCTAssertEqual(Recurrence(text), rule)
            XCTAssertEqual(rule.description, text)
        }
        for (text, rule) in [("1d", Recurrence.days(1)), ("1w", .weeks(1)), ("1m", .months(1)), ("001d", .days(1))] {
            XCTAssertEqual(Recurrence(text), rule)
        }
        for text in ["0001d", "0d", "0w", "0m", "366d", "53w", "121m", "+2d", "-2d", "Daily"] {
            XCTAssertNil(Recurrence(text), text)
        }
    }

    /// The next day is the first one after both the due day and the day of completion on which the
    /// rule falls.
    func testRecurrenceFindsTheFirstPossibleDay() {
        var random = RandomSource(seed: 13)
        for _ in 0..<2000 {
            let due = Day(ordinal: Int.random(in: 0...40_000, using: &random))
            let done = due.adding(days: Int.random(in: -40...400, using: &random))
            let count = Int.random(in: 1...15, using: &random)
            let rules: [(Recurrence, (Int) -> Day?)] = [
                (.days(count), { due.adding(days: $0 * count) }), (.weeks(count), { due.adding(days: $0 * count * 7) }),
                (.months(count), { due.adding(months: $0 * count) }),
                (
                    .weekdays,
                    { step in
                        let day = max(due, done).adding(days: step)
                        return [.saturday, .sunday].contains(day.weekday) ? nil : day
                    }
                ),
            ]
            for (rule, day) in rules {
                let expected = (1...).lazy.compactMap(day).first { $0 > max(due, done) }
                XCTAssertEqual(rule.next(from: due, after: done), expected, "\(rule) from \(due), done \(done)")
            }
        }
    }

    func testLineLengthAndEscapesAtTheirLimits() throws {
        let fill = String(repeating: " ", count: QuickLine.longest - 1)
        XCTAssertEqual(try draft("a" + fill).title, "a")
        XCTAssertThrowsError(try draft("a" + fill + " ")) {
            XCTAssertEqual(($0 as? Failure)?.code.text, "quickLineTooLong")
        }
        for (line, title) in [
            ("a \\ b", "a \\ b"), ("\\\\a", "\\a"), ("\\# x", "# x"), ("a +1 *x ~9 !x", "a +1 *x ~9 !x"),
        ] {
            XCTAssertEqual(try draft(line).title, title)
        }
        XCTAssertThrowsError(try draft("a #\\b")) { XCTAssertEqual(($0 as? Failure)?.code.text, "tagInvalid") }
        XCTAssertEqual(try draft("a *daily").due, today, "a recurring task starts today")
        XCTAssertEqual(try draft("a ~9:00").due, today)
        XCTAssertEqual(try draft("a *daily ~9:00 @tomorrow").due, today.adding(days: 1))
    }

    /// For random tasks and days, the next day is after the due day and the completion and keeps
    /// the day of the week or month.
    func testRecurrenceKeepsWeekdayAndMonthDay() throws {
        var random = RandomSource(seed: 12)
        for _ in 0..<5000 {
            let due = Day(ordinal: Int.random(in: 0...40_000, using: &random))
            let done = due.adding(days: Int.random(in: -40...400, using: &random))
            let count = Int.random(in: 1...40, using: &random)
            for rule in [Recurrence.days(count), .weeks(count), .months(count), .weekdays] {
                let next = rule.next(from: due, after: done)
                XCTAssertGreaterThan(next, max(due, done), "\(rule) from \(due), done \(done)")
                switch rule {
                case .days: XCTAssertEqual(next.days(since: due) % count, 0)
                case .weeks: XCTAssertEqual(next.weekday, due.weekday)
                case .months: XCTAssertEqual(next.day, min(due.day, Day.daysIn(month: next.month, year: next.year)))
                case .weekdays: XCTAssertFalse(next.isWeekend)
                }
            }
        }
    }
}
