/// Slot Builder and Template Filler: a meaning, and the phrase for it with some words missing, to be filled one after the other.
public struct BlankBoard: Board {
    /// The phrase that is meant. Who shows the board shows its meaning, and of its words what `shown` has.
    public let phrase: GamePhrase
    /// Which words are missing.
    public let blanks: [Int]
    /// What lies there for each blank. Template Filler has one bank for all of them, from which words go.
    private let banks: [[GameTile]]
    private let isShared: Bool
    /// How many blanks are filled.
    public private(set) var place = 0
    private var tries = 0
    private var used: Set<Int> = []
    public private(set) var points = 0
    public private(set) var misses = 0

    /// Slots: every word is missing, and each has tiles of its own that say the same kind of thing.
    init(
        slots phrase: GamePhrase, of tiles: [GameTile], read: ([String]) -> PhraseVerdict,
        using random: inout some RandomNumberGenerator
    ) {
        (self.phrase, blanks, isShared) = (phrase, Array(phrase.tiles.indices), false)
        var banks: [[GameTile]] = []
        for place in phrase.tiles.indices {
            let others = Self.others(3, for: [place], in: phrase, of: tiles.shuffled(using: &random), read: read)
            banks.append(([phrase.tiles[place]] + others).shuffled(using: &random))
        }
        self.banks = banks
    }

    /// A template: some words are missing, and one bank has them and others.
    init(
        template phrase: GamePhrase, missing count: Int, of tiles: [GameTile], read: ([String]) -> PhraseVerdict,
        using random: inout some RandomNumberGenerator
    ) {
        (self.phrase, isShared) = (phrase, true)
        blanks = Array(phrase.tiles.indices.shuffled(using: &random).prefix(count)).sorted()
        let missing = blanks.map { phrase.tiles[$0] }
        let others = Self.others(6 - missing.count, for: blanks, in: phrase, of: tiles.shuffled(using: &random), read: read)
        banks = [(missing + others).shuffled(using: &random)]
    }

    /// So many tiles that are right in none of these places: with any of them there the phrase says something else, or nothing. Those that say the
    /// same kind of thing come first.
    private static func others(
        _ count: Int, for places: [Int], in phrase: GamePhrase, of tiles: [GameTile], read: ([String]) -> PhraseVerdict
    ) -> [GameTile] {
        let roles = Set(places.map { phrase.tiles[$0].role })
        var seen = Set(places.map { phrase.tiles[$0].hangul })
        var found: [GameTile] = []
        for tile in tiles.filter({ roles.contains($0.role) }) + tiles.filter({ !roles.contains($0.role) })
        where found.count < count {
            let isWrong = places.allSatisfy { place in
                var words = phrase.words
                words[place] = tile.hangul
                return read(words).phrase?.words != phrase.words
            }
            if seen.insert(tile.hangul).inserted, isWrong { found.append(tile) }
        }
        return found
    }

    /// The phrase as far as it is known: nil for a word that is still missing.
    public var shown: [GameTile?] {
        let missing = Set(blanks[min(place, blanks.count)...])
        return phrase.tiles.indices.map { missing.contains($0) ? nil : phrase.tiles[$0] }
    }

    /// The blank that is to be filled now, as a place in the phrase; nil when all are.
    public var blank: Int? { place < blanks.count ? blanks[place] : nil }
    public var isOver: Bool { place == blanks.count }
    public var maximum: Int { blanks.count * Worth.most }

    public var choices: [BoardChoice] {
        bank.enumerated().map { BoardChoice([$1.hangul, $1.romanization], isThere: !isOver && !used.contains($0)) }
    }

    private var bank: [GameTile] { banks[isShared ? 0 : min(place, banks.count - 1)] }

    public mutating func take(_ choice: Int) -> Reply {
        guard let blank, bank.indices.contains(choice), !used.contains(choice) else {
            return Reply(.note, "That one is gone already.")
        }
        let (taken, wanted) = (bank[choice], phrase.tiles[blank])
        guard taken.hangul == wanted.hangul else {
            (tries, misses) = (tries + 1, misses + 1)
            return Reply(.wrong, "No: \(taken.hangul) (\(taken.romanization)) is “\(taken.meaning)”.")
        }
        points += Worth.after(tries)
        if isShared { used.insert(choice) }
        (place, tries) = (place + 1, 0)
        return Reply(.right, "Right: \(wanted.hangul) (\(wanted.romanization)) is “\(wanted.meaning)”.")
    }

    public mutating func giveUp() { place = blanks.count }
}
