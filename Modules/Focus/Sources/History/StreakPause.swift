import Kernel

/// Days without focus that do not break a streak: a planned pause or one repaired day.
///
/// They do not count in the streak either.
package struct StreakPause: Storable, Hashable {
    /// The reason why the days do not break the streak.
    package enum Kind: String, Codable, Sendable {
        /// One missed day, at most one a calendar month.
        case repair
        /// Days that were planned without focus.
        case pause
    }

    /// The ID, made from the month of a repair or the first day of a pause.
    ///
    /// Two devices can therefore repair only one day of a month.
    package let id: Identifier<StreakPause>
    package let kind: Kind
    package let first: Day
    package let last: Day

    /// The maximum length of one pause in days: a quarter of a year.
    package static let longest = 92
    /// The maximum age in days of a missed day that can be repaired.
    package static let longestRepairAge = 31

    /// Creates the repair of one missed day.
    static func repair(_ day: Day) -> StreakPause {
        StreakPause(id: id(ofMonth: day), kind: .repair, first: day, last: day)
    }
    /// Creates a planned pause.
    static func pause(_ first: Day, _ last: Day) -> StreakPause {
        StreakPause(id: Identifier("pause-\(first)"), kind: .pause, first: first, last: last)
    }
    /// Returns the ID of the only repair in the month of a day.
    static func id(ofMonth day: Day) -> Identifier<StreakPause> { Identifier("repair-\(day.description.dropLast(3))") }

    package static let collection = RecordCollection<StreakPause>("focus.respites")

    /// The days, or nil if the end precedes the start.
    var days: ClosedRange<Day>? { first <= last ? first...last : nil }
}
