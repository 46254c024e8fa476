import Kernel

/// A round of a game: boards one after the other. The seed decides all of it.
public struct GameRound: Sendable {
    /// What is played.
    public let game: Game
    /// The boards, each as far as it was played.
    public private(set) var boards: [any Board]
    /// The board that is played, or shown when it is over.
    public private(set) var place = 0

    /// A new round.
    ///
    /// - Throws: `tooFewWords` where the player’s words do not make one.
    public init(_ game: Game, from book: Phrasebook, using random: inout RandomSource) throws {
        self.game = game
        boards =
            switch game {
            case .match: try Self.matches(book.pairs(), using: &random)
            case .memory: [GridBoard(try Self.pairs(6, of: Self.short(book.pairs()), using: &random), using: &random)]
            case .sandbox: [try Self.sandbox(book)]
            case .slots: try Self.slots(book, using: &random)
            case .template: try Self.templates(book, using: &random)
            case .decode: try Self.scrambles(book, using: &random)
            }
    }

    /// The board that is played now.
    public var board: any Board { boards[place] }
    /// Whether nothing is left to play.
    public var isOver: Bool { place == boards.count - 1 && board.isOver }
    /// What was reached.
    public var points: Int { boards.reduce(0) { $0 + $1.points } }
    /// What can be reached.
    public var maximum: Int { boards.reduce(0) { $0 + $1.maximum } }
    /// How often something was wrong.
    public var misses: Int { boards.reduce(0) { $0 + $1.misses } }

    /// Changes the board that is played.
    public mutating func play<Kind: Board, Value>(_ kind: Kind.Type, _ change: (inout Kind) -> Value) -> Value? {
        guard var board = boards[place] as? Kind else { return nil }
        defer { boards[place] = board }
        return change(&board)
    }

    /// Takes a choice of the board that is played.
    public mutating func take(_ choice: Int) -> Reply { boards[place].take(choice) }
    /// Takes the last word back.
    public mutating func takeBack() -> Reply? { boards[place].takeBack() }
    /// Ends the board.
    public mutating func giveUp() { boards[place].giveUp() }
    /// Goes on to the next board, when this one is over.
    public mutating func next() { if board.isOver, place < boards.count - 1 { place += 1 } }

    // MARK: - Making

    /// Terms that differ in everything, in English and in Korean.
    private static func pairs(_ count: Int, of all: [GamePair], using random: inout RandomSource) throws -> [GamePair] {
        var chosen: [GamePair] = []
        for pair in all.shuffled(using: &random) where chosen.count < count {
            let isNew = chosen.allSatisfy {
                $0.also.isDisjoint(with: pair.also) && $0.hangul != pair.hangul && $0.romanization != pair.romanization
            }
            if isNew { chosen.append(pair) }
        }
        guard chosen.count == count else { throw Failure.tooFewWords }
        return chosen
    }

    private static func matches(_ pairs: [GamePair], using random: inout RandomSource) throws -> [any Board] {
        try (0..<3).map { _ in PairBoard(try Self.pairs(4, of: pairs, using: &random), using: &random) }
    }

    /// Terms that fit on a card, where there are enough.
    private static func short(_ pairs: [GamePair]) -> [GamePair] {
        let fitting = pairs.filter { pair in
            let (english, korean) = (pair.english.split(separator: " "), pair.hangul.split(separator: " "))
            let isShort = english.count <= 2 && korean.count <= 2 && english.allSatisfy { $0.count <= 7 }
            return isShort && korean.allSatisfy { $0.count <= 3 } && (korean.count == 2 || pair.romanization.count <= 7)
        }
        return fitting.count >= 20 ? fitting : pairs
    }

    private static func sandbox(_ book: Phrasebook) throws -> FreeBoard {
        guard book.tiles().count >= 4 else { throw Failure.tooFewWords }
        return FreeBoard(book)
    }

    private static func slots(_ book: Phrasebook, using random: inout RandomSource) throws -> [any Board] {
        let tiles = book.tiles()
        return try phrases([2, 3, 4, 5], book, using: &random) {
            BlankBoard(slots: $0, of: tiles, read: book.read, using: &$1)
        }
    }

    private static func templates(_ book: Phrasebook, using random: inout RandomSource) throws -> [any Board] {
        let tiles = book.tiles()
        return try zip([3, 4, 4, 5, 6], [1, 1, 2, 2, 3]).map { count, missing in
            try phrases([count], book, using: &random) {
                BlankBoard(template: $0, missing: missing, of: tiles, read: book.read, using: &$1)
            }[0]
        }
    }

    private static func scrambles(_ book: Phrasebook, using random: inout RandomSource) throws -> [any Board] {
        try phrases([3, 4, 5, 6], book, using: &random) { OrderBoard($0, read: book.read, using: &$1) }
    }

    /// Boards of phrases of these lengths, all different.
    private static func phrases(
        _ counts: [Int], _ book: Phrasebook, using random: inout RandomSource,
        _ board: (GamePhrase, inout RandomSource) -> (any Board)?
    ) throws -> [any Board] {
        var seen: Set<GamePhrase> = []
        return try counts.map { count in
            for _ in 0..<50 {
                guard let phrase = book.phrase(count, &random) else { break }
                if seen.insert(phrase).inserted, let made = board(phrase, &random) { return made }
            }
            throw Failure.tooFewWords
        }
    }
}
