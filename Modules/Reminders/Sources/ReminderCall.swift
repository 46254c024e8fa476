import Kernel

/// One occasion that is due, once.
public struct ReminderCall: Hashable, Sendable {
    /// The reminder's name.
    public let reminder: String
    /// That of the occasion; quiet hours may let it be said on the next.
    public let day: Day
    /// What to say.
    public let occasion: Reminder.Occasion
    /// When it may be said at the earliest.
    public let moment: Instant
    /// Whether a snooze put it off to that moment; it is then said again.
    public let wasSnoozed: Bool

    /// What tells it from every other: it is said once.
    public var key: String { "\(day):\(reminder):\(occasion.key)" + (wasSnoozed ? "@\(moment)" : "") }
}

/// What a person chose for one reminder.
struct ReminderSetting: Storable {
    let name: String
    var rule: ReminderRule
    /// Until when it keeps silent; what fell due in the twelve hours before is said then, again if need be.
    var snoozedUntil: Instant?

    var id: Identifier<ReminderSetting> { Identifier(name) }

    static let collection = RecordCollection<ReminderSetting>("reminders.settings")
}

/// That a call was said.
struct SaidCall: Storable {
    let key: String
    let day: Day

    var id: Identifier<SaidCall> { Identifier(key) }

    static let byDay = Index<SaidCall, Day>.ordered("day") { $0.day }
    static let collection = RecordCollection<SaidCall>("reminders.said", indexes: [byDay])
}

/// The quiet times, as one record.
struct KeptQuiet: Storable {
    let times: QuietTimes

    var id: Identifier<KeptQuiet> { KeptQuiet.only }

    static let only: Identifier<KeptQuiet> = "quiet"
    static let collection = RecordCollection<KeptQuiet>("reminders.quiet")
}
