import Kernel
import Practice

/// A learner's progress at one moment, as shown on the screen, in a report and in a picture.
package struct Overview: Sendable {
    /// The number of columns in the map of a year, one a week.
    private static let weeks = 53

    package let figures: PracticeStatistics
    package let areas: [Area]
    package let belt: NextBelt?
    package let achievements: AchievementBook
    package let today: Day

    /// The first day of the map: a Monday, so that every column except the last is a whole week.
    package var firstDay: Day {
        let weekday = Weekday.allCases.firstIndex(of: today.weekday) ?? 0
        return today.adding(days: -7 * (Overview.weeks - 1) - weekday)
    }

    /// The days of the map, earliest first, including days without practice.
    package var days: [PracticeStatistics.Activity] { figures.latest(days: today.days(since: firstDay) + 1) }

    /// The number of practice days and answers on the map, and the day with the most answers.
    package var totals: (days: Int, answers: Int, most: PracticeStatistics.Activity?) {
        let practicedDays = days.filter { $0.answers > 0 }
        return (
            practicedDays.count, practicedDays.reduce(0) { $0 + $1.answers },
            practicedDays.max { $0.answers < $1.answers }
        )
    }

    /// Returns the answers of the latest weeks by their Monday. The last week is the present one.
    package func weeks(_ count: Int) -> [(monday: Day, answers: Int)] {
        let days = days
        return stride(from: 0, to: days.count, by: 7).map { start in
            (days[start].day, days[start..<min(start + 7, days.count)].reduce(0) { $0 + $1.answers })
        }.suffix(count)
    }

    /// Returns the areas of a group in order.
    package func areas(of group: Area.Group) -> [Area] { areas.filter { $0.group == group } }

    /// The number of open words that the learner is expected to know today, and their total. Areas
    /// by category contain each word once.
    package var wordTotals: (known: Int, total: Int) {
        let words = areas(of: .words)
        return (Int(words.reduce(0) { $0 + $1.share * Double($1.total) }.rounded()), words.reduce(0) { $0 + $1.total })
    }
}

extension TrackRecord {
    /// Returns the learner's present progress.
    package func overview() throws -> Overview {
        let progress = try achievementProgress()
        return Overview(
            figures: PracticeStatistics(progress.days, today: today), areas: progress.areas, belt: progress.belt,
            achievements: try achievements(of: progress), today: today)
    }
}
