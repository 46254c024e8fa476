import Kernel

/// The reader and writer for the format of `task export` and `task import`.
enum TaskwarriorFile {
    private static let ignoredMembers: Set = ["id", "urgency", "mask", "imask", "rtype", "modified"]

    static func read(_ bytes: [UInt8], _ fieldPrefix: String) throws -> ParsedFile {
        var parsed = ParsedFile(.taskwarrior)
        var entries = JSONEntries(bytes)
        while let entry = try entries.next() {
            var members = entry.members
            guard let title = members.removeValue(forKey: "description")?.text else {
                parsed.recordFault("it has no description", at: entries.number)
                continue
            }
            var todo = Todo(title: title)
            fill(&todo, &members, fieldPrefix)
            for name in members.keys.sorted() where !ignoredMembers.contains(name) {
                parsed.unread.add("“\(name)”", "entry \(entries.number)")
            }
            try parsed.add(todo, at: entries.number)
        }
        return parsed
    }

    /// Moves the members that a task can hold from the entry into the task.
    private static func fill(_ todo: inout Todo, _ members: inout [String: JSONValue], _ fieldPrefix: String) {
        func text(_ name: String) -> String? { members.removeValue(forKey: name)?.text }
        func moment(_ name: String) -> Moment? {
            guard let instant = members[name]?.text.flatMap(CompactTime.instant) else { return nil }
            members[name] = nil
            return .instant(instant)
        }
        (todo.key, todo.project) = (text("uuid"), text("project"))
        (todo.parent, todo.text) = (text("\(fieldPrefix)parent"), text("\(fieldPrefix)note"))
        let states: [String: Todo.State] = ["completed": .done, "deleted": .deleted, "recurring": .template]
        todo.state = text("status").flatMap { states[$0] } ?? .open
        (todo.entry, todo.end, todo.due) = (moment("entry"), moment("end"), moment("due"))
        if let priority = members["priority"]?.text.flatMap({ ["H": Todo.Priority.high, "M": .medium, "L": .low][$0] })
        {
            (todo.priority, members["priority"]) = (priority, nil)
        }
        todo.tags = members.removeValue(forKey: "tags")?.texts ?? []
        todo.dependencies = members.removeValue(forKey: "depends")?.texts ?? []
        if case .array(let notes)? = members.removeValue(forKey: "annotations") {
            todo.notes = notes.compactMap { note in
                note["description"]?.text.map {
                    Todo.Note(at: note["entry"]?.text.flatMap(CompactTime.instant), text: $0)
                }
            }
        }
        todo.template = text("parent")
        if let repeats = members["recur"]?.text.flatMap({ Repetition($0) }) {
            (todo.repetition, members["recur"]) = (repeats, nil)
        }
        for name in members.keys where name.hasPrefix(fieldPrefix) && name.count > fieldPrefix.count {
            todo.extra[String(name.dropFirst(fieldPrefix.count))] = text(name)
        }
        if let seconds = todo.extra.removeValue(forKey: "alarm").flatMap({ Int($0) }) {
            todo.alarm = .afterDue(seconds: seconds)
        }
    }

    static func write(_ todos: [Todo], _ fieldPrefix: String, in calendar: LocalCalendar) -> [UInt8] {
        var sink = TextSink()
        sink.add("[\n")
        for (place, todo) in todos.enumerated() {
            add(todo, fieldPrefix, calendar, to: &sink)
            sink.add(place == todos.count - 1 ? "\n" : ",\n")
        }
        sink.add("]\n")
        return sink.bytes
    }

    private static func add(_ todo: Todo, _ fieldPrefix: String, _ calendar: LocalCalendar, to sink: inout TextSink) {
        func member(_ name: String, _ text: String?) {
            guard let text else { return }
            sink.add(",\"\(name)\":")
            sink.add(json: text)
        }
        func list(_ name: String, _ texts: [String]) {
            guard !texts.isEmpty else { return }
            sink.add(",\"\(name)\":")
            sink.add(texts)
        }
        func stamp(_ moment: Moment?) -> String? { moment.map { CompactTime.text($0.instant(in: calendar)) } }
        sink.add("{\"description\":")
        sink.add(json: todo.title)
        let states: [Todo.State: String] = [.done: "completed", .deleted: "deleted", .template: "recurring"]
        member("status", states[todo.state] ?? "pending")
        member("uuid", todo.key)
        member("entry", stamp(todo.entry))
        member("end", stamp(todo.end))
        member("due", stamp(todo.due))
        member("priority", todo.priority.map { String($0.rawValue.prefix(1).uppercased()) })
        member("project", todo.project)
        list("tags", todo.tags)
        list("depends", todo.dependencies)
        if !todo.notes.isEmpty {
            sink.add(",\"annotations\":[")
            for (place, note) in todo.notes.enumerated() {
                sink.add(place > 0 ? ",{\"description\":" : "{\"description\":")
                sink.add(json: note.text)
                member("entry", note.at.map(CompactTime.text))
                sink.add("}")
            }
            sink.add("]")
        }
        member("recur", todo.repetition?.text)
        member("parent", todo.template)
        member("\(fieldPrefix)parent", todo.parent)
        member("\(fieldPrefix)note", todo.text)
        if case .afterDue(let seconds)? = todo.alarm { member("\(fieldPrefix)alarm", String(seconds)) }
        for (name, text) in todo.extra.sorted(by: { $0.key < $1.key }) { member(fieldPrefix + name, text) }
        sink.add("}")
    }
}
