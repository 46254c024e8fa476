import Interchange
import Kernel

/// Conversions between our IDs and words and those of other programs' files.
enum ForeignNames {
    /// The prefix of this app's own fields in files of other programs.
    static let appName = "focusflow"
    /// The suffix of IDs in a calendar, where they must be globally unique.
    static let host = "@focusflow"

    /// Returns whether a text can be one of our IDs: short, and safe in a terminal and a shell.
    static func isValidID(_ text: String) -> Bool {
        // Lower-case letters, digits and dashes, but no dash at the beginning.
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
            && text.utf8.first != 45
    }

    /// Returns the ID for a key in a file.
    ///
    /// A key that is a valid ID is kept. Otherwise the ID is derived from the key, so it is equal
    /// at every import and on every device.
    static func id(of key: String, _ format: FileFormat) -> String {
        let bare = key.hasSuffix(host) ? String(key.dropLast(host.count)) : key
        let isOurs = format != .iCalendar || bare != key || isUUID(bare.lowercased())
        if isOurs, isValidID(bare.lowercased()), format != .taskwarrior || isUUID(bare.lowercased()) {
            return bare.lowercased()
        }
        return id(of: [format == .timewarriorData ? FileFormat.timewarrior.rawValue : format.rawValue, key])
    }

    /// Derives an ID from texts: sixteen characters of Crockford's base 32.
    static func id(of texts: [String]) -> String {
        SHA256.digest(Array(texts.map { "\($0.utf8.count):\($0)" }.joined().utf8)).prefix(16).letters
    }

    /// Returns the UUID that represents an ID in formats that require one.
    static func uuid(of id: String) -> String {
        if isUUID(id) { return id }
        var bytes = SHA256.digest(Array("focusflow:\(id)".utf8))
        // The version and variant bits of RFC 9562 for a UUID derived from a name.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let ends = [4, 6, 8, 10, 16]
        return zip([0] + ends, ends).map { bytes[$0..<$1].hexadecimal }.joined(separator: "-")
    }

    /// Returns whether a text is a UUID in lower case.
    private static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        // Digits and the letters a to f.
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } }
    }

    /// Returns a text as a tag or project, with dashes for blanks, or nil if that is impossible.
    static func word(_ text: String, isProject: Bool = false) -> String? {
        var draft = TaskDraft(title: "x")
        let word = text.split(whereSeparator: \.isWhitespace).joined(separator: "-")
        if isProject { draft.project = word } else { draft.tags = [word] }
        guard let checked = try? draft.checked(today: Day(ordinal: 0)) else { return nil }
        return isProject ? checked.project : checked.tags.first
    }

    /// Returns at most 20 tags and a project in our form, and counts those without one as lost.
    static func labels(
        _ tags: [String], _ project: String?, losing lost: inout Tally, _ position: String
    ) -> (tags: [String], project: String?) {
        var validTags: [String] = []
        for tag in tags {
            if let word = word(tag), validTags.count < 20 {
                validTags.append(word)
            } else {
                lost.add("a tag", position)
            }
        }
        let validProject = project.flatMap { word($0, isProject: true) }
        if project != nil, validProject == nil { lost.add("a project that does not begin with a letter", position) }
        return (validTags, validProject)
    }

    /// Returns a line of at most the given number of characters, without invisible ones.
    static func line(_ text: String, limit: Int) -> String? {
        let clean = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
        return try? TaskDraft.line(String(clean.prefix(limit)), limit: limit, "title", code: .titleInvalid)
    }
}
