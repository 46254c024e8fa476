import Kernel

/// FSRS-6 as a scheduler in whole days of the learner, with its state in `Schedule.memory`.
///
/// The box expresses the stability, as with Leitner: 1 after a miss, otherwise the box of the
/// standard days. A schedule of another scheduler counts as a review on its due date. Its stability
/// is the days of its box, and its difficulty that of a first good answer.
package struct FSRSScheduler: Scheduler, Hashable {
    /// FSRS with the standard weights and no steps. A session repeats missed items, and only the
    /// first answer of a day is a review.
    package static let standard = FSRSScheduler(.daily)

    package let name: String
    package let about: String
    package let fsrs: FSRS

    /// Creates a scheduler. An item at a step is due on the day of its answer, at the end of the
    /// step (`Schedule.dueAt`).
    package init(_ fsrs: FSRS, name: String = "fsrs") {
        self.fsrs = fsrs
        self.name = name
        let percentage = Int((fsrs.desiredRetention * 100).rounded())
        about = "FSRS-6: back when \(percentage) of 100 would still be known"
    }

    package func schedule(after rating: Rating, from schedule: Schedule?, at moment: Moment) -> Schedule {
        let previousState = schedule.flatMap { FSRSState(memory: $0.memory) ?? initialState(from: $0, on: moment.day) }
        let state = fsrs.state(after: rating, from: previousState, at: moment.day.instant)
        return Schedule(
            box: rating == .again ? Schedule.firstBox : FSRSScheduler.box(of: state.stability),
            due: moment.day.adding(days: Int(state.interval / 86_400)),
            dueAt: state.phase == .review ? nil : moment.instant.adding(seconds: state.interval), memory: state.memory)
    }

    package func leeway(of schedule: Schedule, since day: Day) -> ClosedRange<Day> {
        let wait = schedule.due.days(since: day)
        guard wait > 0 else { return schedule.due...schedule.due }
        let range = fsrs.fuzzRange(around: wait)
        return min(
            day.adding(days: range.lowerBound), schedule.due)...max(day.adding(days: range.upperBound), schedule.due)
    }

    package func retrievability(of schedule: Schedule, since last: Day, on day: Day) -> Double {
        let state = FSRSState(memory: schedule.memory) ?? initialState(from: schedule, on: schedule.due)
        return fsrs.retrievability(after: Double(day.days(since: last)), stability: state.stability)
    }

    /// The days of the standard Leitner boxes, box 1 first.
    private static let boxIntervals = LeitnerScheduler.standard.intervals

    /// Returns the last box whose days do not exceed the stability.
    private static func box(of stability: Double) -> Int {
        max(Schedule.firstBox, boxIntervals.count { Double($0) <= stability })
    }

    /// Returns the state of an item that another scheduler had in a box.
    private func initialState(from schedule: Schedule, on day: Day) -> FSRSState {
        let wait = FSRSScheduler.boxIntervals[schedule.box - 1]
        let daysSinceAnswer = max(0, day.days(since: schedule.due) + wait)
        return FSRSState(
            FSRSState.Place(phase: .review, step: nil, interval: Double(wait) * 86_400), stability: Double(wait),
            difficulty: fsrs.curve.firstDifficulty(.good), last: day.adding(days: -daysSinceAnswer).instant)
    }
}

extension Scheduler {
    /// Returns the probability of recall on FSRS's curve, with the wait as stability: nine of ten
    /// on the due date.
    package func retrievability(of schedule: Schedule, since last: Day, on day: Day) -> Double {
        let wait = Double(max(1, schedule.due.days(since: last)))
        return FSRS.standard.retrievability(after: Double(max(0, day.days(since: last))), stability: wait)
    }
}

extension Day {
    /// The instant that represents the day. A night between two answers counts as a day, however
    /// short, and two answers of one day share an instant.
    fileprivate var instant: Instant { Instant(milliseconds: Int64(ordinal) * 86_400_000) }
}

extension FSRSState {
    /// Creates the FSRS state of a schedule, or nil if another scheduler made it or its data is
    /// invalid.
    package init?(of schedule: Schedule) { self.init(memory: schedule.memory) }

    /// The state as stored in `Schedule.memory`.
    var memory: JSONValue {
        var members: [String: JSONValue] = [
            "scheduler": .string("FSRS-6"), "phase": .string(phase.rawValue), "stability": JSONValue(whole: stability),
            "difficulty": JSONValue(whole: difficulty), "interval": JSONValue(whole: interval),
            "last": .string("\(last)"),
        ]
        members["step"] = step.map { .integer($0) }
        return .object(members)
    }

    /// Decodes a state, or returns nil if it is invalid or not from FSRS.
    init?(memory: JSONValue?) {
        guard let memory, memory["scheduler"] == .string("FSRS-6"), case .string(let word)? = memory["phase"],
            let phase = Phase(rawValue: word), case .string(let text)? = memory["last"], let last = Instant(text),
            let stability = memory["stability"]?.double, let difficulty = memory["difficulty"]?.double,
            let interval = memory["interval"]?.double
        else { return nil }
        let step: Int? = if case .integer(let step)? = memory["step"] { step } else { nil }
        self.init(
            phase: phase, step: step, stability: stability, difficulty: difficulty, interval: interval, last: last)
    }
}

extension JSONValue {
    /// Creates the number as it is decoded again: whole numbers are integers, so that stored and
    /// created values are equal.
    fileprivate init(whole number: Double) { self = Int(exactly: number).map { .integer($0) } ?? .number(number) }

    /// The number as `Double`, in either encoding.
    fileprivate var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }
}
