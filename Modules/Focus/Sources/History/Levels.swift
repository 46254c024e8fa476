/// How focus becomes XP and XP a level.
///
/// A whole minute of focus is 1 XP; of what was written by hand two hours of a day count. A round of full length brings 1 more for every five minutes, 5 at most. Level n begins at 50 · n · (n − 1) XP: level 2 at 100, level 10 at 4,500,
/// level 50, the last, at 122,500, which is about 1,850 hours in rounds of 25 minutes. The founding documents give 50 levels and no curve.
public enum Levels {
    /// The last level.
    public static let last = 50

    /// What a day brings.
    public static func xp(of day: FocusDay) -> Int { max(0, day.minutes - day.beyondHand / 60_000) + bonus(of: day) }

    /// Milliseconds of a day that count although they were written by hand. The timer saw none of them, so that nobody fills the past with whole days.
    static let mostByHand = 2 * 3_600_000

    /// What a full round of so many milliseconds brings beside its minutes: five of a second are worth nothing.
    static func bonus(focused: Int) -> Int { min(5, focused / 300_000) }

    static func bonus(of day: FocusDay) -> Int { day.bonus ?? 5 * day.completed }

    /// The XP at which a level begins; levels beyond 1…50 are brought back to it.
    public static func start(of level: Int) -> Int {
        let level = min(max(level, 1), last)
        return 50 * level * (level - 1)
    }

    /// The level that XP make.
    public static func level(of xp: Int) -> Int { (2...last).last { start(of: $0) <= xp } ?? 1 }
}
