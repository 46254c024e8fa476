import Games
import Guidance
import Kernel
import Terminal

/// What a round looks like: a meaning or a word on top, what was laid below it, and the tiles.
struct GameFace {
    let played: PlayedRound
    let said: Reply?
    let menu: WordMenu
    let colours: [RGBColor]
    /// Whether a small child plays.
    var isChild = false

    private var round: GameRound { played.round }
    private var board: any Board { round.board }

    /// In the title of the terminal.
    var title: String { "\(round.game.title) \(round.points)/\(round.maximum)" }

    /// Line by line.
    var lines: [Block] {
        let head = StyledText("\(round.game.title), \(place)\(round.points) of \(counted(round.maximum, "point"))", .muted)
        return reply + [.paragraph(head)] + (played.result == nil ? top(large: false) + listed : closing(large: false))
    }

    /// On a screen with room.
    var stage: Stage {
        Stage(
            StyledText(declared: round.game.title, .title),
            aside: StyledText(isChild ? counted(round.points, "point") : "\(place)\(round.points) of \(round.maximum)", .muted),
            progress: Double(round.points) / Double(max(1, round.maximum)), colors: colours,
            card: played.result == nil ? top(large: true) + [.gap] + tiles : closing(large: true),
            // The tiles stay where they are, whether something is said or not.
            said: reply.isEmpty ? [.gap] : reply, isFramed: played.result != nil)
    }

    private var place: String {
        if let board = board as? GridBoard { return "\(board.found.count)/\(board.pairs.count) pairs, " }
        if let board = board as? FreeBoard { return "\(min(board.made.count + 1, FreeBoard.wanted))/\(FreeBoard.wanted), " }
        return round.boards.count > 1 ? "\(round.place + 1)/\(round.boards.count), " : ""
    }

    private var reply: [Block] {
        guard let said, !said.sentence.isEmpty else { return [] }
        let sign = said.kind == .right ? "✓ " : said.kind == .wrong ? "✗ " : ""
        if isChild, said.kind != .note { return childReply(said) }
        let role: TextRole = said.kind == .right ? .good : said.kind == .wrong ? .bad : .muted
        return [.paragraph(StyledText(sign + said.sentence, role))]
    }

    private func childReply(_ said: Reply) -> [Block] {
        let seed = round.points &+ round.misses
        return said.kind == .right
            ? [.paragraph(StyledText("✓ \(declared: Praise.one(of: Praise.right, seed))", .good))]
            : [.paragraph(StyledText("\(declared: Praise.one(of: Praise.almost, seed)) \(declared: said.sentence)", .accent))]
    }

    // MARK: - What is asked

    private func top(large: Bool) -> [Block] {
        switch board {
        case let board as PairBoard:
            guard let asked = board.asked else { return [] }
            return [.heading(StyledText(asked.hangul)), .paragraph(StyledText(asked.romanization, .accent))]
        case let board as BlankBoard:
            return board.isOver
                ? whole(board.phrase) : [.heading(StyledText("“\(asked: board.phrase.meaning)”")), .gap] + row(board)
        case let board as OrderBoard:
            if board.isOver { return whole(board.found ?? board.phrase) }
            let task: StyledText =
                board.isHinted
                ? "“\(asked: board.phrase.meaning)”" : "Put the words in order, for \(counted(board.worth, "point")):"
            return [.heading(task), .gap] + row(board)
        case let board as FreeBoard: return free(board, isWhole: !large)
        default: return []
        }
    }

    /// A phrase with everything that is known of it.
    private func whole(_ phrase: GamePhrase) -> [Block] {
        [
            .heading(StyledText(phrase.hangul)), .paragraph(StyledText(phrase.romanization, .accent)),
            .paragraph(StyledText(phrase.spoken.isEmpty || isChild ? "" : "[\(phrase.spoken)]", .muted)),
            .paragraph(StyledText(asked: phrase.meaning)),
        ]
    }

