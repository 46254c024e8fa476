import Kernel

/// The reader and writer for tasks (VTODO) and tracked time (VEVENT) in an iCalendar file.
enum CalendarFile {
    private static let ignoredProperties: Set = [
        "DTSTAMP", "SEQUENCE", "LAST-MODIFIED", "PERCENT-COMPLETE", "CLASS", "TRANSP", "DURATION", "DTEND",
        "RECURRENCE-ID",
    ]

    static func read(_ bytes: [UInt8], _ fieldPrefix: String) throws -> ParsedFile {
        var zones: [String: CalendarZone] = [:]
        var zoneReader = CalendarReader(bytes, wanted: ["VTIMEZONE"])
        while let component = zoneReader.next() {
            _ = zoneReader.takeFaults()
            guard zones.count < 500, let name = component.first("TZID")?.text, let zone = CalendarZone(component) else {
                continue
            }
            zones[name] = zone
        }
        var parsed = ParsedFile(.iCalendar)
        var reader = CalendarReader(bytes, wanted: ["VTODO", "VEVENT", "VTIMEZONE"])
        var moments = MomentReader(zones: zones, fieldPrefix: fieldPrefix)
        while let component = reader.next() {
            for fault in reader.takeFaults() { parsed.recordFault(fault.reason, at: fault.line) }
            moments.line = component.line
            switch component.name {
            case "VTODO": if let todo = todo(component, &moments, &parsed) { try parsed.add(todo, at: component.line) }
            case "VEVENT": if let time = time(component, &moments, &parsed) { try parsed.add(time, at: component.line) }
            default: break
            }
        }
        for fault in reader.takeFaults() { parsed.recordFault(fault.reason, at: fault.line) }
        return parsed
    }

    /// A reader of moments with the time zones of the file.
    private struct MomentReader {
        let zones: [String: CalendarZone]
        let fieldPrefix: String
        var line = 0

        func moment(_ line: CalendarLine?, _ parsed: inout ParsedFile) -> Moment? {
            guard let line, let moment = CompactTime.moment(line.value.trimmed()) else { return nil }
            guard case .localTime(let day, let second) = moment, let name = line.parameters["TZID"] else {
                return moment
            }
            if let zone = zones[name] { return .instant(zone.instant(of: day, second: second)) }
            parsed.unread.add("the time zone “\(name)”, which the file does not describe", "line \(self.line)")
            return moment
        }

        /// Returns the calling program's own properties, keyed without their prefix.
        func extra(_ component: CalendarReader.Component) -> [String: String] {
            let prefix = "X-\(fieldPrefix.uppercased())-"
            var extra: [String: String] = [:]
            for line in component.lines where line.name.hasPrefix(prefix) {
                extra[line.name.dropFirst(prefix.count).lowercased()] = line.text
            }
            return extra
        }
    }

