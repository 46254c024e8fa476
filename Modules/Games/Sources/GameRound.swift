import Kernel
import Korean

/// A round of a game as a sequence of boards that the seed fully determines.
package struct GameRound: Sendable {
    package let game: Game
    package private(set) var boards: [any Board]
    /// The index of the current board, or of the displayed one after the end.
    package private(set) var boardIndex = 0

    /// Creates a round.
    ///
    /// - Throws: `tooFewWords` if the player’s words are too few for one.
    package init(_ game: Game, from book: Phrasebook, using random: inout RandomSource) throws {
        self.game = game
        boards =
            switch game {
            case .match: try Self.matchBoards(book.terms(), using: &random)
            case .memory:
                [MemoryMatchBoard(try Self.pairs(6, of: Self.cardTerms(book.terms()), using: &random), using: &random)]
            case .sandbox: [try Self.sandboxBoard(book)]
            case .slots: try Self.slotBoards(book, using: &random)
            case .template: try Self.templateBoards(book, using: &random)
            case .decode: try Self.orderBoards(book, using: &random)
            }
    }

    package var board: any Board { boards[boardIndex] }
    package var isOver: Bool { boardIndex == boards.count - 1 && board.isOver }
    package var points: Int { boards.reduce(0) { $0 + $1.points } }
    package var maximum: Int { boards.reduce(0) { $0 + $1.maximum } }
    package var misses: Int { boards.reduce(0) { $0 + $1.misses } }

    /// Changes the current board.
    package mutating func play<Kind: Board, Value>(_ kind: Kind.Type, _ change: (inout Kind) -> Value) -> Value? {
        guard var board = boards[boardIndex] as? Kind else { return nil }
        defer { boards[boardIndex] = board }
        return change(&board)
    }

    package mutating func apply(_ choice: Int) -> Reply { boards[boardIndex].apply(choice) }
    package mutating func takeBack() -> Reply? { boards[boardIndex].takeBack() }
    package mutating func giveUp() { boards[boardIndex].giveUp() }
    /// Advances to the next board if this one is over.
    package mutating func next() { if board.isOver, boardIndex < boards.count - 1 { boardIndex += 1 } }

    // MARK: - Creation

    /// Returns `count` random terms that differ in all their English and Korean.
    private static func pairs(_ count: Int, of all: [PhrasebookTerm], using random: inout RandomSource) throws
        -> [PhrasebookTerm]
    {
        var chosenTerms: [PhrasebookTerm] = []
        for pair in all.shuffled(using: &random) where chosenTerms.count < count {
            let isNew = chosenTerms.allSatisfy {
                $0.acceptedEnglish.isDisjoint(with: pair.acceptedEnglish) && $0.hangul != pair.hangul
                    && $0.romanization != pair.romanization
            }
            if isNew { chosenTerms.append(pair) }
        }
        guard chosenTerms.count == count else { throw Failure.tooFewWords }
        return chosenTerms
    }

    /// Returns three boards of four terms each.
    private static func matchBoards(_ pairs: [PhrasebookTerm], using random: inout RandomSource) throws -> [any Board] {
        try (0..<3).map { _ in WordMatchBoard(try Self.pairs(4, of: pairs, using: &random), using: &random) }
    }

    /// Returns the terms that fit on a card if there are at least twenty, or else all terms.
    private static func cardTerms(_ pairs: [PhrasebookTerm]) -> [PhrasebookTerm] {
        let shortTerms = pairs.filter { pair in
            let english = pair.english.split(separator: " ")
            let korean = pair.hangul.split(separator: " ")
            let isShort = english.count <= 2 && korean.count <= 2 && english.allSatisfy { $0.count <= 7 }
            return isShort && korean.allSatisfy { $0.count <= 3 } && (korean.count == 2 || pair.romanization.count <= 7)
        }
        return shortTerms.count >= 20 ? shortTerms : pairs
    }

    /// Returns the sandbox, which needs at least four words.
    private static func sandboxBoard(_ book: Phrasebook) throws -> FreeBoard {
        guard book.words().count >= 4 else { throw Failure.tooFewWords }
        return FreeBoard(book)
    }

    /// Returns four boards with phrases of two to five words.
    private static func slotBoards(_ book: Phrasebook, using random: inout RandomSource) throws -> [any Board] {
        let tiles = book.words()
        return try phraseBoards([2, 3, 4, 5], maker(of: tiles, in: book), using: &random) {
            BlankBoard(slots: $0, of: tiles, read: book.read(_:), using: &$1)
        }
    }

    /// Returns five boards with phrases of three to six words, of which one to three are missing.
    private static func templateBoards(_ book: Phrasebook, using random: inout RandomSource) throws -> [any Board] {
        let tiles = book.words()
        let make = maker(of: tiles, in: book)
        return try zip([3, 4, 4, 5, 6], [1, 1, 2, 2, 3]).map { count, missing in
            try phraseBoards([count], make, using: &random) {
                BlankBoard(template: $0, missing: missing, of: tiles, read: book.read(_:), using: &$1)
            }[0]
        }
    }

    /// Returns four boards with phrases of three to six words.
    private static func orderBoards(_ book: Phrasebook, using random: inout RandomSource) throws -> [any Board] {
        try phraseBoards([3, 4, 5, 6], maker(of: book.words(), in: book), using: &random) {
            OrderBoard($0, read: book.read(_:), using: &$1)
        }
    }

    /// Returns a maker of phrases from these tiles.
    private static func maker(of tiles: [PhraseWord], in book: Phrasebook) -> Phrasebook.Maker {
        book.maker(Set(tiles.map(\.hangul)))
    }

    /// Returns boards of different phrases with these lengths.
    private static func phraseBoards(
        _ counts: [Int], _ make: Phrasebook.Maker, using random: inout RandomSource,
        _ board: (Phrase, inout RandomSource) -> (any Board)?
    ) throws -> [any Board] {
        var usedPhrases: Set<Phrase> = []
        return try counts.map { count in
            for _ in 0..<50 {
                guard let phrase = make(count, &random) else { break }
                if usedPhrases.insert(phrase).inserted, let newBoard = board(phrase, &random) { return newBoard }
            }
            throw Failure.tooFewWords
        }
    }
}
