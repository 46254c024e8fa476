import Kernel

/// The file formats of other programs for tasks and tracked time.
package enum FileFormat: String, CaseIterable, Sendable {
    /// The format of `task export`.
    case taskwarrior
    /// The format of `timew export`.
    case timewarrior
    case timewarriorData = "timewarrior-data"
    case todoTxt = "todotxt"
    case pomodoro
    /// An iCalendar file with VTODO and VEVENT.
    case iCalendar = "ical"
    case csv

    package var title: String {
        switch self {
        case .taskwarrior: "Taskwarrior (JSON)"
        case .timewarrior: "Timewarrior (JSON)"
        case .timewarriorData: "Timewarrior (data)"
        case .todoTxt: "todo.txt"
        case .pomodoro: "Open Pomodoro"
        case .iCalendar: "iCalendar"
        case .csv: "CSV"
        }
    }

    /// The noun for a position in the file: "entry" or "line".
    package var positionNoun: String { self == .taskwarrior || self == .timewarrior ? "entry" : "line" }
}
