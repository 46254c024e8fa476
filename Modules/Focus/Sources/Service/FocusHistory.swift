import Kernel

/// Past focus by day and in sums.
///
/// Locked records are stored and counted, but hidden in lists.
package struct FocusHistory: Sendable {
    /// A record, and whether this user may see it.
    package struct Row: Hashable, Sendable {
        /// The whole record, even if locked.
        ///
        /// The caller must hide a locked one.
        package let record: FocusRecord
        /// Whether the record is older than the days that the user's plan shows.
        package let isLocked: Bool

        package init(_ record: FocusRecord, isLocked: Bool = false) {
            self.record = record
            self.isLocked = isLocked
        }
    }

    /// The sums of a range of days.
    package struct Total: Hashable, Sendable {
        package let first: Day
        package let last: Day
        /// Milliseconds of focus.
        package let focused: Int
        /// The number of records.
        package let stretches: Int
        /// The number of full rounds.
        package let completed: Int
        /// Milliseconds by tag, in descending order.
        package let byTag: [FocusPart]
        /// Milliseconds by project, in descending order.
        package let byProject: [FocusPart]
    }

    private let store: any Store
    private let gates: GateKeeper
    private let time: TimeSource

    package init(_ store: any Store, gates: GateKeeper, time: TimeSource) {
        self.store = store
        self.gates = gates
        self.time = time
    }

    /// The day of the machine's clock, from which open days are counted.
    ///
    /// It ignores `--today`.
    private var machineDay: Day { time.calendar.day(of: time.now()) }

    /// Returns the first visible day, or nil if all days are visible.
    package func firstVisibleDay() -> Day? {
        gates.ask(FocusGates.history, 0).allowedCount.map { machineDay.adding(days: 1 - $0) }
    }

    /// Returns the records of a range of days, latest first, with locked ones marked.
    package func rows(from first: Day, through last: Day, limit: Int? = nil) throws -> [Row] {
        let firstVisible = firstVisibleDay()
        return try records(from: first, through: last, limit: limit).map { record in
            Row(record, isLocked: firstVisible.map { record.day < $0 } ?? false)
        }
    }

    /// Returns the records of one day.
    ///
    /// - Throws: `locked` if the day has records and is locked.
    package func rows(of day: Day) throws -> [Row] {
        let answer = gates.ask(FocusGates.history, max(0, machineDay.days(since: day)))
        if let firstVisible = firstVisibleDay(), day < firstVisible, try !days(from: day, through: day).isEmpty {
            throw answer.lockFailure(LockText.history, of: FocusGates.history)
        }
        return try rows(from: day, through: day)
    }

    /// Returns all records for export.
    ///
    /// The user's own data is never locked there.
    package func allRows() throws -> [Row] {
        try records(from: Day(ordinal: .min), through: Day(ordinal: .max), limit: nil).reversed().map {
            Row($0)
        }
    }

    /// Returns the start of the first record, or nil if there is none.
    package func firstStart() throws -> Instant? {
        let firstRecord = try store.read { try $0.records(FocusRecord.byStart.all.limit(1)) }.first
        return try (firstRecord ?? pending(from: Day(ordinal: .min), through: Day(ordinal: .max)).first)?.start
    }

    /// Returns the sums of a range of days, including locked ones.
    package func total(from first: Day, through last: Day) throws -> Total {
        let days = try days(from: first, through: last)
        return Total(
            first: first, last: last, focused: days.reduce(0) { $0 + $1.focused },
            stretches: days.reduce(0) { $0 + $1.stretches },
            completed: days.reduce(0) { $0 + $1.completed }, byTag: FocusHistory.parts(days.map(\.byTag)),
            byProject: FocusHistory.parts(days.map(\.byProject)))
    }

    /// Returns the sums of each day with focus, earliest first.
    package func days(from first: Day, through last: Day) throws -> [FocusDay] {
        let pending = Dictionary(grouping: try pending(from: first, through: last), by: \.day)
        let storedDays =
            first > last ? [] : try store.read { try $0.records(FocusDay.byDay.from(first, through: last)) }
        guard !pending.isEmpty else { return storedDays }
        let byDay = Dictionary(storedDays.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
        let sums = pending.map { day, records in FocusDay(day, byDay[day], and: FocusDay(day, records: records)) }
        return (storedDays.filter { pending[$0.day] == nil } + sums).sorted { $0.day < $1.day }
    }

    /// Returns XP, level, streak and achievements.
    ///
    /// - Throws: `locked` without Pro.
    package func experience() throws -> Experience {
        let answer = gates.ask(FocusGates.xp, 0)
        guard answer.allowed else { throw answer.lockFailure(LockText.xp, of: FocusGates.xp) }
        let days = try days(from: Day(ordinal: .min), through: Day(ordinal: .max))
        return try Experience(days, pauses: streakPauses(), today: time.today())
    }

    /// Returns the achievements of the latest records, or nil if there are none or XP is locked.
    func reached(with records: [FocusRecord]) throws -> ReachedMilestones? {
        guard !records.isEmpty, gates.ask(FocusGates.xp, 0).allowed else { return nil }
        let all = try days(from: Day(ordinal: .min), through: Day(ordinal: .max))
        let pauses = try streakPauses()
        let newIDs = Set(records.map(\.id))
        let otherRecordsByDay = try Dictionary(
            uniqueKeysWithValues: Set(records.map(\.day)).map { day in
                (day, try self.records(from: day, through: day, limit: nil).filter { !newIDs.contains($0.id) })
            })
        let before = all.compactMap { day in
            guard let otherRecords = otherRecordsByDay[day.day] else { return day }
            return otherRecords.isEmpty ? nil : FocusDay(day.day, records: otherRecords)
        }
        let today = time.today()
        return ReachedMilestones(
            from: Experience(before, pauses: pauses, today: today),
            to: Experience(all, pauses: pauses, today: today))
    }

    /// Returns the days that break no streak.
    func streakPauses() throws -> [ClosedRange<Day>] {
        try store.read { try $0.records(Selection<StreakPause>.all) }.compactMap(\.days)
    }

    /// Returns whether a day has focus or is part of a planned pause.
    package func isFocusedOrExcused(on day: Day) throws -> Bool {
        if try !days(from: day, through: day).isEmpty { return true }
        return try streakPauses().contains { $0.contains(day) }
    }

    /// Returns the streak up to today, or up to yesterday while today has no focus.
    ///
    /// It is free.
    package func streak() throws -> Int { try streak(on: time.today(), isOpen: false) }

    /// Returns the streak that ends on the day before a given day.
    package func streak(before day: Day) throws -> Int { try streak(on: day, isOpen: true) }

    /// Returns whether there is no record and no unsaved phase.
    package func isEmpty() throws -> Bool {
        let first = Day(ordinal: .min)
        let last = Day(ordinal: .max)
        return try records(from: first, through: last, limit: 1).isEmpty
    }

    /// Returns the streak on a day.
    ///
    /// - Parameter isOpen: whether the day itself is still left out.
    private func streak(on day: Day, isOpen: Bool) throws -> Int {
        let last = isOpen ? day.adding(days: -1) : day
        let pending = try pending(from: Day(ordinal: .min), through: last).map(\.day)
        let rules = Streak.Rules(pauses: try streakPauses())
        return try Streak.current(on: day, isOpen: isOpen, rules: rules) { days in
            try store.read { try $0.keys(FocusHistory.keys(of: days)) }.compactMap { Day($0.text) } + pending
        }
    }

    /// Returns the days with sums in a range, which the streak reads.
    private static func keys(of days: ClosedRange<Day>) -> Selection<FocusDay> {
        FocusDay.byDay.from(days.lowerBound, through: days.upperBound)
    }

    /// Returns the prefetch of today's overview, for a caller that needs several parts of it.
    static func prefetched(on today: Day) -> [Prefetch] {
        [
            .record(CurrentSession.only), .record(FocusChoices.only), .records(Selection<StreakPause>.all),
            .records(FocusDay.byDay.from(today.monday, through: today)), .keys(keys(of: Streak.latest(until: today))),
        ]
    }

    /// Returns the records of a range of days, saved or not, latest first.
    private func records(from first: Day, through last: Day, limit: Int?) throws -> [FocusRecord] {
        let pending = try pending(from: first, through: last)
        let days = FocusRecord.byStart.from(IndexKey(first), through: last.indexKey.endOfParts)
        let storedRecords = first > last ? [] : try store.read { try $0.records(days.descending.limit(limit)) }
        return Array((pending.reversed() + storedRecords).prefix(limit ?? .max))
    }

    /// Returns the focus phases that ended since the session was last saved.
    ///
    /// They count immediately and are saved with the next event.
    private func pending(from first: Day, through last: Day) throws -> [FocusRecord] {
        guard var session = try store.read({ try $0.record(CurrentSession.only) })?.session else { return [] }
        let finished = session.advance(to: time.now())
        return finished.map { FocusRecord($0, of: session, calendar: time.calendar) }.filter {
            $0.day >= first && $0.day <= last
        }
    }

    /// Returns the sums over several days by name, largest first.
    private static func parts(_ days: [[String: Int]]) -> [FocusPart] {
        let sums = days.reduce(into: [String: Int]()) { sums, day in sums.merge(day, uniquingKeysWith: +) }
        return sums.map { FocusPart(name: $0.key, focused: $0.value) }.sorted {
            ($1.focused, $0.name) < ($0.focused, $1.name)
        }
    }
}
