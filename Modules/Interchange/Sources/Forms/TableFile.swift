import Documents
import Kernel

/// The reader and writer for tables with headings (RFC 4180), whose columns are identified by name
/// in any order.
enum TableFile {
    private static let todoColumns = [
        "id", "title", "state", "entry", "done", "due", "priority", "project", "tags", "note", "annotations", "after",
        "parent", "recurrence", "reminder",
    ]
    private static let timeColumns = ["id", "start", "end", "title", "project", "tags"]
    /// The names of columns in other programs, with the name that is used here.
    private static let synonyms = [
        "uid": "id", "uuid": "id", "summary": "title", "description": "title", "task": "title", "name": "title",
        "status": "state",
        "createdat": "entry", "created": "entry", "doneon": "done", "completed": "done", "due date": "due",
        "duedate": "due",
        "labels": "tags", "categories": "tags", "notes": "note", "depends": "after", "repeats": "recurrence",
    ]

    /// Returns the names of the columns as they are used here.
    private static func columns(_ heading: [String]) -> [String] {
        heading.map { name in
            let name = name.trimmed().lowercased()
            return synonyms[name] ?? name
        }
    }

    /// Whether a first line names enough known columns to be a heading.
    static func isHeading(_ line: String) -> Bool {
        guard let first = try? Sheet(Array(line.utf8)).rows.first, first.fields.count > 1 else { return false }
        let names = columns(first.fields)
        return names.contains("title")
            && !Set(names).isDisjoint(with: ["id", "due", "state", "entry", "priority", "tags", "done"])
            || names.contains("start") && names.contains("end")
    }

    static func read(_ bytes: [UInt8], _ fieldPrefix: String) throws -> ParsedFile {
        var parsed = ParsedFile(.csv)
        let sheet: Sheet
        do { sheet = try Sheet(bytes, limit: ParsedFile.most + 1) } catch {
            let reason =
                switch error {
                case .notText(let line):
                    line.map { "Line \($0) is no text in UTF-8 or UTF-16." }
                        ?? "The file is no text in UTF-8 or UTF-16."
                case .openQuote(let line): "A quotation mark is opened in line \(line) and never closed."
                case .tooManyRows: "The file has more than 200,000 rows."
                }
            throw Failure(.formBroken, reason, advice: "Correct it, or export it once more.", kind: .badData)
        }
        guard let heading = sheet.rows.first else { return parsed }
        let names = columns(heading.fields)
        let isTime = names.contains("start") && names.contains("end")
        let knownColumns = Set(
            (isTime ? timeColumns : todoColumns) + ["locked", "overdue", "line", "spent", "day", "focused", "estimate"])
        for (name, columnTitle) in zip(names, heading.fields)
        where !knownColumns.contains(name) && !name.hasPrefix(fieldPrefix) && name != "preset" {
            parsed.unread.add("“\(columnTitle.prefix(40))”", "line \(heading.line)")
        }
        for row in sheet.rows.dropFirst() {
            var cells: [String: String] = [:]
            for (name, field) in zip(names, row.fields) where !field.isEmpty { cells[name] = CSV.unguarded(field) }
            guard !cells.isEmpty else { continue }
            if isTime {
                guard let time = time(cells, fieldPrefix) else {
                    parsed.recordFault("it has no start and end", at: row.line)
                    continue
                }
                try parsed.add(time, at: row.line)
            } else {
                guard let todo = todo(cells, fieldPrefix) else {
                    parsed.recordFault("it has no title", at: row.line)
                    continue
                }
                try parsed.add(todo, at: row.line)
            }
        }
        return parsed
    }

    private static func moment(_ text: String?) -> Moment? {
        guard let text else { return nil }
        return Day(text).map { .day($0) } ?? Instant(text).map { .instant($0) } ?? CompactTime.moment(text)
            ?? localTime(text)
    }

    /// Parses `2026-11-20 09:00`, with or without seconds.
    private static func localTime(_ text: String) -> Moment? {
        let text = text.replacing("T", with: " ")
        guard
            case .instant(let instant)? = Instant((text.utf8.count == 16 ? text + ":00" : text) + "Z").map(
                Moment.instant)
        else { return nil }
        return .localTime(LocalCalendar.utc.day(of: instant), second: LocalCalendar.utc.secondOfDay(of: instant))
    }

    /// Returns the calling program's own columns, without their prefix, and the additional ones.
    private static func extra(
        _ cells: [String: String], _ fieldPrefix: String, _ additionalNames: [String]
    ) -> [String: String] {
        var extra: [String: String] = [:]
        for (name, value) in cells {
            if name.hasPrefix(fieldPrefix), name.count > fieldPrefix.count {
                extra[String(name.dropFirst(fieldPrefix.count))] = value
            }
            if additionalNames.contains(name) { extra[name] = value }
        }
        return extra
    }

