import Kernel

/// The statistics of the days with a photo.
package struct PhotoDays: Hashable, Sendable {
    package let streak: Streak
    /// The number of days with a photo.
    package let total: Int
    package let hasPhotoToday: Bool
    /// The number of days with a photo in this year.
    package let documented: Int
    /// The number of days in this year: 365 or 366.
    package let daysOfYear: Int

    /// Computes the statistics of unique days in ascending order.
    ///
    /// - Parameter repairs: whether one missed day of each calendar month is repaired.
    package init(_ days: [Day], repairs: Bool = false, today: Day) {
        streak = Streak(days: days, rules: PhotoDays.rules(repairs: repairs), today: today)
        total = days.count
        self.hasPhotoToday = days.last { $0 <= today } == today
        documented = days.count { $0.year == today.year }
        daysOfYear = Day(year: today.year, month: 2, day: 29) == nil ? 365 : 366
    }

    /// Returns the rules of the streak: with repairs, one missed day of each calendar month.
    static func rules(repairs: Bool) -> Streak.Rules { Streak.Rules(repairsAMonth: repairs ? 1 : 0) }
}
