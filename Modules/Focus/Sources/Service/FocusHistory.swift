import Kernel

/// What was focused, day by day and in sums. What is locked is kept and counted, and not shown one by one.
public struct FocusHistory: Sendable {
    /// A record, and whether this person may see it.
    public struct Row: Hashable, Sendable {
        /// A stretch of focus, whole even when locked: who shows it leaves out what is.
        public let record: FocusRecord
        /// Whether it lies before the days that are open.
        public let isLocked: Bool

        /// A row that is open unless said otherwise.
        package init(_ record: FocusRecord, isLocked: Bool = false) { (self.record, self.isLocked) = (record, isLocked) }
    }

    /// What a stretch of days adds up to.
    public struct Total: Hashable, Sendable {
        /// The first day.
        public let first: Day
        /// The last day.
        public let last: Day
        /// Milliseconds of focus.
        public let focused: Int
        /// Stretches of focus.
        public let stretches: Int
        /// Those of full length.
        public let completed: Int
        /// Milliseconds by tag, most first.
        public let byTag: [FocusPart]
        /// Milliseconds by project, most first.
        public let byProject: [FocusPart]
    }

    private let store: any Store
    private let gates: GateKeeper
    private let time: TimeSource

    /// History over one profile's store.
    public init(_ store: any Store, gates: GateKeeper, time: TimeSource) {
        (self.store, self.gates, self.time) = (store, gates, time)
    }

    /// The day of the machine's clock, which `--today` does not move: what is open is counted from it.
    private var machineDay: Day { time.calendar.day(of: time.now()) }

    /// The first day that may be looked at; nil when all may.
    public func openSince() -> Day? {
        gates.ask(FocusGates.history, 0).room.map { machineDay.adding(days: 1 - $0) }
    }

    /// The records of days, latest first, with those that are locked marked.
    public func rows(from first: Day, through last: Day, limit: Int? = nil) throws -> [Row] {
        let open = openSince()
        return try records(from: first, through: last, limit: limit).map { record in
            Row(record, isLocked: open.map { record.day < $0 } ?? false)
        }
    }

    /// The records of one day.
    ///
    /// - Throws: `locked` when the day has some and may not be looked at.
    public func rows(of day: Day) throws -> [Row] {
        let answer = gates.ask(FocusGates.history, max(0, machineDay.days(since: day)))
        if let open = openSince(), day < open, try !days(from: day, through: day).isEmpty {
            throw answer.refusal(LockText.history, of: FocusGates.history)
        }
        return try rows(from: day, through: day)
    }

    /// Everything that was ever kept, for export: a person's own data is never locked.
    public func everything() throws -> [Row] {
        try records(from: Day(ordinal: .min), through: Day(ordinal: .max), limit: nil).reversed().map {
            Row($0)
        }
    }

    /// When the first stretch began that was ever kept; nil before there is one.
    public func firstStart() throws -> Instant? {
        let kept = try store.read { try $0.records(FocusRecord.byStart.all.limit(1)) }.first
        return try (kept ?? pending(from: Day(ordinal: .min), through: Day(ordinal: .max)).first)?.start
    }

    /// What days add up to, locked ones too.
    public func total(from first: Day, through last: Day) throws -> Total {
        let days = try days(from: first, through: last)
        return Total(
            first: first, last: last, focused: days.reduce(0) { $0 + $1.focused },
            stretches: days.reduce(0) { $0 + $1.stretches },
            completed: days.reduce(0) { $0 + $1.completed }, byTag: FocusHistory.parts(days.map(\.byTag)),
            byProject: FocusHistory.parts(days.map(\.byProject)))
    }

