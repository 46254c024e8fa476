import Korean

/// A board of Memory Match: face-down cards, half Korean and half English, turned two at a time.
///
/// A pair gives 3 points. A failed turn of a card that was open before costs one point. Unknown
/// cards cost nothing.
package struct MemoryMatchBoard: Board {
    /// One side of a pair.
    package struct Card: Hashable, Sendable {
        package let pair: Int
        package let isKorean: Bool
    }

    private static let pairPoints = 3

    package let pairs: [PhrasebookTerm]
    package let cards: [Card]
    /// The unmatched open cards: one, or two of different pairs until the next turn.
    package private(set) var openCards: [Int] = []
    package private(set) var foundPairs: Set<Int> = []
    package private(set) var misses = 0
    private var seenCards: Set<Int> = []
    private var lostPoints = 0
    private var isGivenUp = false

    init(_ pairs: [PhrasebookTerm], using random: inout some RandomNumberGenerator) {
        self.pairs = pairs
        let sortedCards = pairs.indices.flatMap { [Card(pair: $0, isKorean: true), Card(pair: $0, isKorean: false)] }
        cards = sortedCards.shuffled(using: &random)
    }

    package var isOver: Bool { isGivenUp || foundPairs.count == pairs.count }
    package var maximum: Int { pairs.count * Self.pairPoints }
    package var points: Int { max(0, foundPairs.count * Self.pairPoints - lostPoints) }

    /// The text of each open card; empty for a face-down card.
    package var choices: [BoardChoice] {
        cards.indices.map { place in
            let isFound = foundPairs.contains(cards[place].pair)
            let isOpen = isFound || isGivenUp || openCards.contains(place)
            return BoardChoice(
                isOpen ? lines(of: cards[place]) : [],
                isAvailable: !isFound && !isGivenUp && (openCards.count == 2 || !isOpen))
        }
    }

    /// Returns the text of a card, at most two lines so that twelve cards fit a small screen.
    package func lines(of card: Card) -> [String] {
        let pair = pairs[card.pair]
        guard card.isKorean else { return [pair.english] }
        return pair.hangul.contains(" ") ? [pair.hangul] : [pair.hangul, pair.romanization]
    }

    package mutating func apply(_ choice: Int) -> Reply {
        guard !isOver, cards.indices.contains(choice), !foundPairs.contains(cards[choice].pair) else {
            return Reply(.note, "That card is found already.")
        }
        if openCards.count == 2 { openCards = [] }
        guard !openCards.contains(choice) else { return Reply(.note, "That card is open already.") }
        let wasSeen = !seenCards.insert(choice).inserted
        openCards.append(choice)
        guard openCards.count == 2 else {
            // A card of two words has no space for their spelling.
            let pair = pairs[cards[choice].pair]
            let isLong = lines(of: cards[choice]).count == 1
            return Reply(.note, cards[choice].isKorean && isLong ? "\(pair.hangul) (\(pair.romanization))" : "")
        }
        let first = cards[openCards[0]]
        let second = cards[choice]
        guard first.pair != second.pair else {
            foundPairs.insert(first.pair)
            openCards = []
            let pair = pairs[first.pair]
            return Reply(.right, "A pair: \(pair.hangul) (\(pair.romanization)) is “\(pair.english)”.")
        }
        misses += 1
        // The matching card was open before and was not turned, so the player could have known it.
        let matchingCard = cards.indices.first { cards[$0].pair == first.pair && $0 != openCards[0] }
        if wasSeen || matchingCard.map(seenCards.contains) == true { lostPoints += 1 }
        return Reply(.wrong, "No pair.")
    }

    package mutating func giveUp() { isGivenUp = true }
}
