import Kernel

/// What is remembered of a target, in the form that its exercise counts in.
public enum Memory: Hashable, Sendable {
    /// It comes back on a day, by a scheduler.
    case schedule(Schedule)
    /// It is known so well, and comes when the learner wants.
    case level(Level)

    /// The schedule; nil for a level.
    public var schedule: Schedule? { if case .schedule(let schedule) = self { schedule } else { nil } }
    /// The level; nil for a schedule.
    public var level: Level? { if case .level(let level) = self { level } else { nil } }
}

extension Memory: Codable {
    private enum CodingKeys: String, CodingKey { case schedule, level }

    /// Reads an object with one member that says which it is.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self =
            values.contains(.schedule)
            ? .schedule(try values.decode(Schedule.self, forKey: .schedule))
            : .level(try values.decode(Level.self, forKey: .level))
    }

    /// Writes the one member.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .schedule(let schedule): try values.encode(schedule, forKey: .schedule)
        case .level(let level): try values.encode(level, forKey: .level)
        }
    }
}

/// How an exercise remembers.
public enum MemoryRule: Sendable {
    /// By dates, from ratings.
    case schedule(any Scheduler)
    /// By dates, from the first rating of a day and those at learning steps; the days on which things come back are spread, so that what was met
    /// together does not return together.
    case daily(any Scheduler, DayChoice = .byName)
    /// By a level, from fields and evidence.
    case level
    /// By a level that each answer measures, because it asks for all that is known of its target.
    case measured

    /// Whether an answer of this day would move nothing, because there was one already.
    ///
    /// - Parameter last: the day of the latest answer that moved something.
    public func isSettled(_ old: Memory?, last: Day?, on day: Day) -> Bool {
        guard case .daily = self, let schedule = old?.schedule else { return false }
        return last == day && schedule.dueAt == nil
    }

    /// The memory of a target after an answer. One of the other form, or nil, is a beginning.
    public func memory(after graded: Mark, of target: Target, from old: Memory?, at moment: Moment) -> Memory {
        switch self {
        case .schedule(let scheduler):
            .schedule(scheduler.schedule(after: graded.rating, from: old?.schedule, at: moment))
        case .daily(let scheduler, _):
            .schedule(
                placed(scheduler.schedule(after: graded.rating, from: old?.schedule, at: moment), target, since: moment.day))
        case .level: .level(Level(after: graded, from: old?.level))
        case .measured: .level(Level(measuredBy: graded, from: old?.level))
        }
    }

    /// A schedule on the day that its target comes back on.
    func placed(_ schedule: Schedule, _ target: Target, since day: Day) -> Schedule {
        guard case .daily(let scheduler, let placement) = self, schedule.dueAt == nil else { return schedule }
        return schedule.moved(to: placement.day(of: target, within: scheduler.leeway(of: schedule, since: day), since: day))
    }
}
