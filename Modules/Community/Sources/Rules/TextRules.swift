import Kernel

/// The rules for texts that others see: composed Unicode, without surrounding blanks and invisible
/// characters.
package enum TextRules {
    /// The text of feedback, suggestions, items and announcements, 1–4,000 characters.
    package static let text = InputTextRule(upTo: 4_000, .many)
    /// The reason for hiding a record or blocking an author.
    static let reason = InputTextRule(upTo: 400, .many)
    static let tag = InputTextRule(upTo: 40)

    /// Returns an app's name in lowercase.
    static func app(_ text: String) throws -> String { try tag.validated(text, "An app's name").lowercased() }

    /// Returns a title of 1–120 characters.
    static func title(_ text: String) throws -> String { try InputTextRule(upTo: 120).validated(text, "The title") }
}
