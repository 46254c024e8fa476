import Kernel

/// When a thing comes back, and how far it has come.
public struct Schedule: Hashable, Codable, Sendable {
    /// The first box: things that are new or were missed.
    public static let firstBox = 1
    /// The last box: things that are known well.
    public static let lastBox = 5

    /// The Leitner box, 1…5. A scheduler without boxes says here how well the thing is known, so that figures stay comparable.
    public let box: Int
    /// The first day on which the thing is asked again.
    public let due: Day
    /// From when on it is asked again within its day, where a scheduler has learning steps; nil where the day is enough.
    public let dueAt: Instant?
    /// What the scheduler alone understands, such as the stability and difficulty of FSRS. Carried along untouched by everybody else.
    public let memory: JSONValue?

    /// A schedule; a box outside 1…5 is moved to the nearest.
    public init(box: Int, due: Day, dueAt: Instant? = nil, memory: JSONValue? = nil) {
        self.box = min(max(box, Schedule.firstBox), Schedule.lastBox)
        (self.due, self.dueAt, self.memory) = (due, dueAt, memory)
    }

    /// Reads a schedule; a box outside 1…5 is damage, not a schedule.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        box = try values.number(.box, within: Schedule.firstBox...Schedule.lastBox)
        due = try values.decode(Day.self, forKey: .due)
        dueAt = try values.decodeIfPresent(Instant.self, forKey: .dueAt)
        memory = try values.decodeIfPresent(JSONValue.self, forKey: .memory)
    }

    /// Whether the thing is asked on a day.
    public func isDue(on day: Day) -> Bool { due <= day }

    /// Whether the thing is asked at a moment: at a learning step not before that is over, on any later day at once.
    public func isDue(at moment: Moment) -> Bool {
        due < moment.day || due == moment.day && dueAt.map { $0 <= moment.instant } ?? true
    }

    /// The same on another day.
    func moved(to day: Day) -> Schedule { Schedule(box: box, due: day, dueAt: dueAt, memory: memory) }
}

/// The moment of an answer: the learner's day, and the clock for schedulers that count in hours.
public struct Moment: Hashable, Sendable {
    /// The learner's local day.
    public let day: Day
    /// The point in time.
    public let instant: Instant

    /// The day is the learner's local one at that instant.
    public init(day: Day, instant: Instant) { (self.day, self.instant) = (day, instant) }
}

/// Decides when a thing comes back. A pure function: the same thing, rating and moment give the same schedule.
///
/// A right answer never brings a thing back earlier than a wrong one would, nor a better rating earlier than a worse one. No answer makes a
/// thing due before the day it was given. Kept by `SchedulerContract`.
public protocol Scheduler: Sendable {
    /// The name people choose it by: `standard`.
    var name: String { get }
    /// One line on what it does.
    var about: String { get }
    /// The schedule after an answer. `schedule` is nil for a thing that was never answered, and may come from another scheduler: what
    /// stands in its `memory` is then not understood and the box is taken as the start.
    func schedule(after rating: Rating, from schedule: Schedule?, at moment: Moment) -> Schedule
    /// The days any of which does as well as the day of a schedule that an answer of a day has given. The day of the schedule is one of them, none is
    /// before tomorrow unless that is, and a later schedule has no earlier ones.
    func leeway(of schedule: Schedule, since day: Day) -> ClosedRange<Day>
    /// How likely the thing is to be recalled on a day: 0…1, never more on a later day, and 1 on the day of its last answer and before.
    ///
    /// - Parameter last: the day of the answer that gave the schedule.
    func retrievability(of schedule: Schedule, since last: Day, on day: Day) -> Double
}

extension Scheduler {
    /// No other day.
    public func leeway(of schedule: Schedule, since day: Day) -> ClosedRange<Day> { schedule.due...schedule.due }
}
