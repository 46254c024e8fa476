import Kernel

/// What is due, said once; and the rules that decide when.
public struct ReminderBook: Sendable {
    /// A reminder, as this person has it.
    public struct Row: Sendable {
        /// As its feature brought it.
        public let reminder: Reminder
        /// When it reminds.
        public let rule: ReminderRule
        /// Until when it keeps silent, when that lies ahead.
        public let snoozedUntil: Instant?
    }

    /// Milliseconds after which what was not said is stale: who turns the computer on in the morning is not told of yesterday noon.
    public static let stale: Int64 = 12 * 3_600_000
    /// The longest snooze, in seconds: a week.
    public static let longestSnooze = 7 * 86_400

    private let reminders: @Sendable () -> [Reminder]
    private let store: any Store
    private let time: TimeSource

    /// Every kind of record that it keeps: what a person chose is theirs everywhere, what was said was said on one device.
    public static var belongings: [Belongings] {
        [
            Belongings(.settings, [ReminderSetting.collection, KeptQuiet.collection], isMissed: false),
            .staying([SaidCall.collection]),
        ]
    }

    /// A book over what was contributed; what a person set and what was said lie in the store.
    public init(_ store: any Store, reminders: @escaping @Sendable () -> [Reminder], time: TimeSource) {
        (self.store, self.reminders, self.time) = (store, reminders, time)
    }

    /// All reminders as this person has them.
    public func rows() throws -> [Row] {
        let reminders = reminders()
        return try store.read { transaction in
            try transaction.foresee(reminders.map { .record(ReminderBook.id(of: $0)) })
            return try reminders.map { row($0, as: try transaction.record(ReminderBook.id(of: $0))) }
        }
    }

    /// One reminder.
    ///
    /// - Throws: `reminderNotFound`.
    public func row(named name: String) throws -> Row {
        guard let reminder = reminders().first(where: { $0.name == name }) else {
            let names = reminders().map(\.name)
            throw Failure(
                .reminderNotFound, "There is no reminder “\(name)”.",
                advice: names.isEmpty ? "This app has none." : "Choose from \(names.joined(separator: ", ")).", kind: .usage)
        }
        return try row(reminder)
    }

    /// What is due now and was not said, earliest first. Changes nothing.
    public func due() throws -> [ReminderCall] {
        let calls = try calls(on: [time.today().adding(days: -1), time.today()])
        return try store.read { try ReminderBook.unsaid(calls, in: $0) }
    }

    /// What is due now and was not said; from now on it was. Calling it again gives nothing, also from another process. What was said a month
    /// ago is forgotten.
    public func takeDue() throws -> [ReminderCall] {
        let (due, old) = (try due(), SaidCall.byDay.before(time.today().adding(days: -30)))
        guard try !due.isEmpty || store.read({ try $0.first(old) }) != nil else { return [] }
        return try store.write { transaction in
            // Another process may have said some of it meanwhile.
            let new = try ReminderBook.unsaid(due, in: transaction)
            for call in new { try transaction.put(SaidCall(key: call.key, day: call.day)) }
            for said in try transaction.records(old) { try transaction.delete(said.id) }
            return new
        }
    }

    private static func unsaid(_ calls: [ReminderCall], in transaction: borrowing Transaction) throws -> [ReminderCall] {
        var keys: Set<String> = []
        return try calls.filter { call in
            try transaction.record(Identifier<SaidCall>(call.key)) == nil && keys.insert(call.key).inserted
        }
    }

    /// What has not been done today although its time has come: for a line in the app. Said or not.
    public func open() throws -> [ReminderCall] { try calls(on: [time.today()]) }

    /// Changes a rule.
    ///
    /// - Throws: `reminderNotFound`.
    public func change(_ name: String, _ change: (inout ReminderRule) -> Void) throws -> Row {
        let before = try row(named: name)
        var rule = before.rule
        change(&rule)
        let setting = ReminderSetting(name: name, rule: rule, snoozedUntil: before.snoozedUntil)
        try store.write(undo: "Changed the reminder “\(name)”") { try $0.put(setting) }
        return try row(named: name)
    }

