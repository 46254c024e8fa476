import Kernel

/// Something that a feature reminds of, as data that its plugin contributes to `.reminders`.
///
///     Reminder("photo", "the daily photo", rule: .daily(at: 18 * 3600)) { day in
///         try diary.hasEntry(on: day) ? [] : [.init(title: "Time for your daily photo!")]
///     }
public struct Reminder: Sendable {
    /// One thing to be reminded of on a day.
    public struct Occasion: Hashable, Sendable {
        /// What tells it from the other occasions of its reminder and day: a task's id; empty where there is one.
        public let key: String
        /// The first line.
        public let title: String
        /// What follows; may be empty.
        public let body: String
        /// At which second of the day by the wall clock; nil for the time of the rule.
        public let second: Int?

        /// Something to say: at the time of the rule, unless it has a time of its own.
        public init(key: String = "", title: String, body: String = "", second: Int? = nil) {
            (self.key, self.title, self.body, self.second) = (key, title, body, second)
        }
    }

    /// What is typed: `photo`. Letters, digits and dashes; never changed once released.
    public let name: String
    /// What it reminds of, for a list: "the daily photo".
    public let about: String
    /// When it reminds until a person says otherwise.
    public let rule: ReminderRule
    /// What there is to be reminded of on a day; nothing once it was done. Changes nothing.
    public let occasions: @Sendable (Day) throws -> [Occasion]

    /// When the feature was first put to use, nil inside while it was not: of the days before nothing is said. Nil where every day counts.
    public private(set) var firstUse: (@Sendable () throws -> Instant?)?

    /// A reminder.
    public init(
        _ name: String, _ about: String, rule: ReminderRule, occasions: @escaping @Sendable (Day) throws -> [Occasion]
    ) {
        (self.name, self.about, self.rule, self.occasions) = (name, about, rule, occasions)
    }

    /// The same reminder, silent of the days before the feature was first put to use.
    public func since(_ firstUse: @escaping @Sendable () throws -> Instant?) -> Reminder {
        var reminder = self
        reminder.firstUse = firstUse
        return reminder
    }

    /// A reminder of something that is done once a day: nothing when it was done, and words about the streak when one of at least two
    /// days would break.
    ///
    /// - Parameters:
    ///   - isDone: whether it was done on a day.
    ///   - streak: days in a row up to the day before.
    public static func onceADay(
        _ name: String, _ about: String, at second: Int, saying title: String,
        isDone: @escaping @Sendable (Day) throws -> Bool,
        streak: @escaping @Sendable (Day) throws -> Int = { _ in 0 }
    ) -> Reminder {
        Reminder(name, about, rule: .daily(at: second)) { day in
            guard try !isDone(day) else { return [] }
            let length = try streak(day)
            return [Occasion(title: title, body: length >= 2 ? "Don't break your \(length)-day streak!" : "")]
        }
    }
}

extension ExtensionPoint where Contribution == Reminder {
    /// What the plugins of an app remind of.
    public static var reminders: Self { ExtensionPoint("reminders") { $0.name } }
}