    /// The phrase, the words that are missing as what they say.
    private func row(_ board: BlankBoard) -> [Block] {
        let isSlots = round.game == .slots
        return line(
            board.shown.enumerated().map { index, tile in
                if let tile { return StyledText(tile.hangul, board.blanks.contains(index) ? .good : .plain) }
                let name = isSlots ? board.phrase.tiles[index].role : "___"
                return index == board.blank ? StyledText("[\(isSlots ? name : "?")]", .accent) : StyledText(name, .muted)
            }, board.shown.map { $0?.romanization })
    }

    private func row(_ board: OrderBoard) -> [Block] {
        let laid = board.laid.map { board.scrambled[$0] }
        let open = [StyledText](repeating: StyledText("___", .muted), count: board.scrambled.count - laid.count)
        return line(laid.map { StyledText($0.hangul, .title) } + open, laid.map(\.romanization) + open.map { _ in nil })
    }

    /// Words, and below them how they are spelled; nil for one that is not there yet.
    private func line(_ words: [StyledText], _ spelled: [String?]) -> [Block] {
        let joined = words.dropFirst().reduce(words.first ?? "") { $0 + StyledText("  ") + $1 }
        let below = spelled.contains { $0 != nil } ? spelled.map { $0 ?? "…" }.joined(separator: " ") : ""
        return [.paragraph(joined), .paragraph(StyledText(below, .muted))]
    }

    private func free(_ board: FreeBoard, isWhole: Bool) -> [Block] {
        // While a word is chosen its tiles want the room.
        let isChoosing = !isWhole && menu.role != nil
        guard !board.laid.isEmpty else {
            let asked = menu.role != nil ? "Choose the word." : "Choose the first word: what kind is it?"
            return (isChoosing ? [] : made(board, isWhole: isWhole)) + [.paragraph(StyledText(asked, .muted))]
        }
        let words = line(board.laid.map { StyledText($0.hangul, .title) }, board.laid.map(\.romanization))
        guard !isChoosing else { return words }
        switch board.verdict {
        case .allowed(let phrase): return words + [.gap, .paragraph(StyledText("= \(asked: phrase.meaning)", .good))]
        case .refused(let why):
            return words + (said?.sentence == why ? [] : [.gap, .paragraph(StyledText(declared: why, .muted))])
        }
    }

    /// The phrases that were made. On a screen of tiles there is no room for what they mean: that was said when they were made.
    private func made(_ board: FreeBoard, isWhole: Bool) -> [Block] {
        board.made.map {
            .paragraph(StyledText("✓ \($0.hangul)", .good) + StyledText(isWhole ? "  \(asked: $0.meaning)" : "", .muted))
        }
    }

    // MARK: - What lies there

    private var tiles: [Block] {
        switch board {
        case let board as GridBoard: return [.tiles(TileGrid(cards(board), columns: 4))]
        case let board as FreeBoard: return [.tiles(TileGrid(words(board)))]
        case _ where board.isOver: return []
        default:
            return [
                .tiles(
                    TileGrid(
                        board.choices.enumerated().map { index, choice in
                            TileGrid.Tile(
                                choice.isThere ? String(index + 1) : "", text(choice.lines),
                                look: choice.isThere ? .open : .taken)
                        }, columns: board is PairBoard ? 2 : nil))
            ]
        }
    }

    /// The word itself, and below it how it is spelled, or what it means.
    private func text(_ lines: [String]) -> [StyledText] {
        lines.enumerated().map { StyledText(asked: $1, $0 == 0 ? .title : .muted) }
    }

    private func cards(_ board: GridBoard) -> [TileGrid.Tile] {
        zip(board.choices, board.cards).enumerated().map { place, both in
            let (choice, card) = both
            let key = choice.isThere ? String(GameKeys.cards[place]) : ""
            // As wide and as high face down, so that nothing moves when it is turned; what it says is not in it.
            if choice.lines.isEmpty {
                return TileGrid.Tile(key, board.lines(of: card).map { StyledText(Self.masked($0)) }, look: .hidden)
            }
            let look: TileGrid.Tile.Look =
                board.found.contains(card.pair) ? .right : board.open.count == 2 ? .wrong : .current
            return TileGrid.Tile(key, text(choice.lines), look: look)
        }
    }

