import Kernel

/// Where rules and what was said are kept. Each method is one transaction.
public protocol ReminderRepository: Sendable {
    /// What a person chose for a reminder; nil when nothing.
    func setting(of name: String) throws -> ReminderSetting?
    /// Keeps what was chosen for a reminder.
    func keep(_ setting: ReminderSetting, label: String) throws
    /// When nothing reminds.
    func quietTimes() throws -> QuietTimes
    /// Keeps when nothing reminds.
    func keep(_ quiet: QuietTimes, label: String) throws
    /// Of these, those that were never said; from now on they count as said. Two that ask at once never get the same one.
    func claim(_ calls: [ReminderCall]) throws -> [ReminderCall]
    /// Whether one was said.
    func wasSaid(_ call: ReminderCall) throws -> Bool
    /// Forgets what was said before a day.
    func forget(before day: Day) throws
}

/// What a person chose for one reminder.
public struct ReminderSetting: Storable, Hashable {
    /// The reminder's name.
    public let name: String
    /// When it reminds.
    public var rule: ReminderRule
    /// Until when it keeps silent; what fell due in the twelve hours before is said then, again if need be.
    public var snoozedUntil: Instant?

    /// A setting.
    public init(name: String, rule: ReminderRule, snoozedUntil: Instant? = nil) {
        (self.name, self.rule, self.snoozedUntil) = (name, rule, snoozedUntil)
    }

    /// Made from the name.
    public var id: Identifier<ReminderSetting> { Identifier(name) }
    /// Where settings are kept.
    public static let collection = RecordCollection<ReminderSetting>("reminders.settings")
}

/// One occasion that is due, once.
public struct ReminderCall: Hashable, Sendable {
    /// The reminder's name.
    public let reminder: String
    /// The day it is for.
    public let day: Day
    /// What to say.
    public let occasion: Reminder.Occasion
    /// When it may be said at the earliest.
    public let moment: Instant
    /// Whether a snooze put it off to that moment; it is then said again.
    public let wasSnoozed: Bool

    /// What tells it from every other: it is said once.
    public var key: String { "\(day):\(reminder):\(occasion.key)" + (wasSnoozed ? "@\(moment)" : "") }

    /// A call.
    public init(reminder: String, day: Day, occasion: Reminder.Occasion, moment: Instant, wasSnoozed: Bool = false) {
        (self.reminder, self.day, self.occasion, self.moment) = (reminder, day, occasion, moment)
        self.wasSnoozed = wasSnoozed
    }
}

/// Rules and what was said, in any store.
public struct StoredReminderRepository: ReminderRepository {
    /// Every kind of record that is kept.
    public static var collections: [any StoredCollection] {
        [ReminderSetting.collection, SaidCall.collection, KeptQuiet.collection]
    }

    private let store: any Store

    /// In a store.
    public init(_ store: any Store) { self.store = store }

    public func setting(of name: String) throws -> ReminderSetting? {
        try store.read { try $0.record(Identifier<ReminderSetting>(name)) }
    }

    public func keep(_ setting: ReminderSetting, label: String) throws { try store.write(undo: label) { try $0.put(setting) } }

    public func quietTimes() throws -> QuietTimes { try store.read { try $0.record(KeptQuiet.only)?.times } ?? QuietTimes() }

    public func keep(_ quiet: QuietTimes, label: String) throws {
        try store.write(undo: label) { try $0.put(KeptQuiet(times: quiet)) }
    }

    public func claim(_ calls: [ReminderCall]) throws -> [ReminderCall] {
        guard !calls.isEmpty else { return [] }
        return try store.write { transaction in
            var new: [ReminderCall] = []
            for call in calls {
                let said = SaidCall(key: call.key, day: call.day)
                guard try transaction.record(said.id) == nil else { continue }
                try transaction.put(said)
                new.append(call)
            }
            return new
        }
    }

    public func wasSaid(_ call: ReminderCall) throws -> Bool {
        try store.read { try $0.record(Identifier<SaidCall>(call.key)) != nil }
    }

    public func forget(before day: Day) throws {
        guard try store.read({ try $0.first(SaidCall.byDay.before(day)) }) != nil else { return }
        try store.write { transaction in
            for old in try transaction.records(SaidCall.byDay.before(day)) { try transaction.delete(old.id) }
        }
    }
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
