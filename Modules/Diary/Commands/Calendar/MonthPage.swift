import Diary
import Interface
import Kernel

/// The days with a photo of a month or a year.
struct MonthPage: Sendable {
    let title: String
    /// The days with a photo, ascending.
    let taken: [Day]

    static let fields: [Field<MonthPage>] = [
        Field("month", title: "Month", "the month, or the year") { .text($0.title) },
        Field("days", title: "Days", "the days that have a photo") { .texts($0.taken.map(\.description)) },
        Field("count", title: "Photos", "how many days") { .integer($0.taken.count) },
    ]

    static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    /// Returns the month as a grid, Monday first.
    ///
    /// A star marks a day with a photo and brackets mark today, so nothing depends on color.
    func blocks(of month: CalendarMonth, today: Day) -> [Block] {
        let header = MonthPage.weekdays.enumerated().map { index, name in
            StyledText(index == 0 ? " " : "  ") + StyledText(declared: name, .muted) + " "
        }.joined()
        let offset = Weekday.allCases.firstIndex(of: month.firstDay.weekday) ?? 0
        let days = (0..<month.lastDay.day).map { month.firstDay.adding(days: $0) }
        let cells = [StyledText](repeating: "    ", count: offset) + days.map { cell($0, today) }
        let weeks = stride(from: 0, to: cells.count, by: 7).map { start in
            cells[start..<min(start + 7, cells.count)].reduce(StyledText("")) { $0.text.isEmpty ? $1 : $0 + " " + $1 }
        }
        return [.heading(StyledText(title, .title)), .preformatted(header)] + weeks.map { .preformatted($0) }
            + [.gap, .paragraph(StyledText("\(taken.count) of \(days.count) days have a photo (*).", .muted))]
    }

    private func cell(_ day: Day, _ today: Day) -> StyledText {
        let number = day.day < 10 ? " \(day.day)" : "\(day.day)"
        let hasPhoto = taken.contains(day)
        let text = day == today ? "[\(number)\(hasPhoto ? "*" : "]")" : " \(number)\(hasPhoto ? "*" : " ")"
        return StyledText(text, hasPhoto ? .good : .plain)
    }
}
