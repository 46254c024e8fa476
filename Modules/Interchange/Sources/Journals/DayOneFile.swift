import Kernel

/// The reader and writer for Day One exports: a ZIP of `Journal.json` and `photos/<md5>.jpeg`.
///
/// The text is Markdown. Special characters are escaped with backslashes, and each photo has a
/// link.
package enum DayOneFile {
    package static let folder = "photos"
    /// Entry members that a photo diary does not import.
    private static let ignoredMembers = ["weather", "audios", "videos", "pdfAttachments", "music", "userActivity"]
    /// The photo types, which are also file extensions.
    private static let photoTypes = ["jpeg", "heic", "png", "webp"]

    static func entry(_ value: JSONValue, by clock: JournalFormat.ZoneLookup, _ unread: inout Tally) -> JournalEntry? {
        guard let creationDate = value["creationDate"]?.stringValue,
            let (day, isKnown) = clock.day(of: creationDate, in: value["timeZone"]?.stringValue)
        else { return nil }
        if !isKnown { unread.add("time zones that this machine does not know") }
        for member in ignoredMembers
        where !(value[member]?.elements ?? []).isEmpty || value[member]?.members.isEmpty == false {
            unread.add(member)
        }
        if value["location"]?["latitude"] != nil { unread.add("coordinates; the names of places are kept") }
        var entry = JournalEntry(day: day)
        entry.text = plain(value["text"]?.stringValue ?? "")
        entry.tags = value["tags"]?.elements.compactMap(\.stringValue) ?? []
        entry.isStarred = value["starred"]?.isTrue ?? false
        entry.place = value["location"].flatMap { place in
            ["userLabel", "placeName", "localityName", "country"].lazy.compactMap { place[$0]?.stringValue }.first
        }
        let grain = value["grain"]
        entry.mood = grain?["mood"]?.number
        entry.sealedUntil = grain?["sealedUntil"]?.stringValue.flatMap { Day($0) }
        let photos = value["photos"]?.elements ?? []
        entry.photos = photos.enumerated().sorted { left, right in
            (left.element["orderInEntry"]?.number ?? left.offset, left.offset)
                < (right.element["orderInEntry"]?.number ?? right.offset, right.offset)
        }.compactMap { path(of: $0.element) }
        return entry
    }

    /// Returns the path of a photo in the ZIP, or `nil` if the value is invalid.
    private static func path(of photo: JSONValue) -> String? {
        guard let checksum = photo["md5"]?.stringValue, checksum.utf8.count == 32,
            checksum.utf8.allSatisfy({ isHex($0) })
        else { return nil }
        let type = photo["type"]?.stringValue?.lowercased() ?? "jpeg"
        return "\(folder)/\(checksum.lowercased()).\(photoTypes.contains(type) ? type : "jpeg")"
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...102).contains(byte) || (65...70).contains(byte)
    }

    // MARK: - Text

    /// Returns the text without photo links and backslash escapes.
    static func plain(_ markdown: String) -> String {
        let lines = markdown.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .filter {
                !isLinkToPhoto($0)
            }.joined(separator: "\n")
        var plain = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in lines.unicodeScalars {
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

    /// Returns the text with backslash escapes, as `plain` reads it.
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

    // MARK: - Writing

    /// A photo of an entry.
    package struct Photo: Sendable {
        /// The MD5 checksum of the photo, which is also its file name.
        package let checksum: String
        /// The photo type: `jpeg`, `heic`, `png` or `webp`.
        package let type: String
        /// The size in pixels.
        package let size: (width: Int, height: Int)

        package init(_ bytes: [UInt8], type: String, width: Int, height: Int) {
            checksum = MD5.hexadecimal(of: bytes)
            self.type = type
            size = (width, height)
        }

        package var path: String { "\(folder)/\(checksum).\(type)" }
    }

    /// Writes the JSON file that a ZIP contains next to its photos. Days are written as noon UTC,
    /// so that they are the same in every time zone.
    ///
    /// - Parameter entries: each entry with its photo and the time of its last change.
    package static func write(_ entries: [(entry: JournalEntry, photo: Photo?, changedAt: Instant)]) -> [UInt8] {
        let entryValues = entries.map { JSONValue.object(members(of: $0.entry, $0.photo, $0.changedAt)) }
        let file = JSONValue.object([
            "metadata": .object(["version": .string("1.0")]), "entries": .array(entryValues),
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
            "timeZone": .string("UTC"), "starred": .bool(entry.isStarred),
            "tags": .array(entry.tags.map { .string($0) }),
            "text": .string(link + (link.isEmpty || text.isEmpty ? "" : "\n\n") + text),
        ]
        if let place = entry.place { members["location"] = .object(["placeName": .string(place)]) }
        if let photo {
            members["photos"] = .array([
                .object([
                    "identifier": .string(name), "md5": .string(photo.checksum), "type": .string(photo.type),
                    "orderInEntry": .integer(0),
                    "width": .integer(photo.size.width), "height": .integer(photo.size.height),
                ])
            ])
        }
        var grain: [String: JSONValue] = [:]
        if let mood = entry.mood { grain["mood"] = .integer(mood) }
        if let day = entry.sealedUntil { grain["sealedUntil"] = .string("\(day)") }
        if !grain.isEmpty { members["grain"] = .object(grain) }
        return members
    }
}
