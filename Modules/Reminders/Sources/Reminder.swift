import Kernel

/// A reminder of a feature, as data that its plugin contributes to `.reminders`.
///
/// ```
/// Reminder("photo", "the daily photo", rule: .daily(at: 18 * 3600)) { day in
///     try diary.hasEntry(on: day) ? [] : [.init(title: "Time for your daily photo!")]
/// }
/// ```
package struct Reminder: Sendable {
    /// A single subject to be reminded of on a day.
    package struct Occasion: Hashable, Sendable {
        /// The key that is unique among the occasions of a reminder and day, such as a task's id.
        /// It is empty for a single occasion.
        package let key: String
        /// The first line of the notification.
        package let title: String
        /// The text after the title, possibly empty.
        package let body: String
        /// The second of the day in wall-clock time, or `nil` for the time of the rule.
        package let second: Int?

        /// Creates an occasion, at the time of the rule unless it has its own time.
        package init(key: String = "", title: String, body: String = "", second: Int? = nil) {
            self.key = key
            self.title = title
            self.body = body
            self.second = second
        }
    }

    /// The name to type: `photo`. It consists of letters, digits and dashes and never changes once
    /// released.
    package let name: String
    /// The subject for a list: "the daily photo".
    package let about: String
    package let rule: ReminderRule
    /// The open occasions of a day, without side effects. The list is empty once the task is done.
    package let occasions: @Sendable (Day) throws -> [Occasion]

    /// Returns the time of the feature's first use, or `nil` before that. Earlier days have no
    /// reminders. Without a closure, every day counts.
    package private(set) var firstUse: (@Sendable () throws -> Instant?)?

    package init(
        _ name: String, _ about: String, rule: ReminderRule, occasions: @escaping @Sendable (Day) throws -> [Occasion]
    ) {
        self.name = name
        self.about = about
        self.rule = rule
        self.occasions = occasions
    }

    /// Returns the same reminder, silent for days before the feature's first use.
    package func since(_ firstUse: @escaping @Sendable () throws -> Instant?) -> Reminder {
        var reminder = self
        reminder.firstUse = firstUse
        return reminder
    }

    /// Creates a reminder for a daily task, which is silent once the task is done.
    ///
    /// Its text mentions the streak if one that is worth a warning would break.
    ///
    /// - Parameters:
    ///   - isDone: whether the task was done on a day.
    ///   - streak: the number of consecutive days up to the previous day.
    package static func onceADay(
        _ name: String, _ about: String, at second: Int, saying title: String,
        isDone: @escaping @Sendable (Day) throws -> Bool,
        streak: @escaping @Sendable (Day) throws -> Int = { _ in 0 }
    ) -> Reminder {
        Reminder(name, about, rule: .daily(at: second)) { day in
            guard try !isDone(day) else { return [] }
            let length = try streak(day)
            let warning = "Don't break your \(length)-day streak!"
            return [Occasion(title: title, body: length >= Streak.shortestAtRisk ? warning : "")]
        }
    }
}

extension ExtensionPoint where Contribution == Reminder {
    /// The extension point for the reminders of an app's plugins.
    package static var reminders: Self { ExtensionPoint { $0.name } }
}
