import Kernel

/// What a text must be before anybody else sees it: composed, without blanks around it, without what cannot be seen.
public enum Wording {
    /// A feedback, a suggestion's description, an answer, an announcement's message.
    public static let text = TypedText(upTo: 4_000, .many)
    /// Why something is hidden, or somebody blocked.
    static let reason = TypedText(upTo: 400, .many)
    static let tag = TypedText(upTo: 40)

    /// An app's name as it is typed, in small letters.
    static func app(_ text: String) throws -> String { try tag.kept(text, "An app's name").lowercased() }

    static func title(_ text: String) throws -> String { try TypedText(upTo: 120).kept(text, "The title") }
}
