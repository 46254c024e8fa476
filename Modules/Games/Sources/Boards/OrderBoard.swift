import Korean

/// A board of Phrase Decoder: the words of a phrase out of order, with every valid order accepted.
package struct OrderBoard: Board {
    private static let pointsPerMiss = 2
    private static let maximumPoints = 6

    package let phrase: Phrase
    /// The words in their displayed order, which is not a phrase.
    package let scrambled: [PhraseWord]
    /// The chosen words, as indexes of `scrambled`.
    package private(set) var placedWords: [Int] = []
    package private(set) var isHinted = false
    /// The phrase that the player found; nil until then, and after giving up.
    package private(set) var foundPhrase: Phrase?
    package private(set) var misses = 0
    private var isGivenUp = false
    private let read: @Sendable ([String]) -> PhraseReading

    /// Creates a board; nil if every order of the words is a phrase, so that none is scrambled.
    init?(
        _ phrase: Phrase, read: @escaping @Sendable ([String]) -> PhraseReading,
        using random: inout some RandomNumberGenerator
    ) {
        for _ in 0..<24 {
            let order = phrase.words.shuffled(using: &random)
            guard read(order.map(\.hangul)).phrase == nil else { continue }
            self.phrase = phrase
            scrambled = order
            self.read = read
            return
        }
        return nil
    }

    package var isOver: Bool { foundPhrase != nil || isGivenUp }
    package var maximum: Int { Self.maximumPoints }
    package var points: Int { foundPhrase == nil ? 0 : availablePoints }
    /// The points for finding the phrase now: six, less two for each miss and for the hint.
    package var availablePoints: Int { max(0, Self.maximumPoints - Self.pointsPerMiss * (misses + (isHinted ? 1 : 0))) }

    package var choices: [BoardChoice] {
        scrambled.enumerated().map {
            BoardChoice([$1.hangul, $1.romanization], isAvailable: !isOver && !placedWords.contains($0))
        }
    }

    package mutating func apply(_ choice: Int) -> Reply {
        guard !isOver, scrambled.indices.contains(choice), !placedWords.contains(choice) else {
            return Reply(.note, "That one is gone already.")
        }
        placedWords.append(choice)
        guard placedWords.count == scrambled.count else { return Reply(.note, "") }
        switch read(placedWords.map { scrambled[$0].hangul }) {
        case .valid(let phrase):
            foundPhrase = phrase
            return Reply(.right, "Right: “\(phrase.meaning)”.")
        case .invalid(let why):
            misses += 1
            placedWords = []
            isGivenUp = misses == Self.maximumPoints / Self.pointsPerMiss
            return Reply(.wrong, why)
        }
    }

    package mutating func takeBack() -> Reply? {
        guard !isOver, let last = placedWords.popLast() else { return nil }
        return Reply(.note, "Taken back: \(scrambled[last].hangul).")
    }

    /// Shows the meaning at a cost of two points.
    package mutating func showMeaning() { if !isOver { isHinted = true } }

    package mutating func giveUp() { if foundPhrase == nil { isGivenUp = true } }
}
