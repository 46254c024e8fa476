import Kernel

/// The sums of all focus, from which XP, level, streak and achievements are computed.
package struct Experience: Hashable, Sendable {
    package let xp: Int
    /// Milliseconds of focus so far.
    package let focused: Int
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
        let row = Streak(days: days.map(\.day), rules: Streak.Rules(pauses: pauses), today: today)
        streak = row.current
        longestStreak = row.longest
        achievements = AchievementBook(Experience.goals, of: (days, row), today: today)
    }

    private typealias Goal = AchievementGoal<(days: [FocusDay], streak: Streak)>

    /// Creates an achievement of a sum over all days.
    private static func sum(
        _ id: String, _ title: String, _ about: String, _ goal: Int, of part: @escaping @Sendable (FocusDay) -> Int
    ) -> Goal {
        Goal(id, title, about, goal) { facts in
            Goal.sum(of: facts.days.lazy.map { ($0.day, part($0)) }, toward: goal)
        }
    }

    private static func run(_ id: String, _ title: String, _ about: String, _ length: Int) -> Goal {
        Goal(id, title, about, length) { $0.streak.progress(toward: length) }
    }

    private static let longDay = 4 * 3_600_000
    private static let goals: [Goal] = [
        sum("first", "First Light", "your first period of focus", 1) { $0.stretches },
        sum("rounds-10", "Warmed Up", "10 full rounds of 5 minutes or more", 10) { $0.rounds },
        sum("rounds-100", "In the Groove", "100 full rounds of 5 minutes or more", 100) { $0.rounds },
        sum("rounds-1000", "Clockwork", "1,000 full rounds of 5 minutes or more", 1000) { $0.rounds },
        sum("hours-10", "Ten Hours", "10 hours of focus", 10 * 3_600_000) { $0.counted },
        sum("hours-100", "A Hundred Hours", "100 hours of focus", 100 * 3_600_000) { $0.counted },
        sum("hours-1000", "A Thousand Hours", "1,000 hours of focus", 1000 * 3_600_000) { $0.counted },
        Goal("day-4h", "Long Day", "4 hours of focus on one day", longDay) { facts in
            (facts.days.map(\.counted).max() ?? 0, facts.days.first { $0.counted >= longDay }?.day)
        },
        run("streak-7", "A Week", "7 days in a row", 7), run("streak-30", "A Month", "30 days in a row", 30),
        run("streak-100", "A Hundred Days", "100 days in a row", 100),
    ]
}

extension FocusDay {
    /// The full rounds that count for achievements.
    ///
    /// Rounds of a few seconds do not.
    fileprivate var rounds: Int { earned ?? completed }
    fileprivate var counted: Int { focused - byHandOverLimit }
}

/// The levels and achievements reached with the latest records, to be announced once.
package struct ReachedMilestones: Hashable, Sendable {
    package let level: Int?
    package let achievements: [Achievement]

    init?(from before: Experience, to after: Experience) {
        level = after.level > before.level ? after.level : nil
        achievements = after.achievements.new(since: before.achievements.reached.map(\.id))
        if level == nil, achievements.isEmpty { return nil }
    }
}
