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
    /// What the scheduler alone understands, such as the stability and difficulty of FSRS. Carried along untouched by everybody else.
    public let memory: JSONValue?

    /// A schedule; a box outside 1…5 is moved to the nearest.
    public init(box: Int, due: Day, memory: JSONValue? = nil) {
        self.box = min(max(box, Schedule.firstBox), Schedule.lastBox)
        (self.due, self.memory) = (due, memory)
    }

    /// Reads a schedule; a box outside 1…5 is damage, not a schedule.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        box = try values.number(.box, within: Schedule.firstBox...Schedule.lastBox)
        due = try values.decode(Day.self, forKey: .due)
        memory = try values.decodeIfPresent(JSONValue.self, forKey: .memory)
    }

    /// Whether the thing is asked on a day.
    public func isDue(on day: Day) -> Bool { due <= day }
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
}
