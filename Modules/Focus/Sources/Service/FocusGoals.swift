import Kernel

/// The daily and weekly goals of focus and the progress toward them.
package struct FocusGoals: Sendable {
    /// The goals and the progress toward them, in seconds.
    package struct Tally: Hashable, Sendable {
        /// The daily goal, or nil for none.
        package let day: Int?
        /// The focus of today.
        package let today: Int
        /// The weekly goal, Monday to Sunday, or nil for none.
        package let week: Int?
        /// The focus since Monday.
        package let thisWeek: Int
    }

    /// A goal that was reached, in seconds.
    package enum Goal: Hashable, Sendable {
        case day(Int)
        case week(Int)
    }

    private let store: any Store
    private let history: FocusHistory
    private let time: TimeSource

    package init(_ store: any Store, history: FocusHistory, time: TimeSource) {
        self.store = store
        self.history = history
        self.time = time
    }

    /// Prefetches the data for today's overview in one query: the timer, the goals and the streak.
    package func prefetch() throws { try store.read { try $0.prefetch(FocusHistory.prefetched(on: time.today())) } }

    /// Returns today's goals and progress.
    package func tally() throws -> Tally {
        let choices = try store.focusChoices()
        let today = time.today()
        let days = try history.days(from: today.monday, through: today)
        return Tally(
            day: choices.dayGoal, today: (days.first { $0.day == today }?.focused ?? 0) / 1000, week: choices.weekGoal,
            thisWeek: days.reduce(0) { $0 + $1.focused } / 1000)
    }

    /// Returns the goals that the latest records reached.
    ///
    /// A goal is therefore announced once, and again if it was lost and then reached again.
    package func reached(with records: [FocusRecord]) throws -> [Goal] {
        try reached(with: records, store.focusChoices())
    }

    /// Returns the goals that the latest records reached, by choices that the caller has read.
    func reached(with records: [FocusRecord], _ choices: FocusChoices?) throws -> [Goal] {
        guard let choices, choices.dayGoal != nil || choices.weekGoal != nil, let day = records.map(\.day).max() else {
            return []
        }
        let week = try history.days(from: day.monday, through: day.monday.adding(days: 6))
        /// Returns whether the new records took the sum of some days over a goal.
        func isReached(_ goal: Int, _ days: ClosedRange<Day>) -> Bool {
            let total = week.filter { days.contains($0.day) }.reduce(0) { $0 + $1.focused }
            let added = records.filter { days.contains($0.day) }.reduce(0) { $0 + $1.focused }
            return (total - added) / 1000 < goal && total / 1000 >= goal
        }
        let fullWeek = day.monday...day.monday.adding(days: 6)
        return (choices.dayGoal.flatMap { isReached($0, day...day) ? [.day($0)] : nil } ?? [])
            + (choices.weekGoal.flatMap { isReached($0, fullWeek) ? [.week($0)] : nil } ?? [])
    }

    /// Sets the daily goal, or removes it with nil.
    ///
    /// - Throws: `goalInvalid`.
    package func set(day seconds: Int?) throws {
        try FocusGoals.check(seconds, upTo: 24)
        try store.updateChoices(seconds == nil ? "Took the goal of the day away" : "Set the goal of the day") {
            $0.dayGoal = seconds
        }
    }

    /// Sets the weekly goal, or removes it with nil.
    ///
    /// - Throws: `goalInvalid`.
    package func set(week seconds: Int?) throws {
        try FocusGoals.check(seconds, upTo: 99)
        try store.updateChoices(seconds == nil ? "Took the goal of the week away" : "Set the goal of the week") {
            $0.weekGoal = seconds
        }
    }

    /// Checks that a goal is 1 minute to the given hours.
    ///
    /// - Throws: `goalInvalid`.
    private static func check(_ seconds: Int?, upTo hours: Int) throws {
        guard let seconds, !(60...hours * 3600).contains(seconds) else { return }
        throw Failure(
            .goalInvalid, "This goal is from 1 minute to \(hours) hours.", advice: "Write it as in 2h or 1h30m.",
            kind: .usage)
    }
}

extension Day {
    /// The Monday of the day's week.
    package var monday: Day { adding(days: -((ordinal + 3) % 7 + 7) % 7) }
}
