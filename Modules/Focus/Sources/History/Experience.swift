import Kernel

/// Something that is reached once.
public struct Achievement: Hashable, Sendable {
    /// What programs call it.
    public let id: String
    /// What it is called.
    public let name: String
    /// What it takes.
    public let about: String
    /// The day on which it was reached; nil when it was not yet.
    public let reachedOn: Day?
}

/// Everything that was ever focused, in sums: what XP, level, streak and achievements are computed from.
public struct Experience: Hashable, Sendable {
    /// XP so far.
    public let xp: Int
    /// Milliseconds of focus so far.
    public let focused: Int
    /// Rounds of full length so far.
    public let completed: Int
    /// Days in a row with focus, up to today, or up to yesterday while today has none yet.
    public let streak: Int
    /// The most days in a row.
    public let longestStreak: Int
    /// What may be reached, and when it was.
    public let achievements: [Achievement]

    /// That which these XP make, 1…50.
    public var level: Int { Levels.level(of: xp) }
    /// XP missing to the next level; nil on the last.
    public var toNext: Int? { level == Levels.last ? nil : Levels.start(of: level + 1) - xp }

    /// From days in their order, and those that break no streak.
    public init(_ days: [FocusDay], respites: [ClosedRange<Day>] = [], today: Day) {
        xp = days.reduce(0) { $0 + Levels.xp(of: $1) }
        focused = days.reduce(0) { $0 + $1.focused }
        completed = days.reduce(0) { $0 + $1.completed }
        let row = FocusStreak(days.map(\.day), respites: respites, today: today)
        let rows = row.rows
        (streak, longestStreak) = (row.current, row.longest)
        achievements = Experience.goals.map { goal in
            Achievement(id: goal.id, name: goal.name, about: goal.about, reachedOn: goal.reached(days, rows))
        }
    }

    private struct Goal: Sendable {
        let id, name, about: String
        let reached: @Sendable ([FocusDay], [[Day]]) -> Day?

        /// Reached on the day on which a sum over all days comes to so much.
        static func sum(
            _ id: String, _ name: String, _ about: String, _ goal: Int, of part: @escaping @Sendable (FocusDay) -> Int
        ) -> Goal {
            Goal(id: id, name: name, about: about) { days, _ in
                var total = 0
                return days.first { day in
                    total += part(day)
                    return total >= goal
                }?.day
            }
        }

        static func run(_ id: String, _ name: String, _ about: String, _ length: Int) -> Goal {
            Goal(id: id, name: name, about: about) { _, rows in
                rows.first { $0.count >= length }?[length - 1]
            }
        }
    }

    private static let goals: [Goal] = [
        .sum("first", "First Light", "your first period of focus", 1) { $0.stretches },
        .sum("rounds-10", "Warmed Up", "10 full rounds of 5 minutes or more", 10) { $0.rounds },
        .sum("rounds-100", "In the Groove", "100 full rounds of 5 minutes or more", 100) { $0.rounds },
        .sum("rounds-1000", "Clockwork", "1,000 full rounds of 5 minutes or more", 1000) { $0.rounds },
        .sum("hours-10", "Ten Hours", "10 hours of focus", 10 * 3_600_000) { $0.counted },
        .sum("hours-100", "A Hundred Hours", "100 hours of focus", 100 * 3_600_000) { $0.counted },
        .sum("hours-1000", "A Thousand Hours", "1,000 hours of focus", 1000 * 3_600_000) { $0.counted },
        Goal(id: "day-4h", name: "Long Day", about: "4 hours of focus on one day") { days, _ in
            days.first { $0.counted >= 4 * 3_600_000 }?.day
        },
        .run("streak-7", "A Week", "7 days in a row", 7), .run("streak-30", "A Month", "30 days in a row", 30),
        .run("streak-100", "A Hundred Days", "100 days in a row", 100),
    ]
}

extension FocusDay {
    /// Full rounds as achievements count them: ten of a second are none.
    fileprivate var rounds: Int { earned ?? completed }
    /// Focus as achievements count it.
    fileprivate var counted: Int { focused - beyondHand }
}

/// What somebody reached with what was focused just now, to be said once.
public struct Reached: Hashable, Sendable {
    /// The level, when it is another one than before.
    public let level: Int?
    /// Those that were not reached before.
    public let achievements: [Achievement]

    init?(from before: Experience, to after: Experience) {
        level = after.level > before.level ? after.level : nil
        achievements = zip(before.achievements, after.achievements).filter { $0.reachedOn == nil && $1.reachedOn != nil }.map(\.1)
        if level == nil, achievements.isEmpty { return nil }
    }
}
