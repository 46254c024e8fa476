import Kernel
import Practice

/// Where a learner stands, all of it at one moment: what a screen, a report and a picture show.
public struct Overview: Sendable {
    /// So many columns of weeks has a year's map.
    private static let weeks = 53

    /// The figures of all practice.
    public let figures: PracticeFigures
    /// What there is to master.
    public let areas: [Area]
    /// The next belt; nil at the top.
    public let belt: NextBelt?
    /// All achievements.
    public let achievements: [Achievement]
    /// The learner's day.
    public let today: Day

    /// The first day of the map: a Monday, so that every column is a whole week but the last.
    public var first: Day {
        let weekday = Weekday.allCases.firstIndex(of: today.weekday) ?? 0
        return today.adding(days: -7 * (Overview.weeks - 1) - weekday)
    }

    /// The days of the map, those without practice included, earliest first.
    public var year: [PracticeFigures.Activity] { figures.latest(days: today.days(since: first) + 1) }

    /// Of the map's days: how many were practised, how many answers, and the day with the most.
    public var sums: (days: Int, answers: Int, most: PracticeFigures.Activity?) {
        let practised = year.filter { $0.answers > 0 }
        return (practised.count, practised.reduce(0) { $0 + $1.answers }, practised.max { $0.answers < $1.answers })
    }

    /// Answers of each of the latest weeks, Monday to Sunday, by its Monday; the last is this week.
    public func weeks(_ count: Int) -> [(monday: Day, answers: Int)] {
        let days = year
        return stride(from: 0, to: days.count, by: 7).map { start in
            (days[start].day, days[start..<min(start + 7, days.count)].reduce(0) { $0 + $1.answers })
        }.suffix(count)
    }

    /// The areas of a group, in their order.
    public func areas(of group: Area.Group) -> [Area] { areas.filter { $0.group == group } }

    /// How many words one is expected to know today, of all that are open: the areas by category have each of them once.
    public var words: (known: Int, total: Int) {
        let words = areas(of: .words)
        return (Int(words.reduce(0) { $0 + $1.share * Double($1.total) }.rounded()), words.reduce(0) { $0 + $1.total })
    }
}

extension TrackRecord {
    /// Where the learner stands now.
    public func overview() throws -> Overview {
        let deeds = try deeds()
        return Overview(
            figures: PracticeFigures(deeds.days, today: today), areas: deeds.areas, belt: deeds.belt,
            achievements: try achievements(of: deeds), today: today)
    }
}
