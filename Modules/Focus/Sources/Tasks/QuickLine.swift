import Kernel

/// A task on one line: `Write report #work @friday 30m !high +thesis *weekly ~09:00`.
///
/// `#tag`, `@day`, `30m` or `1h30m` as the estimate, `!high|medium|low`, `+project`, `*daily|weekdays|weekly|monthly|3d|2w|6m`, `~HH:MM` to be
/// reminded. All other words are the title. A backslash in front makes a word part of the title: `\#1`. A length between words of the title is
/// one of them: `Buy 30m of rope`. Days may have several words, with or without dashes: `@next-friday`, `@20 nov`.
public enum QuickLine {
    /// The longest line that is read, in bytes.
    public static let longest = 4000

    /// Reads a line.
    ///
    /// - Parameter day: what day a word means.
    /// - Throws: `quickLineTwice` when something that a task has once stands there twice, `quickLineTooLong`, what `day` throws, and the
    ///   failures of `TaskDraft.checked`.
    public static func draft(of line: String, today: Day, day: @escaping (String) throws -> Day) throws -> TaskDraft {
        try reading(of: line, today: today, day: day).draft
    }

    /// Reads a line as `draft` does, and says what looks like a mark and is none: it stands in the title, and a person should hear of it. A word
    /// behind a backslash is meant so.
    ///
    /// - Returns: the draft, and a sentence for each such word.
    public static func reading(of line: String, today: Day, day: @escaping (String) throws -> Day) throws -> (
        draft: TaskDraft, doubts: [String]
    ) {
        guard line.utf8.count <= longest else { throw Failure(.quickLineTooLong, "The line is too long.", kind: .badData) }
        var reader = Reader(day: day)
        var words = line.split(whereSeparator: \.isWhitespace)[...]
        while let word = words.first { words = words.dropFirst(try reader.take(word, before: words.dropFirst())) }
        let draft = try reader.finished().checked(today: today)
        return (draft, reader.doubts + (draft.due == nil ? lastDay(of: line) : []))
    }

    /// The line that is read as this draft. Days are written out.
    public static func line(of draft: TaskDraft) -> String {
        var line = ""
        func add(_ sign: String, _ word: some StringProtocol) {
            if !line.isEmpty { line += " " }
            line += sign
            line += word
        }
        for word in words(of: draft.title) { add(isMark(word) ? "\\" : "", word) }
        for tag in draft.tags { add("#", tag) }
        if let due = draft.due { add("@", due.description) }
        if let estimate = draft.estimate { add("", Span(seconds: estimate).description) }
        if let priority = draft.priority { add("!", priority.rawValue) }
        if let project = draft.project { add("+", project) }
        if let recurrence = draft.recurrence { add("*", recurrence.description) }
        if let reminder = draft.reminder { add("~", ClockTime(reminder).description) }
        return line
    }

    /// What stands between white space; an export reads every title so.
    private static func words(of text: String) -> [Substring] {
        guard text.utf8.allSatisfy({ $0 < 128 }) else { return text.split(whereSeparator: \.isWhitespace) }
        return text.utf8.split { $0 == 32 || (9...13).contains($0) }.map { Substring($0) }
    }

    /// What to say of a line that ends with a day as people speak: `Call Ann tomorrow`.
    private static func lastDay(of line: String) -> [String] {
        guard let word = line.split(whereSeparator: \.isWhitespace).last, days.contains(word.lowercased()) else { return [] }
        return ["“\(word)” stays in the title: write a day as @\(word.lowercased())."]
    }