    /// Lets a reminder keep silent for so many seconds; what fell due in the twelve hours before its end is said then, again if it was.
    ///
    /// - Throws: `reminderNotFound`; `snoozeTooLong`.
    public func snooze(_ name: String, seconds: Int) throws -> Row {
        guard (1...ReminderBook.longestSnooze).contains(seconds) else {
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

    /// When nothing reminds.
    public func quietTimes() throws -> QuietTimes { try store.read { try $0.record(KeptQuiet.only)?.times } ?? QuietTimes() }

    /// Changes when nothing reminds.
    public func setQuietTimes(_ quiet: QuietTimes) throws {
        try store.write(undo: "Changed the quiet times") { try $0.put(KeptQuiet(times: quiet)) }
    }

    // MARK: - What falls due

    /// What falls due on these days, at this moment or before. Yesterday counts where something is said: quiet hours and snoozes reach over midnight.
    private func calls(on days: [Day]) throws -> [ReminderCall] {
        let (now, reminders) = (time.now(), reminders())
        let (quiet, settings) = try store.read { transaction in
            try transaction.foresee([.record(KeptQuiet.only)] + reminders.map { .record(ReminderBook.id(of: $0)) })
            let settings = try reminders.map { try transaction.record(ReminderBook.id(of: $0)) }
            return (try transaction.record(KeptQuiet.only)?.times ?? QuietTimes(), settings)
        }
        let calls = try zip(reminders, settings).flatMap { reminder, setting in
            try days.flatMap {
                try self.calls(of: row(reminder, as: setting), on: $0, quiet, snooze: setting?.snoozedUntil)
            }
        }
        return calls.filter { $0.moment <= now }.sorted { ($0.moment, $0.key) < ($1.moment, $1.key) }
    }

    private func calls(of row: Row, on day: Day, _ quiet: QuietTimes, snooze: Instant?) throws -> [ReminderCall] {
        guard row.rule.reminds(on: day) else { return [] }
        let now = time.now()
        if row.snoozedUntil != nil { return [] }
        let calls: [ReminderCall] = try row.reminder.occasions(day).compactMap { occasion in
            guard let planned = quiet.moment(for: day, second: occasion.second ?? row.rule.second, in: time.calendar) else {
                return nil
            }
            let later = snooze.flatMap { $0 > planned && !ReminderBook.isStale(planned, at: $0) ? $0 : nil }
            guard !ReminderBook.isStale(later ?? planned, at: now) else { return nil }
            return ReminderCall(
                reminder: row.reminder.name, day: day, occasion: occasion, moment: later ?? planned, wasSnoozed: later != nil)
        }
        return try calls.isEmpty || day >= time.today() || day >= firstDay(of: row.reminder) ? calls : []
    }

    /// The first day on which it may remind: who has just come is not told of yesterday.
    private func firstDay(of reminder: Reminder) throws -> Day {
        guard let firstUse = reminder.firstUse else { return Day(ordinal: .min) }
        return try firstUse().map(time.calendar.day(of:)) ?? time.today()
    }

    private static func isStale(_ moment: Instant, at now: Instant) -> Bool { now.milliseconds - moment.milliseconds > stale }

    private func row(_ reminder: Reminder) throws -> Row {
        row(reminder, as: try store.read { try $0.record(ReminderBook.id(of: reminder)) })
    }

    private func row(_ reminder: Reminder, as setting: ReminderSetting?) -> Row {
        let snoozed = setting?.snoozedUntil.flatMap { $0 > time.now() ? $0 : nil }
        return Row(reminder: reminder, rule: setting?.rule ?? reminder.rule, snoozedUntil: snoozed)
    }

    private static func id(of reminder: Reminder) -> Identifier<ReminderSetting> { Identifier(reminder.name) }
}
