import Kernel

/// What a text must be before anybody else sees it.
public enum Wording {
    /// The most characters of a feedback, a suggestion's description, an answer, an announcement's message.
    public static let longest = 4_000
    /// The most characters of a title.
    public static let longestTitle = 120

    /// The text as it is kept: composed, without blanks around it.
    ///
    /// - Parameter what: what it is, as the beginning of a sentence: "The text".
    /// - Throws: `emptyText`, `textTooLong`, `controlCharacters` of kind `badData`.
    public static func checked(_ text: String, _ what: String, limit: Int = longest) throws -> String {
        // A character may be any number of scalars; this bound comes before anything that takes time in proportion to them.
        guard text.utf8.count <= limit * 16 else { throw tooLong(what, limit) }
        let clean = text.replacing("\r\n", with: "\n").inNormalForm
            .trimmed()
        guard clean.contains(where: { !$0.isWhitespace }) else {
            throw Failure(.emptyText, "\(what) is empty.", advice: "Write something and send it again.", kind: .badData)
        }
        guard clean.count <= limit else { throw tooLong(what, limit) }
        guard !clean.unicodeScalars.contains(where: { isForbidden($0) && (limit == longestTitle || $0 != "\n") }) else {
            throw Failure(
                .controlCharacters, "\(what) holds control characters, or marks that turn the direction of writing around.",
                advice: "Leave them out.", kind: .badData)
        }
        return clean
    }

    static func title(_ text: String) throws -> String { try checked(text, "The title", limit: longestTitle) }

    private static func tooLong(_ what: String, _ limit: Int) -> Failure {
        Failure(.textTooLong, "\(what) is longer than \(limit) characters.", advice: "Say it shorter.", kind: .badData)
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F: true
        default: scalar.properties.generalCategory == .surrogate
        }
    }
}
