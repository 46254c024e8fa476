import Kernel

/// The rules for texts that others see: composed Unicode, without surrounding blanks and invisible
/// characters.
package enum TextRules {
    package static let text = InputTextRule(upTo: 4_000, .many)
    /// The reason for hiding a record or blocking an author.
    static let reason = InputTextRule(upTo: 400, .many)
    static let tag = InputTextRule(upTo: 40)

    static func app(_ text: String) throws -> String { try tag.validated(text, "An app's name").lowercased() }

    static func title(_ text: String) throws -> String { try InputTextRule(upTo: 120).validated(text, "The title") }
}
