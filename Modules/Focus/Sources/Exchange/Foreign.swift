import Interchange
import Kernel

/// What tasks and records are called in files of other programs, and what their words must be like here.
enum Foreign {
    /// What the names begin with that are FocusFlow's own.
    static let own = "focusflow"
    /// Behind the identifiers in a calendar, where every name is to be one of the whole world.
    static let host = "@focusflow"

    /// Whether a text can be an identifier of ours: short, and nothing that a terminal or a shell would take for something else.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
            && text.utf8.first != 45
    }

    /// The identifier of what a file calls so: its own where it is one of ours, or could be; else one that is made from the name, and so the same
    /// at every import and on every device.
    static func id(of key: String, _ form: Form) -> String {
        let bare = key.hasSuffix(host) ? String(key.dropLast(host.count)) : key
        let isOurs = form != .iCalendar || bare != key || isUUID(bare.lowercased())
        if isOurs, isName(bare.lowercased()), form != .taskwarrior || isUUID(bare.lowercased()) { return bare.lowercased() }
        return id(of: [form == .timewarriorData ? Form.timewarrior.rawValue : form.rawValue, key])
    }

    /// An identifier that is made from some texts: sixteen characters of Crockford's base 32.
    static func id(of texts: [String]) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        let sum = SHA256.digest(Array(texts.map { "\($0.utf8.count):\($0)" }.joined().utf8))
        return String(sum.prefix(16).map { alphabet[Int($0) % 32] })
    }

    /// The UUID that stands for an identifier where nothing else may.
    static func uuid(of id: String) -> String {
        if isUUID(id) { return id }
        let hex = SHA256.digest(Array("focusflow:\(id)".utf8)).prefix(16).enumerated().map { place, byte in
            // As RFC 9562 marks what is made from a name.
            let byte = place == 6 ? byte & 0x0F | 0x80 : place == 8 ? byte & 0x3F | 0x80 : byte
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        let ends = [4, 6, 8, 10, 16]
        return zip([0] + ends, ends).map { hex[$0..<$1].joined() }.joined(separator: "-")
    }

    private static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } }
    }

    /// A word as a tag or project is one: blanks become dashes; nil where nothing can be made of it.
    static func word(_ text: String, isProject: Bool = false) -> String? {
        var draft = TaskDraft(title: "x")
        let word = text.split(whereSeparator: \.isWhitespace).joined(separator: "-")
        if isProject { draft.project = word } else { draft.tags = [word] }
        guard let checked = try? draft.checked(today: Day(ordinal: 0)) else { return nil }
        return isProject ? checked.project : checked.tags.first
    }

    /// A line of so many characters, without what cannot be seen.
    static func line(_ text: String, limit: Int) -> String? {
        let clean = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
        return try? TaskDraft.line(String(clean.prefix(limit)), limit: limit, "title", code: .titleInvalid)
    }
}
