import Kernel

/// The reader and writer for a diary day as a Markdown file, with front matter between two lines of
/// dashes.
package enum MarkdownDay {
    /// The maximum size of a file, in bytes.
    package static let largest = 1 << 16
    private static let fence = "---"

    /// Writes the Markdown file of a day.
    package static func write(_ entry: JournalEntry) -> String {
        var lines = [fence, "day: \(entry.day)"]
        if let photo = entry.photos.first { lines.append("photo: \(quoted(photo))") }
        if !entry.tags.isEmpty { lines.append("tags: [\(entry.tags.map(quoted).joined(separator: ", "))]") }
        if entry.isStarred { lines.append("starred: true") }
        if let mood = entry.mood { lines.append("mood: \(mood)") }
        if let place = entry.place { lines.append("place: \(quoted(place))") }
        if let day = entry.sealedUntil { lines.append("sealed-until: \(day)") }
        lines.append(fence)
        if let photo = entry.photos.first { lines += ["", photoLink(photo)] }
        if !entry.text.isEmpty { lines += ["", entry.text] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads a file that `write` produced, or returns `nil` for any other file.
    package static func read(_ bytes: [UInt8]) -> JournalEntry? {
        guard bytes.count <= largest, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first == fence[...], let end = lines.dropFirst().firstIndex(of: fence[...]) else { return nil }
        var fields: [Substring: Substring] = [:]
        for line in lines[1..<end] {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon]] = line[colon...].dropFirst().drop { $0 == " " }
        }
        guard let day = fields["day"].flatMap({ Day(String($0)) }) else { return nil }
        var entry = JournalEntry(day: day)
        entry.photos = string(fields["photo"]).map { [$0] } ?? []
        entry.tags = value(fields["tags"])?.elements.compactMap(\.stringValue) ?? []
        entry.isStarred = fields["starred"] == "true"
        entry.mood = fields["mood"].flatMap { Int($0) }
        entry.place = string(fields["place"])
        entry.sealedUntil = fields["sealed-until"].flatMap { Day(String($0)) }
        var body = lines[(end + 1)...].drop { $0.isEmpty }
        if let photo = entry.photos.first, body.first == photoLink(photo)[...] { body = body.dropFirst() }
        entry.text = body.joined(separator: "\n").trimmed()
        return entry
    }

    private static func photoLink(_ photo: String) -> String { "![](\(photo))" }

    /// Quotes a text so that both JSON and YAML can read it.
    private static func quoted(_ text: String) -> String {
        var sink = TextSink()
        sink.add(json: text)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    private static func value(_ text: Substring?) -> JSONValue? { text.flatMap { try? JSONValue(Data($0.utf8)) } }

    /// Parses a text with or without quotes.
    private static func string(_ text: Substring?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return text.hasPrefix("\"") ? value(text)?.stringValue : String(text)
    }
}
