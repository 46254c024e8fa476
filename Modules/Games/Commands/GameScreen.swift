import Games
import Guidance
import Interface
import Kernel
import Korean

/// A round on the screen: tiles and single keys in a terminal, lines from a pipe.
///
/// A finished round is saved before its end appears. A round that is abandoned is reported and not
/// saved.
struct GameScreen: Dialogue {
    private let phrasebook: Phrasebook
    private let gameResults: @Sendable () throws -> GameResults
    private var played: PlayedRound
    private var reply: Reply?
    private var menu = WordMenu()
    private var isWriting = false

    private let isChild: Bool

    init(
        _ round: GameRound, _ phrasebook: Phrasebook, _ gameResults: @escaping @Sendable () throws -> GameResults,
        isChild: Bool = false
    ) {
        self.phrasebook = phrasebook
        self.gameResults = gameResults
        self.isChild = isChild
        played = PlayedRound(round: round)
        menu.open(in: round.board)
    }

    private var round: GameRound { played.round }

    var view: DialogueView {
        let gameView = GameView(
            played: played, lastReply: reply, menu: menu, colors: phrasebook.colors(), isChild: isChild)
        let keys = GameKeys(played: played, menu: menu)
        return DialogueView(
            gameView.lines, wanted: isWriting ? .line(prompt: "Phrase, or empty:") : .key(keys.hints),
            title: gameView.title,
            help: "game", stage: gameView.stage, exitMessage: played.result == nil ? exitMessage + "." : nil)
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        if played.result != nil || event == .end || event == .key(.character("q")) { return .finish(output) }
        reply = nil
        switch event {
        case .line(let line): read(line)
        case .key(let key) where round.board.isOver: if [.space, .enter].contains(key) { showNextBoard() }
        case .key(let key): press(key)
        case .tick, .end: break
        }
        // Word Match continues through its three boards without a pause.
        if round.board is WordMatchBoard, round.board.isOver, !round.isOver { showNextBoard() }
        if round.isOver { (played.result, played.previousBest) = try saveRound() }
        return .stay
    }

    /// Saves the finished round, and returns its result and the best one before it.
    private func saveRound() throws -> (GameResult?, GameResult?) {
        let savedRound = try gameResults().save(round)
        return (savedRound.result, savedRound.before)
    }

    /// Advances to the next board.
    private mutating func showNextBoard() {
        played.round.next()
        menu.open(in: round.board)
    }

    // MARK: - Keys

    /// Handles a key during a board.
    private mutating func press(_ key: Key) {
        switch key {
        case .character("s"): played.round.giveUp()
        case .character("u"): reply = played.round.takeBack() ?? Reply.nothingToTakeBack
        case .character("h"):
            if round.board is OrderBoard {
                _ = played.round.play(OrderBoard.self) { $0.showMeaning() }
            } else {
                choose(key)
            }
        case .character("w") where round.board is FreeBoard: isWriting = true
        case .character("m") where round.board is FreeBoard: menu.turn(in: round.board)
        case .character("b"): menu.open(in: round.board)
        case .space, .enter: reply = played.round.play(FreeBoard.self) { $0.submit() }
        default: choose(key)
        }
    }

    /// Applies the choice that a key stands for, or opens a kind of word in the sandbox.
    private mutating func choose(_ key: Key) {
        if round.board is MemoryMatchBoard {
            guard let card = GameKeys.cards.firstIndex(where: { Key.character($0) == key }) else { return }
            reply = played.round.apply(card)
        } else if round.board is FreeBoard {
            guard let number = KeyTable.choice(key, of: 9) else { return }
            guard let tile = menu.choose(number, in: round.board) else { return }
            reply = played.round.apply(tile)
            menu.open(in: round.board)
        } else if let number = KeyTable.choice(key, of: round.board.choices.count) {
            reply = played.round.apply(number - 1)
        }
    }

    // MARK: - Lines

    /// Reads a typed word, or a whole phrase in the sandbox.
    private mutating func read(_ line: String) {
        if round.board is FreeBoard {
            let line = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if line.isEmpty || !isWriting && round.board.isOver {
                isWriting = false
            } else {
                reply = played.round.play(FreeBoard.self) { $0.submit(line) }
            }
            if reply?.kind == .right { isWriting = false }
            return
        }
        let typedWord = Folding.compact(line)
        let matchingChoice = round.board.choices.firstIndex {
            $0.isAvailable && $0.lines.contains { Folding.compact($0) == typedWord }
        }
        guard let matchingChoice else {
            reply = Reply.unknown(line)
            return
        }
        reply = played.round.apply(matchingChoice)
    }

    // MARK: - The end

    private var exitMessage: String {
        "\(round.game.title), left at \(round.points) of \(counted(round.maximum, "point"))"
    }

    /// The output of the finished or abandoned round.
    private var output: Output {
        guard let result = played.result else {
            return .changed(
                "\(exitMessage). Only a whole round is kept.", played, GameFields.round,
                next: ["game \(round.game.rawValue)", "game"])
        }
        if isChild {
            return .changed(
                "\(Praise.one(of: Praise.end, result.points)) \(counted(result.points, "point")) (\(result.id)).",
                played, GameFields.round, next: ["game \(round.game.rawValue)", "game"])
        }
        return .changed(
            "\(round.game.title): \(result.points) of \(counted(result.maximum, "point"))\(GameView.comparison(played)) (\(result.id)).",
            played, GameFields.round, next: ["game \(round.game.rawValue)", "game"])
    }
}

extension Reply {
    fileprivate static let nothingToTakeBack = Reply(.note, "There is nothing to take back.")

    /// Returns the reply to a line that names nothing on the board.
    fileprivate static func unknown(_ line: String) -> Reply {
        Reply(.note, "“\(line.prefix(30))” does not lie there.")
    }
}

/// The player's position in the words of the sandbox: a kind, or none, and a page of its words.
struct WordMenu: Sendable {
    static let wordsPerPage = 9

    private(set) var role: PhraseWord.Role?
    private(set) var page = 0

    /// Returns the kinds of words, in the order of a phrase.
    static func roles(_ board: FreeBoard) -> [PhraseWord.Role] {
        board.tiles.reduce(into: []) { roles, tile in if !roles.contains(tile.role) { roles.append(tile.role) } }
    }

    /// Returns the words of the page, as indexes of the tiles.
    func words(_ board: FreeBoard) -> [Int] {
        let all = board.tiles.indices.filter { board.tiles[$0].role == role }
        return Array(all.dropFirst(page * Self.wordsPerPage).prefix(Self.wordsPerPage))
    }

    /// Returns whether the words of the kind fill more than one page.
    func hasMore(_ board: FreeBoard) -> Bool { board.tiles.filter { $0.role == role }.count > Self.wordsPerPage }

    /// Returns to the choice of a kind of word.
    mutating func open(in board: any Board) { (role, page) = (nil, 0) }

    /// Turns to the next page of words, or from the last page to the first.
    mutating func turn(in board: any Board) {
        guard let board = board as? FreeBoard, role != nil else { return }
        page += 1
        if words(board).isEmpty { page = 0 }
    }

    /// Selects a kind, or one of its words.
    ///
    /// - Returns: the word, as an index of the tiles.
    mutating func choose(_ number: Int, in board: any Board) -> Int? {
        guard let board = board as? FreeBoard else { return nil }
        guard role != nil else {
            let roles = Self.roles(board)
            if number <= roles.count { role = roles[number - 1] }
            return nil
        }
        let words = words(board)
        return number <= words.count ? words[number - 1] : nil
    }
}
