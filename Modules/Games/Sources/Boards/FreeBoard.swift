/// Creative Sandbox: any words, laid one after the other; what the grammar allows is a phrase, and brings a point a word, six at most.
public struct FreeBoard: Board {
    /// How many phrases make a round.
    public static let wanted = 5
    private static let most = 6

    /// Words to choose from, by what they say.
    public let tiles: [GameTile]
    /// The words that were laid.
    public private(set) var laid: [GameTile] = []
    /// The phrases that were made, all different.
    public private(set) var made: [GamePhrase] = []
    public private(set) var misses = 0
    private var isGivenUp = false
    private let book: Phrasebook

    init(_ book: Phrasebook) { (self.book, tiles) = (book, book.tiles()) }

    public var isOver: Bool { isGivenUp || made.count == Self.wanted }
    public var maximum: Int { Self.wanted * Self.most }
    public var points: Int { made.reduce(0) { $0 + min(Self.most, $1.tiles.count) } }
    public var choices: [BoardChoice] { tiles.map { BoardChoice([$0.hangul, $0.romanization, $0.meaning], isThere: !isOver) } }

    /// What the words that were laid are by now.
    public var verdict: PhraseVerdict { book.read(laid.map(\.hangul)) }

    public mutating func take(_ choice: Int) -> Reply {
        guard !isOver, tiles.indices.contains(choice) else { return Reply(.note, "There is no such word.") }
        guard laid.count < 12 else { return Reply(.note, "No phrase is that long.") }
        laid.append(tiles[choice])
        return Reply(.note, "")
    }

    public mutating func takeBack() -> Reply? {
        laid.popLast().map { Reply(.note, "Taken back: \($0.hangul).") }
    }

    /// Says what was laid.
    public mutating func say() -> Reply { keep(verdict) }

    /// Says a typed line, in hangul or in Latin letters.
    public mutating func say(_ line: String) -> Reply { keep(book.typed(line)) }

    private mutating func keep(_ verdict: PhraseVerdict) -> Reply {
        guard !isOver else { return Reply(.note, "") }
        switch verdict {
        case .refused(let why):
            misses += 1
            return Reply(.wrong, why)
        case .allowed(let phrase):
            laid = []
            guard !made.contains(where: { $0.words == phrase.words }) else {
                return Reply(.note, "You had “\(phrase.meaning)” already: make another.")
            }
            made.append(phrase)
            return Reply(.right, "\(phrase.hangul): \(phrase.meaning).")
        }
    }

    public mutating func giveUp() { isGivenUp = true }
}
