/// The conversion of focus to XP and of XP to a level.
///
/// - A whole minute of focus is 1 XP. Of focus entered by hand, two hours a day count.
/// - A round of full length brings 1 more for every five minutes, 5 at most.
/// - Level n begins at 50 · n · (n − 1) XP: level 2 at 100, level 10 at 4,500.
/// - Level 50, the last, begins at 122,500, which is about 1,850 hours in rounds of 25 minutes.
///
/// The founding documents give 50 levels and no curve.
package enum Levels {
    /// The highest level.
    package static let last = 50

    /// Returns the XP of a day: its counted minutes and the bonus of its full rounds.
    package static func xp(of day: FocusDay) -> Int {
        max(0, day.minutes - day.byHandOverLimit / 60_000) + bonus(of: day)
    }

    /// The milliseconds a day that count although the user entered them by hand.
    ///
    /// The limit prevents XP for whole days in the past that the timer never saw.
    static let mostByHand = 2 * 3_600_000

    /// Returns the extra XP of a full round of the given milliseconds, which is 0 below five
    /// minutes.
    static func bonus(focused: Int) -> Int { min(5, focused / 300_000) }

    /// Returns the extra XP of all full rounds of a day.
    static func bonus(of day: FocusDay) -> Int { day.bonus ?? 5 * day.completed }

    /// Returns the XP at which a level begins.
    ///
    /// The level is clamped to 1…50.
    package static func start(of level: Int) -> Int {
        let level = min(max(level, 1), last)
        return 50 * level * (level - 1)
    }

    /// Returns the level for an amount of XP.
    package static func level(of xp: Int) -> Int { (2...last).last { start(of: $0) <= xp } ?? 1 }
}
