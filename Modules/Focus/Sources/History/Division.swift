import Kernel

/// A share of a total.
public struct FocusPart: Hashable, Sendable {
    /// What it is a share for: a tag, a project, a day.
    public let name: String
    /// Milliseconds of focus.
    public let focused: Int
}

/// By what focus is added up.
public enum Division: String, CaseIterable, Sendable {
    /// Local days.
    case day
    /// Weeks, Monday to Sunday.
    case week
    /// Months of the calendar, as 2026-11.
    case month
    /// What tasks are a part of; all that is in none is one part.
    case project
    /// Tags; a stretch counts under each of its tags.
    case tag
    /// Tasks, by the titles that they had.
    case task
    /// Hours of the day.
    case hour

    /// Whether sums of days are enough to divide by it.
    public var needsRecords: Bool { self == .task || self == .hour }
    /// Whether its parts follow each other in time; others stand by size.
    public var isTime: Bool { self != .project && self != .tag && self != .task }

    /// The parts of days; what has no project or task is one of its own without a name.
    ///
    /// - Parameter records: all of those days; only looked at where `needsRecords`.
    public func parts(of days: [FocusDay], records: [FocusRecord], calendar: LocalCalendar) -> [FocusPart] {
        switch self {
        case .day: return days.map { FocusPart(name: "\($0.day)", focused: $0.focused) }
        case .week: return Division.inOrder(days.map { ("\($0.day.monday)", $0.focused) })
        case .month: return Division.inOrder(days.map { (String($0.day.description.dropLast(3)), $0.focused) })
        case .tag: return Division.bySize(days.flatMap { $0.byTag.map { ($0.key, $0.value) } })
        case .project:
            let named = days.flatMap { $0.byProject.map { ($0.key, $0.value) } }
            let rest = days.reduce(0) { $0 + $1.focused } - named.reduce(0) { $0 + $1.1 }
            return Division.bySize(named + (rest > 0 ? [("", rest)] : []))
        case .task: return Division.bySize(records.map { ($0.purpose.title ?? "", $0.focused) })
        case .hour:
            let hours = DayHours(records, calendar: calendar).focused
            return hours.enumerated().map { FocusPart(name: ClockTime($0.offset * 3600).description, focused: $0.element) }
        }
    }

    private static func sums(_ parts: [(String, Int)]) -> [FocusPart] {
        Dictionary(parts, uniquingKeysWith: +).map { FocusPart(name: $0.key, focused: $0.value) }
    }

    private static func inOrder(_ parts: [(String, Int)]) -> [FocusPart] { sums(parts).sorted { $0.name < $1.name } }

    private static func bySize(_ parts: [(String, Int)]) -> [FocusPart] {
        sums(parts).sorted { ($1.focused, $0.name) < ($0.focused, $1.name) }
    }
}
