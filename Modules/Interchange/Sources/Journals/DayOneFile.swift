import Kernel

/// Diaries as Day One exports them: `Journal.json` beside `photos/<md5>.jpeg` in a ZIP. Its text is Markdown with backslashes before whatever could mean
/// something, and a link for each photo.
public enum DayOneFile {
    /// What the folder of the photos is called.
    public static let folder = "photos"
    /// Members of an entry that have no place in a diary of photos.
    private static let passing = ["weather", "audios", "videos", "pdfAttachments", "music", "userActivity"]
    /// What a photo's type is called as the ending of its file.
    private static let endings = ["jpeg", "heic", "png", "webp"]

    static func entry(_ value: JSONValue, by clock: JournalForm.Clock, _ unread: inout Tally) -> JournalEntry? {
        guard let written = value["creationDate"]?.said,
            let (day, isKnown) = clock.day(of: written, in: value["timeZone"]?.said)
        else { return nil }
        if !isKnown { unread.add("time zones that this machine does not know") }
        for member in passing where !(value[member]?.elements ?? []).isEmpty || value[member]?.members.isEmpty == false {
            unread.add(member)
        }
        if value["location"]?["latitude"] != nil { unread.add("coordinates; the names of places are kept") }
        var entry = JournalEntry(day: day)
        entry.text = plain(value["text"]?.said ?? "")
        entry.tags = value["tags"]?.elements.compactMap(\.said) ?? []
        entry.isStarred = value["starred"]?.isTrue ?? false
        entry.place = value["location"].flatMap { place in
            ["userLabel", "placeName", "localityName", "country"].lazy.compactMap { place[$0]?.said }.first
        }
        let own = value["grain"]
        entry.mood = own?["mood"]?.number
        entry.sealedUntil = own?["sealedUntil"]?.said.flatMap { Day($0) }
        let photos = value["photos"]?.elements ?? []
        entry.photos = photos.enumerated().sorted { left, right in
            (left.element["orderInEntry"]?.number ?? left.offset, left.offset)
                < (right.element["orderInEntry"]?.number ?? right.offset, right.offset)
        }.compactMap { path(of: $0.element) }
        return entry
    }

    /// The path of a photo in the ZIP; nil for what cannot be one.
    private static func path(of photo: JSONValue) -> String? {
        guard let sum = photo["md5"]?.said, sum.utf8.count == 32, sum.utf8.allSatisfy({ isHex($0) }) else { return nil }
        let type = photo["type"]?.said?.lowercased() ?? "jpeg"
        return "\(folder)/\(sum.lowercased()).\(endings.contains(type) ? type : type == "jpg" ? "jpeg" : "jpeg")"
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte) || (65...70).contains(byte)
    }

    // MARK: - Text

    /// The text without its links to photos and without backslashes.
    static func plain(_ markdown: String) -> String {
        let kept = markdown.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).filter {
            !isLinkToPhoto($0)
        }.joined(separator: "\n")
        var (plain, isEscaped) = (String.UnicodeScalarView(), false)
        for scalar in kept.unicodeScalars {
            if isEscaped {
                if !isPunctuation(scalar) { plain.append("\\") }
                plain.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                plain.append(scalar)
            }
        }
        if isEscaped { plain.append("\\") }
        return String(plain).trimmed()
    }

    /// The text with backslashes, as `plain` reads it.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isPunctuation(scalar), !",:;?'\"/ ".unicodeScalars.contains(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    private static func isLinkToPhoto(_ line: Substring) -> Bool {
        line.hasPrefix("![](dayone-moment:") && line.hasSuffix(")") && line.utf8.count < 200
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        (33...47).contains(scalar.value) || (58...64).contains(scalar.value) || (91...96).contains(scalar.value)
            || (123...126).contains(scalar.value)
    }

    // MARK: - Making one

    /// A photo of an entry.
    public struct Photo: Sendable {
        /// Of its bytes, as its file is called.
        public let sum: String
        /// `jpeg`, `heic`, `png`, `webp`.
        public let type: String
        /// In pixels.
        public let size: (width: Int, height: Int)

        /// What is said of these bytes.
        public init(_ bytes: [UInt8], type: String, width: Int, height: Int) {
            (sum, self.type, size) = (MD5.hexadecimal(of: bytes), type, (width, height))
        }

        /// Its path in the ZIP.
        public var path: String { "\(folder)/\(sum).\(type)" }
    }

    /// The file that goes with photos into a ZIP. Days are those of UTC, at noon, so that they are the same wherever somebody reads them.
    ///
    /// - Parameter entries: each with its photo, and when it was changed last.
    public static func write(_ entries: [(entry: JournalEntry, photo: Photo?, changedAt: Instant)]) -> [UInt8] {
        let all = entries.map { JSONValue.object(members(of: $0.entry, $0.photo, $0.changedAt)) }
        let file = JSONValue.object([
            "metadata": .object(["version": .string("1.0")]), "entries": .array(all),
        ])
        return (try? JSONValue.encoder.encode(file)).map { Array($0) } ?? []
    }

    private static func members(of entry: JournalEntry, _ photo: Photo?, _ changedAt: Instant) -> [String: JSONValue] {
        let name = MD5.hexadecimal(of: Array("grain \(entry.day)".utf8)).uppercased()
        let noon = Instant(milliseconds: (Int64(entry.day.ordinal) * 86_400 + 43_200) * 1000)
        let link = photo == nil ? "" : "![](dayone-moment://\(name))"
        let text = escaped(entry.text)
        var members: [String: JSONValue] = [
            "uuid": .string(name), "creationDate": .string("\(noon)".replacing(".000Z", with: "Z")),
            "modifiedDate": .string("\(Instant(milliseconds: changedAt.seconds * 1000))".replacing(".000Z", with: "Z")),
            "timeZone": .string("UTC"), "starred": .bool(entry.isStarred), "tags": .array(entry.tags.map { .string($0) }),
            "text": .string(link + (link.isEmpty || text.isEmpty ? "" : "\n\n") + text),
        ]
        if let place = entry.place { members["location"] = .object(["placeName": .string(place)]) }
        if let photo {
            members["photos"] = .array([
                .object([
                    "identifier": .string(name), "md5": .string(photo.sum), "type": .string(photo.type),
                    "orderInEntry": .integer(0),
                    "width": .integer(photo.size.width), "height": .integer(photo.size.height),
                ])
            ])
        }
        var own: [String: JSONValue] = [:]
        if let mood = entry.mood { own["mood"] = .integer(mood) }
        if let day = entry.sealedUntil { own["sealedUntil"] = .string("\(day)") }
        if !own.isEmpty { members["grain"] = .object(own) }
        return members
    }
}
