import Kernel
import Practice

/// The direction of a card: the shown side and the requested side.
package enum Direction: String, Codable, CaseIterable, Sendable {
    /// Recognition: the Korean is shown, and the English is requested.
    case koreanToEnglish = "ko-en"
    /// Production: the English is shown, and the Korean is requested.
    case englishToKorean = "en-ko"
}

/// A term in one direction. The two directions of a term are two cards with separate boxes.
package struct Card: Hashable, Codable, Sendable {
    package let term: String
    package let direction: Direction

    package init(term: String, direction: Direction) {
        self.term = term
        self.direction = direction
    }

    /// The name, such as `walking-stance:ko-en`. It is derived from the card, so that two devices
    /// use the same name.
    package var name: String { "\(term):\(direction.rawValue)" }
}

extension Card {
    package var target: Target { Target(.flashcards, term, direction.rawValue) }

    /// Creates the card of a target, or nil for other kinds.
    package init?(_ target: Target) {
        guard target.kind == .flashcards, let direction = Direction(rawValue: target.part) else { return nil }
        self.init(term: target.subject, direction: direction)
    }
}

extension ItemMemory {
    /// The card of this memory, or nil for other kinds.
    package var card: Card? { Card(target) }
}
