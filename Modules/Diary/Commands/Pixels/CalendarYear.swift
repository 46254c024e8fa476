import Interface
import Kernel

/// A calendar year.
struct CalendarYear: Hashable, Sendable, LosslessStringConvertible {
    let firstDay: Day
    var lastDay: Day { Day(year: firstDay.year, month: 12, day: 31) ?? firstDay }
    var description: String { String(firstDay.description.prefix(4)) }

    init?(_ description: String) {
        guard description.utf8.count == 4, let first = Day(description + "-01-01") else { return nil }
        firstDay = first
    }
}

extension ValueKind where Value == CalendarYear {
    /// A year as in `2026`.
    static var year: Self {
        ValueKind("YEAR", values: "2026") { word, _ in
            guard let year = CalendarYear(word) else {
                throw Failure(.notAYear, "“\(word)” is not a year; write it as in 2026.", kind: .usage)
            }
            return year
        }
    }
}
