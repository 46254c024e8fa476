import Kernel

/// The sums of all focus, from which XP, level, streak and achievements are computed.
package struct Experience: Hashable, Sendable {
    /// The experience points of all days.
    package let xp: Int
    /// Milliseconds of focus so far.
    package let focused: Int
    /// The number of full rounds.
    package let completed: Int
    /// The number of consecutive days with focus, up to today, or up to yesterday while today has
    /// none.
    package let streak: Int
    package let longestStreak: Int
    package let achievements: AchievementBook

    /// The level for these XP, 1…50.
    package var level: Int { Levels.level(of: xp) }
    /// The XP missing to the next level, or nil on the last.
    package var xpToNextLevel: Int? { level == Levels.last ? nil : Levels.start(of: level + 1) - xp }

    package init(_ days: [FocusDay], pauses: [ClosedRange<Day>] = [], today: Day) {
        xp = days.reduce(0) { $0 + Levels.xp(of: $1) }
        focused = days.reduce(0) { $0 + $1.focused }
        completed = days.reduce(0) { $0 + $1.completed }
        let wholeStreak = Streak(days: days.map(\.day), rules: Streak.Rules(pauses: pauses), today: today)
        streak = wholeStreak.current
        longestStreak = wholeStreak.longest
        achievements = AchievementBook(Experience.goals, of: (days, wholeStreak), today: today)
    }

    private typealias Goal = AchievementGoal<(days: [FocusDay], streak: Streak)>

    /// Creates an achievement of a sum over all days.
    private static func sumGoal(
        _ id: String, _ title: String, _ about: String, _ goal: Int, of value: @escaping @Sendable (FocusDay) -> Int
    ) -> Goal {
        Goal(id, title, about, goal) { facts in
            Goal.sum(of: facts.days.lazy.map { ($0.day, value($0)) }, toward: goal)
        }
    }

    /// Creates an achievement for a number of consecutive days with focus.
    private static func streakGoal(_ id: String, _ title: String, _ about: String, _ length: Int) -> Goal {
        Goal(id, title, about, length) { $0.streak.progress(toward: length) }
    }

    /// Milliseconds of focus on a day that count as a long one.
    private static let longDay = 4 * 3_600_000
    private static let goals: [Goal] = [
        sumGoal("first", "First Light", "your first period of focus", 1) { $0.stretches },
        sumGoal("rounds-10", "Warmed Up", "10 full rounds of 5 minutes or more", 10) { $0.countedRounds },
        sumGoal("rounds-100", "In the Groove", "100 full rounds of 5 minutes or more", 100) { $0.countedRounds },
        sumGoal("rounds-1000", "Clockwork", "1,000 full rounds of 5 minutes or more", 1000) { $0.countedRounds },
        sumGoal("hours-10", "Ten Hours", "10 hours of focus", 10 * 3_600_000) { $0.countedFocus },
        sumGoal("hours-100", "A Hundred Hours", "100 hours of focus", 100 * 3_600_000) { $0.countedFocus },
        sumGoal("hours-1000", "A Thousand Hours", "1,000 hours of focus", 1000 * 3_600_000) { $0.countedFocus },
        Goal("day-4h", "Long Day", "4 hours of focus on one day", longDay) { facts in
            (facts.days.map(\.countedFocus).max() ?? 0, facts.days.first { $0.countedFocus >= longDay }?.day)
        },
        streakGoal("streak-7", "A Week", "7 days in a row", 7),
        streakGoal("streak-30", "A Month", "30 days in a row", 30),
        streakGoal("streak-100", "A Hundred Days", "100 days in a row", 100),
    ]
}

extension FocusDay {
    /// The full rounds that count for achievements.
    ///
    /// Rounds of a few seconds do not.
    fileprivate var countedRounds: Int { earned ?? completed }
    /// Milliseconds of focus that count for achievements, without those beyond the limit by hand.
    fileprivate var countedFocus: Int { focused - byHandOverLimit }
}

/// The levels and achievements reached with the latest records, to be announced once.
package struct ReachedMilestones: Hashable, Sendable {
    /// The new level, or nil if it is unchanged.
    package let level: Int?
    package let achievements: [Achievement]

    init?(from before: Experience, to after: Experience) {
        level = after.level > before.level ? after.level : nil
        achievements = after.achievements.new(since: before.achievements.reached.map(\.id))
        if level == nil, achievements.isEmpty { return nil }
    }
}
