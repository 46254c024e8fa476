import Kernel

/// The forms in which other programs write what is to be done, and what time was spent.
public enum Form: String, CaseIterable, Sendable {
    /// What `task export` writes.
    case taskwarrior
    /// What `timew export` writes.
    case timewarrior
    /// The lines of Timewarrior's own files.
    case timewarriorData = "timewarrior-data"
    /// A task on each line.
    case todoTxt = "todotxt"
    /// The history of Open Pomodoro.
    case pomodoro
    /// A calendar: VTODO and VEVENT.
    case iCalendar = "ical"
    /// A table with headings.
    case csv

    /// What people call it.
    public var title: String {
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

    /// What one place in it is called.
    public var place: String { self == .taskwarrior || self == .timewarrior ? "entry" : "line" }
}
