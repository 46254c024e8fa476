import Interchange
import Kernel

extension Todo {
    /// Creates the todo of a task for a file format.
    ///
    /// Details that the format lacks are in `extra`, which only this app reads back.
    init(_ task: FocusTask, as format: FileFormat, in calendar: LocalCalendar) {
        /// Returns the key of a task in the file.
        func key(_ id: Identifier<FocusTask>) -> String {
            switch format {
            case .taskwarrior: ForeignNames.uuid(of: id.rawValue)
            case .iCalendar: id.rawValue + ForeignNames.host
            default: id.rawValue
            }
        }
        self.init(title: task.title)
        self.key = key(task.id)
        if format == .taskwarrior, self.key != task.id.rawValue { extra["id"] = task.id.rawValue }
        state = task.isClosed ? .done : format == .taskwarrior && task.recurrence != nil ? .template : .open
        entry = .instant(task.createdAt)
        // A calendar needs a time. Noon falls on this day in most time zones.
        /// Returns the time at which a task was done.
        func completionMoment(_ day: Day) -> Moment {
            format == .iCalendar ? .instant(calendar.instant(of: day, secondOfDay: 43_200)) : .day(day)
        }
        if task.isClosed { end = task.doneOn.map(completionMoment) } else { extra["done"] = task.doneOn?.description }
        due = task.due.map(Moment.day)
        priority = task.priority.flatMap { Priority(rawValue: $0.rawValue) }
        project = task.project
        tags = task.tags
        text = task.note
        notes = (task.annotations ?? []).map { Note(at: $0.at, text: $0.text) }
        dependencies = (task.after ?? []).map(key)
        parent = task.parent.map(key)
        repetition = task.recurrence.flatMap(Repetition.init)
        alarm = task.reminder.map { .afterDue(seconds: $0) }
        extra["estimate"] = task.estimate.map(String.init)
        extra["monthday"] = task.monthDay.map(String.init)
        guard format != .csv else { return }
        // Other programs store whole seconds or days.
        if format == .todoTxt || task.createdAt.milliseconds % 1000 != 0 {
            extra["created"] = task.createdAt.description
        }
        if notes.contains(where: { $0.at.map { $0.milliseconds % 1000 != 0 } ?? false }) {
            extra["noted"] = notes.compactMap { $0.at?.description }.joined(separator: ",")
        }
    }
}

extension TrackedTime {
    /// Creates the tracked time of a record for a file format.
    ///
    /// Details that the format lacks are in `extra`, which only this app reads back.
    init(_ record: FocusRecord, as format: FileFormat) {
        self.init(from: .instant(record.start), to: .instant(record.end))
        if format == .iCalendar || format == .csv {
            key = record.id.rawValue + (format == .csv ? "" : ForeignNames.host)
        }
        title = record.purpose.title
        project = record.purpose.project
        tags = record.purpose.tags
        guard [.iCalendar, .csv, .timewarrior].contains(format) else { return }
        if key == nil { extra["id"] = record.id.rawValue }
        extra["milliseconds"] = String(record.focused)
        extra["planned"] = record.planned.map(String.init)
        extra["completed"] = record.isCompleted ? "yes" : nil
        extra["preset"] = record.purpose.preset
        extra["task"] = record.purpose.task?.rawValue
        extra["hand"] = record.hand?.rawValue
        extra["interruptions"] = record.interruptions.map { $0.map(\.line).joined(separator: "\n") }
        guard format != .csv else { return }
        if record.start.milliseconds % 1000 != 0 { extra["start"] = record.start.description }
        if record.end.milliseconds % 1000 != 0 { extra["end"] = record.end.description }
    }
}

extension Interruption {
    /// The interruption as a line of a file: `inner 2026-11-23T09:12:00.000Z the phone`.
    fileprivate var line: String { "\(kind.rawValue) \(at)" + (note.map { " " + $0 } ?? "") }

    /// Returns the interruptions of some lines, or nil if there are none.
    ///
    /// Invalid lines are ignored.
    static func all(in lines: String?) -> [Interruption]? {
        let interruptions = (lines ?? "").split(separator: "\n").prefix(mostInRound).compactMap {
            line -> Interruption? in
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count > 1, let kind = Kind(rawValue: String(words[0])), let at = Instant(String(words[1]))
            else { return nil }
            return Interruption(
                kind: kind, at: at,
                note: words.count > 2 ? ForeignNames.line(String(words[2]), limit: longestNote) : nil)
        }
        return interruptions.isEmpty ? nil : interruptions
    }
}

extension Repetition {
    /// Converts a recurrence to the form of other programs.
    init?(_ recurrence: Recurrence) {
        switch recurrence {
        case .days(let count): self.init(every: count, .day)
        case .weeks(let count): self.init(every: count, .week)
        case .months(let count): self.init(every: count, .month)
        case .weekdays: self.init(every: 1, .weekday)
        }
    }
}

extension Recurrence {
    /// Converts another program's repetition, or returns nil if it cannot be expressed here.
    init?(_ repetition: Repetition) {
        let count = repetition.every
        switch repetition.unit {
        case .day where count <= 365: self = .days(count)
        case .week where count <= 52: self = .weeks(count)
        case .month where count <= 120: self = .months(count)
        case .year where count <= 10: self = .months(count * 12)
        case .weekday: self = .weekdays
        default: return nil
        }
    }
}

extension FileFormat {
    /// Whether the format can contain tasks.
    package var holdsTasks: Bool { [.taskwarrior, .todoTxt, .iCalendar, .csv].contains(self) }
    /// Whether the format can contain periods of focus.
    package var holdsSessions: Bool { ![.taskwarrior, .todoTxt].contains(self) }
}

/// Tasks and history as files of other programs.
package enum FocusFile {
    /// Returns a file with the tasks and records in a format.
    package static func bytes(_ tasks: [FocusTask], _ records: [FocusRecord], as format: FileFormat, time: TimeSource)
        -> [UInt8]
    {
        let parsed = ParsedFile(
            format, todos: tasks.map { Todo($0, as: format, in: time.calendar) },
            times: records.map { TrackedTime($0, as: format) })
        return format.write(parsed, fieldPrefix: ForeignNames.appName, in: time.calendar, at: time.now())
    }
}
