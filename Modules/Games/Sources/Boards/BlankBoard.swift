import Korean

/// A board of Slot Builder or Template Filler: a meaning, and its phrase with missing words to fill
/// in order.
package struct BlankBoard: Board {
    /// The phrase of the given meaning; a view shows only the words in `shown`.
    package let phrase: Phrase
    package let blanks: [Int]
    /// The tiles for each blank; Template Filler has one shared bank that loses used words.
    private let banks: [[PhraseWord]]
    /// Whether all blanks share one bank, as in Template Filler.
    private let isShared: Bool
    /// The number of filled blanks.
    package private(set) var filledCount = 0
    /// The number of wrong choices for the current blank.
    private var tries = 0
    private var usedTiles: Set<Int> = []
    package private(set) var points = 0
    package private(set) var misses = 0

    /// Creates a Slot Builder board, with every word missing and tiles of the same role for each.
    init(
        slots phrase: Phrase, of tiles: [PhraseWord], read: ([String]) -> PhraseReading,
        using random: inout some RandomNumberGenerator
    ) {
        self.phrase = phrase
        blanks = Array(phrase.words.indices)
        isShared = false
        var banks: [[PhraseWord]] = []
        for place in phrase.words.indices {
            let wrongTiles = Self.wrongTiles(
                3, for: [place], in: phrase, of: tiles.shuffled(using: &random), read: read)
            banks.append(([phrase.words[place]] + wrongTiles).shuffled(using: &random))
        }
        self.banks = banks
    }

    /// Creates a Template Filler board, with `count` missing words and six tiles for all of them.
    init(
        template phrase: Phrase, missing count: Int, of tiles: [PhraseWord], read: ([String]) -> PhraseReading,
        using random: inout some RandomNumberGenerator
    ) {
        self.phrase = phrase
        isShared = true
        blanks = Array(phrase.words.indices.shuffled(using: &random).prefix(count)).sorted()
        let missing = blanks.map { phrase.words[$0] }
        let wrongTiles = Self.wrongTiles(
            6 - missing.count, for: blanks, in: phrase, of: tiles.shuffled(using: &random), read: read)
        banks = [(missing + wrongTiles).shuffled(using: &random)]
    }

    /// Returns tiles that are wrong in all of these places, because they change or break the
    /// phrase.
    ///
    /// Tiles of the same role come first.
    private static func wrongTiles(
        _ count: Int, for places: [Int], in phrase: Phrase, of tiles: [PhraseWord], read: ([String]) -> PhraseReading
    ) -> [PhraseWord] {
        let roles = Set(places.map { phrase.words[$0].role })
        var usedWords = Set(places.map { phrase.words[$0].hangul })
        var wrongTiles: [PhraseWord] = []
        for tile in tiles.filter({ roles.contains($0.role) }) + tiles.filter({ !roles.contains($0.role) })
        where wrongTiles.count < count {
            let isWrong = places.allSatisfy { place in
                var words = phrase.hangulWords
                words[place] = tile.hangul
                return read(words).phrase?.hangulWords != phrase.hangulWords
            }
            if usedWords.insert(tile.hangul).inserted, isWrong { wrongTiles.append(tile) }
        }
        return wrongTiles
    }

    /// The known words of the phrase; nil for a missing word.
    package var shown: [PhraseWord?] {
        let missing = Set(blanks[min(filledCount, blanks.count)...])
        return phrase.words.indices.map { missing.contains($0) ? nil : phrase.words[$0] }
    }

    /// The index of the next blank in the phrase; nil if all are filled.
    package var blank: Int? { filledCount < blanks.count ? blanks[filledCount] : nil }
    package var isOver: Bool { filledCount == blanks.count }
    package var maximum: Int { blanks.count * AnswerPoints.most }

    package var choices: [BoardChoice] {
        bank.enumerated().map {
            BoardChoice([$1.hangul, $1.romanization], isAvailable: !isOver && !usedTiles.contains($0))
        }
    }

    private var bank: [PhraseWord] { banks[isShared ? 0 : min(filledCount, banks.count - 1)] }

    package mutating func apply(_ choice: Int) -> Reply {
        guard let blank, bank.indices.contains(choice), !usedTiles.contains(choice) else {
            return Reply(.note, "That one is gone already.")
        }
        let chosenWord = bank[choice]
        let expectedWord = phrase.words[blank]
        guard chosenWord.hangul == expectedWord.hangul else {
            tries = tries + 1
            misses = misses + 1
            return Reply(.wrong, "No: \(chosenWord.hangul) (\(chosenWord.romanization)) is “\(chosenWord.meaning)”.")
        }
        points += AnswerPoints.after(tries)
        if isShared { usedTiles.insert(choice) }
        filledCount = filledCount + 1
        tries = 0
        return Reply(
            .right, "Right: \(expectedWord.hangul) (\(expectedWord.romanization)) is “\(expectedWord.meaning)”.")
    }

    package mutating func giveUp() { filledCount = blanks.count }
}
