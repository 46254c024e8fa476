/// Memory Match: cards face down, half of them Korean, half English, to be turned two at a time.
///
/// A pair brings 3 points. Who turns a card that lay open before, in vain, loses one: what one cannot know costs nothing.
public struct GridBoard: Board {
    /// One side of a pair.
    public struct Card: Hashable, Sendable {
        /// The pair that it belongs to.
        public let pair: Int
        /// Its Korean side of the pair, or the English.
        public let isKorean: Bool
    }

    private static let worth = 3

    /// The terms.
    public let pairs: [GamePair]
    /// Row by row.
    public let cards: [Card]
    /// Cards that lie open and are not found: one, or two that do not belong together, until the next is turned.
    public private(set) var open: [Int] = []
    /// Pairs that are found.
    public private(set) var found: Set<Int> = []
    public private(set) var misses = 0
    private var seen: Set<Int> = []
    private var lost = 0
    private var isGivenUp = false

    init(_ pairs: [GamePair], using random: inout some RandomNumberGenerator) {
        self.pairs = pairs
        let sorted = pairs.indices.flatMap { [Card(pair: $0, isKorean: true), Card(pair: $0, isKorean: false)] }
        cards = sorted.shuffled(using: &random)
    }

    public var isOver: Bool { isGivenUp || found.count == pairs.count }
    public var maximum: Int { pairs.count * Self.worth }
    public var points: Int { max(0, found.count * Self.worth - lost) }

    /// What a card shows where it lies; empty face down.
    public var choices: [BoardChoice] {
        cards.indices.map { place in
            let isFound = found.contains(cards[place].pair)
            let isOpen = isFound || isGivenUp || open.contains(place)
            return BoardChoice(
                isOpen ? lines(of: cards[place]) : [], isThere: !isFound && !isGivenUp && (open.count == 2 || !isOpen))
        }
    }

    /// The face of a card: two lines at most, so that twelve of them fit a small screen.
    public func lines(of card: Card) -> [String] {
        let pair = pairs[card.pair]
        guard card.isKorean else { return [pair.english] }
        return pair.hangul.contains(" ") ? [pair.hangul] : [pair.hangul, pair.romanization]
    }

    public mutating func take(_ choice: Int) -> Reply {
        guard !isOver, cards.indices.contains(choice), !found.contains(cards[choice].pair) else {
            return Reply(.note, "That card is found already.")
        }
        if open.count == 2 { open = [] }
        guard !open.contains(choice) else { return Reply(.note, "That card is open already.") }
        let wasSeen = !seen.insert(choice).inserted
        open.append(choice)
        guard open.count == 2 else {
            // A card of two words has no room for how they are spelled.
            let (pair, isLong) = (pairs[cards[choice].pair], lines(of: cards[choice]).count == 1)
            return Reply(.note, cards[choice].isKorean && isLong ? "\(pair.hangul) (\(pair.romanization))" : "")
        }
        let (first, second) = (cards[open[0]], cards[choice])
        guard first.pair != second.pair else {
            found.insert(first.pair)
            open = []
            let pair = pairs[first.pair]
            return Reply(.right, "A pair: \(pair.hangul) (\(pair.romanization)) is “\(pair.english)”.")
        }
        misses += 1
        // Its fellow lay open before, and was not turned: that could be known.
        let fellow = cards.indices.first { cards[$0].pair == first.pair && $0 != open[0] }
        if wasSeen || fellow.map(seen.contains) == true { lost += 1 }
        return Reply(.wrong, "No pair.")
    }

    public mutating func giveUp() { isGivenUp = true }
}
