import Kernel

/// Which days have a photo, in sums.
public struct PhotoDays: Hashable, Sendable {
    /// Days in a row that have one.
    public let streak: PhotoStreak
    /// Days that have a photo.
    public let total: Int
    /// Whether today has one.
    public let today: Bool
    /// Days of this year that have one.
    public let documented: Int
    /// How many days this year has: 365 or 366.
    public let daysOfYear: Int

    /// The sums of these days, given in ascending order and each once.
    ///
    /// - Parameter repairs: whether one missed day of each calendar month is repaired.
    public init(_ days: [Day], repairs: Bool = false, today: Day) {
        streak = PhotoStreak(days, repairs: repairs, today: today)
        total = days.count
        self.today = days.last { $0 <= today } == today
        documented = days.count { $0.year == today.year }
        daysOfYear = Day(year: today.year, month: 2, day: 29) == nil ? 365 : 366
    }
}
