import Kernel

/// The reader and writer for the output of `timew export` and for the lines of Timewarrior's own
/// files.
enum TimewarriorFile {
    private static let running = "it is still running"
    private static let noTimes = "it has no start and end"

    static func read(_ bytes: [UInt8], _ fieldPrefix: String) throws -> ParsedFile {
        var parsed = ParsedFile(.timewarrior)
        var entries = JSONEntries(bytes)
        while let entry = try entries.next() {
            let members = entry.members
            guard let start = members["start"]?.text.flatMap(CompactTime.instant) else {
                parsed.recordFault(noTimes, at: entries.number)
                continue
            }
            guard let end = members["end"]?.text.flatMap(CompactTime.instant) else {
                parsed.recordFault(members["end"] == nil ? running : noTimes, at: entries.number)
                continue
            }
            var time = TrackedTime(from: .instant(start), to: .instant(end))
            addTags(members["tags"]?.texts ?? [], into: &time)
            time.title = members["annotation"]?.text
            for (name, value) in members where name.hasPrefix(fieldPrefix) && name.count > fieldPrefix.count {
                time.extra[String(name.dropFirst(fieldPrefix.count))] = value.text
            }
            for name in members.keys.sorted()
            where !["id", "start", "end", "tags", "annotation"].contains(name) && !name.hasPrefix(fieldPrefix) {
                parsed.unread.add("“\(name)”", "entry \(entries.number)")
            }
            try parsed.add(time, at: entries.number)
        }
        return parsed
    }

    static func read(lines bytes: [UInt8]) throws -> ParsedFile {
        var parsed = ParsedFile(.timewarriorData)
        var lines = Lines(bytes)
        while let line = lines.next() {
            guard line.contains(where: { $0 > 32 }) else { continue }
            guard var words = line.text.flatMap({ words(of: $0) }), words.first?.text == "inc", words.count > 1 else {
                parsed.recordFault("it cannot be read", at: lines.number)
                continue
            }
            words.removeFirst()
            guard let start = CompactTime.instant(words[0].text) else {
                parsed.recordFault(noTimes, at: lines.number)
                continue
            }
            guard words.count > 2, words[1].text == "-", let end = CompactTime.instant(words[2].text) else {
                parsed.recordFault(words.count > 1 && words[1].text == "-" ? noTimes : running, at: lines.number)
                continue
            }
            var time = TrackedTime(from: .instant(start), to: .instant(end))
            let sections = words.dropFirst(3).split(omittingEmptySubsequences: false) { $0.text == "#" && !$0.isQuoted }
            addTags((sections.dropFirst().first ?? []).map(\.text), into: &time)
            let annotation = sections.dropFirst(2).flatMap { $0.map(\.text) }.joined(separator: " ")
            time.title = annotation.isEmpty ? nil : annotation
            try parsed.add(time, at: lines.number)
        }
        return parsed
    }

    /// Splits a line into words, or returns `nil` if a quote is not closed. Quoted words may
    /// contain blanks.
    private static func words(of line: String) -> [(text: String, isQuoted: Bool)]? {
        var words: [(text: String, isQuoted: Bool)] = []
        var word = String.UnicodeScalarView()
        var isQuoted = false
        var isOpen = false
        var isEscaped = false
        func close() {
            if isQuoted || !word.isEmpty { words.append((String(word), isQuoted)) }
            word = String.UnicodeScalarView()
            isQuoted = false
        }
        for scalar in line.unicodeScalars {
            if isEscaped {
                word.append(scalar)
                isEscaped = false
            } else if isOpen, scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isOpen.toggle()
                isQuoted = true
            } else if scalar == " ", !isOpen {
                close()
            } else {
                word.append(scalar)
            }
        }
        guard !isOpen else { return nil }
        close()
        return words
    }

    /// The prefix of the tag that names the project.
    private static let projectPrefix = "project:"

    /// Sets the tags, of which one with a prefix names the project.
    private static func addTags(_ tags: [String], into time: inout TrackedTime) {
        time.project = tags.first { $0.hasPrefix(projectPrefix) && $0.count > projectPrefix.count }.map {
            String($0.dropFirst(projectPrefix.count))
        }
        time.tags = tags.filter { time.project.map { projectPrefix + $0 } != $0 }
    }

    private static func tags(of time: TrackedTime) -> [String] {
        time.tags + (time.project.map { [projectPrefix + $0] } ?? [])
    }

    static func write(_ times: [TrackedTime], _ fieldPrefix: String, in calendar: LocalCalendar) -> [UInt8] {
        var sink = TextSink()
        sink.add("[\n")
        for (place, time) in times.enumerated() {
            sink.add(
                "{\"id\":\(times.count - place),\"start\":\"\(CompactTime.text(time.start.instant(in: calendar)))\",")
            sink.add("\"end\":\"\(CompactTime.text(time.end.instant(in: calendar)))\"")
            let tags = tags(of: time)
            if !tags.isEmpty {
                sink.add(",\"tags\":")
                sink.add(tags)
            }
            if let title = time.title {
                sink.add(",\"annotation\":")
                sink.add(json: title)
            }
            for (name, text) in time.extra.sorted(by: { $0.key < $1.key }) {
                sink.add(",\"\(fieldPrefix)\(name)\":")
                sink.add(json: text)
            }
            sink.add(place == times.count - 1 ? "}\n" : "},\n")
        }
        sink.add("]\n")
        return sink.bytes
    }

    static func write(lines times: [TrackedTime], in calendar: LocalCalendar) -> [UInt8] {
        var sink = TextSink()
        for time in times {
            sink.add(
                "inc \(CompactTime.text(time.start.instant(in: calendar))) - \(CompactTime.text(time.end.instant(in: calendar)))"
            )
            let tags = tags(of: time)
            if !tags.isEmpty || time.title != nil { sink.add(" #") }
            for tag in tags { sink.add(" " + (isPlain(tag) ? tag : quoted(tag))) }
            if let title = time.title { sink.add(" # " + quoted(title)) }
            sink.add("\n")
        }
        return sink.bytes
    }

    private static func isPlain(_ tag: String) -> Bool {
        !tag.isEmpty && tag.utf8.allSatisfy { $0 > 32 && $0 != 34 && $0 != 92 && $0 != 35 }
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacingScalars(["\\": "\\\\", "\"": "\\\"", "\n": " ", "\r": ""]))\""
    }
}
