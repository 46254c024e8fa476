import Kernel

/// The scheduler that finds due reminders and shows each of them once.
package struct ReminderScheduler: Sendable {
    /// A reminder with the user's settings.
    package struct ReminderWithSettings: Sendable {
        package let reminder: Reminder
        package let rule: ReminderRule
        /// The end of a current snooze, or nil without one.
        package let snoozedUntil: Instant?
    }

    /// The milliseconds after which a missed reminder is dropped. A computer turned on in the
    /// morning shows nothing from noon of the previous day.
    package static let staleMilliseconds: Int64 = 12 * 3_600_000
    /// The longest snooze, in seconds: a week.
    package static let longestSnooze = 7 * 86_400

    /// Returns the reminders of all plugins.
    private let reminders: @Sendable () -> [Reminder]
    private let store: any Store
    private let time: TimeSource

    /// The sync policies of all record kinds. User settings are replicated, and records of shown
    /// notifications stay on one device.
    package static var syncPolicies: [SyncPolicy] {
        [
            SyncPolicy(
                .settings, [ReminderSetting.collection, StoredQuietTimes.collection], keepsSupersededVersions: false),
            .local([ShownReminder.collection]),
        ]
    }

    /// Creates a scheduler for the contributed reminders, with its settings and records in the
    /// store.
    package init(_ store: any Store, reminders: @escaping @Sendable () -> [Reminder], time: TimeSource) {
        self.store = store
        self.reminders = reminders
        self.time = time
    }

    /// Returns all reminders with the user's settings.
    package func rows() throws -> [ReminderWithSettings] {
        let reminders = reminders()
        return try store.read { transaction in
            try transaction.prefetch(reminders.map { .record(ReminderScheduler.id(of: $0)) })
            return try reminders.map { row($0, as: try transaction.record(ReminderScheduler.id(of: $0))) }
        }
    }

    /// Returns a reminder by name.
    ///
    /// - Throws: `reminderNotFound`.
    package func row(named name: String) throws -> ReminderWithSettings {
        guard let reminder = reminders().first(where: { $0.name == name }) else {
            let names = reminders().map(\.name)
            throw Failure(
                .reminderNotFound, "There is no reminder “\(name)”.",
                advice: names.isEmpty ? "This app has none." : "Choose from \(names.joined(separator: ", ")).",
                kind: .usage)
        }
        return try row(reminder)
    }

    /// Returns the due notifications not yet shown, earliest first, without marking them as shown.
    package func due() throws -> [ReminderCall] {
        let calls = try calls(on: [time.today().adding(days: -1), time.today()])
        return try store.read { try ReminderScheduler.notYetShown(calls, in: $0) }
    }

    /// Returns the due notifications and marks them as shown.
    ///
    /// A second call returns nothing, even from another process. Records older than 30 days are
    /// deleted.
    package func takeDue() throws -> [ReminderCall] {
        let due = try due()
        let oldRecords = ShownReminder.byDay.before(time.today().adding(days: -30))
        guard try !due.isEmpty || store.read({ try $0.first(oldRecords) }) != nil else { return [] }
        return try store.write { transaction in
            // Another process may have shown some of them meanwhile.
            let newCalls = try ReminderScheduler.notYetShown(due, in: transaction)
            for call in newCalls { try transaction.put(ShownReminder(key: call.key, day: call.day)) }
            for shown in try transaction.records(oldRecords) { try transaction.delete(shown.id) }
            return newCalls
        }
    }

    /// Returns the calls without a record of having been shown, each key once.
    private static func notYetShown(_ calls: [ReminderCall], in transaction: borrowing Transaction) throws
        -> [ReminderCall]
    {
        var keys: Set<String> = []
        return try calls.filter { call in
            try transaction.record(Identifier<ShownReminder>(call.key)) == nil && keys.insert(call.key).inserted
        }
    }

    /// Returns all due occasions of today that are not done, shown or not, for a line in the app.
    package func open() throws -> [ReminderCall] { try calls(on: [time.today()]) }

    /// Changes a rule.
    ///
    /// - Throws: `reminderNotFound`.
    package func change(_ name: String, _ change: (inout ReminderRule) -> Void) throws -> ReminderWithSettings {
        let before = try row(named: name)
        var rule = before.rule
        change(&rule)
        let setting = ReminderSetting(name: name, rule: rule, snoozedUntil: before.snoozedUntil)
        try store.write(undo: "Changed the reminder “\(name)”") { try $0.put(setting) }
        return try row(named: name)
    }

    /// Silences a reminder for some seconds. Occasions due in the twelve hours before the end are
    /// then shown, even if shown already.
    ///
    /// - Throws: `reminderNotFound`, `snoozeTooLong`.
    package func snooze(_ name: String, seconds: Int) throws -> ReminderWithSettings {
        guard (1...ReminderScheduler.longestSnooze).contains(seconds) else {
            throw Failure(
                .snoozeTooLong, "A snooze lasts from 1 second to 7 days.", advice: "Turn the reminder off instead.",
                kind: .badData)
        }
        let before = try row(named: name)
        let until = time.now().adding(seconds: Double(seconds))
        let setting = ReminderSetting(name: name, rule: before.rule, snoozedUntil: until)
        try store.write(undo: "Snoozed “\(name)”") { try $0.put(setting) }
        return try row(named: name)
    }

    /// Returns the user's quiet times, or none.
    package func quietTimes() throws -> QuietTimes {
        try store.read { try $0.record(StoredQuietTimes.only)?.times } ?? QuietTimes()
    }

    /// Stores the quiet times, which `undo` can revert.
    package func setQuietTimes(_ quiet: QuietTimes) throws {
        try store.write(undo: "Changed the quiet times") { try $0.put(StoredQuietTimes(times: quiet)) }
    }

    // MARK: - Due reminders

    /// Returns the occasions of some days that are due by now. Callers include yesterday for
    /// notifications, because quiet hours and snoozes can extend past midnight.
    private func calls(on days: [Day]) throws -> [ReminderCall] {
        let now = time.now()
        let reminders = reminders()
        let (quiet, settings) = try store.read { transaction in
            try transaction.prefetch(
                [.record(StoredQuietTimes.only)] + reminders.map { .record(ReminderScheduler.id(of: $0)) })
            let settings = try reminders.map { try transaction.record(ReminderScheduler.id(of: $0)) }
            return (try transaction.record(StoredQuietTimes.only)?.times ?? QuietTimes(), settings)
        }
        let calls = try zip(reminders, settings).flatMap { reminder, setting in
            try days.flatMap {
                try self.calls(of: row(reminder, as: setting), on: $0, quiet, snooze: setting?.snoozedUntil)
            }
        }
        return calls.filter { $0.moment <= now }.sorted { ($0.moment, $0.key) < ($1.moment, $1.key) }
    }

    /// Returns the occasions of one reminder on a day that are neither stale nor snoozed.
    private func calls(of row: ReminderWithSettings, on day: Day, _ quiet: QuietTimes, snooze: Instant?) throws
        -> [ReminderCall]
    {
        guard row.rule.reminds(on: day) else { return [] }
        let now = time.now()
        if row.snoozedUntil != nil { return [] }
        let calls: [ReminderCall] = try row.reminder.occasions(day).compactMap { occasion in
            guard let planned = quiet.moment(for: day, second: occasion.second ?? row.rule.second, in: time.calendar)
            else { return nil }
            let snoozeEnd = snooze.flatMap { $0 > planned && !ReminderScheduler.isStale(planned, at: $0) ? $0 : nil }
            guard !ReminderScheduler.isStale(snoozeEnd ?? planned, at: now) else { return nil }
            return ReminderCall(
                reminder: row.reminder.name, day: day, occasion: occasion, moment: snoozeEnd ?? planned,
                wasSnoozed: snoozeEnd != nil)
        }
        return try calls.isEmpty || day >= time.today() || day >= firstDay(of: row.reminder) ? calls : []
    }

    /// Returns the first day with reminders, so that new users get none for yesterday.
    private func firstDay(of reminder: Reminder) throws -> Day {
        guard let firstUse = reminder.firstUse else { return Day(ordinal: .min) }
        return try firstUse().map(time.calendar.day(of:)) ?? time.today()
    }

    /// Whether a moment is more than twelve hours before another.
    private static func isStale(_ moment: Instant, at now: Instant) -> Bool {
        now.milliseconds - moment.milliseconds > staleMilliseconds
    }

    /// Returns a reminder with its stored settings.
    private func row(_ reminder: Reminder) throws -> ReminderWithSettings {
        row(reminder, as: try store.read { try $0.record(ReminderScheduler.id(of: reminder)) })
    }

    /// Returns a reminder with given settings. A snooze that has ended is left out.
    private func row(_ reminder: Reminder, as setting: ReminderSetting?) -> ReminderWithSettings {
        let snoozedUntil = setting?.snoozedUntil.flatMap { $0 > time.now() ? $0 : nil }
        return ReminderWithSettings(
            reminder: reminder, rule: setting?.rule ?? reminder.rule, snoozedUntil: snoozedUntil)
    }

    private static func id(of reminder: Reminder) -> Identifier<ReminderSetting> { Identifier(reminder.name) }
}
