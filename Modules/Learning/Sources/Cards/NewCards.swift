import Kernel
import Practice

/// The cards that may be asked as new.
///
/// A card is new if it was never answered. English to Korean becomes available once the learner has
/// answered the word from Korean to English. Sessions and statistics share this type, so that both
/// count the same cards.
struct NewCards {
    private let metCards: Set<Card>
    private let metTerms: Set<String>
    /// The terms answered right from Korean to English at least once.
    private let recognizedTerms: Set<String>
    private let setAside: Set<Card>

    init(_ memories: [ItemMemory], setAside: Set<Card> = []) {
        let cards = memories.compactMap { memory in memory.card.map { (card: $0, right: memory.state.right) } }
        metCards = Set(cards.map(\.card))
        metTerms = Set(cards.map(\.card.term))
        recognizedTerms = Set(cards.filter { $0.card.direction == .koreanToEnglish && $0.right > 0 }.map(\.card.term))
        self.setAside = setAside
    }

    /// Returns whether a term was answered in either direction.
    func isMet(_ term: String) -> Bool { metTerms.contains(term) }

    /// Returns the card of a term that a session may ask as new, or nil if there is none.
    ///
    /// A session in one direction can ask the card at once.
    func card(of term: String, _ directions: StudyConfiguration.Directions) -> Card? {
        directions.all.map { Card(term: term, direction: $0) }.first { card in
            !metCards.contains(card) && !setAside.contains(card)
                && (directions != .both || card.direction == .koreanToEnglish || recognizedTerms.contains(term))
        }
    }
}
