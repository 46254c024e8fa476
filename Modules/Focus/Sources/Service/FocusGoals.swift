import Kernel

/// How much focus a day and a week should have, and how much they have.
public struct FocusGoals: Sendable {
    /// Goals and what there is of them; seconds.
    public struct Tally: Hashable, Sendable {
        /// What a day should have; nil for no goal.
        public let day: Int?
        /// Seconds of focus up to now.
        public let today: Int
        /// What a week, Monday to Sunday, should have; nil for no goal.
        public let week: Int?
        /// Seconds of focus since Monday.
        public let thisWeek: Int
    }

    /// A goal that was reached, in seconds.
    public enum Goal: Hashable, Sendable {
        /// Seconds from midnight to midnight.
        case day(Int)
        /// Seconds from Monday to Sunday.
        case week(Int)
    }

    private let store: any Store
    private let history: FocusHistory
    private let time: TimeSource

    /// Goals kept in one profile's store.
    public init(_ store: any Store, history: FocusHistory, time: TimeSource) {
        (self.store, self.history, self.time) = (store, history, time)
    }

    /// Asks at once for what a look at today needs: the timer, the goals and the row of days.
    package func foresee() throws {
        try store.read { try $0.foresee(FocusHistory.foreseen(on: time.today())) }
    }

    /// How things stand today.
    public func tally() throws -> Tally {
        let choices = try store.focusChoices()
        let today = time.today()
        let days = try history.days(from: today.monday, through: today)
        return Tally(
            day: choices.dayGoal, today: (days.first { $0.day == today }?.focused ?? 0) / 1000, week: choices.weekGoal,
            thisWeek: days.reduce(0) { $0 + $1.focused } / 1000)
    }

    /// The goals that are reached with records that were kept just now, and were not without them: so each is told once, and again when it was lost
    /// and reached anew.
    public func reached(with records: [FocusRecord]) throws -> [Goal] { try reached(with: records, store.focusChoices()) }

    /// The same, by choices that are at hand.
    func reached(with records: [FocusRecord], _ choices: FocusChoices?) throws -> [Goal] {
        guard let choices, choices.dayGoal != nil || choices.weekGoal != nil, let day = records.map(\.day).max() else {
            return []
        }
        let week = try history.days(from: day.monday, through: day.monday.adding(days: 6))
        func isReached(_ goal: Int, _ days: ClosedRange<Day>) -> Bool {
            let now = week.filter { days.contains($0.day) }.reduce(0) { $0 + $1.focused }
            let new = records.filter { days.contains($0.day) }.reduce(0) { $0 + $1.focused }
            return (now - new) / 1000 < goal && now / 1000 >= goal
        }
        let whole = day.monday...day.monday.adding(days: 6)
        return (choices.dayGoal.flatMap { isReached($0, day...day) ? [.day($0)] : nil } ?? [])
            + (choices.weekGoal.flatMap { isReached($0, whole) ? [.week($0)] : nil } ?? [])
    }

    /// Sets the goal of each day; nil for none.
    ///
    /// - Throws: `goalInvalid`.
    public func set(day seconds: Int?) throws {
        try FocusGoals.check(seconds, upTo: 24)
        try store.choose(seconds == nil ? "Took the goal of the day away" : "Set the goal of the day") { $0.dayGoal = seconds }
    }

    /// Sets the goal of each week; nil for none.
    ///
    /// - Throws: `goalInvalid`.
    public func set(week seconds: Int?) throws {
        try FocusGoals.check(seconds, upTo: 99)
        try store.choose(seconds == nil ? "Took the goal of the week away" : "Set the goal of the week") { $0.weekGoal = seconds }
    }

    private static func check(_ seconds: Int?, upTo hours: Int) throws {
        guard let seconds, !(60...hours * 3600).contains(seconds) else { return }
        throw Failure(
            .goalInvalid, "This goal is from 1 minute to \(hours) hours.", advice: "Write it as in 2h or 1h30m.", kind: .usage)
    }
}

extension Day {
    /// The Monday of its week.
    package var monday: Day { adding(days: -((ordinal + 3) % 7 + 7) % 7) }
}
