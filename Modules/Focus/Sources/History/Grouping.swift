import Kernel

/// A share of a total.
package struct FocusPart: Hashable, Sendable {
    /// The tag, project, day or other name of the share.
    package let name: String
    /// Milliseconds of focus.
    package let focused: Int
}

/// The unit by which focus is added up.
package enum Grouping: String, CaseIterable, Sendable {
    case day
    case week
    /// Calendar months, such as 2026-11.
    case month
    /// Projects, of which the part without a name is focus without a project.
    case project
    /// Tags, where a stretch counts under each of its tags.
    case tag
    case task
    case hour

    /// Whether the division needs the records, because the sums of days do not suffice.
    package var needsRecords: Bool { self == .task || self == .hour }
    /// Whether the parts are in order of time.
    ///
    /// Other parts are in order of size.
    package var isChronological: Bool { self != .project && self != .tag && self != .task }

    /// Returns the parts of days.
    ///
    /// Focus without a project or task is a part without a name.
    ///
    /// - Parameter records: all records of those days, used only if `needsRecords`.
    package func parts(of days: [FocusDay], records: [FocusRecord], calendar: LocalCalendar) -> [FocusPart] {
        switch self {
        case .day: return days.map { FocusPart(name: "\($0.day)", focused: $0.focused) }
        case .week: return Grouping.inOrder(days.map { ("\($0.day.monday)", $0.focused) })
        case .month: return Grouping.inOrder(days.map { (String($0.day.description.dropLast(3)), $0.focused) })
        case .tag: return Grouping.bySize(days.flatMap { $0.byTag.map { ($0.key, $0.value) } })
        case .project:
            let projects = days.flatMap { $0.byProject.map { ($0.key, $0.value) } }
            let withoutProject = days.reduce(0) { $0 + $1.focused } - projects.reduce(0) { $0 + $1.1 }
            return Grouping.bySize(projects + (withoutProject > 0 ? [("", withoutProject)] : []))
        case .task: return Grouping.bySize(records.map { ($0.purpose.title ?? "", $0.focused) })
        case .hour:
            let hours = DayHours(records, calendar: calendar).focused
            return hours.enumerated().map {
                FocusPart(name: ClockTime($0.offset * 3600).description, focused: $0.element)
            }
        }
    }

    /// Returns one part for each name, with the sum of its values.
    private static func sums(_ parts: [(String, Int)]) -> [FocusPart] {
        Dictionary(parts, uniquingKeysWith: +).map { FocusPart(name: $0.key, focused: $0.value) }
    }

    /// Returns the sums in order of their names, which begin with a date.
    private static func inOrder(_ parts: [(String, Int)]) -> [FocusPart] { sums(parts).sorted { $0.name < $1.name } }

    /// Returns the sums, largest first.
    private static func bySize(_ parts: [(String, Int)]) -> [FocusPart] {
        sums(parts).sorted { ($1.focused, $0.name) < ($0.focused, $1.name) }
    }
}
