import Kernel

/// What days and weeks tell of somebody's focus: when it lies, where it goes, and what it is beside the week before. For Pro.
public struct Journey: Sendable {
    private let store: any Store
    private let gates: GateKeeper
    private let history: FocusHistory
    private let time: TimeSource

    /// A journey over one profile's store.
    public init(_ store: any Store, gates: GateKeeper, history: FocusHistory, time: TimeSource) {
        (self.store, self.gates, self.history, self.time) = (store, gates, history, time)
    }

    /// Goes on where the gate is open.
    ///
    /// - Throws: `locked`.
    private func enter() throws {
        let answer = gates.ask(FocusGates.journey, 0)
        guard answer.allowed else { throw answer.refusal(LockText.journey, of: FocusGates.journey) }
    }

    /// A stretch of days.
    ///
    /// - Throws: `locked`.
    public func leg(from first: Day, through last: Day) throws -> Leg {
        try enter()
        return try makeLeg(from: first, through: last)
    }

    /// The last weeks up to today.
    ///
    /// - Throws: `locked`.
    public func overview() throws -> Overview {
        try enter()
        let today = time.today()
        let all = try history.days(from: Day(ordinal: .min), through: Day(ordinal: .max))
        let leg = try makeLeg(from: today.monday.adding(days: -7 * Overview.weeks), through: today)
        return Overview(
            today: today, leg: leg, weeks: Overview.weeks(of: all, before: today), lastWeekSoFar: try lastWeekSoFar(today),
            streak: FocusStreak(all.map(\.day), respites: try history.respites(), today: today))
    }

    private func makeLeg(from first: Day, through last: Day) throws -> Leg {
        let records = try history.rows(from: first, through: last).map(\.record)
        return Leg(
            first, last, records: records, days: try history.days(from: first, through: last),
            tasksDone: try tasksDone(from: first, through: last), calendar: time.calendar)
    }

    /// What last week had by the same moment: its days before the same weekday whole, and that day up to the present time of day.
    private func lastWeekSoFar(_ today: Day) throws -> Int {
        let (first, last) = (today.monday.adding(days: -7), today.adding(days: -7))
        let now = time.now()
        // Where the day is not the clock's, nobody knows how much of it is over.
        guard time.calendar.day(of: now) == today else { return try history.total(from: first, through: last).focused }
        let cut = time.calendar.instant(of: last, secondOfDay: time.calendar.secondOfDay(of: now))
        return try history.rows(from: first, through: last).reduce(0) { sum, row in
            let (start, end) = (row.record.start, row.record.end)
            guard end > cut, start < end else { return sum + row.record.focused }
            let share = cut.seconds(since: start) / end.seconds(since: start)
            return sum + Int(Double(row.record.focused) * max(0, share))
        }
    }

    private func tasksDone(from first: Day, through last: Day) throws -> Int {
        try store.read { transaction in
            try ["closed", "again"].reduce(0) { sum, state in
                let end = IndexKey(text: IndexKey(state, last).text + "\u{2}")
                return sum + (try transaction.count(FocusTask.byStanding.from(IndexKey(state, first), through: end)))
            }
        }
    }

    // MARK: - Respites

    /// Days that do not break the streak, latest first.
    public func respites() throws -> [Respite] {
        try enter()
        return try store.read { try $0.records(Selection<Respite>.all) }.sorted { ($1.first, $1.id) < ($0.first, $0.id) }
    }

    /// Repairs a missed day, so that it does not break the streak: one of each calendar month.
    ///
    /// - Throws: `locked`; `respiteInvalid` for a day with focus, of today or later, too long ago, or of a month that has had its repair.
    public func repair(_ day: Day) throws -> Respite {
        try enter()
        let (today, isFree) = (clockDay, try !history.needsNothing(on: day))
        guard day < today, today.days(since: day) <= Respite.reach else {
            throw Journey.invalid("A missed day can be repaired from the day after, for \(Respite.reach) days.")
        }
        guard isFree else { throw Journey.invalid("\(day) does not break your streak: it has focus, or is excused already.") }
        guard let begun = try history.firstStart(), time.calendar.day(of: begun) < day else {
            throw Journey.invalid("There is no focus before \(day), so there is no streak to repair.")
        }
        let respite = Respite.repair(day)
        try store.write(undo: "Repaired \(day)") { transaction in
            if let other = try transaction.record(respite.id) {
                throw Journey.invalid("One day of a month can be repaired, and in this one it was \(other.first).")
            }
            try transaction.put(respite)
        }
        return respite
    }

    /// Plans a pause, of which no day breaks the streak.
    ///
    /// - Throws: `locked`; `respiteInvalid` for one that begins before today, ends before it begins, or is too long.
    public func pause(from first: Day, through last: Day) throws -> Respite {
        try enter()
        guard first >= clockDay else {
            throw Journey.invalid("A pause is planned: it begins today or later. `journey repair DAY` is for one missed day.")
        }
        guard first <= last else { throw Journey.invalid("The pause would end before it begins.") }
        guard last.days(since: first) < Respite.longest, last.year < 9999 else {
            throw Journey.invalid("A pause has \(Respite.longest) days at most.")
        }
        let respite = Respite.pause(first, last)
        try store.write(undo: "Planned a pause") { try $0.put(respite) }
        return respite
    }

    /// Ends the pauses that reach today or lie ahead; days that are over stay excused.
    ///
    /// - Returns: those that were ended.
    public func endPauses() throws -> [Respite] {
        try enter()
        let today = clockDay
        return try store.write(undo: "Ended a pause") { transaction in
            let ended = try transaction.records(Selection<Respite>.all).filter { $0.kind == .pause && $0.last >= today }
            for respite in ended {
                if respite.first < today {
                    try transaction.put(Respite.pause(respite.first, today.adding(days: -1)))
                } else {
                    try transaction.delete(respite.id)
                }
            }
            return ended
        }
    }

    /// The day of the machine's clock, which `--today` does not move: or any day could be yesterday.
    private var clockDay: Day { time.calendar.day(of: time.now()) }

    private static func invalid(_ message: String) -> Failure {
        Failure(.respiteInvalid, message, advice: "Nothing was changed.", kind: .badData)
    }
}
