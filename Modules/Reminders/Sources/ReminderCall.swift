import Kernel

/// A single notification for a due occasion.
package struct ReminderCall: Hashable, Sendable {
    /// The name of the reminder.
    package let reminder: String
    /// The day of the occasion. Quiet hours may move the notification to the next day.
    package let day: Day
    package let occasion: Reminder.Occasion
    /// The time from which the notification is due.
    package let moment: Instant
    /// Whether a snooze moved the notification to that moment. It then appears again.
    package let wasSnoozed: Bool

    /// The unique key, which ensures a single notification.
    package var key: String { "\(day):\(reminder):\(occasion.key)" + (wasSnoozed ? "@\(moment)" : "") }
}

/// The user's settings for one reminder.
struct ReminderSetting: Storable {
    let name: String
    var rule: ReminderRule
    /// The end of the snooze. Occasions due in the twelve hours before it are then shown, even if
    /// shown already.
    var snoozedUntil: Instant?

    var id: Identifier<ReminderSetting> { Identifier(name) }

    static let collection = RecordCollection<ReminderSetting>("reminders.settings")
}

/// A record that a notification was shown.
struct ShownReminder: Storable {
    let key: String
    let day: Day

    var id: Identifier<ShownReminder> { Identifier(key) }

    static let byDay = Index<ShownReminder, Day>.ordered("day") { $0.day }
    static let collection = RecordCollection<ShownReminder>("reminders.said", indexes: [byDay])
}

/// The quiet times, as a single record.
struct StoredQuietTimes: Storable {
    let times: QuietTimes

    var id: Identifier<StoredQuietTimes> { StoredQuietTimes.only }

    static let only: Identifier<StoredQuietTimes> = "quiet"
    static let collection = RecordCollection<StoredQuietTimes>("reminders.quiet")
}
