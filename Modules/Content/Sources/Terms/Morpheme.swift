/// A meaningful part that many terms share: 걷는 (gunnun, walking).
package struct Morpheme: Hashable, Sendable {
    /// The part as it is written inside terms.
    package let hangul: String
    package let romanization: String
    package let meaning: String
    package let category: Kind

    /// The kinds of parts, which form a phrase in the order number, side, direction … action.
    package enum Kind: String, CaseIterable, Sendable {
        case number, direction, section, side, stance, action, tool, body, grammar, title, command, other
    }

    package init(hangul: String, romanization: String, meaning: String, category: Kind) {
        self.hangul = hangul
        self.romanization = romanization
        self.meaning = meaning
        self.category = category
    }
}
