import Kernel

/// FSRS-6 as a scheduler that counts in the learner's days. What it remembers stands in `Schedule.memory`.
///
/// The box says how well the thing is known, as Leitner's does: 1 after a miss, else by stability, from the days of the standard boxes. A schedule of
/// another scheduler is taken as a review that was due: its box's days are the stability, and its difficulty is that of a first good answer.
public struct FSRSScheduler: Scheduler, Hashable {
    /// FSRS as it comes, without steps: a session asks again what was missed, and the first answer of a day is the review.
    public static let standard = FSRSScheduler(.daily)

    public let name: String
    public let about: String
    /// How it reckons.
    public let fsrs: FSRS

    /// A scheduler of days. What is at a step is due on the day of its answer, when the step is over (`Schedule.dueAt`).
    public init(_ fsrs: FSRS, name: String = "fsrs") {
        (self.fsrs, self.name) = (fsrs, name)
        let share = Int((fsrs.desiredRetention * 100).rounded())
        about = "FSRS-6: back when \(share) of 100 would still be known"
    }

    public func schedule(after rating: Rating, from schedule: Schedule?, at moment: Moment) -> Schedule {
        let old = schedule.flatMap { FSRSState(memory: $0.memory) ?? begun(from: $0, on: moment.day) }
        let state = fsrs.state(after: rating, from: old, at: moment.day.counted)
        return Schedule(
            box: rating == .again ? Schedule.firstBox : FSRSScheduler.box(of: state.stability),
            due: moment.day.adding(days: Int(state.interval / 86_400)),
            dueAt: state.phase == .review ? nil : moment.instant.adding(seconds: state.interval), memory: state.memory)
    }

    /// The days of FSRS's fuzz.
    public func leeway(of schedule: Schedule, since day: Day) -> ClosedRange<Day> {
        let wait = schedule.due.days(since: day)
        guard wait > 0 else { return schedule.due...schedule.due }
        let range = fsrs.fuzzRange(around: wait)
        return min(day.adding(days: range.lowerBound), schedule.due)...max(day.adding(days: range.upperBound), schedule.due)
    }

    public func retrievability(of schedule: Schedule, since last: Day, on day: Day) -> Double {
        let state = FSRSState(memory: schedule.memory) ?? begun(from: schedule, on: schedule.due)
        return fsrs.retrievability(after: Double(day.days(since: last)), stability: state.stability)
    }

    private static let days = LeitnerScheduler.standard.intervals

    /// The last box whose days are not more than the stability.
    private static func box(of stability: Double) -> Int { max(Schedule.firstBox, days.count { Double($0) <= stability }) }

    /// The state of a thing that lay in a box until now.
    private func begun(from schedule: Schedule, on day: Day) -> FSRSState {
        let wait = FSRSScheduler.days[schedule.box - 1]
        let since = max(0, day.days(since: schedule.due) + wait)
        return FSRSState(
            FSRSState.Place(phase: .review, step: nil, interval: Double(wait) * 86_400), stability: Double(wait),
            difficulty: fsrs.curve.firstDifficulty(.good), last: day.adding(days: -since).counted)
    }
}

extension Scheduler {
    /// As who knows nine of ten on the day of the schedule forgets: FSRS's curve, with the wait as stability.
    public func retrievability(of schedule: Schedule, since last: Day, on day: Day) -> Double {
        let wait = Double(max(1, schedule.due.days(since: last)))
        return FSRS.standard.retrievability(after: Double(max(0, day.days(since: last))), stability: wait)
    }
}

extension Day {
    /// The instant that stands for the day where days are counted: a night between two answers is a day, however short it was, and two
    /// answers of one day are of one day.
    fileprivate var counted: Instant { Instant(milliseconds: Int64(ordinal) * 86_400_000) }
}

extension FSRSState {
    /// What FSRS remembers in a schedule; nil where another scheduler made it, or somebody edited it.
    public init?(of schedule: Schedule) { self.init(memory: schedule.memory) }

    /// As it stands in a schedule.
    var memory: JSONValue {
        var members: [String: JSONValue] = [
            "scheduler": .string("FSRS-6"), "phase": .string(phase.rawValue), "stability": JSONValue(whole: stability),
            "difficulty": JSONValue(whole: difficulty), "interval": JSONValue(whole: interval), "last": .string("\(last)"),
        ]
        members["step"] = step.map { .integer($0) }
        return .object(members)
    }

    /// Reads it; nil for what is not FSRS's, or cannot be.
    init?(memory: JSONValue?) {
        guard let memory, memory["scheduler"] == .string("FSRS-6"), case .string(let word)? = memory["phase"],
            let phase = Phase(rawValue: word), case .string(let text)? = memory["last"], let last = Instant(text),
            let stability = memory["stability"]?.double, let difficulty = memory["difficulty"]?.double,
            let interval = memory["interval"]?.double
        else { return nil }
        let step: Int? = if case .integer(let step)? = memory["step"] { step } else { nil }
        self.init(phase: phase, step: step, stability: stability, difficulty: difficulty, interval: interval, last: last)
    }
}

extension JSONValue {
    /// A number as it is read again: whole ones are integers, so that what was kept equals what was made.
    fileprivate init(whole number: Double) { self = Int(exactly: number).map { .integer($0) } ?? .number(number) }

    /// A number, whole or not, whichever way it was written.
    fileprivate var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }
}
