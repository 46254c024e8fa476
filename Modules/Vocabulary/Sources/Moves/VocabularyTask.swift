import Kernel
import Korean

/// The correctness of a word's position in an attempt.
package enum PlaceMark: String, Hashable, Sendable {
    /// The word is in the right place.
    case here
    /// The word belongs to another blank.
    case elsewhere
    /// The word is missing from the blanks.
    case nowhere
}

/// The content of an item: its question and its tiles.
package struct VocabularyTask: Sendable {
    package let item: VocabularyItem
    /// The displayed or requested word; nil for a phrase.
    package let word: PhrasebookWord?
    /// The phrase to build; nil for a word.
    package let phrase: Phrase?
    /// The phrase that this one extends; nil for most.
    package let basePhrase: Phrase?
    /// The tiles: one right and three wrong for a word, the words of a phrase and others for a
    /// phrase.
    package let tiles: [PhraseWord]
    /// The indexes of the phrase's missing words, from the left; one for a word.
    package let blanks: [Int]
    let book: Phrasebook

    /// The maximum number of tiles, because each has a key.
    static let maximumTiles = 9
    private static let choiceCount = 4

    init(showing word: PhrasebookWord, _ item: VocabularyItem, _ book: Phrasebook) {
        self.item = item
        self.word = word
        self.book = book
        phrase = nil
        basePhrase = nil
        tiles = []
        blanks = []
    }

    /// Creates a task for a word among unambiguous wrong answers; nil if there are none.
    init?(asking word: PhrasebookWord, _ item: VocabularyItem, _ book: Phrasebook, using random: inout RandomSource) {
        let otherWords = book.vocabulary().filter(\.isUnlocked).shuffled(using: &random)
        var answers = [word]
        for other in otherWords.filter({ $0.category == word.category })
            + otherWords.filter({ $0.category != word.category })
        where answers.count < Self.choiceCount {
            if !answers.contains(where: { $0.couldMean(other) }) { answers.append(other) }
        }
        guard answers.count > 1 else { return nil }
        self.item = item
        self.word = word
        self.book = book
        phrase = nil
        basePhrase = nil
        blanks = [0]
        tiles = answers.map(\.phraseWord).shuffled(using: &random)
    }

    init(_ phrase: Phrase, _ item: VocabularyItem, _ book: Phrasebook, using random: inout RandomSource) {
        let places = Array(phrase.words.indices)
        let missing = max(1, min(3, places.count - 2))
        let blanks =
            item.mode == .complete
            ? Array(places.shuffled(using: &random).prefix(Int.random(in: 1...missing, using: &random))).sorted()
            : places
        let tileCount = item.mode == .complete ? 6 : min(Self.maximumTiles, places.count + 3)
        let pieces = blanks.map { phrase.words[$0] }
        let wrongWords = Self.wrongWords(tileCount - blanks.count, for: blanks, in: phrase, of: book, using: &random)
        self.item = item
        self.phrase = phrase
        self.blanks = blanks
        self.book = book
        word = nil
        basePhrase = item.before.isEmpty ? nil : book.read(item.before).phrase
        var tiles = (pieces + wrongWords).shuffled(using: &random)
        // The tiles are never in the right order from left to right.
        for _ in 0..<24
        where blanks.count > 1 && Self.isRight(tiles.prefix(blanks.count).map(\.hangul), phrase, blanks, book) {
            tiles.shuffle(using: &random)
        }
        self.tiles = tiles
    }

    /// Returns words that are wrong in all of these places, with words of the missing kinds first.
    private static func wrongWords(
        _ count: Int, for blanks: [Int], in phrase: Phrase, of book: Phrasebook, using random: inout RandomSource
    ) -> [PhraseWord] {
        let words = book.vocabulary().filter(\.isUnlocked).shuffled(using: &random)
        let usedWords = Set(phrase.hangulWords)
        let missing = Set(blanks.map { phrase.hangulWords[$0] })
        let kinds = Set(words.filter { missing.contains($0.hangul) }.map(\.category))
        var wrongWords: [PhraseWord] = []
        for word in words.filter({ kinds.contains($0.category) }) + words.filter({ !kinds.contains($0.category) })
        where wrongWords.count < count && !usedWords.contains(word.hangul) {
            let isWrong = blanks.allSatisfy { place in
                var changed = phrase.hangulWords
                changed[place] = word.hangul
                return book.read(changed).phrase != phrase
            }
            if isWrong { wrongWords.append(word.phraseWord) }
        }
        return wrongWords
    }

    /// Returns whether these words fill the blanks with the phrase, in any order that the book
    /// treats as equal.
    package func isRight(_ filling: [String]) -> Bool {
        guard let phrase else { return filling == [word?.hangul] }
        return Self.isRight(filling, phrase, blanks, book)
    }

    /// Returns whether the words that fill the blanks form the phrase, or read as the same phrase.
    private static func isRight(
        _ filling: [String], _ phrase: Phrase, _ blanks: [Int], _ book: Phrasebook
    ) -> Bool {
        guard filling.count == blanks.count else { return false }
        var words = phrase.hangulWords
        for (place, word) in zip(blanks, filling) { words[place] = word }
        return words == phrase.hangulWords || book.read(words).phrase == phrase
    }

    /// Returns the mark of each word in an attempt; a word that occurs once in the phrase matches
    /// once.
    package func marks(_ filling: [String]) -> [PlaceMark] {
        let expectedWords = phrase.map { phrase in blanks.map { phrase.hangulWords[$0] } } ?? [word?.hangul ?? ""]
        if isRight(filling) { return filling.map { _ in .here } }
        var unmatchedWords = zip(expectedWords, filling).filter { $0 != $1 }.map(\.0)
        return zip(expectedWords, filling).map { expectedWord, filledWord in
            if expectedWord == filledWord { return .here }
            guard let place = unmatchedWords.firstIndex(of: filledWord) else { return .nowhere }
            unmatchedWords.remove(at: place)
            return .elsewhere
        }
    }

    /// The right words, from the left.
    package var solution: [PhraseWord] {
        if let phrase { return blanks.map { phrase.words[$0] } }
        return word.map { [$0.phraseWord] } ?? []
    }
}
