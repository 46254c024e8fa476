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
        /// A file is missing, too large, no JSON, or outside the pack.
        case unreadable
        /// A field is missing, of another type, too long or out of its range.
        case schema
        /// A field that the format does not have.
        case unknownField
        /// A category that is not one of the known ones.
        case unknownCategory
        /// A control or invisible character.
        case controlCharacter
        /// Text that is not in normal form C.
        case notComposed
        /// An id, a grade or a word part for the second time.
        case duplicate
        /// Hangul and romanisation that do not sound alike.
        case romanization
        /// No grade, or a grade without a belt.
        case unknownGrade
        /// A part that is not in the list of word parts.
        case unknownMorpheme
        /// Parts that do not make up the hangul.
        case composition
        /// Belts that are not in order, lowest first.
        case beltOrder
        /// A step that does not lead where the stance needs the foot.
        case footwork
        /// Obverse or reverse on the wrong side.
        case form
        /// A movement that does nothing and does not say why, or says of its hands and feet what cannot be.
        case action
        /// A common mistake that is no sentence, one of too many, or told twice in a pattern.
        case mistake
        /// Rules of free sparring that cannot be used.
        case matchRules
    }

    /// The path inside the pack.
    public let file: String
    /// The id of the entry, or its number (`#3`); empty for the file as a whole.
    public let entry: String
    /// The field; empty for the entry as a whole.
    public let field: String
    /// Error or warning.
    public let severity: Severity
    /// Which promise of a pack is broken.
    public let rule: Rule
    /// What is wrong, one sentence.
    public let sentence: String
    /// What to do, one sentence.
    public let advice: String

    /// The place as one word: `terms/10k-basics.json: walking-stance: hangul`.
    public var place: String { [file, entry, field].filter { !$0.isEmpty }.joined(separator: ": ") }

    /// The same as something to throw, for callers that want all or nothing.
    public var failure: Failure {
        Failure(.badPack, "\(place): \(sentence)", advice: advice, kind: .badData)
    }
}

extension Finding {
    /// A file or a pack that cannot be read at all, and why.
    package static func unreadable(_ file: String, _ failure: Failure) -> Finding {
        Finding(
            file: Folding.shown(file), entry: "", field: "", severity: .error, rule: .unreadable, sentence: failure.message,
            advice: failure.advice)
    }
}
