import Kernel

/// Five boxes, each with an interval in days (Leitner 1972). A new thing starts as if it came from box 1.
///
/// `again` puts a thing into box 1, `hard` leaves it where it is, `good` moves it one box up, `easy` two; box 5 is the last. The interval of the
/// box it lands in is counted from the day of the answer, so a thing is never due before tomorrow.
public struct LeitnerScheduler: Scheduler, Hashable {
    public let name: String
    public let about: String
    /// Days from an answer to the next question, box 1 first. Five numbers, 1…365, never falling.
    public let intervals: [Int]

    /// Short steps while everything is new: back within the week.
    public static let beginner = LeitnerScheduler("beginner", [1, 1, 2, 4, 7])
    /// Doubling steps up to a fortnight; the README says why.
    public static let standard = LeitnerScheduler("standard", [1, 2, 4, 9, 14])
    /// The weeks before an examination: nothing rests longer than five days.
    public static let intensive = LeitnerScheduler("intensive", [1, 1, 2, 3, 5])
    /// The three that people choose from by name.
    public static let presets = [beginner, standard, intensive]

    /// Own intervals.
    ///
    /// - Throws: `intervalsInvalid` unless there are five whole numbers of days, 1…365, none smaller than the one before.
    public init(intervals: [Int]) throws {
        guard intervals.count == Schedule.lastBox, intervals.allSatisfy((1...365).contains), intervals == intervals.sorted()
        else {
            throw Failure(
                .intervalsInvalid,
                "Write five intervals in days, from 1 to 365; each must be at least as long as the one before.",
                advice: "For example 1/3/7/14/30.", kind: .usage)
        }
        self.init(intervals.map(String.init).joined(separator: "/"), intervals)
    }

    /// Reads `1/3/7/14/30`.
    ///
    /// - Throws: `intervalsInvalid`.
    public init(reading text: String) throws {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        try self.init(intervals: parts.map { Int($0) ?? 0 })
    }

    private init(_ name: String, _ intervals: [Int]) {
        (self.name, self.intervals) = (name, intervals)
        about = "back after \(intervals.map(String.init).joined(separator: ", ")) days"
    }

    public func schedule(after rating: Rating, from schedule: Schedule?, at moment: Moment) -> Schedule {
        let box = box(after: rating, from: schedule?.box ?? Schedule.firstBox)
        return Schedule(box: box, due: moment.day.adding(days: intervals[box - 1]))
    }

    /// Up to a fifth of the wait earlier, never later; waits of one and two days stay as they are.
    public func leeway(of schedule: Schedule, since day: Day) -> ClosedRange<Day> {
        let wait = schedule.due.days(since: day)
        return schedule.due.adding(days: wait > 2 ? -((wait + 2) / 5) : 0)...schedule.due
    }

    private func box(after rating: Rating, from box: Int) -> Int {
        let moved =
            switch rating {
            case .again: Schedule.firstBox
            case .hard: box
            case .good: box + 1
            case .easy: box + 2
            }
        return min(max(moved, Schedule.firstBox), Schedule.lastBox)
    }
}
