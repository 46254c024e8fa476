import Kernel

/// How many days in a row have a photo.
public struct Streak: Hashable, Sendable {
    /// Days in a row up to today, or up to yesterday while today is still open.
    public let current: Int
    /// The longest row there ever was.
    public let longest: Int
    /// Days that have a photo.
    public let total: Int
    /// Whether today has one.
    public let today: Bool
    /// Days of this year that have one.
    public let documented: Int
    /// How many days this year has: 365 or 366.
    public let daysOfYear: Int

    /// The streak of these days, given in ascending order and each once.
    public init(days: [Day], today: Day) {
        var (run, longest, current) = (0, 0, 0)
        var last: Int?
        for day in days {
            run = last == day.ordinal - 1 ? run + 1 : 1
            longest = max(longest, run)
            if day == today || day == today.adding(days: -1) { current = run }
            last = day.ordinal
        }
        (self.current, self.longest, self.total) = (current, longest, days.count)
        self.today = days.last { $0 <= today } == today
        documented = days.count { $0.year == today.year }
        daysOfYear = Day(year: today.year, month: 2, day: 29) == nil ? 365 : 366
    }
}
