import Games
import Guidance
import Kernel
import Terminal

/// A round on the screen: tiles and one key in a terminal, lines from a pipe. It is kept before its end shows; what is left before is said and not kept.
struct GameScreen: Dialogue {
    private let words: Phrasebook
    private let book: @Sendable () throws -> GameBook
    private var played: PlayedRound
    private var said: Reply?
    private var menu = WordMenu()
    private var isWriting = false

    private let isChild: Bool

    init(_ round: GameRound, _ words: Phrasebook, _ book: @escaping @Sendable () throws -> GameBook, isChild: Bool = false) {
        (self.words, self.book, self.isChild) = (words, book, isChild)
        played = PlayedRound(round: round)
        menu.open(in: round.board)
    }

    private var round: GameRound { played.round }

    var view: DialogueView {
        let face = GameFace(played: played, said: said, menu: menu, colours: words.colours(), isChild: isChild)
        let keys = GameKeys(played: played, menu: menu)
        return DialogueView(
            face.lines, wanted: isWriting ? .line(prompt: "Phrase, or empty:") : .key(keys.hints), title: face.title,
            help: "game",
            stage: face.stage, parting: played.result == nil ? reached + "." : nil)
    }

    mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        if played.result != nil || event == .end || event == .key(.character("q")) { return .finish(ending) }
        said = nil
        switch event {
        case .line(let line): read(line)
        case .key(let key) where round.board.isOver: if [.space, .enter].contains(key) { turn() }
        case .key(let key): press(key)
        case .tick, .end: break
        }
        // The words of Word Match come in threes of boards without a pause.
        if round.board is PairBoard, round.board.isOver, !round.isOver { turn() }
        if round.isOver { (played.result, played.before) = try keep() }
        return .stay
    }

    private func keep() throws -> (GameResult?, GameResult?) {
        let kept = try book().keep(round)
        return (kept.result, kept.before)
    }

    private mutating func turn() {
        played.round.next()
        menu.open(in: round.board)
    }

    // MARK: - Keys

    private mutating func press(_ key: Key) {
        switch key {
        case .character("s"): played.round.giveUp()
        case .character("u"): said = played.round.takeBack() ?? Reply.nothingToTakeBack
        case .character("h"):
            if round.board is OrderBoard { _ = played.round.play(OrderBoard.self) { $0.hint() } } else { choose(key) }
        case .character("w") where round.board is FreeBoard: isWriting = true
        case .character("m") where round.board is FreeBoard: menu.turn(in: round.board)
        case .character("b"): menu.open(in: round.board)
        case .space, .enter: said = played.round.play(FreeBoard.self) { $0.say() }
        default: choose(key)
        }
    }

    private mutating func choose(_ key: Key) {
        if round.board is GridBoard {
            guard let card = GameKeys.cards.firstIndex(where: { Key.character($0) == key }) else { return }
            said = played.round.take(card)
        } else if round.board is FreeBoard {
            guard let number = KeyTable.choice(key, of: 9) else { return }
            guard let tile = menu.choose(number, in: round.board) else { return }
            said = played.round.take(tile)
            menu.open(in: round.board)
        } else if let number = KeyTable.choice(key, of: round.board.choices.count) {
            said = played.round.take(number - 1)
        }
    }

    // MARK: - Lines

    /// A word that was typed out, or a whole phrase in the sandbox.
    private mutating func read(_ line: String) {
        if round.board is FreeBoard {
            let line = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if line.isEmpty || !isWriting && round.board.isOver {
                isWriting = false
            } else {
                said = played.round.play(FreeBoard.self) { $0.say(line) }
            }
            if said?.kind == .right { isWriting = false }
            return
        }
        let typed = Folding.compact(line)
        let named = round.board.choices.firstIndex { $0.isThere && $0.lines.contains { Folding.compact($0) == typed } }
        guard let named else {
            said = Reply.unknown(line)
            return
        }
        said = played.round.take(named)
    }

    // MARK: - The end

    private var reached: String {
        "\(round.game.title), left at \(round.points) of \(counted(round.maximum, "point"))"
    }

    private var ending: Output {
        guard let result = played.result else {
            return .changed(
                "\(reached). Only a whole round is kept.", played, GameFields.round,
                next: ["game \(round.game.rawValue)", "game"])
        }
        if isChild {
            return .changed(
                "\(Praise.one(of: Praise.end, result.points)) \(counted(result.points, "point")) (\(result.id)).", played,
                GameFields.round, next: ["game \(round.game.rawValue)", "game"])
        }
        return .changed(
            "\(round.game.title): \(result.points) of \(counted(result.maximum, "point"))\(GameFace.comparison(played)) (\(result.id)).",
            played, GameFields.round, next: ["game \(round.game.rawValue)", "game"])
    }
}

extension Reply {
    fileprivate static let nothingToTakeBack = Reply(.note, "There is nothing to take back.")

    fileprivate static func unknown(_ line: String) -> Reply {
        Reply(.note, "“\(line.prefix(30))” does not lie there.")
    }
}

/// Where somebody is among the words of the sandbox: a kind, or none, and a page of its words.
struct WordMenu: Sendable {
    static let onPage = 9

    private(set) var role: String?
    private(set) var page = 0

    /// The kinds of words, in the order of a phrase.
    static func roles(_ board: FreeBoard) -> [String] {
        board.tiles.reduce(into: []) { roles, tile in if !roles.contains(tile.role) { roles.append(tile.role) } }
    }

    /// The words of the page, as places among the tiles.
    func words(_ board: FreeBoard) -> [Int] {
        let all = board.tiles.indices.filter { board.tiles[$0].role == role }
        return Array(all.dropFirst(page * Self.onPage).prefix(Self.onPage))
    }

    func hasMore(_ board: FreeBoard) -> Bool { board.tiles.filter { $0.role == role }.count > Self.onPage }

    mutating func open(in board: any Board) { (role, page) = (nil, 0) }

    mutating func turn(in board: any Board) {
        guard let board = board as? FreeBoard, role != nil else { return }
        page += 1
        if words(board).isEmpty { page = 0 }
    }

    /// Takes a kind, or one of its words.
    ///
    /// - Returns: the word, as a place among the tiles.
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