    private static func masked(_ text: String) -> String {
        text.map { $0 == " " ? " " : $0.isASCII ? "x" : "xx" }.joined()
    }

    private func words(_ board: FreeBoard) -> [TileGrid.Tile] {
        guard !board.isOver else { return [] }
        guard menu.role != nil else {
            return WordMenu.roles(board).enumerated().map { index, role in
                let some = board.tiles.first { $0.role == role }?.hangul ?? ""
                // Once a phrase has begun it wants the room: on a small screen tiles without examples still fit.
                let example = board.laid.isEmpty && board.made.isEmpty ? [StyledText(some, .muted)] : []
                return TileGrid.Tile(String(index + 1), [StyledText(declared: role, .title)] + example)
            }
        }
        return menu.words(board).enumerated().map { index, place in
            let tile = board.tiles[place]
            return TileGrid.Tile(String(index + 1), [StyledText(tile.hangul, .title), StyledText(asked: tile.meaning, .muted)])
        }
    }

    /// The same for lines: a number or a letter, and the word.
    private var listed: [Block] {
        if let board = board as? GridBoard { return gridLines(board) }
        let shown: [TileGrid.Tile]
        if case .tiles(let grid)? = tiles.first { shown = grid.tiles } else { shown = [] }
        return shown.filter { !$0.key.isEmpty }.map { tile in
            let words = tile.lines.map(\.text)
            return .paragraph(
                StyledText("\(tile.key)  ", .input) + StyledText(asked: words[0])
                    + StyledText(words.count > 1 ? "  \(words[1])" : "", .muted))
        }
    }

    private func gridLines(_ board: GridBoard) -> [Block] {
        zip(board.choices, GameKeys.cards).filter { $0.0.isThere || !$0.0.lines.isEmpty }.map { choice, key in
            let face =
                choice.lines.isEmpty ? StyledText("face down", .muted) : StyledText(asked: choice.lines.joined(separator: ", "))
            return .paragraph(StyledText("\(key)  ", .input) + face)
        }
    }

    // MARK: - The end

    private func closing(large: Bool) -> [Block] {
        let last: [Block]
        switch board {
        case let board as BlankBoard: last = whole(board.phrase)
        case let board as OrderBoard: last = whole(board.found ?? board.phrase)
        case let board as FreeBoard: last = made(board, isWhole: true)
        default: last = []
        }
        if isChild {
            return last + (last.isEmpty ? [] : [.gap]) + [
                .heading(StyledText(declared: Praise.one(of: Praise.end, round.points))), .gap,
                .paragraph(StyledText(Praise.stars(max(1, round.points * 5 / max(1, round.maximum))), .good)), .gap,
                .paragraph(StyledText(counted(round.points, "point"))),
            ]
        }
        let figure: [Block] = large ? [.digits(StyledText(String(round.points), .good)), .gap] : []
        let news = Self.comparison(played)
        return last + (last.isEmpty ? [] : [.gap]) + figure + [
            .heading(StyledText("\(large ? "" : "\(round.points) ")of \(counted(round.maximum, "point"))")),
            .paragraph(StyledText(news.isEmpty ? "" : news.dropFirst(2).prefix(1).uppercased() + news.dropFirst(3) + ".")),
            .paragraph(StyledText(round.misses == 0 ? "Nothing was wrong." : "\(counted(round.misses, "time")) wrong.", .muted)),
        ]
    }

    /// Behind the points: `, your best so far`.
    static func comparison(_ played: PlayedRound) -> String {
        guard let result = played.result else { return "" }
        guard let before = played.before else { return ", your first round" }
        if result.points > before.points { return ", your best so far (before: \(before.points))" }
        return result.points == before.points ? ", as good as your best" : ", your best is \(before.points)"
    }
}
