import Korean

/// A board of Creative Sandbox, where words laid in sequence form phrases of the grammar.
///
/// Each phrase gives one point for each word, up to six.
package struct FreeBoard: Board {
    /// The number of phrases in a round.
    package static let phrasesPerRound = 5
    private static let maximumPhrasePoints = 6

    package let tiles: [PhraseWord]
    package private(set) var placedWords: [PhraseWord] = []
    package private(set) var completedPhrases: [Phrase] = []
    package private(set) var misses = 0
    private var isGivenUp = false
    private let book: Phrasebook

    init(_ book: Phrasebook) {
        self.book = book
        tiles = book.words()
    }

    package var isOver: Bool { isGivenUp || completedPhrases.count == Self.phrasesPerRound }
    package var maximum: Int { Self.phrasesPerRound * Self.maximumPhrasePoints }
    package var points: Int { completedPhrases.reduce(0) { $0 + min(Self.maximumPhrasePoints, $1.words.count) } }
    package var choices: [BoardChoice] {
        tiles.map { BoardChoice([$0.hangul, $0.romanization, $0.meaning], isAvailable: !isOver) }
    }

    /// The reading of the words laid so far.
    package var reading: PhraseReading { book.read(placedWords.map(\.hangul)) }

    package mutating func apply(_ choice: Int) -> Reply {
        guard !isOver, tiles.indices.contains(choice) else { return Reply(.note, "There is no such word.") }
        guard placedWords.count < 12 else { return Reply(.note, "No phrase is that long.") }
        placedWords.append(tiles[choice])
        return Reply(.note, "")
    }

    package mutating func takeBack() -> Reply? {
        placedWords.popLast().map { Reply(.note, "Taken back: \($0.hangul).") }
    }

    /// Submits the words laid so far as a phrase.
    package mutating func submit() -> Reply { score(reading) }

    /// Submits a typed line, in hangul or in Latin letters.
    package mutating func submit(_ line: String) -> Reply { score(book.read(line)) }

    /// Completes a new phrase, or counts a miss for words that form none.
    private mutating func score(_ reading: PhraseReading) -> Reply {
        guard !isOver else { return Reply(.note, "") }
        switch reading {
        case .invalid(let why):
            misses += 1
            return Reply(.wrong, why)
        case .valid(let phrase):
            placedWords = []
            guard !completedPhrases.contains(where: { $0.hangulWords == phrase.hangulWords }) else {
                return Reply(.note, "You had “\(phrase.meaning)” already: make another.")
            }
            completedPhrases.append(phrase)
            return Reply(.right, "\(phrase.hangul): \(phrase.meaning).")
        }
    }

    package mutating func giveUp() { isGivenUp = true }
}