    private static func todo(_ cells: [String: String], _ fieldPrefix: String) -> Todo? {
        guard let title = cells["title"] else { return nil }
        var todo = Todo(title: title)
        (todo.key, todo.project, todo.text, todo.parent) = (
            cells["id"], cells["project"], cells["note"], cells["parent"]
        )
        (todo.entry, todo.due) = (moment(cells["entry"]), moment(cells["due"]))
        todo.state = cells["state"].flatMap { Todo.State(rawValue: $0.lowercased()) } ?? .open
        if let done = cells["done"] {
            todo.end = moment(done)
            if todo.end != nil || ["yes", "true", "1", "x", "done"].contains(done.lowercased()) { todo.state = .done }
        }
        if ["completed", "closed"].contains(cells["state"]?.lowercased()) { todo.state = .done }
        todo.priority = cells["priority"].flatMap { Todo.Priority(rawValue: $0.lowercased()) }
        todo.tags = list(cells["tags"])
        todo.dependencies = list(cells["after"])
        todo.repetition = cells["recurrence"].flatMap { Repetition($0) }
        if let reminder = cells["reminder"] {
            let parts = reminder.split(separator: ":").compactMap { Int($0) }
            if parts.count >= 2, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]) {
                todo.alarm = .afterDue(seconds: parts[0] * 3600 + parts[1] * 60)
            } else if let seconds = Int(reminder) {
                todo.alarm = .afterDue(seconds: seconds)
            } else if let instant = Instant(reminder) {
                todo.alarm = .at(instant)
            }
        }
        todo.notes = (cells["annotations"]?.split(separator: "\n") ?? []).map { line in
            let sides = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, sides[0] == "-" || Instant(String(sides[0])) != nil else {
                return Todo.Note(at: nil, text: unescaped(line))
            }
            return Todo.Note(at: Instant(String(sides[0])), text: unescaped(sides[1]))
        }
        todo.extra = extra(cells, fieldPrefix, ["estimate", "spent"])
        return todo
    }

    private static func time(_ cells: [String: String], _ fieldPrefix: String) -> TrackedTime? {
        guard let start = moment(cells["start"]), let end = moment(cells["end"]) else { return nil }
        var time = TrackedTime(from: start, to: end)
        (time.key, time.title, time.project) = (cells["id"], cells["title"], cells["project"])
        time.tags = list(cells["tags"])
        time.extra = extra(cells, fieldPrefix, ["focused", "preset", "done"])
        return time
    }
}

extension TableFile {
    static func write(_ todos: [Todo], _ fieldPrefix: String) -> [UInt8] {
        let extras = Set(todos.flatMap(\.extra.keys)).sorted()
        let rows = todos.map { todo in
            let alarm: String? =
                switch todo.alarm {
                case .afterDue(let seconds)?: String(seconds)
                case .at(let instant)?: instant.description
                case nil: nil
                }
            let notes = todo.notes.map { "\($0.at?.description ?? "-") \(escaped($0.text))" }.joined(separator: "\n")
            return [
                todo.key, todo.title, todo.state.rawValue, todo.entry.map(text), todo.end.map(text), todo.due.map(text),
                todo.priority?.rawValue, todo.project, text(todo.tags), todo.text, notes, text(todo.dependencies),
                todo.parent,
                todo.repetition?.text, alarm,
            ] + extras.map { todo.extra[$0] }
        }
        return bytes(todoColumns + extras.map { fieldPrefix + $0 }, rows)
    }

    static func write(_ times: [TrackedTime], _ fieldPrefix: String) -> [UInt8] {
        let extras = Set(times.flatMap(\.extra.keys)).sorted()
        let rows = times.map { time in
            [time.key, text(time.start), text(time.end), time.title, time.project, text(time.tags)]
                + extras.map { time.extra[$0] }
        }
        return bytes(timeColumns + extras.map { fieldPrefix + $0 }, rows)
    }

    private static func bytes(_ heading: [String], _ rows: [[String?]]) -> [UInt8] {
        Array(CSV.text([heading] + rows.map { $0.map { $0 ?? "" } }).utf8)
    }

    private static func text(_ moment: Moment) -> String {
        switch moment {
        case .day(let day): day.description
        case .instant(let instant): instant.description
        case .localTime(let day, let second):
            String(Instant(milliseconds: Int64(day.ordinal * 86_400 + second) * 1000).description.prefix(19))
        }
    }

    /// Joins words with blanks. A separator inside a word is written as a backslash and a letter.
    private static func text(_ words: [String]) -> String {
        words.map { escaped($0).replacingScalars([" ": "\\_", ",": "\\c", ";": "\\s"]) }.joined(separator: " ")
    }

    /// Splits a cell into words.
    private static func list(_ text: String?) -> [String] {
        (text ?? "").split { $0 == " " || $0 == "," || $0 == ";" }.map { unescaped($0) }.filter { !$0.isEmpty }
    }

    private static func escaped(_ text: String) -> String {
        text.replacingScalars(["\\": "\\\\", "\n": "\\n", "\r": "\\r"])
    }

    /// The characters that a letter after a backslash stands for.
    private static let meanings: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "r": "\r", "_": " ", "c": ",", "s": ";",
    ]

    private static func unescaped(_ text: Substring) -> String {
        var plain = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                plain.append(meanings[scalar] ?? scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                plain.append(scalar)
            }
        }
        return String(plain)
    }
}