    private static let days: Set<String> = [
        "today", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// What other programs write in front of a colon, and how it is written here.
    private static func foreign(_ word: Substring) -> String? {
        guard let colon = word.firstIndex(of: ":"), word.index(after: colon) < word.endIndex else { return nil }
        let value = word[word.index(after: colon)...]
        return switch word[..<colon].lowercased() {
        case "due", "scheduled", "wait": "write a day as @\(value)"
        case "project", "pro", "proj": "write a project as +\(value)"
        case "pri", "priority": "write a priority as !high, !medium or !low"
        case "tag", "tags": "write a tag as #\(value)"
        default: nil
        }
    }

    /// How the mark is written that a word of the title may have been meant for.
    private static func meant(by word: Substring) -> String? {
        if let meant = foreign(word) { return meant }
        let rest = word.dropFirst()
        guard let sign = rest.first else { return nil }
        switch word.first {
        case "!" where sign.isLetter: return "write a priority as !high, !medium or !low"
        case "~" where sign.isNumber: return "write a reminder as ~09:00 or ~9am"
        case "*" where rest.allSatisfy { $0.isLetter || $0.isNumber }:
            return "write a repeat as *daily, *weekdays, *weekly, *monthly or *3d"
        case let first? where first.isNumber:
            let unit = word.drop { $0.isNumber || $0 == "." || $0 == "," }.lowercased()
            let units = ["h", "hr", "hrs", "hour", "hours", "m", "min", "mins", "minute", "minutes"]
            return units.contains(unit) ? "write an estimate as 30m, 1h30m or 1.5h, up to 24h" : nil
        default: return nil
        }
    }

    /// Every mark begins with its sign, and a length with a figure: of other words nothing more is asked.
    private static func isMark(_ word: Substring) -> Bool {
        guard let first = word.utf8.first, "\\#@!+*~0123456789".utf8.contains(first) else { return false }
        return word.first == "\\" || (try? Reader(day: { _ in Day(ordinal: 0) }).mark(word)) != nil
    }

    /// What a word stands for.
    private enum Mark: Hashable {
        case tag(String), day(Day), estimate(Int), priority(FocusTask.Priority), project(String), recurrence(Recurrence),
            reminder(Int)
    }

    private struct Reader {
        let day: (String) throws -> Day
        var title: [String] = []
        var draft = TaskDraft(title: "")
        /// Lengths behind the title so far: a word of the title behind them makes them a part of it.
        private var lengths: [Substring] = []
        private(set) var doubts: [String] = []

        init(day: @escaping (String) throws -> Day) { self.day = day }

        /// Takes a word, and those behind it that belong to it.
        ///
        /// - Returns: how many words it took.
        mutating func take(_ word: Substring, before others: ArraySlice<Substring>) throws -> Int {
            if word.first == "\\", word.count > 1 { return named(word.dropFirst()) }
            if word.first == "@", word.count > 1 {
                let (day, count) = try readDay(word.dropFirst(), before: others)
                try once(&draft.due, day, word)
                return count
            }
            guard let mark = try mark(word) else {
                if let meant = meant(by: word) { doubts.append("“\(word)” stays in the title: \(meant).") }
                return named(word)
            }
            if case .estimate = mark, !title.isEmpty {
                lengths.append(word)
                return 1
            }
            try keep(mark, word)
            return 1
        }

        private mutating func named(_ word: Substring) -> Int {
            doubts += lengths.map { "“\($0)” stays in the title: write an estimate at the end." }
            title += (lengths + [word]).map(String.init)
            lengths = []
            return 1
        }

        /// The longest day that begins here: `20 nov 2026` before `20 nov`.
        private func readDay(_ first: Substring, before others: ArraySlice<Substring>) throws -> (Day, count: Int) {
            if let day = Day(String(first)) { return (day, 1) }
            let alone = first.split(separator: "-").joined(separator: " ")
            for count in [3, 2] where others.count >= count - 1 {
                if let day = try? day(([alone] + others.prefix(count - 1).map(String.init)).joined(separator: " ")) {
                    return (day, count)
                }
            }
            do {
                return (try day(alone), 1)
            } catch let failure as Failure {
                throw Failure(
                    failure.code, failure.message,
                    advice:
                        "Write it as in @today, @friday, @20 nov or @2026-11-20; if it is part of the title, write “\\@\(first)”.",
                    kind: failure.kind)
            }
        }

        private mutating func keep(_ mark: Mark, _ word: Substring) throws {
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

        func finished() throws -> TaskDraft {
            var whole = self
            for word in lengths { if let mark = try mark(word) { try whole.keep(mark, word) } }
            var draft = whole.draft
            draft.title = title.joined(separator: " ")
            return draft
        }

        /// What a word stands for; nil when it is a word of the title.
        func mark(_ word: Substring) throws -> Mark? {
            let rest = String(word.dropFirst())
            guard let first = word.first, !rest.isEmpty else { return nil }
            switch first {
            case "#": return .tag(rest)
            case "@": return .day(try day(rest))
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
                    .quickLineTwice, "“\(word)” repeats something said before.",
                    advice: "If it is part of the title, write “\\\(word)”.",
                    kind: .badData)
            }
            place = value
        }
    }
}
