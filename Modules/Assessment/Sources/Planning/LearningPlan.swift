import Kernel
import Learning

/// A daily plan that spreads the missing content evenly until a day. It is computed on every call,
/// so missed work moves to the remaining days.
package struct LearningPlan: Hashable, Sendable {
    /// A part of the content.
    package enum Part: String, CaseIterable, Codable, Sendable {
        /// Cards, two a word: one for each direction.
        case words
        case movements
        case exchanges
        case questions
        case lines

        /// The usual and maximum numbers of new items a day. For words, the learner's own setting
        /// replaces the usual number.
        var limits: (usual: Int, most: Int) {
            switch self {
            case .words: (StudySettings.defaultNewADay, StudySettings.newRange.upperBound)
            case .movements: (20, 60)
            case .exchanges: (2, 10)
            case .questions: (4, 20)
            case .lines: (2, 10)
            }
        }
    }

    /// The missing content of a part.
    package struct Need: Hashable, Sendable {
        /// The number of items never met.
        package let missing: Int
        /// The number of items met for the first time today.
        package let doneToday: Int
        /// The usual number a day. The app reports days that exceed it.
        package let usual: Int

        package init(missing: Int, doneToday: Int = 0, usual: Int) {
            self.missing = max(0, missing)
            self.doneToday = max(0, doneToday)
            self.usual = max(0, usual)
        }
    }

    /// A day of the plan.
    package struct DayPlan: Hashable, Sendable {
        package let day: Day
        /// The number of new items of each part, without parts that have none.
        package let amounts: [Part: Int]
        /// The parts whose number of new items is above the usual number a day.
        package let exceededParts: Set<Part>
    }

    /// The days from today to the eve of the grading with new items.
    package let days: [DayPlan]
    package let needs: [Part: Need]
    /// The items that do not fit even at the maximum number a day.
    package let leftOver: [Part: Int]
    /// The days from today to the grading, 0 on the day and after it.
    package let daysLeft: Int
    /// The number of days without new items before the grading.
    package let buffer: Int

    /// The maximum number of days without new items before the grading. The buffer is a fifth of
    /// the time, at most a week.
    package static let longestBuffer = 7

    package init(_ needs: [Part: Need], from today: Day, to grading: Day) {
        let daysLeft = max(0, grading.days(since: today))
        let buffer = min(LearningPlan.longestBuffer, daysLeft / 5)
        var amounts = [[Part: Int]]()
        var exceededParts = [Set<Part>]()
        var leftOver = [Part: Int]()
        for (part, need) in needs {
            let days = LearningPlan.spread(need, part.limits.most, over: daysLeft - buffer)
            let planned = days.reduce(0, +)
            if planned < need.missing { leftOver[part] = need.missing - planned }
            let lastIndex = days.lastIndex { $0 > 0 } ?? -1
            while amounts.count <= lastIndex {
                amounts.append([:])
                exceededParts.append([])
            }
            for (index, amount) in days.prefix(lastIndex + 1).enumerated() where amount > 0 {
                amounts[index][part] = amount
                if amount + (index == 0 ? need.doneToday : 0) > need.usual { exceededParts[index].insert(part) }
            }
        }
        days = amounts.indices.map {
            DayPlan(day: today.adding(days: $0), amounts: amounts[$0], exceededParts: exceededParts[$0])
        }
        self.needs = needs
        self.leftOver = leftOver
        self.daysLeft = daysLeft
        self.buffer = buffer
    }

    /// Returns the number of items for each day. Today's share is based on the items missing this
    /// morning, and later shares on those missing then.
    private static func spread(_ need: Need, _ maximum: Int, over days: Int) -> [Int] {
        guard days > 0 else { return [] }
        let missingThisMorning = min(need.missing + need.doneToday, maximum * days)
        let today = min(max(0, dividedEvenly(missingThisMorning, over: days)[0] - need.doneToday), need.missing)
        return [today] + dividedEvenly(min(need.missing - today, maximum * (days - 1)), over: days - 1)
    }

    /// Returns the count divided among days. Earlier days get the remainder.
    private static func dividedEvenly(_ count: Int, over days: Int) -> [Int] {
        (0..<max(0, days)).map { count / days + ($0 < count % days ? 1 : 0) }
    }

    /// Returns the number of new items of a part that remain for today.
    package func today(_ part: Part) -> Int { days.first?.amounts[part] ?? 0 }

    /// Returns the highest number of new items of a part on any day of the plan.
    package func dailyMaximum(_ part: Part) -> Int { days.map { $0.amounts[part] ?? 0 }.max() ?? 0 }

    /// The last day with new items, or nil if there are none.
    package var lastDay: Day? { days.last?.day }
}
