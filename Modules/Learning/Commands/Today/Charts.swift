import Interface
import Kernel
import Learning
import Practice

/// The bar charts of `stats` and `due`, with the figure next to each bar.
enum Charts {
    /// Returns a chart of the items due on each day.
    ///
    /// - Parameter others: the other due subjects, counted by their parts.
    static func forecast(
        _ days: [ScheduleStatistics.Forecast], and others: [DueSubject] = [], today: Day? = nil
    ) -> BarChart {
        let partCounts = others.flatMap(\.parts).reduce(into: [Day: Int]()) {
            $0[max($1.due, today ?? $1.due), default: 0] += 1
        }
        return BarChart(
            days.enumerated().map { index, day in
                let count = day.count + (partCounts[day.day] ?? 0)
                return BarChart.Bar(index == 0 ? "today" : label(day.day), Double(count), figure: "\(count)")
            })
    }

    /// Returns a chart of the number of cards in each box.
    static func boxes(_ boxes: [Int]) -> BarChart {
        BarChart(boxes.enumerated().map { BarChart.Bar("box \($0 + 1)", Double($1), figure: "\($1)") })
    }

    /// Returns a chart of the answers on each day.
    static func activity(_ days: [PracticeStatistics.Activity]) -> BarChart {
        BarChart(
            days.map {
                BarChart.Bar(
                    label($0.day), Double($0.answers), figure: "\(counted($0.answers, "answer")), \($0.minutes) min")
            })
    }

    /// Returns a day with its weekday, such as `sat 2026-11-21`.
    private static func label(_ day: Day) -> String { "\(day.weekday.rawValue.prefix(3)) \(day)" }
}
