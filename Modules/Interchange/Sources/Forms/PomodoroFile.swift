import Kernel

/// The reader and writer for Open Pomodoro history: `2016-06-14T12:34:56-04:00 description="…"
/// duration=25 tags=a,b`.
enum PomodoroFile {
    static func read(_ bytes: [UInt8]) throws -> ParsedFile {
        var parsed = ParsedFile(.pomodoro)
        var lines = Lines(bytes)
        while let line = lines.next() {
            guard line.contains(where: { $0 > 32 }) else { continue }
            guard let text = line.text?.trimmed(), let time = time(text) else {
                parsed.recordFault("it cannot be read", at: lines.number)
                continue
            }
            try parsed.add(time, at: lines.number)
        }
        return parsed
    }

    /// Parses a line, or returns `nil` if it is invalid.
    static func time(_ line: String) -> TrackedTime? {
        let sides = line.split(separator: " ", maxSplits: 1)
        guard let first = sides.first, first.utf8.count >= 20, let start = Instant(String(first)),
            let values = values(in: sides.count > 1 ? sides[1] : "")
        else { return nil }
        // The default duration is 25 minutes.
        guard let minutes = Int(values["duration"] ?? "25"), (1...1440).contains(minutes) else { return nil }
        var time = TrackedTime(from: .instant(start), to: .instant(start.adding(seconds: Double(minutes * 60))))
        time.title = values["description"].flatMap { $0.isEmpty ? nil : $0 }
        time.tags = values["tags"].map { $0.split(separator: ",").map { $0.trimmed() }.filter { !$0.isEmpty } } ?? []
        return time
    }

    /// Parses `name=value` and `name="value with blanks"`, or returns `nil` for other text.
    private static func values(in text: Substring) -> [String: String]? {
        var values: [String: String] = [:]
        var rest = text.unicodeScalars[...]
        while true {
            rest = rest.drop { $0 == " " }
            guard !rest.isEmpty else { return values }
            let name = rest.prefix { $0 != "=" && $0 != " " }
            rest = rest.dropFirst(name.count)
            guard rest.popFirst() == "=", !name.isEmpty else { return nil }
            var value = String.UnicodeScalarView()
            if rest.first == "\"" {
                rest.removeFirst()
                var isClosed = false
                while !isClosed {
                    guard let scalar = rest.popFirst() else { return nil }
                    if scalar == "\"" {
                        isClosed = true
                    } else if scalar == "\\" {
                        guard let escaped = rest.popFirst() else { return nil }
                        value.append(escaped == "n" ? "\n" : escaped)
                    } else {
                        value.append(scalar)
                    }
                }
            } else {
                value = String.UnicodeScalarView(rest.prefix { $0 != " " })
                rest = rest.dropFirst(value.count)
            }
            values[String(name)] = String(value)
        }
    }

    static func write(_ times: [TrackedTime], in calendar: LocalCalendar) -> [UInt8] {
        var sink = TextSink()
        for time in times {
            let start = time.start.instant(in: calendar)
            let end = time.end.instant(in: calendar)
            let minutes = max(1, Int((end.seconds(since: start) / 60).rounded()))
            let title = (time.title ?? "").replacingScalars(["\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\r": ""])
            sink.add("\(local(start, calendar)) description=\"\(title)\" duration=\(minutes)")
            let tags = time.tags.map { $0.replacingScalars([",": "-", " ": "-", "\"": "", "\n": "-", "\r": ""]) }
            sink.add(tags.isEmpty ? "\n" : " tags=\(tags.joined(separator: ","))\n")
        }
        return sink.bytes
    }

    /// Formats a time with the offset in force at that time, without fractions of a second.
    private static func local(_ instant: Instant, _ calendar: LocalCalendar) -> String {
        let offset = calendar.offset(instant) / 60
        let localText = Instant(milliseconds: (instant.seconds + Int64(offset * 60)) * 1000).description.prefix(19)
        guard offset != 0 else { return "\(localText)Z" }
        return "\(localText)\(offset < 0 ? "-" : "+")\((abs(offset) / 60).padded(2)):\((abs(offset) % 60).padded(2))"
    }
}
