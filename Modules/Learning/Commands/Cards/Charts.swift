import Kernel
import Learning
import Practice
import Terminal

/// The small charts of `stats` and `due`. Every bar has its figure beside it.
enum Charts {
    static func forecast(_ days: [ScheduleFigures.Forecast]) -> BarChart {
        BarChart(
            days.enumerated().map { BarChart.Bar($0 == 0 ? "today" : label($1.day), Double($1.count), figure: "\($1.count)") })
    }

    static func boxes(_ boxes: [Int]) -> BarChart {
        BarChart(boxes.enumerated().map { BarChart.Bar("box \($0 + 1)", Double($1), figure: "\($1)") })
    }

    static func activity(_ days: [PracticeFigures.Activity]) -> BarChart {
        BarChart(
            days.map {
                BarChart.Bar(label($0.day), Double($0.answers), figure: "\(counted($0.answers, "answer")), \($0.minutes) min")
            })
    }

    private static func label(_ day: Day) -> String { "\(day.weekday.rawValue.prefix(3)) \(day)" }
}
