import Kernel

/// An error or a warning about a pack, with its location for the author.
package struct Finding: Hashable, Sendable {
    /// The severity of a finding.
    package enum Severity: String, CaseIterable, Sendable {
        case error
        case warning
    }

    /// The rule that a finding reports.
    package enum Rule: String, CaseIterable, Sendable {
        /// A file that is missing, too large, not JSON, or outside the pack.
        case unreadable
        /// A field that is missing, of another type, too long or out of range.
        case schema
        /// A field that the format lacks.
        case unknownField
        /// A category outside the known ones.
        case unknownCategory
        /// A control or invisible character.
        case controlCharacter
        /// Text outside normal form C.
        case notComposed
        /// A repeated id, grade or word part.
        case duplicate
        /// A romanization that differs in sound from its hangul.
        case romanization
        /// An invalid grade, or a grade without a belt.
        case unknownGrade
        /// A part that is missing from the list of word parts.
        case unknownMorpheme
        /// Word parts that together differ from their term.
        case composition
        /// Belts that are not in ascending order.
        case beltOrder
        /// A step in another direction than the stance requires.
        case footwork
        /// An obverse or reverse name whose arm is on the wrong side.
        case form
        /// A movement without an action or a reason for that, or with impossible hands and feet.
        case action
        /// A common mistake that is not a sentence, exceeds the maximum number, or occurs twice in
        /// a pattern.
        case mistake
        /// Invalid rules of free sparring.
        case matchRules
    }

    package let file: String
    /// The id of the entry, or its number (`#3`); empty for the whole file.
    package let entry: String
    /// The field; empty for the whole entry.
    package let field: String
    package let severity: Severity
    package let rule: Rule
    package let sentence: String
    package let advice: String

    /// The location in one line, for example `terms/10k-basics.json: walking-stance: hangul`.
    package var place: String { [file, entry, field].filter { !$0.isEmpty }.joined(separator: ": ") }

    /// The finding as a failure, for callers that accept only faultless packs.
    package var failure: Failure { Failure(.badPack, "\(place): \(sentence)", advice: advice, kind: .badData) }
}

extension Finding {
    /// Returns a finding for an unreadable file or pack.
    package static func unreadable(_ file: String, _ failure: Failure) -> Finding {
        Finding(
            file: Folding.printable(file), entry: "", field: "", severity: .error, rule: .unreadable,
            sentence: failure.message, advice: failure.advice)
    }
}
