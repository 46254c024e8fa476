import Kernel

/// A task on one line: `Write report #work @friday 30m !high +thesis *weekly ~09:00`.
///
/// - `#tag`
/// - `@day`, of one or several words, with or without dashes: `@next-friday`, `@20 nov`
/// - `30m` or `1h30m` as the estimate
/// - `!high|medium|low`
/// - `+project`
/// - `*daily|weekdays|weekly|monthly|3d|2w|6m`
/// - `~HH:MM` for a reminder
///
/// All other words are the title. A backslash before a word makes it part of the title: `\#1`. A
/// length between words of the title also belongs to the title: `Buy 30m of rope`.
package enum QuickLine {
    /// The longest line that is read, in bytes.
    package static let longest = 4000

    /// Parses a line.
    ///
    /// - Parameter day: returns the day that a word means.
    /// - Throws: `quickLineTwice` if a single-valued mark appears twice, `quickLineTooLong`, the
    ///   errors of `day`, and the errors of `TaskDraft.checked`.
    package static func draft(of line: String, today: Day, day: @escaping (String) throws -> Day) throws -> TaskDraft {
        try parse(of: line, today: today, day: day).draft
    }

    /// Parses a line as `draft` does and reports words that only look like marks.
    ///
    /// Such a word stays in the title, and the user should learn of it. A word with a backslash is
    /// not reported.
    ///
    /// - Returns: the draft, and a sentence for each such word.
    package static func parse(of line: String, today: Day, day: @escaping (String) throws -> Day) throws -> (
        draft: TaskDraft, doubts: [String]
    ) {
        guard line.utf8.count <= longest else {
            throw Failure(.quickLineTooLong, "The line is too long.", kind: .badData)
        }
        var reader = Reader(day: day)
        var words = line.split(whereSeparator: \.isWhitespace)[...]
        while let word = words.first { words = words.dropFirst(try reader.consume(word, before: words.dropFirst())) }
        let draft = try reader.finalDraft().checked(today: today)
        return (draft, reader.doubts + (draft.due == nil ? unmarkedDayHint(of: line) : []))
    }

    /// Returns the line that parses to a draft.
    ///
    /// Days are written as dates.
    package static func line(of draft: TaskDraft) -> String {
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

    /// Splits a text at white space, fast enough for every title of an export.
    private static func words(of text: String) -> [Substring] {
        guard text.utf8.allSatisfy({ $0 < 128 }) else { return text.split(whereSeparator: \.isWhitespace) }
        return text.utf8.split { $0 == 32 || (9...13).contains($0) }.map { Substring($0) }
    }

    /// Returns a hint for a line that ends with a day without a mark, as in `Call Ann tomorrow`.
    private static func unmarkedDayHint(of line: String) -> [String] {
        guard let word = line.split(whereSeparator: \.isWhitespace).last, days.contains(word.lowercased()) else {
            return []
        }
        return ["“\(word)” stays in the title: write a day as @\(word.lowercased())."]
    }

    /// The words that mean a day.
    private static let days: Set<String> = [
        "today", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Returns a hint for a word with the prefix of another program, such as `due:friday`.
    private static func foreignMarkHint(_ word: Substring) -> String? {
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

    /// Returns a hint for a word of the title that looks like a mark.
    private static func markHint(_ word: Substring) -> String? {
        if let hint = foreignMarkHint(word) { return hint }
        let remainder = word.dropFirst()
        guard let sign = remainder.first else { return nil }
        switch word.first {
        case "!" where sign.isLetter: return "write a priority as !high, !medium or !low"
        case "~" where sign.isNumber: return "write a reminder as ~09:00 or ~9am"
        case "*" where remainder.allSatisfy { $0.isLetter || $0.isNumber }:
            return "write a repeat as *daily, *weekdays, *weekly, *monthly or *3d"
        case let first? where first.isNumber:
            let unit = word.drop { $0.isNumber || $0 == "." || $0 == "," }.lowercased()
            let units = ["h", "hr", "hrs", "hour", "hours", "m", "min", "mins", "minute", "minutes"]
            return units.contains(unit) ? "write an estimate as 30m, 1h30m or 1.5h, up to 24h" : nil
        default: return nil
        }
    }

    /// Returns whether a word can be a mark.
    ///
    /// Every mark begins with a sign, and a length with a digit.
    private static func isMark(_ word: Substring) -> Bool {
        guard let first = word.utf8.first, "\\#@!+*~0123456789".utf8.contains(first) else { return false }
        return word.first == "\\" || (try? Reader(day: { _ in Day(ordinal: 0) }).mark(word)) != nil
    }

    /// The meaning of a word.
    private enum Mark: Hashable {
        case tag(String), day(Day), estimate(Int), priority(FocusTask.Priority), project(String), recurrence(
            Recurrence),
            reminder(Int)
    }

    /// Reads the words of a line one after another.
    private struct Reader {
        /// Returns the day that words mean.
        let day: (String) throws -> Day
        /// The words of the title so far.
        var title: [String] = []
        var draft = TaskDraft(title: "")
        /// The lengths after the title so far.
        ///
        /// A later word of the title makes them part of it.
        private var lengths: [Substring] = []
        /// A sentence for each word that only looks like a mark.
        private(set) var doubts: [String] = []

        init(day: @escaping (String) throws -> Day) { self.day = day }

        /// Consumes a word and the following words that belong to it.
        ///
        /// - Returns: the number of consumed words.
        mutating func consume(_ word: Substring, before others: ArraySlice<Substring>) throws -> Int {
            if word.first == "\\", word.count > 1 { return appendToTitle(word.dropFirst()) }
            if word.first == "@", word.count > 1 {
                let (day, count) = try readDay(word.dropFirst(), before: others)
                try setOnce(&draft.due, day, word)
                return count
            }
            guard let mark = try mark(word) else {
                if let hint = markHint(word) { doubts.append("“\(word)” stays in the title: \(hint).") }
                return appendToTitle(word)
            }
            if case .estimate = mark, !title.isEmpty {
                lengths.append(word)
                return 1
            }
            try store(mark, word)
            return 1
        }

        /// Adds a word to the title, with the lengths before it.
        private mutating func appendToTitle(_ word: Substring) -> Int {
            doubts += lengths.map { "“\($0)” stays in the title: write an estimate at the end." }
            title += (lengths + [word]).map(String.init)
            lengths = []
            return 1
        }

        /// Returns the longest day that begins here, such as `20 nov 2026` rather than `20 nov`.
        private func readDay(_ first: Substring, before others: ArraySlice<Substring>) throws -> (Day, count: Int) {
            if let day = Day(String(first)) { return (day, 1) }
            let firstWord = first.split(separator: "-").joined(separator: " ")
            for count in [3, 2] where others.count >= count - 1 {
                if let day = try? day(([firstWord] + others.prefix(count - 1).map(String.init)).joined(separator: " "))
                {
                    return (day, count)
                }
            }
            do {
                return (try day(firstWord), 1)
            } catch let failure as Failure {
                throw Failure(
                    failure.code, failure.message,
                    advice:
                        "Write it as in @today, @friday, @20 nov or @2026-11-20; if it is part of the title, write “\\@\(first)”.",
                    kind: failure.kind)
            }
        }

        /// Adds a mark to the draft.
        ///
        /// - Throws: `quickLineTwice`.
        private mutating func store(_ mark: Mark, _ word: Substring) throws {
            switch mark {
            case .tag(let tag): draft.tags.append(tag)
            case .day(let day): try setOnce(&draft.due, day, word)
            case .estimate(let seconds): try setOnce(&draft.estimate, seconds, word)
            case .priority(let priority): try setOnce(&draft.priority, priority, word)
            case .project(let project): try setOnce(&draft.project, project, word)
            case .recurrence(let recurrence): try setOnce(&draft.recurrence, recurrence, word)
            case .reminder(let second): try setOnce(&draft.reminder, second, word)
            }
        }

        /// Returns the draft, in which the lengths after the title are the estimate.
        func finalDraft() throws -> TaskDraft {
            var reader = self
            for word in lengths { if let mark = try mark(word) { try reader.store(mark, word) } }
            var draft = reader.draft
            draft.title = title.joined(separator: " ")
            return draft
        }

        /// Returns the mark of a word, or nil for a word of the title.
        func mark(_ word: Substring) throws -> Mark? {
            let remainder = String(word.dropFirst())
            guard let first = word.first, !remainder.isEmpty else { return nil }
            switch first {
            case "#": return .tag(remainder)
            case "@": return .day(try day(remainder))
            case "!": return FocusTask.Priority(rawValue: remainder.lowercased()).map(Mark.priority)
            case "+": return remainder.first?.isLetter == true ? .project(remainder) : nil
            case "*": return Recurrence(remainder).map(Mark.recurrence)
            case "~": return ClockTime(remainder).map { .reminder($0.second) }
            default: return Span(String(word)).map { .estimate($0.seconds) }
            }
        }

        /// Sets a value that the line may give only once.
        ///
        /// - Throws: `quickLineTwice`.
        private func setOnce<Value>(_ slot: inout Value?, _ value: Value, _ word: Substring) throws {
            guard slot == nil else {
                throw Failure(
                    .quickLineTwice, "“\(word)” repeats an earlier mark.",
                    advice: "If it is part of the title, write “\\\(word)”.", kind: .badData)
            }
            slot = value
        }
    }
}
