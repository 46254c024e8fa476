import Kernel

/// The analysis of a user's focus by time, topic and comparison with the week before.
///
/// It needs Pro.
package struct Journey: Sendable {
    private let store: any Store
    private let gates: GateKeeper
    private let history: FocusHistory
    private let time: TimeSource

    package init(_ store: any Store, gates: GateKeeper, history: FocusHistory, time: TimeSource) {
        self.store = store
        self.gates = gates
        self.history = history
        self.time = time
    }

    /// Checks that the gate is open.
    ///
    /// - Throws: `locked`.
    private func checkGate() throws {
        let answer = gates.ask(FocusGates.journey, 0)
        guard answer.allowed else { throw answer.lockFailure(LockText.journey, of: FocusGates.journey) }
    }

    /// Returns the analysis of a range of days.
    ///
    /// - Throws: `locked`.
    package func period(from first: Day, through last: Day) throws -> JourneyPeriod {
        try checkGate()
        return try makePeriod(from: first, through: last)
    }

    /// Returns the analysis of the last weeks up to today.
    ///
    /// - Throws: `locked`.
    package func overview() throws -> RecentWeeks {
        try checkGate()
        let today = time.today()
        let all = try history.days(from: Day(ordinal: .min), through: Day(ordinal: .max))
        let period = try makePeriod(from: today.monday.adding(days: -7 * RecentWeeks.weeks), through: today)
        return RecentWeeks(
            today: today, period: period, weeks: RecentWeeks.weeks(of: all, before: today),
            lastWeekSoFar: try lastWeekSoFar(today),
            streak: Streak(
                days: all.map(\.day), rules: Streak.Rules(pauses: try history.streakPauses()), today: today))
    }

    /// Returns the analysis of a range of days without asking the gate.
    private func makePeriod(from first: Day, through last: Day) throws -> JourneyPeriod {
        let records = try history.rows(from: first, through: last).map(\.record)
        return JourneyPeriod(
            first, last, records: records, days: try history.days(from: first, through: last),
            tasksDone: try tasksDone(from: first, through: last), calendar: time.calendar)
    }

    /// Returns the focus of last week up to the same weekday and time of day.
    private func lastWeekSoFar(_ today: Day) throws -> Int {
        let first = today.monday.adding(days: -7)
        let last = today.adding(days: -7)
        let now = time.now()
        // If `--today` differs from the clock's day, the elapsed part of the day is unknown.
        guard time.calendar.day(of: now) == today else { return try history.total(from: first, through: last).focused }
        let cutoff = time.calendar.instant(of: last, secondOfDay: time.calendar.secondOfDay(of: now))
        return try history.rows(from: first, through: last).reduce(0) { sum, row in
            let start = row.record.start
            let end = row.record.end
            guard end > cutoff, start < end else { return sum + row.record.focused }
            let share = cutoff.seconds(since: start) / end.seconds(since: start)
            return sum + Int(Double(row.record.focused) * max(0, share))
        }
    }

    /// Returns the number of tasks that were last done in a range of days.
    private func tasksDone(from first: Day, through last: Day) throws -> Int {
        try store.read { transaction in
            try ["closed", "again"].reduce(0) { sum, state in
                let end = IndexKey(state, last).endOfParts
                return sum + (try transaction.count(FocusTask.byState.from(IndexKey(state, first), through: end)))
            }
        }
    }

    // MARK: - Pauses and repairs

    /// Returns the days that do not break the streak, latest first.
    package func streakPauses() throws -> [StreakPause] {
        try checkGate()
        return try store.read { try $0.records(Selection<StreakPause>.all) }.sorted {
            ($1.first, $1.id) < ($0.first, $0.id)
        }
    }

    /// Repairs a missed day, so that it does not break the streak, once each calendar month.
    ///
    /// - Throws: `locked`, `respiteInvalid` for a day that has focus, is not past, is too long ago,
    ///   or is in a month with a repair.
    package func repair(_ day: Day) throws -> StreakPause {
        try checkGate()
        let today = clockDay
        let isMissed = try !history.isFocusedOrExcused(on: day)
        guard day < today, today.days(since: day) <= StreakPause.longestRepairAge else {
            throw Journey.daysFailure(
                "A missed day can be repaired from the day after, for \(StreakPause.longestRepairAge) days.")
        }
        guard isMissed else {
            throw Journey.daysFailure("\(day) does not break your streak: it has focus, or is excused already.")
        }
        guard let firstStart = try history.firstStart(), time.calendar.day(of: firstStart) < day else {
            throw Journey.daysFailure("There is no focus before \(day), so there is no streak to repair.")
        }
        let streakPause = StreakPause.repair(day)
        try store.write(undo: "Repaired \(day)") { transaction in
            if let earlierRepair = try transaction.record(streakPause.id) {
                throw Journey.daysFailure(
                    "One day of a month can be repaired, and in this one it was \(earlierRepair.first).")
            }
            try transaction.put(streakPause)
        }
        return streakPause
    }

    /// Plans a pause whose days do not break the streak.
    ///
    /// - Throws: `locked`, `respiteInvalid` if it begins before today, ends before it begins, or is
    ///   too long.
    package func pause(from first: Day, through last: Day) throws -> StreakPause {
        try checkGate()
        guard first >= clockDay else {
            throw Journey.daysFailure(
                "A pause is planned: it begins today or later. `journey repair DAY` is for one missed day.")
        }
        guard first <= last else { throw Journey.daysFailure("The pause would end before it begins.") }
        guard last.days(since: first) < StreakPause.longest, last.year < 9999 else {
            throw Journey.daysFailure("A pause has \(StreakPause.longest) days at most.")
        }
        let streakPause = StreakPause.pause(first, last)
        try store.write(undo: "Planned a pause") { try $0.put(streakPause) }
        return streakPause
    }

    /// Ends current and future pauses.
    ///
    /// Their past days stay excused.
    ///
    /// - Returns: the pauses that ended.
    package func endPauses() throws -> [StreakPause] {
        try checkGate()
        let today = clockDay
        return try store.write(undo: "Ended a pause") { transaction in
            let endedPauses = try transaction.records(Selection<StreakPause>.all).filter {
                $0.kind == .pause && $0.last >= today
            }
            for streakPause in endedPauses {
                if streakPause.first < today {
                    try transaction.put(StreakPause.pause(streakPause.first, today.adding(days: -1)))
                } else {
                    try transaction.delete(streakPause.id)
                }
            }
            return endedPauses
        }
    }

    /// The day of the machine's clock.
    ///
    /// It ignores `--today`, which could otherwise make any day yesterday.
    private var clockDay: Day { time.calendar.day(of: time.now()) }

    /// Returns the failure for days that cannot be repaired or paused.
    private static func daysFailure(_ message: String) -> Failure {
        Failure(.respiteInvalid, message, advice: "Nothing was changed.", kind: .badData)
    }
}
