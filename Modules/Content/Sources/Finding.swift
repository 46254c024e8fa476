import Kernel

/// Something in a pack that is wrong or doubtful, placed so that its author can go there.
public struct Finding: Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, CaseIterable, Sendable {
        /// The entry, or the file, is not used.
        case error
        /// It is used, and somebody should look at it.
        case warning
    }

    /// Which rule it breaks.
    public enum Rule: String, CaseIterable, Sendable {
        case unreadable, schema, unknownField, unknownCategory, controlCharacter, notComposed, duplicate, romanization,
            unknownGrade
        case unknownMorpheme, composition, beltOrder
    }

    /// The path inside the pack.
    public let file: String
    /// The id of the entry, or its number (`#3`); empty for the file as a whole.
    public let entry: String
    /// The field; empty for the entry as a whole.
    public let field: String
    /// Error or warning.
    public let severity: Severity
    /// The rule.
    public let rule: Rule
    /// What is wrong, one sentence.
    public let sentence: String
    /// What to do, one sentence.
    public let advice: String

    /// The place as one word: `terms/10k-basics.json: walking-stance: hangul`.
    public var place: String { [file, entry, field].filter { !$0.isEmpty }.joined(separator: ": ") }

    /// The same as something to throw, for callers that want all or nothing.
    public var failure: Failure {
        Failure("badPack", "\(place): \(sentence)", advice: advice, kind: .badData)
    }
}
