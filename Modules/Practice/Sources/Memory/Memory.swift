import Kernel

/// What is remembered of a target, in the form that its exercise counts in.
public enum Memory: Hashable, Sendable {
    /// It comes back on a day, by a scheduler.
    case schedule(Schedule)
    /// It is known so well, and comes when the learner wants; or besides on a day, by a scheduler.
    case level(Level, Schedule? = nil)

    /// When it comes back; nil for a level without a date.
    public var schedule: Schedule? {
        switch self {
        case .schedule(let schedule): schedule
        case .level(_, let schedule): schedule
        }
    }
    /// The level; nil for a schedule alone.
    public var level: Level? { if case .level(let level, _) = self { level } else { nil } }
}

extension Memory: Codable {
    private enum CodingKeys: String, CodingKey { case schedule, level, returns }

    /// Reads an object with one member that says which it is; a level may have a date beside it.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self =
            values.contains(.schedule)
            ? .schedule(try values.decode(Schedule.self, forKey: .schedule))
            : .level(
                try values.decode(Level.self, forKey: .level), try values.decodeIfPresent(Schedule.self, forKey: .returns))
    }

    /// Writes the one member, and the date of a level beside it, where older programs do not look for a schedule.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .schedule(let schedule): try values.encode(schedule, forKey: .schedule)
        case .level(let level, let schedule):
            try values.encode(level, forKey: .level)
            try values.encodeIfPresent(schedule, forKey: .returns)
        }
    }
}
