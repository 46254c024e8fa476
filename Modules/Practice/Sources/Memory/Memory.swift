import Kernel

/// The memory of a target, in the form that its exercise uses.
package enum Memory: Hashable, Sendable {
    case schedule(Schedule)
    /// A level without a due date, or with one from a scheduler.
    case level(Level, Schedule? = nil)

    /// The schedule, or nil for a level without a date.
    package var schedule: Schedule? {
        switch self {
        case .schedule(let schedule): schedule
        case .level(_, let schedule): schedule
        }
    }
    package var level: Level? { if case .level(let level, _) = self { level } else { nil } }
}

extension Memory: Codable {
    private enum CodingKeys: String, CodingKey { case schedule, level, returns }

    /// Decodes an object with a member for its form. A level may also have a date.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self =
            values.contains(.schedule)
            ? .schedule(try values.decode(Schedule.self, forKey: .schedule))
            : .level(
                try values.decode(Level.self, forKey: .level),
                try values.decodeIfPresent(Schedule.self, forKey: .returns))
    }

    /// Encodes the member of its form. The date of a level is a separate member, which older app
    /// versions do not interpret as a schedule.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .schedule(let schedule): try values.encode(schedule, forKey: .schedule)
        case .level(let level, let schedule):
            try values.encode(level, forKey: .level)
            try values.encodeIfPresent(schedule, forKey: .returns)
        }
    }
}
