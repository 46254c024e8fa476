import Kernel

/// A Leitner scheduler with five boxes and an interval in days for each (Leitner 1972). A new item
/// starts as if it came from box 1.
///
/// - `again` moves an item to box 1.
/// - `hard` leaves it in its box.
/// - `good` moves it up one box.
/// - `easy` moves it up two boxes, at most to box 5.
///
/// The interval of the new box counts from the day of the answer, so an item is never due before
/// the next day.
package struct LeitnerScheduler: Scheduler, Hashable {
    package let name: String
    package let about: String
    /// The days between questions, box 1 first: five numbers, 1…365, in ascending order.
    package let intervals: [Int]

    /// Short intervals for new content, within a week.
    package static let beginner = LeitnerScheduler("beginner", [1, 1, 2, 4, 7])
    /// Doubling intervals up to a fortnight, as explained in the README.
    package static let standard = LeitnerScheduler("standard", [1, 2, 4, 9, 14])
    /// Intervals for the weeks before an examination, at most five days.
    package static let intensive = LeitnerScheduler("intensive", [1, 1, 2, 3, 5])
    package static let presets = [beginner, standard, intensive]

    /// Creates a scheduler with custom intervals.
    ///
    /// - Throws: `intervalsInvalid` unless there are five whole numbers of days, 1…365, in
    ///   ascending order.
    package init(intervals: [Int]) throws {
        guard intervals.count == Schedule.lastBox, intervals.allSatisfy((1...365).contains),
            intervals == intervals.sorted()
        else {
            throw Failure(
                .intervalsInvalid,
                "Write five intervals in days, from 1 to 365; each must be at least as long as the one before.",
                advice: "For example 1/3/7/14/30.", kind: .usage)
        }
        self.init(intervals.map(String.init).joined(separator: "/"), intervals)
    }

    /// Parses intervals such as `1/3/7/14/30`.
    ///
    /// - Throws: `intervalsInvalid`.
    package init(reading text: String) throws {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        try self.init(intervals: parts.map { Int($0) ?? 0 })
    }

    private init(_ name: String, _ intervals: [Int]) {
        self.name = name
        self.intervals = intervals
        about = "back after \(intervals.map(String.init).joined(separator: ", ")) days"
    }

    package func schedule(after rating: Rating, from schedule: Schedule?, at moment: Moment) -> Schedule {
        let box = box(after: rating, from: schedule?.box ?? Schedule.firstBox)
        return Schedule(box: box, due: moment.day.adding(days: intervals[box - 1]))
    }

    /// Returns the due date and the days before it, up to a fifth of the wait, rounded to whole
    /// days. Waits of one or two days have no leeway.
    package func leeway(of schedule: Schedule, since day: Day) -> ClosedRange<Day> {
        let wait = schedule.due.days(since: day)
        return schedule.due.adding(days: wait > 2 ? -((wait + 2) / 5) : 0)...schedule.due
    }

    /// Returns the box after an answer, within 1…5.
    private func box(after rating: Rating, from box: Int) -> Int {
        let newBox =
            switch rating {
            case .again: Schedule.firstBox
            case .hard: box
            case .good: box + 1
            case .easy: box + 2
            }
        return min(max(newBox, Schedule.firstBox), Schedule.lastBox)
    }
}
