import Kernel

/// Where a word of a try belongs.
public enum PlaceMark: String, Hashable, Sendable {
    /// It belongs where it was laid.
    case here
    /// It belongs to the phrase, in another place.
    case elsewhere
    /// It does not belong to the phrase.
    case nowhere
}

/// What an item shows: what is asked, and what lies there to choose from.
public struct VocabularyTask: Sendable {
    /// What was planned.
    public let item: VocabularyItem
    /// The word that is shown or asked; nil for a phrase.
    public let word: VocabularyWord?
    /// The phrase that is built; nil for a word.
    public let phrase: VocabularyPhrase?
    /// The phrase that it grows out of; nil for most.
    public let before: VocabularyPhrase?
    /// What lies there. Of a word one of four is right; of a phrase its words and others.
    public let tiles: [VocabularyPiece]
    /// Which words of the phrase are missing, from the left; one for a word.
    public let blanks: [Int]
    let book: Wordbook

    /// So many tiles lie there at most: each has a key.
    static let most = 9
    private static let choices = 4

    /// A word that is only shown.
    init(showing word: VocabularyWord, _ item: VocabularyItem, _ book: Wordbook) {
        (self.item, self.word, self.book) = (item, word, book)
        (phrase, before, tiles, blanks) = (nil, nil, [], [])
    }

    /// A word among others that could not be meant. Nil where there is no other.
    init?(asking word: VocabularyWord, _ item: VocabularyItem, _ book: Wordbook, using random: inout RandomSource) {
        let others = book.words().filter(\.isOpen).shuffled(using: &random)
        var chosen = [word]
        for other in others.filter({ $0.category == word.category }) + others.filter({ $0.category != word.category })
        where chosen.count < Self.choices {
            if !chosen.contains(where: { $0.couldMean(other) }) { chosen.append(other) }
        }
        guard chosen.count > 1 else { return nil }
        (self.item, self.word, self.book) = (item, word, book)
        (phrase, before, blanks) = (nil, nil, [0])
        tiles = chosen.map(\.piece).shuffled(using: &random)
    }

    /// A phrase, all of whose words are missing, or one to three of them.
    init(_ phrase: VocabularyPhrase, _ item: VocabularyItem, _ book: Wordbook, using random: inout RandomSource) {
        let places = Array(phrase.words.indices)
        let missing = max(1, min(3, places.count - 2))
        let blanks =
            item.mode == .complete
            ? Array(places.shuffled(using: &random).prefix(Int.random(in: 1...missing, using: &random))).sorted() : places
        let room = item.mode == .complete ? 6 : min(Self.most, places.count + 3)
        let pieces = blanks.map { phrase.pieces[$0] }
        let others = Self.others(room - blanks.count, for: blanks, in: phrase, of: book, using: &random)
        (self.item, self.phrase, self.blanks, self.book) = (item, phrase, blanks, book)
        (word, before) = (nil, item.before.isEmpty ? nil : book.read(item.before).phrase)
        var tiles = (pieces + others).shuffled(using: &random)
        // Nothing lies there solved: who takes what lies there from the left is wrong.
        for _ in 0..<24 where blanks.count > 1 && Self.isRight(tiles.prefix(blanks.count).map(\.hangul), phrase, blanks, book) {
            tiles.shuffle(using: &random)
        }
        self.tiles = tiles
    }

    /// So many words that are right in none of these places; those of the kinds that are missing come first.
    private static func others(
        _ count: Int, for blanks: [Int], in phrase: VocabularyPhrase, of book: Wordbook, using random: inout RandomSource
    ) -> [VocabularyPiece] {
        let (words, taken) = (book.words().filter(\.isOpen).shuffled(using: &random), Set(phrase.words))
        let missing = Set(blanks.map { phrase.words[$0] })
        let kinds = Set(words.filter { missing.contains($0.hangul) }.map(\.category))
        var found: [VocabularyPiece] = []
        for word in words.filter({ kinds.contains($0.category) }) + words.filter({ !kinds.contains($0.category) })
        where found.count < count && !taken.contains(word.hangul) {
            let isWrong = blanks.allSatisfy { place in
                var changed = phrase.words
                changed[place] = word.hangul
                return book.read(changed).phrase != phrase
            }
            if isWrong { found.append(word.piece) }
        }
        return found
    }

    /// Whether these words fill the blanks rightly: with them it is the phrase, in whatever order the book takes for the same.
    public func isRight(_ filling: [String]) -> Bool {
        guard let phrase else { return filling == [word?.hangul] }
        return Self.isRight(filling, phrase, blanks, book)
    }

    private static func isRight(
        _ filling: [String], _ phrase: VocabularyPhrase, _ blanks: [Int], _ book: Wordbook
    ) -> Bool {
        guard filling.count == blanks.count else { return false }
        var words = phrase.words
        for (place, word) in zip(blanks, filling) { words[place] = word }
        return words == phrase.words || book.read(words).phrase == phrase
    }

    /// Where each word of a try belongs. A word that stands once in the phrase is found once.
    public func marks(_ filling: [String]) -> [PlaceMark] {
        let wanted = phrase.map { phrase in blanks.map { phrase.words[$0] } } ?? [word?.hangul ?? ""]
        if isRight(filling) { return filling.map { _ in .here } }
        var left = zip(wanted, filling).filter { $0 != $1 }.map(\.0)
        return zip(wanted, filling).map { right, given in
            if right == given { return .here }
            guard let place = left.firstIndex(of: given) else { return .nowhere }
            left.remove(at: place)
            return .elsewhere
        }
    }

    /// The words that are right, from the left.
    public var solution: [VocabularyPiece] {
        if let phrase { return blanks.map { phrase.pieces[$0] } }
        return word.map { [$0.piece] } ?? []
    }
}
