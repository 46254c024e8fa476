import Focus
import Interface
import Kernel

/// A range of days in the past.
struct DayRange: Hashable, Sendable {
    let first: Day
    let last: Day

    /// Returns the given number of days up to and including a day.
    static func last(_ count: Int, to day: Day) -> DayRange { DayRange(first: day.adding(days: 1 - count), last: day) }

    var isDay: Bool { first == last }

    /// The range as text, for example "2026-11-20" or "2026-11-01 to 2026-11-30".
    var text: String { isDay ? "\(first)" : "\(first) to \(last)" }

    /// A range as people write it: `week`, `last month`, `november`, `2026`, `all` or any day.
    static let kind = ValueKind<DayRange>(
        "PERIOD", values: "today, week, last month, november, 2026, all, '1 nov to 20 nov'",
        candidates: { _ in ["today", "yesterday"] + unitNames.flatMap { [$0, "last \($0)"] } + ["all"] }
    ) { word, context in
        if let (from, to) = splitAtTo(of: word) {
            let first = try day(from, context)
            let last = try day(to, context)
            guard first <= last else { throw backwards(first, last) }
            return DayRange(first: first, last: last)
        }
        let parts = word.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        if parts == ["all"] { return DayRange(first: Day(ordinal: .min), last: context.today) }
        if let unit = parts.last, unitNames.contains(unit),
            parts.count == 1 || parts.count == 2 && ["this", "last"].contains(parts[0])
        {
            return calendarRange(unit, before: parts[0] == "last", today: context.today)
        }
        if word.utf8.count == 4, let year = Int(word), let first = Day(year: year, month: 1, day: 1) {
            return DayRange(first: first, last: first.adding(months: 12).adding(days: -1))
        }
        if let month = try? ValueKind<CalendarMonth>.month.parse(word, context) {
            return DayRange(first: month.firstDay, last: month.lastDay)
        }
        let day = try day(word, context)
        return DayRange(first: day, last: day)
    }

    /// Returns the text before and after "to".
    private static func splitAtTo(of text: String) -> (String, String)? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let index = words.firstIndex(where: { $0.lowercased() == "to" }), index > 0, index < words.count - 1
        else { return nil }
        return (words[..<index].joined(separator: " "), words[(index + 1)...].joined(separator: " "))
    }

    /// Returns the day that a word means.
    ///
    /// - Throws: `notAPeriod`.
    private static func day(_ word: String, _ context: ParsingContext) throws -> Day {
        do { return try ValueKind<Day>.pastDay.parse(word, context) } catch {
            throw Failure(
                .notAPeriod,
                "“\(word)” is not a period; write it as in week, last month, november, 2026, all or yesterday.",
                kind: .usage)
        }
    }

    /// Returns the failure for a range that ends before it begins.
    static func backwards(_ first: Day, _ last: Day) -> Failure {
        Failure(.rangeInvalid, "\(first) is after \(last).", advice: "Put the earlier day first.", kind: .usage)
    }

    /// The words for a calendar unit.
    private static let unitNames = ["week", "month", "year"]

    /// Returns the current week, month or year, or the one before it.
    private static func calendarRange(_ unit: String, before isBefore: Bool, today: Day) -> DayRange {
        switch unit {
        case "week":
            let monday = today.monday.adding(days: isBefore ? -7 : 0)
            return DayRange(first: monday, last: monday.adding(days: 6))
        case "month":
            let month = CalendarMonth(of: isBefore ? today.adding(days: -today.day) : today)
            return DayRange(first: month.firstDay, last: month.lastDay)
        default:
            let first = today.adding(months: 1 - today.month).adding(days: 1 - today.day).adding(
                months: isBefore ? -12 : 0)
            return DayRange(first: first, last: first.adding(months: 12).adding(days: -1))
        }
    }
}

extension Parameter where Value == DayRange? {
    /// Creates the parameter for a period in words, or `--from`, `--to`, `--days` and `--day`.
    ///
    /// Its value is nil if the user gave none of them.
    ///
    /// - Parameter days: the default number of days that help prints.
    static func range(_ time: TimeSource, shown days: String?) -> Parameter {
        .group(
            .optionalArgument("period", DayRange.kind, "which days: week, last month, november, 2026, all, or a day"),
            .option("from", .pastDay, "the first day"), .option("to", .pastDay, "the last day; today if left out"),
            .option("days", .integer(1...36_500), shown: days, "how many days back, including today"),
            .option("day", .pastDay, "only this day")
        ) { period, from, to, days, day in
            let today = time.today()
            let givenCount = [period != nil, from != nil || to != nil, days != nil, day != nil].count { $0 }
            guard givenCount <= 1 else {
                throw Failure(
                    .rangeInvalid, "A period, --from and --to, --days and --day cannot be used together.", kind: .usage)
            }
            if let period { return period }
            if let day { return DayRange(first: day, last: day) }
            if let days { return .last(days, to: today) }
            guard from != nil || to != nil else { return nil }
            let range = DayRange(first: from ?? Day(ordinal: .min), last: to ?? max(today, from ?? today))
            guard range.first <= range.last else { throw DayRange.backwards(range.first, range.last) }
            return range
        }
    }
}

/// A filter of focus records by project, tag and task.
struct RecordFilter: Hashable, Sendable {
    let project: String?
    /// The tag, with or without `#`.
    let tag: String?
    /// A part of the task's title, or its identifier.
    let task: String?

    var isEmpty: Bool { project == nil && tag == nil && task == nil }

    /// Returns whether a record matches.
    ///
    /// The filter compares the words that the record stores, so deleted tasks match too.
    func matches(_ record: FocusRecord) -> Bool {
        let purpose = record.purpose
        func isSame(_ first: String, _ second: String) -> Bool { Folding.folded(first) == Folding.folded(second) }
        if let project, !(purpose.project.map { isSame($0, project) } ?? false) { return false }
        if let tag, !purpose.tags.contains(where: { isSame($0, tag.hasPrefix("#") ? String(tag.dropFirst()) : tag) }) {
            return false
        }
        guard let task else { return true }
        return purpose.task?.rawValue == task
            || purpose.title.map { Folding.folded($0).contains(Folding.folded(task)) } ?? false
    }

    /// The filter as text, for example "project work, tag thesis".
    var text: String {
        [project.map { "project \($0)" }, tag.map { "tag \($0)" }, task.map { "task \($0)" }].compactMap { $0 }.joined(
            separator: ", ")
    }

    static let parameter = Parameter<RecordFilter>.group(
        .option("project", .text, "only of this project"), .option("tag", .text, "only with this tag"),
        .option("task", .text, "only for tasks with these words in their title")
    ) { RecordFilter(project: $0, tag: $1, task: $2) }
}
