import Kernel

/// What is to be done (VTODO) and what time was spent (VEVENT) in a calendar.
enum CalendarFile {
    /// What every program writes and nobody misses.
    private static let passing: Set = [
        "DTSTAMP", "SEQUENCE", "LAST-MODIFIED", "PERCENT-COMPLETE", "CLASS", "TRANSP", "DURATION", "DTEND", "RECURRENCE-ID",
    ]

    static func read(_ bytes: [UInt8], _ own: String) throws -> Parcel {
        var zones: [String: CalendarZone] = [:]
        var first = CalendarReader(bytes, wanted: ["VTIMEZONE"])
        while let component = first.next() {
            _ = first.takeFaults()
            guard zones.count < 500, let name = component.first("TZID")?.text, let zone = CalendarZone(component) else {
                continue
            }
            zones[name] = zone
        }
        var parcel = Parcel(.iCalendar)
        var reader = CalendarReader(bytes, wanted: ["VTODO", "VEVENT", "VTIMEZONE"])
        var sight = Sight(zones: zones, own: own)
        while let component = reader.next() {
            for fault in reader.takeFaults() { parcel.fault(fault.reason, at: fault.line) }
            sight.line = component.line
            switch component.name {
            case "VTODO": if let todo = todo(component, &sight, &parcel) { try parcel.add(todo, at: component.line) }
            case "VEVENT": if let time = time(component, &sight, &parcel) { try parcel.add(time, at: component.line) }
            default: break
            }
        }
        for fault in reader.takeFaults() { parcel.fault(fault.reason, at: fault.line) }
        return parcel
    }

    /// By what moments are read.
    private struct Sight {
        let zones: [String: CalendarZone]
        let own: String
        var line = 0

        func moment(_ line: CalendarLine?, _ parcel: inout Parcel) -> Moment? {
            guard let line, let moment = CompactTime.moment(line.value.trimmed()) else { return nil }
            guard case .wall(let day, let second) = moment, let name = line.parameters["TZID"] else { return moment }
            if let zone = zones[name] { return .instant(zone.instant(of: day, second: second)) }
            parcel.unread.add("the time zone “\(name)”, which the file does not describe", "line \(self.line)")
            return moment
        }

        /// Members of the asking program, without what they begin with.
        func extra(_ component: CalendarReader.Component) -> [String: String] {
            let prefix = "X-\(own.uppercased())-"
            var extra: [String: String] = [:]
            for line in component.lines where line.name.hasPrefix(prefix) {
                extra[line.name.dropFirst(prefix.count).lowercased()] = line.text
            }
            return extra
        }
    }

    private static func todo(_ component: CalendarReader.Component, _ sight: inout Sight, _ parcel: inout Parcel) -> Todo? {
        guard let title = component.first("SUMMARY")?.text else {
            parcel.fault("the VTODO has no SUMMARY", at: component.line)
            return nil
        }
        var todo = Todo(title: title)
        todo.extra = sight.extra(component)
        todo.project = todo.extra.removeValue(forKey: "project")
        let start = sight.moment(component.first("DTSTART"), &parcel)
        var hasStatus = false
        for line in component.lines {
            switch line.name {
            case "UID": todo.key = line.text
            case "SUMMARY", "DTSTART": break
            case "DESCRIPTION": todo.text = line.text
            case "STATUS":
                hasStatus = true
                todo.state = ["COMPLETED": .done, "CANCELLED": .deleted][line.value.uppercased()] ?? .open
            case "COMPLETED": todo.end = sight.moment(line, &parcel)
            case "CREATED": todo.entry = sight.moment(line, &parcel)
            case "DUE": todo.due = sight.moment(line, &parcel)
            case "PRIORITY":
                let number = Int(line.value) ?? 0
                todo.priority = (1...4).contains(number) ? .high : number == 5 ? .medium : (6...9).contains(number) ? .low : nil
            case "CATEGORIES": todo.tags += line.texts.filter { !$0.isEmpty }
            case "COMMENT":
                todo.notes.append(.init(at: line.parameters["X-AT"].flatMap(CompactTime.instant), text: line.text))
            case "RELATED-TO":
                let kind = line.parameters["RELTYPE"]?.uppercased() ?? "PARENT"
                if kind == "DEPENDS-ON" || kind == "FINISHTOSTART" { todo.after.append(line.text) }
                if kind == "PARENT" { todo.parent = line.text }
            case "RRULE":
                todo.repeats = Repetition(rule: line.value)
                if todo.repeats == nil {
                    parcel.unread.add("the repetition “\(line.value.prefix(60))”", "line \(component.line)")
                }
            case let name where passing.contains(name) || name.hasPrefix("X-"): break
            case let name: parcel.unread.add("“\(name)”", "line \(component.line)")
            }
        }
        if !hasStatus, todo.end != nil { todo.state = .done }
        if todo.due == nil, let start {
            if let length = component.first("DURATION").flatMap({ CalendarSpan.seconds($0.value) }) {
                todo.due = start.adding(seconds: length)
            } else if todo.repeats != nil {
                todo.due = start
            }
        }
        todo.alarm = component.parts.lazy.compactMap { alarm($0, start, todo.due) }.first
        return todo
    }

    private static func alarm(_ component: CalendarReader.Component, _ start: Moment?, _ due: Moment?) -> Todo.Alarm? {
        guard component.name == "VALARM", let trigger = component.first("TRIGGER") else { return nil }
        if case .instant(let instant)? = CompactTime.moment(trigger.value) { return .at(instant) }
        guard let seconds = CalendarSpan.seconds(trigger.value) else { return nil }
        if trigger.parameters["RELATED"]?.uppercased() == "END" { return .afterDue(seconds: seconds) }
        guard let start, let due, let between = start.seconds(since: due) else { return .afterDue(seconds: seconds) }
        return .afterDue(seconds: between + seconds)
    }

    private static func time(_ component: CalendarReader.Component, _ sight: inout Sight, _ parcel: inout Parcel) -> TrackedTime?
    {
        guard component.first("STATUS")?.value.uppercased() != "CANCELLED" else {
            parcel.fault("the event was cancelled", at: component.line)
            return nil
        }
        guard let start = sight.moment(component.first("DTSTART"), &parcel) else {
            parcel.fault("the event has no start", at: component.line)
            return nil
        }
        if case .day = start {
            parcel.fault("the event lasts whole days", at: component.line)
            return nil
        }
        let length = component.first("DURATION").flatMap { CalendarSpan.seconds($0.value) }
        guard let end = sight.moment(component.first("DTEND"), &parcel) ?? length.map({ start.adding(seconds: $0) }) else {
            parcel.fault("the event has no end", at: component.line)
            return nil
        }
        if component.first("RRULE") != nil {
            parcel.unread.add("the repetition of an event, of which the first time is taken", "line \(component.line)")
        }
        var time = TrackedTime(from: start, to: end)
        time.key = component.first("UID").map { $0.text + (component.first("RECURRENCE-ID").map { "/\($0.value)" } ?? "") }
        time.title = component.first("SUMMARY")?.text
        time.extra = sight.extra(component)
        time.project = time.extra.removeValue(forKey: "project")
        for line in component.lines {
            switch line.name {
            case "CATEGORIES": time.tags += line.texts.filter { !$0.isEmpty }
            case "UID", "SUMMARY", "DTSTART", "STATUS", "RRULE", "CREATED", "PRIORITY": break
            case let name where passing.contains(name) || name.hasPrefix("X-"): break
            case let name: parcel.unread.add("“\(name)”", "line \(component.line)")
            }
        }
        return time
    }
}
