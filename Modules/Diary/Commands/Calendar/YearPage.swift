import Interface
import Kernel

/// The days with a photo of a year.
struct YearPage: Sendable {
    let year: CalendarYear
    let taken: [Day]

    /// A line for each month with a star or a dot for each day, so nothing depends on color.
    var blocks: [Block] {
        let daysWithPhoto = Set(taken)
        let lines = (1...12).compactMap { Day(year: year.firstDay.year, month: $0, day: 1) }.map(
            CalendarMonth.init(of:)
        ).map {
            month in
            let days = (0..<month.lastDay.day).map { month.firstDay.adding(days: $0) }
            let name = month.firstDay.spelledOut.split(separator: " ")[2].prefix(3)
            return days.reduce(StyledText("\(name)  ", .muted)) {
                $0 + (daysWithPhoto.contains($1) ? StyledText("*", .good) : StyledText(".", .muted))
            }
        }
        let count = year.lastDay.days(since: year.firstDay) + 1
        return [.heading(StyledText(year.description, .title))] + lines.map { .preformatted($0) }
            + [.gap, .paragraph(StyledText("\(taken.count) of \(count) days have a photo (*).", .muted))]
    }
}

/// The period of `calendar`.
enum CalendarSpan: Sendable {
    case month(CalendarMonth)
    case year(CalendarYear)
}

extension ValueKind where Value == CalendarSpan {
    /// A month, or a year as in `2026`.
    static var monthOrYear: Self {
        let months = ValueKind<CalendarMonth>.month
        return ValueKind("MONTH", values: "2026-11, november, 'november 2026', 2026") { word, context in
            if let year = CalendarYear(word) { return .year(year) }
            return .month(try months.parse(word, context))
        }
    }
}
