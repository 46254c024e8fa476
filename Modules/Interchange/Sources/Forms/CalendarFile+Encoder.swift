import Kernel

extension CalendarFile {
    static func write(_ todos: [Todo], _ times: [TrackedTime], _ fieldPrefix: String, at now: Instant) -> [UInt8] {
        var text = CalendarText(product: "-//Commonplace//\(fieldPrefix)//EN")
        for todo in todos { add(todo, fieldPrefix, now, to: &text) }
        for time in times { add(time, fieldPrefix, now, to: &text) }
        return text.finished()
    }

    private static func add(_ todo: Todo, _ fieldPrefix: String, _ now: Instant, to text: inout CalendarText) {
        text.begin("VTODO")
        addHeader(todo.key, now, &text)
        text.add(CalendarLine("SUMMARY", text: todo.title))
        let states: [Todo.State: String] = [.done: "COMPLETED", .deleted: "CANCELLED"]
        text.add(CalendarLine("STATUS", value: states[todo.state] ?? "NEEDS-ACTION"))
        if let entry = todo.entry { text.add("CREATED", entry) }
        if let end = todo.end { text.add("COMPLETED", end) }
        if let due = todo.due {
            // A repeating task counts from its start, which may differ from its due day.
            text.add(todo.repetition == nil ? "DUE" : "DTSTART", due)
        }
        if let repeats = todo.repetition { text.add(CalendarLine("RRULE", value: repeats.rule)) }
        let numbers: [Todo.Priority: String] = [.high: "1", .medium: "5", .low: "9"]
        if let number = todo.priority.flatMap({ numbers[$0] }) { text.add(CalendarLine("PRIORITY", value: number)) }
        categories(todo.tags, &text)
        if let words = todo.text { text.add(CalendarLine("DESCRIPTION", text: words)) }
        for note in todo.notes {
            text.add(CalendarLine("COMMENT", note.at.map { ["X-AT": CompactTime.text($0)] } ?? [:], text: note.text))
        }
        if let parent = todo.parent { text.add(CalendarLine("RELATED-TO", text: parent)) }
        for key in todo.dependencies { text.add(CalendarLine("RELATED-TO", ["RELTYPE": "DEPENDS-ON"], text: key)) }
        addExtra(todo.project, todo.extra, fieldPrefix, &text)
        if let alarm = todo.alarm { add(alarm, todo, to: &text) }
        text.end()
    }

    private static func add(_ alarm: Todo.Alarm, _ todo: Todo, to text: inout CalendarText) {
        text.begin("VALARM")
        text.add(CalendarLine("ACTION", value: "DISPLAY"))
        text.add(CalendarLine("DESCRIPTION", text: todo.title))
        switch alarm {
        case .at(let instant):
            text.add(CalendarLine("TRIGGER", ["VALUE": "DATE-TIME"], value: CompactTime.text(instant)))
        case .afterDue(let seconds):
            let related = todo.repetition == nil ? ["RELATED": "END"] : [:]
            text.add(CalendarLine("TRIGGER", related, value: CalendarDuration.text(seconds)))
        }
        text.end()
    }

    private static func add(_ time: TrackedTime, _ fieldPrefix: String, _ now: Instant, to text: inout CalendarText) {
        text.begin("VEVENT")
        addHeader(time.key, now, &text)
        text.add("DTSTART", time.start)
        text.add("DTEND", time.end)
        if let title = time.title { text.add(CalendarLine("SUMMARY", text: title)) }
        categories(time.tags, &text)
        addExtra(time.project, time.extra, fieldPrefix, &text)
        text.end()
    }

    private static func addHeader(_ key: String?, _ now: Instant, _ text: inout CalendarText) {
        if let key { text.add(CalendarLine("UID", text: key)) }
        text.add("DTSTAMP", .instant(now))
    }

    private static func categories(_ tags: [String], _ text: inout CalendarText) {
        guard !tags.isEmpty else { return }
        text.add(CalendarLine("CATEGORIES", value: tags.map(CalendarLine.escaped).joined(separator: ",")))
    }

    private static func addExtra(
        _ project: String?, _ extra: [String: String], _ fieldPrefix: String, _ text: inout CalendarText
    ) {
        let prefix = "X-\(fieldPrefix.uppercased())-"
        if let project { text.add(CalendarLine(prefix + "PROJECT", text: project)) }
        for (name, value) in extra.sorted(by: { $0.key < $1.key }) {
            text.add(CalendarLine(prefix + name.uppercased(), text: value))
        }
    }
}
