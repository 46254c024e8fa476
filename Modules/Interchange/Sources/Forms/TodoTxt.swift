import Kernel

/// The reader and writer for todo.txt, one task a line: `x 2026-11-20 2026-11-01 Write report
/// +thesis @work due:2026-11-27`.
enum TodoTxt {
    /// Whether at least one of the first lines has a mark of the form and every line is valid text.
    static func isLikely(_ head: [UInt8]) -> Bool {
        var lines = Lines(head)
        var hasMarkedLine = false
        for _ in 0..<200 {
            guard let line = lines.next() else { break }
            guard let text = line.text else { return line.endIndex >= head.count && hasMarkedLine }
            // Web pages and programs are not task lists, even if they contain matching marks.
            guard line.count <= 4000, text.first != "<", text.first != "{", !text.hasPrefix("#!") else { return false }
            hasMarkedLine = hasMarkedLine || hasMark(text)
        }
        return hasMarkedLine
    }

    private static func hasMark(_ line: String) -> Bool {
        if line.hasPrefix("x ") || priority(line.prefix(4)) != nil { return true }
        if Day(String(line.prefix(10))) != nil { return true }
        return line.split(separator: " ").contains { word in
            (word.first == "+" || word.first == "@") && word.count > 1 && word.dropFirst().first?.isLetter == true
                || word.hasPrefix("due:")
        }
    }

    /// Parses a priority such as `(A) `, or returns `nil` for other text.
    private static func priority(_ text: Substring) -> Todo.Priority? {
        let bytes = Array(text.utf8)
        guard bytes.count == 4, bytes[0] == 40, (65...90).contains(bytes[1]), bytes[2] == 41, bytes[3] == 32 else {
            return nil
        }
        return bytes[1] == 65 ? .high : bytes[1] == 66 ? .medium : .low
    }

    /// Reads a file.
    ///
    /// - Parameter fieldPrefix: the beginning of the names of the app's own fields.
    static func read(_ bytes: [UInt8], _ fieldPrefix: String) throws -> ParsedFile {
        var parsed = ParsedFile(.todoTxt)
        var lines = Lines(bytes)
        while let line = lines.next() {
            guard line.contains(where: { $0 > 32 }) else { continue }
            guard line.count <= 1 << 16, let text = line.text else {
                parsed.recordFault("it is no text", at: lines.number)
                continue
            }
            guard let todo = todo(text, fieldPrefix, { parsed.unread.add("“\($0):”", "line \(lines.number)") }) else {
                parsed.recordFault("it has no words", at: lines.number)
                continue
            }
            try parsed.add(todo, at: lines.number)
        }
        return parsed
    }

    /// Parses a line, or returns `nil` if it has no title.
    ///
    /// - Parameter unread: receives the name of each field that is ignored.
    private static func todo(_ line: String, _ fieldPrefix: String, _ unread: (Substring) -> Void) -> Todo? {
        var todo = Todo(title: "")
        var rest = Substring(line.trimmed())
        func day() -> Moment? {
            guard let day = Day(String(rest.prefix(10))), rest.count == 10 || rest.dropFirst(10).first == " " else {
                return nil
            }
            rest = rest.dropFirst(11)
            return .day(day)
        }
        if rest.hasPrefix("x ") {
            (todo.state, rest) = (.done, rest.dropFirst(2))
        }
        if let priority = priority(rest.prefix(4)) { (todo.priority, rest) = (priority, rest.dropFirst(4)) }
        if todo.state == .done {
            todo.end = day()
            if todo.end != nil { todo.entry = day() }
        } else {
            todo.entry = day()
        }
        var title: [Substring] = []
        for word in rest.split(separator: " ") where !apply(word, to: &todo, fieldPrefix, unread) { title.append(word) }
        todo.title = title.joined(separator: " ")
        return todo.title.isEmpty ? nil : todo
    }

    /// Applies a word to the task if it is a tag or a field, and returns whether it is.
    private static func apply(
        _ word: Substring, to todo: inout Todo, _ fieldPrefix: String, _ unread: (Substring) -> Void
    )
        -> Bool
    {
        if word.count > 1, word.first == "+", todo.project == nil || todo.project == String(word.dropFirst()) {
            todo.project = String(word.dropFirst())
            return true
        }
        if word.count > 1, word.first == "@" || word.first == "+" {
            todo.tags.append(String(word.dropFirst()))
            return true
        }
        let sides = word.split(separator: ":", maxSplits: 1)
        guard sides.count == 2 else { return false }
        let value = String(sides[1])
        switch sides[0] {
        case "due":
            guard let day = Day(value) else { return false }
            todo.due = .day(day)
        case "id": todo.key = value
        case "rec":
            guard
                let repeats = Repetition(
                    value.hasPrefix("+") ? String(value.dropFirst()) : value == "b" ? "weekdays" : value)
            else { return false }
            todo.repetition = repeats
        case "pri":
            guard let priority = priority(Substring("(\(value)) ")) else { return false }
            todo.priority = priority
        case "after": todo.dependencies = value.split(separator: ",").map(String.init)
        case "parent": todo.parent = value
        case "remind":
            guard let seconds = Int(value) else { return false }
            todo.alarm = .afterDue(seconds: seconds)
        case "t", "h": unread(sides[0])
        case let name where name.hasPrefix(fieldPrefix) && name.count > fieldPrefix.count:
            todo.extra[String(name.dropFirst(fieldPrefix.count))] = value
        default: return false
        }
        return true
    }

    static func write(_ todos: [Todo], _ fieldPrefix: String, in calendar: LocalCalendar) -> [UInt8] {
        var sink = TextSink()
        for todo in todos {
            sink.add(line(of: todo, fieldPrefix, calendar))
            sink.add("\n")
        }
        return sink.bytes
    }

    private static func line(of todo: Todo, _ fieldPrefix: String, _ calendar: LocalCalendar) -> String {
        let letters: [Todo.Priority: String] = [.high: "A", .medium: "B", .low: "C"]
        let letter = todo.priority.flatMap { letters[$0] }
        func day(_ moment: Moment?) -> String? { moment?.day(in: calendar).description }
        var words: [String?] = []
        if todo.state == .done {
            // The entry day follows the completion day and never appears alone.
            words = ["x", day(todo.end), todo.end == nil ? nil : day(todo.entry)]
        } else {
            words = [letter.map { "(\($0))" }, day(todo.entry)]
        }
        words += todo.title.split(whereSeparator: \.isWhitespace).map(String.init)
        words.append(todo.project.map { "+\($0)" })
        words += todo.tags.map { "@\($0)" }
        words.append(todo.state == .done ? letter.map { "pri:\($0)" } : nil)
        words.append(day(todo.due).map { "due:\($0)" })
        words.append(todo.repetition.map { "rec:\($0.text)" })
        words.append(todo.key.map { "id:\($0)" })
        words.append(todo.dependencies.isEmpty ? nil : "after:\(todo.dependencies.joined(separator: ","))")
        words.append(todo.parent.map { "parent:\($0)" })
        if case .afterDue(let seconds)? = todo.alarm { words.append("remind:\(seconds)") }
        for (name, value) in todo.extra.sorted(by: { $0.key < $1.key }) where !value.contains(" ") && !value.isEmpty {
            words.append("\(fieldPrefix)\(name):\(value)")
        }
        return words.compactMap { $0 }.joined(separator: " ")
    }
}
