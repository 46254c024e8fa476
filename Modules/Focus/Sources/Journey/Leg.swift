import Kernel

/// Days of a journey, and what they have in them.
public struct Leg: Hashable, Sendable {
    /// The first day.
    public let first: Day
    /// The last day.
    public let last: Day
    /// The sums of days that have focus, earliest first.
    public let days: [FocusDay]
    /// At which hours it lies.
    public let hours: DayHours
    /// Rounds that had a length, whether they went all of it or not.
    public let planned: Int
    /// Those that went all of it.
    public let completed: Int
    /// Interruptions from oneself.
    public let inner: Int
    /// Interruptions from others.
    public let outer: Int
    /// All of them, earliest first.
    public let interruptions: [Interruption]
    /// Milliseconds of focus that were written by hand.
    public let byHand: Int
    /// Tasks that were done last on one of the days.
    public let tasksDone: Int

    /// Milliseconds of focus.
    public var focused: Int { days.reduce(0) { $0 + $1.focused } }
    /// Interruptions for each hour of focus; nil below an hour, which says nothing.
    public var interruptionsAnHour: Double? {
        focused < 3_600_000 ? nil : Double(inner + outer) * 3_600_000 / Double(focused)
    }

    init(_ first: Day, _ last: Day, records: [FocusRecord], days: [FocusDay], tasksDone: Int, calendar: LocalCalendar) {
        (self.first, self.last, self.days, self.tasksDone) = (first, last, days, tasksDone)
        hours = DayHours(records, calendar: calendar)
        let rounds = records.filter { $0.planned != nil }
        (planned, completed) = (rounds.count, rounds.count(where: \.isCompleted))
        inner = days.reduce(0) { $0 + $1.inner }
        outer = days.reduce(0) { $0 + $1.outer }
        interruptions = records.flatMap { $0.interruptions ?? [] }.sorted { $0.at < $1.at }
        byHand = days.reduce(0) { $0 + $1.byHand }
    }
}

/// The last weeks of a journey.
public struct Overview: Hashable, Sendable {
    /// A week, Monday to Sunday.
    public struct Week: Hashable, Sendable {
        /// The day on which it begins.
        public let monday: Day
        /// Milliseconds of focus.
        public let focused: Int
    }

    /// So many whole weeks are looked back to.
    public static let weeks = 12
    /// Below so many days with focus nothing is said of habits.
    public static let enoughDays = 7

    /// The day that it is seen from.
    public let today: Day
    /// All days of it, those of this week too.
    public let leg: Leg
    /// The whole weeks before this one, from the first that was whole, earliest first.
    public let weeks: [Week]
    /// Milliseconds of focus of last week up to the same moment.
    public let lastWeekSoFar: Int
    /// Days in a row.
    public let streak: FocusStreak

    /// Milliseconds of focus of this week.
    public var thisWeek: Int { leg.days.filter { $0.day >= today.monday }.reduce(0) { $0 + $1.focused } }
    /// Whether it is too early to say anything of habits.
    public var isEarly: Bool { leg.days.count < Overview.enoughDays }
    /// Minutes of focus that each week has more than the one before; nil while it is too early.
    public var trend: Trend? { isEarly ? nil : Trend(weeks.map { Double($0.focused) / 60_000 }) }

    /// A week in which somebody began in the middle is no whole one.
    static func weeks(of days: [FocusDay], before today: Day) -> [Week] {
        guard let begun = days.first?.day else { return [] }
        let first = begun == begun.monday ? begun : begun.monday.adding(days: 7)
        let sums = Dictionary(days.map { ($0.day.monday, $0.focused) }, uniquingKeysWith: +)
        let mondays = (1...weeks).reversed().map { today.monday.adding(days: -7 * $0) }.filter { $0 >= first }
        return mondays.map { Week(monday: $0, focused: sums[$0] ?? 0) }
    }
}
