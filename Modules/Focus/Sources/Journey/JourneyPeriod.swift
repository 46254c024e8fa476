import Kernel

/// A range of days of a journey and their content.
package struct JourneyPeriod: Hashable, Sendable {
    package let first: Day
    package let last: Day
    /// The sums of days that have focus, earliest first.
    package let days: [FocusDay]
    /// The focus by hour of the day.
    package let hours: DayHours
    /// The rounds with a planned length, completed or not.
    package let planned: Int
    /// The number of full rounds.
    package let completed: Int
    /// The number of the user's own interruptions.
    package let inner: Int
    /// The number of interruptions by others.
    package let outer: Int
    /// All interruptions, earliest first.
    package let interruptions: [Interruption]
    /// Milliseconds of focus that the user entered by hand.
    package let byHand: Int
    /// The number of tasks that were last done in the period.
    package let tasksDone: Int

    /// Milliseconds of focus.
    package var focused: Int { days.reduce(0) { $0 + $1.focused } }
    /// Interruptions per hour of focus, or nil below an hour, which is too little to tell.
    package var interruptionsAnHour: Double? {
        focused < 3_600_000 ? nil : Double(inner + outer) * 3_600_000 / Double(focused)
    }

    init(_ first: Day, _ last: Day, records: [FocusRecord], days: [FocusDay], tasksDone: Int, calendar: LocalCalendar) {
        self.first = first
        self.last = last
        self.days = days
        self.tasksDone = tasksDone
        hours = DayHours(records, calendar: calendar)
        let rounds = records.filter { $0.planned != nil }
        planned = rounds.count
        completed = rounds.count(where: \.isCompleted)
        inner = days.reduce(0) { $0 + $1.inner }
        outer = days.reduce(0) { $0 + $1.outer }
        interruptions = records.flatMap { $0.interruptions ?? [] }.sorted { $0.at < $1.at }
        byHand = days.reduce(0) { $0 + $1.byHand }
    }
}

/// The last weeks of a journey.
package struct RecentWeeks: Hashable, Sendable {
    /// A week, Monday to Sunday.
    package struct Week: Hashable, Sendable {
        package let monday: Day
        /// Milliseconds of focus.
        package let focused: Int
    }

    /// The maximum number of whole weeks before this one.
    package static let weeks = 12
    /// The number of days with focus below which no habits are reported.
    package static let enoughDays = 7

    package let today: Day
    package let period: JourneyPeriod
    /// The whole weeks before this one, from the first whole week, earliest first.
    package let weeks: [Week]
    /// Milliseconds of focus of last week up to the same moment.
    package let lastWeekSoFar: Int
    package let streak: Streak

    /// Milliseconds of focus of this week.
    package var thisWeek: Int { period.days.filter { $0.day >= today.monday }.reduce(0) { $0 + $1.focused } }
    /// Whether there are too few days to report habits.
    package var isEarly: Bool { period.days.count < RecentWeeks.enoughDays }
    /// The weekly change in minutes of focus, or nil while there are too few days.
    package var trend: Trend? { isEarly ? nil : Trend(weeks.map { Double($0.focused) / 60_000 }) }

    /// Returns the whole weeks before today.
    ///
    /// The week of a start after Monday is omitted.
    static func weeks(of days: [FocusDay], before today: Day) -> [Week] {
        guard let firstDay = days.first?.day else { return [] }
        let firstMonday = firstDay == firstDay.monday ? firstDay : firstDay.monday.adding(days: 7)
        let sums = Dictionary(days.map { ($0.day.monday, $0.focused) }, uniquingKeysWith: +)
        let mondays = (1...weeks).reversed().map { today.monday.adding(days: -7 * $0) }.filter { $0 >= firstMonday }
        return mondays.map { Week(monday: $0, focused: sums[$0] ?? 0) }
    }
}