    /// Returns the task of a VTODO, or records a fault and returns `nil`.
    private static func todo(
        _ component: CalendarReader.Component, _ moments: inout MomentReader, _ parsed: inout ParsedFile
    ) -> Todo? {
        guard let title = component.first("SUMMARY")?.text else {
            parsed.recordFault("the VTODO has no SUMMARY", at: component.line)
            return nil
        }
        var todo = Todo(title: title)
        todo.extra = moments.extra(component)
        todo.project = todo.extra.removeValue(forKey: "project")
        let start = moments.moment(component.first("DTSTART"), &parsed)
        var hasStatus = false
        for line in component.lines {
            switch line.name {
            case "UID": todo.key = line.text
            case "SUMMARY", "DTSTART": break
            case "DESCRIPTION": todo.text = line.text
            case "STATUS":
                hasStatus = true
                todo.state = ["COMPLETED": .done, "CANCELLED": .deleted][line.value.uppercased()] ?? .open
            case "COMPLETED": todo.end = moments.moment(line, &parsed)
            case "CREATED": todo.entry = moments.moment(line, &parsed)
            case "DUE": todo.due = moments.moment(line, &parsed)
            case "PRIORITY":
                let number = Int(line.value) ?? 0
                todo.priority =
                    (1...4).contains(number) ? .high : number == 5 ? .medium : (6...9).contains(number) ? .low : nil
            case "CATEGORIES": todo.tags += line.texts.filter { !$0.isEmpty }
            case "COMMENT":
                todo.notes.append(.init(at: line.parameters["X-AT"].flatMap(CompactTime.instant), text: line.text))
            case "RELATED-TO":
                let kind = line.parameters["RELTYPE"]?.uppercased() ?? "PARENT"
                if kind == "DEPENDS-ON" || kind == "FINISHTOSTART" { todo.dependencies.append(line.text) }
                if kind == "PARENT" { todo.parent = line.text }
            case "RRULE":
                todo.repetition = Repetition(rule: line.value)
                if todo.repetition == nil {
                    parsed.unread.add("the repetition “\(line.value.prefix(60))”", "line \(component.line)")
                }
            case let name where ignoredProperties.contains(name) || name.hasPrefix("X-"): break
            case let name: parsed.unread.add("“\(name)”", "line \(component.line)")
            }
        }
        if !hasStatus, todo.end != nil { todo.state = .done }
        if todo.due == nil, let start {
            if let length = component.first("DURATION").flatMap({ CalendarDuration.seconds($0.value) }) {
                todo.due = start.adding(seconds: length)
            } else if todo.repetition != nil {
                todo.due = start
            }
        }
        todo.alarm = component.parts.lazy.compactMap { alarm($0, start, todo.due) }.first
        return todo
    }

    /// Returns the reminder of a VALARM, or `nil` for any other component.
    private static func alarm(_ component: CalendarReader.Component, _ start: Moment?, _ due: Moment?) -> Todo.Alarm? {
        guard component.name == "VALARM", let trigger = component.first("TRIGGER") else { return nil }
        if case .instant(let instant)? = CompactTime.moment(trigger.value) { return .at(instant) }
        guard let seconds = CalendarDuration.seconds(trigger.value) else { return nil }
        if trigger.parameters["RELATED"]?.uppercased() == "END" { return .afterDue(seconds: seconds) }
        guard let start, let due, let secondsFromDue = start.seconds(since: due) else {
            return .afterDue(seconds: seconds)
        }
        return .afterDue(seconds: secondsFromDue + seconds)
    }

    /// Returns the tracked time of a VEVENT, or records a fault and returns `nil`.
    private static func time(
        _ component: CalendarReader.Component, _ moments: inout MomentReader, _ parsed: inout ParsedFile
    ) -> TrackedTime? {
        guard component.first("STATUS")?.value.uppercased() != "CANCELLED" else {
            parsed.recordFault("the event was cancelled", at: component.line)
            return nil
        }
        guard let start = moments.moment(component.first("DTSTART"), &parsed) else {
            parsed.recordFault("the event has no start", at: component.line)
            return nil
        }
        if case .day = start {
            parsed.recordFault("the event lasts whole days", at: component.line)
            return nil
        }
        let length = component.first("DURATION").flatMap { CalendarDuration.seconds($0.value) }
        guard let end = moments.moment(component.first("DTEND"), &parsed) ?? length.map({ start.adding(seconds: $0) })
        else {
            parsed.recordFault("the event has no end", at: component.line)
            return nil
        }
        if component.first("RRULE") != nil {
            parsed.unread.add("the repetition of an event, of which the first time is taken", "line \(component.line)")
        }
        var time = TrackedTime(from: start, to: end)
        time.key = component.first("UID").map {
            $0.text + (component.first("RECURRENCE-ID").map { "/\($0.value)" } ?? "")
        }
        time.title = component.first("SUMMARY")?.text
        time.extra = moments.extra(component)
        time.project = time.extra.removeValue(forKey: "project")
        for line in component.lines {
            switch line.name {
            case "CATEGORIES": time.tags += line.texts.filter { !$0.isEmpty }
            case "UID", "SUMMARY", "DTSTART", "STATUS", "RRULE", "CREATED", "PRIORITY": break
            case let name where ignoredProperties.contains(name) || name.hasPrefix("X-"): break
            case let name: parsed.unread.add("“\(name)”", "line \(component.line)")
            }
        }
        return time
    }
}
