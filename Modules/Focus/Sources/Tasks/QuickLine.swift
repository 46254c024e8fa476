import Kernel

/// A task on one line: `Write report #work @friday 30m !high +thesis *weekly ~09:00`.
///
/// `#tag`, `@day`, `30m` or `1h30m` as the estimate, `!high|medium|low`, `+project`, `*daily|weekdays|weekly|monthly|3d|2w|6m`, `~HH:MM` to be
/// reminded. All other words are the title. A backslash in front makes a word part of the title: `\#1`. Days of several words are
/// written with dashes: `@next-friday`.
public enum QuickLine {
    /// The longest line that is read, in bytes.
    public static let longest = 4000

    /// Reads a line.
    ///
    /// - Parameter day: what day a word means.
    /// - Throws: `quickLineTwice` when something that a task has once stands there twice, `quickLineTooLong`, what `day` throws, and the
    ///   failures of `TaskDraft.checked`.
    public static func draft(of line: String, today: Day, day: @escaping (String) throws -> Day) throws -> TaskDraft {
        guard line.utf8.count <= longest else { throw Failure(.quickLineTooLong, "The line is too long.", kind: .badData) }
        var reading = Reading(day: day)
        for word in line.split(whereSeparator: \.isWhitespace) { try reading.take(word) }
        return try reading.finished().checked(today: today)
    }

    /// The line that is read as this draft. Days are written out.
    public static func line(of draft: TaskDraft) -> String {
        let words = draft.title.split(whereSeparator: \.isWhitespace).map { isMark($0) ? "\\\($0)" : String($0) }
        let marks: [String?] =
            draft.tags.map { "#\($0)" } + [
                draft.due.map { "@\($0)" }, draft.estimate.map { Span(seconds: $0).description },
                draft.priority.map { "!\($0.rawValue)" },
                draft.project.map { "+\($0)" }, draft.recurrence.map { "*\($0)" }, draft.reminder.map { "~\(ClockTime($0))" },
            ]
        return (words + marks.compactMap { $0 }).joined(separator: " ")
    }

    private static func isMark(_ word: Substring) -> Bool {
        word.first == "\\" || (try? Reading(day: { _ in Day(ordinal: 0) }).mark(word)) != nil
    }

    /// What a word stands for.
    private enum Mark: Hashable {
        case tag(String), day(Day), estimate(Int), priority(FocusTask.Priority), project(String), recurrence(Recurrence),
            reminder(Int)
    }

    private struct Reading {
        let day: (String) throws -> Day
        var title: [String] = []
        var draft = TaskDraft(title: "")

        init(day: @escaping (String) throws -> Day) { self.day = day }

        mutating func take(_ word: Substring) throws {
            if word.first == "\\", word.count > 1 { return title.append(String(word.dropFirst())) }
            guard let mark = try mark(word) else { return title.append(String(word)) }
            switch mark {
            case .tag(let tag): draft.tags.append(tag)
            case .day(let day): try once(&draft.due, day, word)
            case .estimate(let seconds): try once(&draft.estimate, seconds, word)
            case .priority(let priority): try once(&draft.priority, priority, word)
            case .project(let project): try once(&draft.project, project, word)
            case .recurrence(let recurrence): try once(&draft.recurrence, recurrence, word)
            case .reminder(let second): try once(&draft.reminder, second, word)
            }
        }

        func finished() -> TaskDraft {
            var draft = draft
            draft.title = title.joined(separator: " ")
            return draft
        }

        /// What a word stands for; nil when it is a word of the title.
        func mark(_ word: Substring) throws -> Mark? {
            let rest = String(word.dropFirst())
            guard let first = word.first, !rest.isEmpty else { return nil }
            switch first {
            case "#": return .tag(rest)
            case "@": return .day(try Day(rest) ?? day(rest.split(separator: "-").joined(separator: " ")))
            case "!": return FocusTask.Priority(rawValue: rest.lowercased()).map(Mark.priority)
            case "+": return rest.first?.isLetter == true ? .project(rest) : nil
            case "*": return Recurrence(rest).map(Mark.recurrence)
            case "~": return ClockTime(rest).map { .reminder($0.second) }
            default: return Span(String(word)).map { .estimate($0.seconds) }
            }
        }

        private func once<Value>(_ place: inout Value?, _ value: Value, _ word: Substring) throws {
            guard place == nil else {
                throw Failure(
                    .quickLineTwice, "“\(word)” says again what was said before.",
                    advice: "If it belongs to the title, write “\\\(word)”.",
                    kind: .badData)
            }
            place = value
        }
    }
}
