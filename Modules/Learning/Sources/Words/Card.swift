import Kernel
import Practice

/// Which side of a term is asked, and which is answered.
public enum Direction: String, Codable, CaseIterable, Sendable {
    /// The Korean is shown, the English is wanted: recognition.
    case koreanToEnglish = "ko-en"
    /// The English is shown, the Korean is wanted: production.
    case englishToKorean = "en-ko"
}

/// What is learned: one term in one direction. The two directions of a term are two cards with a box each.
public struct Card: Hashable, Codable, Sendable {
    /// The identifier of the term in the content.
    public let term: String
    /// Which side is asked.
    public let direction: Direction

    /// The card of a term in a direction.
    public init(term: String, direction: Direction) { (self.term, self.direction) = (term, direction) }

    /// `walking-stance:ko-en`; made from what the card is, so that two devices give one card one name.
    public var name: String { "\(term):\(direction.rawValue)" }
}

extension Card {
    /// What is remembered of it.
    public var target: Target { Target(.flashcards, term, direction.rawValue) }

    /// The card that a target stands for; nil for one of another kind.
    init?(_ target: Target) {
        guard target.kind == .flashcards, let direction = Direction(rawValue: target.part) else { return nil }
        self.init(term: target.subject, direction: direction)
    }
}

extension ItemMemory {
    /// The card that it is the memory of; nil for anything else.
    public var card: Card? { Card(target) }
}
