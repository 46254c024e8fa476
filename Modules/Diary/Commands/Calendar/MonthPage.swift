import Diary
import Kernel
import Terminal

/// A month or a year, and which of its days have a photo.
struct MonthPage: Sendable {
    let title: String
    let taken: [Day]

    init(title: String, taken: [Day]) { (self.title, self.taken) = (title, taken) }

    static let fields: [Field<MonthPage>] = [
        Field("month", title: "Month", "the month, or the year") { .text($0.title) },
        Field("days", title: "Days", "the days that have a photo") { .texts($0.taken.map(\.description)) },
        Field("count", title: "Photos", "how many days") { .integer($0.taken.count) },
    ]

    /// The days of a week in two letters, Monday first.
    static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    /// A grid, Monday first. A day with a photo is marked by a star, today by brackets: nothing depends on a colour.
    func blocks(of month: CalendarMonth, today: Day) -> [Block] {
        let head = MonthPage.weekdays.enumerated().map { place, name in
            StyledText(place == 0 ? " " : "  ") + StyledText(declared: name, .muted) + " "
        }.joined()
        let offset = Weekday.allCases.firstIndex(of: month.firstDay.weekday) ?? 0
        let days = (0..<month.lastDay.day).map { month.firstDay.adding(days: $0) }
        let cells = [StyledText](repeating: "    ", count: offset) + days.map { cell($0, today) }
        let weeks = stride(from: 0, to: cells.count, by: 7).map { start in
            cells[start..<min(start + 7, cells.count)].reduce(StyledText("")) { $0.text.isEmpty ? $1 : $0 + " " + $1 }
        }
        return [.heading(StyledText(title, .title)), .drawn(head)] + weeks.map { .drawn($0) }
            + [.gap, .paragraph(StyledText("\(taken.count) of \(days.count) days have a photo (*).", .muted))]
    }

    private func cell(_ day: Day, _ today: Day) -> StyledText {
        let (number, has) = (day.day < 10 ? " \(day.day)" : "\(day.day)", taken.contains(day))
        let text = day == today ? "[\(number)\(has ? "*" : "]")" : " \(number)\(has ? "*" : " ")"
        return StyledText(text, has ? .good : .plain)
    }
}
