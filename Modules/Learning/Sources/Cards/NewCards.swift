import Kernel
import Practice

/// Which cards may be asked as new: those that were never answered, and English to Korean only once the word was known from Korean to English.
///
/// Sessions and figures both ask here, so that nothing is counted as new that no session asks.
struct NewCards {
    private let met: Set<Card>
    private let metTerms: Set<String>
    /// Terms that were answered right from Korean to English at least once.
    private let recognised: Set<String>
    private let setAside: Set<Card>

    init(_ memories: [ItemMemory], setAside: Set<Card> = []) {
        let cards = memories.compactMap { memory in memory.card.map { (card: $0, right: memory.state.right) } }
        met = Set(cards.map(\.card))
        metTerms = Set(cards.map(\.card.term))
        recognised = Set(cards.filter { $0.card.direction == .koreanToEnglish && $0.right > 0 }.map(\.card.term))
        self.setAside = setAside
    }

    /// Whether a term was answered in either direction.
    func isMet(_ term: String) -> Bool { metTerms.contains(term) }

    /// The card of a term that a session may ask as new; nil where there is none, or none yet. Who asks for one direction gets it without waiting.
    func card(of term: String, _ directions: StudyConfiguration.Directions) -> Card? {
        directions.all.map { Card(term: term, direction: $0) }.first { card in
            !met.contains(card) && !setAside.contains(card)
                && (directions != .both || card.direction == .koreanToEnglish || recognised.contains(term))
        }
    }
}