    /// The sums of days, earliest first; days without focus have none.
    public func days(from first: Day, through last: Day) throws -> [FocusDay] {
        let pending = Dictionary(grouping: try pending(from: first, through: last), by: \.day)
        let kept = first > last ? [] : try store.read { try $0.records(FocusDay.byDay.from(first, through: last)) }
        guard !pending.isEmpty else { return kept }
        let byDay = Dictionary(kept.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
        let sums = pending.map { day, records in FocusDay(day, byDay[day], and: FocusDay(day, records: records)) }
        return (kept.filter { pending[$0.day] == nil } + sums).sorted { $0.day < $1.day }
    }

    /// XP, level, streak and achievements.
    ///
    /// - Throws: `locked` without Pro.
    public func experience() throws -> Experience {
        let answer = gates.ask(FocusGates.xp, 0)
        guard answer.allowed else { throw answer.refusal(LockText.xp, of: FocusGates.xp) }
        let days = try days(from: Day(ordinal: .min), through: Day(ordinal: .max))
        return try Experience(days, respites: respites(), today: time.today())
    }

    /// What was reached with records that were kept just now; nil for nothing, and where XP is locked.
    func reached(with records: [FocusRecord]) throws -> Reached? {
        guard !records.isEmpty, gates.ask(FocusGates.xp, 0).allowed else { return nil }
        let (all, respites) = (try days(from: Day(ordinal: .min), through: Day(ordinal: .max)), try respites())
        let new = Set(records.map(\.id))
        let touched = try Dictionary(
            uniqueKeysWithValues: Set(records.map(\.day)).map { day in
                (day, try self.records(from: day, through: day, limit: nil).filter { !new.contains($0.id) })
            })
        let before = all.compactMap { day in
            guard let others = touched[day.day] else { return day }
            return others.isEmpty ? nil : FocusDay(day.day, records: others)
        }
        let today = time.today()
        return Reached(
            from: Experience(before, respites: respites, today: today), to: Experience(all, respites: respites, today: today))
    }

    /// The days that break no streak, merged, earliest first.
    func respites() throws -> [ClosedRange<Day>] { Respite.days(of: try store.read { try $0.records(Selection<Respite>.all) }) }

    /// Whether a day has focus, or is one of a planned pause.
    public func needsNothing(on day: Day) throws -> Bool {
        if try !days(from: day, through: day).isEmpty { return true }
        return try respites().contains { $0.contains(day) }
    }

    /// Days in a row with focus, which everybody may see: up to yesterday as long as today has none.
    public func streak() throws -> Int { try streak(through: time.today(), isOpen: true) }

    /// Days in a row with focus that end with the day before another.
    public func streak(before day: Day) throws -> Int { try streak(through: day.adding(days: -1), isOpen: false) }

    /// Whether nothing was ever focused.
    public func isEmpty() throws -> Bool {
        let (first, last) = (Day(ordinal: .min), Day(ordinal: .max))
        return try records(from: first, through: last, limit: 1).isEmpty
    }

    /// Walks back over the keys of days, and asks for more of them only where the row goes further: most are short.
    private func streak(through last: Day, isOpen: Bool) throws -> Int {
        let pending = Set(try pending(from: Day(ordinal: .min), through: last).map(\.day))
        let respites = try respites()
        var most = FocusHistory.usualRow
        while true {
            let days = FocusHistory.row(of: most, through: last)
            let focused = Set(try store.read { try $0.keys(days) }.compactMap { Day($0.text) }).union(pending)
            func holds(_ day: Day) -> Bool { focused.contains(day) || respites.contains { $0.contains(day) } }
            let first = last.adding(days: 1 - most)
            var day = isOpen && !holds(last) ? last.adding(days: -1) : last
            var length = 0
            while day >= first, holds(day) {
                length += focused.contains(day) ? 1 : 0
                day = day.adding(days: -1)
            }
            if day >= first { return length }
            most *= 8
        }
    }

    /// Days of a row that are asked for first.
    private static let usualRow = 64

    private static func row(of days: Int, through last: Day) -> Selection<FocusDay> {
        FocusDay.byDay.from(last.adding(days: 1 - days), through: last)
    }

    /// What tells how today stands, in one question: for whoever looks at several things at once.
    static func foreseen(on today: Day) -> [Foreseen] {
        [
            .record(CurrentSession.only), .record(FocusChoices.only), .records(Selection<Respite>.all),
            .records(FocusDay.byDay.from(today.monday, through: today)), .keys(row(of: usualRow, through: today)),
        ]
    }

    private func records(from first: Day, through last: Day, limit: Int?) throws -> [FocusRecord] {
        let pending = try pending(from: first, through: last)
        let days = FocusRecord.byStart.from(IndexKey(first), through: IndexKey(text: last.indexKey.text + "\u{2}"))
        let kept = first > last ? [] : try store.read { try $0.records(days.descending.limit(limit)) }
        return Array((pending.reversed() + kept).prefix(limit ?? .max))
    }

    /// What ended since the session was last written down: it counts at once, and is kept with the next event.
    private func pending(from first: Day, through last: Day) throws -> [FocusRecord] {
        guard var session = try store.read({ try $0.record(CurrentSession.only) })?.session else { return [] }
        let finished = session.advance(to: time.now())
        return finished.map { FocusRecord($0, of: session, calendar: time.calendar) }.filter { $0.day >= first && $0.day <= last }
    }

    private static func parts(_ days: [[String: Int]]) -> [FocusPart] {
        let sums = days.reduce(into: [String: Int]()) { sums, day in sums.merge(day, uniquingKeysWith: +) }
        return sums.map { FocusPart(name: $0.key, focused: $0.value) }.sorted { ($1.focused, $0.name) < ($0.focused, $1.name) }
    }
}
