import Kernel

/// The due date of an item and its progress.
package struct Schedule: Hashable, Codable, Sendable {
    /// The first box, for new and missed items.
    package static let firstBox = 1
    package static let lastBox = 5

    /// The Leitner box, 1…5. A scheduler without boxes expresses the item's mastery here, so that
    /// statistics are comparable.
    package let box: Int
    package let due: Day
    /// The time on the due day from which the item is asked, for schedulers with learning steps, or
    /// nil for the whole day.
    package let dueAt: Instant?
    /// The private data of the scheduler, such as the stability and difficulty of FSRS. All other
    /// code preserves it unchanged.
    package let memory: JSONValue?

    package init(box: Int, due: Day, dueAt: Instant? = nil, memory: JSONValue? = nil) {
        self.box = min(max(box, Schedule.firstBox), Schedule.lastBox)
        self.due = due
        self.dueAt = dueAt
        self.memory = memory
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        box = try values.number(.box, within: Schedule.firstBox...Schedule.lastBox)
        due = try values.decode(Day.self, forKey: .due)
        dueAt = try values.decodeIfPresent(Instant.self, forKey: .dueAt)
        memory = try values.decodeIfPresent(JSONValue.self, forKey: .memory)
    }

    package func isDue(on day: Day) -> Bool { due <= day }

    /// Returns whether the item is due at a moment: at a learning step after its end, and on any
    /// later day at once.
    package func isDue(at moment: Moment) -> Bool {
        due < moment.day || due == moment.day && dueAt.map { $0 <= moment.instant } ?? true
    }

    /// Returns the schedule with another due day.
    func moved(to day: Day) -> Schedule { Schedule(box: box, due: day, dueAt: dueAt, memory: memory) }
}

/// The moment of an answer: the learner's day, and the clock for schedulers that count in hours.
package struct Moment: Hashable, Sendable {
    package let day: Day
    package let instant: Instant

    package init(day: Day, instant: Instant) {
        self.day = day
        self.instant = instant
    }
}

/// A scheduler, which determines when an item comes back. It is a pure function of the item, rating
/// and moment.
///
/// A right answer never brings an item back earlier than a wrong one, nor a better rating earlier
/// than a worse one. No answer makes an item due before its own day. `SchedulerContract` verifies
/// these rules.
package protocol Scheduler: Sendable {
    /// The name that users choose, such as `standard`.
    var name: String { get }
    var about: String { get }
    /// Returns the schedule after an answer.
    ///
    /// `schedule` is nil for an item without answers. It may come from another scheduler. In that
    /// case its `memory` is ignored and its box is the starting point.
    func schedule(after rating: Rating, from schedule: Schedule?, at moment: Moment) -> Schedule
    /// Returns the days that are as suitable as the due date of a schedule.
    ///
    /// The range contains the due date. It starts on the next day at the earliest, unless the due
    /// date is earlier. A later schedule has no earlier days.
    func leeway(of schedule: Schedule, since day: Day) -> ClosedRange<Day>
    /// Returns the probability of recall on a day, 0…1. It never increases over time, and is 1 up
    /// to the day of the last answer.
    ///
    /// - Parameter last: the day of the answer that gave the schedule.
    func retrievability(of schedule: Schedule, since last: Day, on day: Day) -> Double
}

extension Scheduler {
    package func leeway(of schedule: Schedule, since day: Day) -> ClosedRange<Day> { schedule.due...schedule.due }
}
