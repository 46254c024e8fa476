/// A meaningful part that many terms share: 걷는 (gunnun, walking).
public struct Morpheme: Hashable, Sendable {
    /// The part as it is written inside terms.
    public let hangul: String
    /// The ITF spelling.
    public let romanization: String
    /// In English.
    public let meaning: String
    /// What kind of part it is.
    public let category: Kind

    /// The kinds of parts; a phrase is built of them in the order number, side, direction … action.
    public enum Kind: String, CaseIterable, Sendable {
        /// As they are written in a pack.
        case number, direction, section, side, stance, action, tool, body, grammar, title, command, other
    }

    /// A morpheme from its parts.
    public init(hangul: String, romanization: String, meaning: String, category: Kind) {
        self.hangul = hangul
        self.romanization = romanization
        self.meaning = meaning
        self.category = category
    }
}
