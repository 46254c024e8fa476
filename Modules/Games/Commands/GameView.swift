import Games
import Guidance
import Interface
import Kernel
import Korean

/// The display of a round: a meaning or a word at the top, then the chosen words, then the tiles.
struct GameView {
    let played: PlayedRound
    let lastReply: Reply?
    let menu: WordMenu
    let colors: [RGBColor]
    var isChild = false

    private var round: GameRound { played.round }
    private var board: any Board { round.board }

    var title: String { "\(round.game.title) \(round.points)/\(round.maximum)" }

    var lines: [Block] {
        let head = StyledText(
            "\(round.game.title), \(progressText)\(round.points) of \(counted(round.maximum, "point"))", .muted)
        return reply + [.paragraph(head)]
            + (played.result == nil ? questionBlocks(large: false) + tileLines : closing(large: false))
    }

    var stage: Stage {
        Stage(
            StyledText(declared: round.game.title, .title),
            aside: StyledText(
                isChild ? counted(round.points, "point") : "\(progressText)\(round.points) of \(round.maximum)", .muted),
            progress: Double(round.points) / Double(max(1, round.maximum)), colors: colors,
            card: played.result == nil ? questionBlocks(large: true) + [.gap] + tiles : closing(large: true),
            // The tiles keep their position with or without a reply.
            feedback: reply.isEmpty ? [.gap] : reply, isFramed: played.result != nil)
    }

    /// The progress before the points, such as `2/4, `.
    private var progressText: String {
        if let board = board as? MemoryMatchBoard { return "\(board.foundPairs.count)/\(board.pairs.count) pairs, " }
        if let board = board as? FreeBoard {
            return "\(min(board.completedPhrases.count + 1, FreeBoard.phrasesPerRound))/\(FreeBoard.phrasesPerRound), "
        }
        return round.boards.count > 1 ? "\(round.boardIndex + 1)/\(round.boards.count), " : ""
    }

    private var reply: [Block] {
        guard let lastReply, !lastReply.sentence.isEmpty else { return [] }
        let sign = lastReply.kind == .right ? "✓ " : lastReply.kind == .wrong ? "✗ " : ""
        if isChild, lastReply.kind != .note { return childReply(lastReply) }
        let role: TextRole = lastReply.kind == .right ? .good : lastReply.kind == .wrong ? .bad : .muted
        return [.paragraph(StyledText(sign + lastReply.sentence, role))]
    }

    /// Returns praise or encouragement for a small child instead of a judgment.
    private func childReply(_ response: Reply) -> [Block] {
        let seed = round.points &+ round.misses
        return response.kind == .right
            ? [.paragraph(StyledText("✓ \(declared: Praise.one(of: Praise.right, seed))", .good))]
            : [
                .paragraph(
                    StyledText(
                        "\(declared: Praise.one(of: Praise.almost, seed)) \(declared: response.sentence)", .accent))
            ]
    }

    // MARK: - Question

    /// Returns the meaning or the word that the board asks for, with the words chosen so far.
    private func questionBlocks(large: Bool) -> [Block] {
        switch board {
        case let board as WordMatchBoard:
            guard let term = board.currentTerm else { return [] }
            return [.heading(StyledText(term.hangul)), .paragraph(StyledText(term.romanization, .accent))]
        case let board as BlankBoard:
            return board.isOver
                ? phraseBlocks(board.phrase)
                : [.heading(StyledText("“\(asked: board.phrase.meaning)”")), .gap] + wordRow(board)
        case let board as OrderBoard:
            if board.isOver { return phraseBlocks(board.foundPhrase ?? board.phrase) }
            let task: StyledText =
                board.isHinted
                ? "“\(asked: board.phrase.meaning)”"
                : "Put the words in order, for \(counted(board.availablePoints, "point")):"
            return [.heading(task), .gap] + wordRow(board)
        case let board as FreeBoard: return sandboxBlocks(board, isWhole: !large)
        default: return []
        }
    }

    /// Returns a phrase with all its details.
    private func phraseBlocks(_ phrase: Phrase) -> [Block] {
        let spoken = isChild ? "" : phrase.pronunciation()?.ipa ?? ""
        return [
            .heading(StyledText(phrase.hangul)), .paragraph(StyledText(phrase.romanization, .accent)),
            .paragraph(StyledText(spoken.isEmpty ? "" : "[\(spoken)]", .muted)),
            .paragraph(StyledText(asked: phrase.meaning)),
        ]
    }

    /// Returns the phrase with the roles of its missing words in their place.
    private func wordRow(_ board: BlankBoard) -> [Block] {
        let isSlots = round.game == .slots
        return wordBlocks(
            board.shown.enumerated().map { index, tile in
                if let tile { return StyledText(tile.hangul, board.blanks.contains(index) ? .good : .plain) }
                let name = isSlots ? board.phrase.words[index].role.rawValue : "___"
                return index == board.blank
                    ? StyledText("[\(isSlots ? name : "?")]", .accent) : StyledText(name, .muted)
            }, board.shown.map { $0?.romanization })
    }

    private func wordRow(_ board: OrderBoard) -> [Block] {
        let placedWords = board.placedWords.map { board.scrambled[$0] }
        let emptyPlaces = [StyledText](
            repeating: StyledText("___", .muted), count: board.scrambled.count - placedWords.count)
        return wordBlocks(
            placedWords.map { StyledText($0.hangul, .title) } + emptyPlaces,
            placedWords.map(\.romanization) + emptyPlaces.map { _ in nil })
    }

    /// Returns words with their spellings below; nil for a missing word.
    private func wordBlocks(_ words: [StyledText], _ spellings: [String?]) -> [Block] {
        let joined = words.dropFirst().reduce(words.first ?? "") { $0 + StyledText("  ") + $1 }
        let spelling = spellings.contains { $0 != nil } ? spellings.map { $0 ?? "…" }.joined(separator: " ") : ""
        return [.paragraph(joined), .paragraph(StyledText(spelling, .muted))]
    }

    /// Returns the completed phrases, the words laid so far, and their meaning or error.
    private func sandboxBlocks(_ board: FreeBoard, isWhole: Bool) -> [Block] {
        // During the choice of a word the tiles need the space.
        let isChoosing = !isWhole && menu.role != nil
        guard !board.placedWords.isEmpty else {
            let instruction = menu.role != nil ? "Choose the word." : "Choose the first word: what kind is it?"
            return (isChoosing ? [] : completedPhraseBlocks(board, isWhole: isWhole)) + [
                .paragraph(StyledText(instruction, .muted))
            ]
        }
        let words = wordBlocks(
            board.placedWords.map { StyledText($0.hangul, .title) }, board.placedWords.map(\.romanization))
        guard !isChoosing else { return words }
        switch board.reading {
        case .valid(let phrase): return words + [.gap, .paragraph(StyledText("= \(asked: phrase.meaning)", .good))]
        case .invalid(let why):
            return words + (lastReply?.sentence == why ? [] : [.gap, .paragraph(StyledText(declared: why, .muted))])
        }
    }

    /// Returns the completed phrases.
    ///
    /// A screen of tiles has no space for their meanings, which appeared at their completion.
    private func completedPhraseBlocks(_ board: FreeBoard, isWhole: Bool) -> [Block] {
        board.completedPhrases.map {
            .paragraph(
                StyledText("✓ \($0.hangul)", .good) + StyledText(isWhole ? "  \(asked: $0.meaning)" : "", .muted))
        }
    }

    // MARK: - Tiles

    private var tiles: [Block] {
        switch board {
        case let board as MemoryMatchBoard: return [.tiles(TileGrid(cardTiles(board), columns: 4))]
        case let board as FreeBoard: return [.tiles(TileGrid(words(board)))]
        case _ where board.isOver: return []
        default:
            return [
                .tiles(
                    TileGrid(
                        board.choices.enumerated().map { index, choice in
                            TileGrid.Tile(
                                choice.isAvailable ? String(index + 1) : "", text(choice.lines),
                                look: choice.isAvailable ? .open : .taken)
                        }, columns: board is WordMatchBoard ? 2 : nil))
            ]
        }
    }

    /// Returns the word, with its spelling or meaning below.
    private func text(_ lines: [String]) -> [StyledText] {
        lines.enumerated().map { StyledText(asked: $1, $0 == 0 ? .title : .muted) }
    }

    /// Returns the tiles of Memory Match, face up or face down.
    private func cardTiles(_ board: MemoryMatchBoard) -> [TileGrid.Tile] {
        zip(board.choices, board.cards).enumerated().map { place, choiceAndCard in
            let (choice, card) = choiceAndCard
            let key = choice.isAvailable ? String(GameKeys.cards[place]) : ""
            // A face-down card has the same size, so that nothing moves when it is turned. It does
            // not contain its text.
            if choice.lines.isEmpty {
                return TileGrid.Tile(key, board.lines(of: card).map { StyledText(Self.placeholder($0)) }, look: .hidden)
            }
            let look: TileGrid.Tile.Look =
                board.foundPairs.contains(card.pair) ? .right : board.openCards.count == 2 ? .wrong : .current
            return TileGrid.Tile(key, text(choice.lines), look: look)
        }
    }

    /// Returns a text of the same width that hides the letters.
    private static func placeholder(_ text: String) -> String {
        text.map { $0 == " " ? " " : $0.isASCII ? "x" : "xx" }.joined()
    }

    /// Returns the tiles of the sandbox: the kinds of words, or the words of a kind.
    private func words(_ board: FreeBoard) -> [TileGrid.Tile] {
        guard !board.isOver else { return [] }
        guard menu.role != nil else {
            return WordMenu.roles(board).enumerated().map { index, role in
                let exampleWord = board.tiles.first { $0.role == role }?.hangul ?? ""
                // A phrase in progress needs the space. On a small screen tiles fit without
                // examples.
                let example =
                    board.placedWords.isEmpty && board.completedPhrases.isEmpty ? [StyledText(exampleWord, .muted)] : []
                return TileGrid.Tile(String(index + 1), [StyledText(declared: role.rawValue, .title)] + example)
            }
        }
        return menu.words(board).enumerated().map { index, place in
            let tile = board.tiles[place]
            return TileGrid.Tile(
                String(index + 1), [StyledText(tile.hangul, .title), StyledText(asked: tile.meaning, .muted)])
        }
    }

    /// The tiles as lines: a number or a letter, and the word.
    private var tileLines: [Block] {
        if let board = board as? MemoryMatchBoard { return gridLines(board) }
        let gridTiles: [TileGrid.Tile]
        if case .tiles(let grid)? = tiles.first { gridTiles = grid.tiles } else { gridTiles = [] }
        return gridTiles.filter { !$0.key.isEmpty }.map { tile in
            let words = tile.lines.map(\.text)
            return .paragraph(
                StyledText("\(tile.key)  ", .input) + StyledText(asked: words[0])
                    + StyledText(words.count > 1 ? "  \(words[1])" : "", .muted))
        }
    }

    /// Returns the cards of Memory Match as lines.
    private func gridLines(_ board: MemoryMatchBoard) -> [Block] {
        zip(board.choices, GameKeys.cards).filter { $0.0.isAvailable || !$0.0.lines.isEmpty }.map { choice, key in
            let face =
                choice.lines.isEmpty
                ? StyledText("face down", .muted) : StyledText(asked: choice.lines.joined(separator: ", "))
            return .paragraph(StyledText("\(key)  ", .input) + face)
        }
    }

    // MARK: - The end

    /// Returns the blocks after the last board: its phrase, the points and the comparison.
    private func closing(large: Bool) -> [Block] {
        let lastPhrase: [Block]
        switch board {
        case let board as BlankBoard: lastPhrase = phraseBlocks(board.phrase)
        case let board as OrderBoard: lastPhrase = phraseBlocks(board.foundPhrase ?? board.phrase)
        case let board as FreeBoard: lastPhrase = completedPhraseBlocks(board, isWhole: true)
        default: lastPhrase = []
        }
        if isChild {
            return lastPhrase + (lastPhrase.isEmpty ? [] : [.gap]) + [
                .heading(StyledText(declared: Praise.one(of: Praise.end, round.points))), .gap,
                .paragraph(StyledText(Praise.stars(max(1, round.points * 5 / max(1, round.maximum))), .good)), .gap,
                .paragraph(StyledText(counted(round.points, "point"))),
            ]
        }
        let pointDigits: [Block] = large ? [.digits(StyledText(String(round.points), .good)), .gap] : []
        let comparisonText = Self.comparison(played)
        return lastPhrase + (lastPhrase.isEmpty ? [] : [.gap]) + pointDigits + [
            .heading(StyledText("\(large ? "" : "\(round.points) ")of \(counted(round.maximum, "point"))")),
            .paragraph(
                StyledText(
                    comparisonText.isEmpty
                        ? "" : comparisonText.dropFirst(2).prefix(1).uppercased() + comparisonText.dropFirst(3) + ".")),
            .paragraph(
                StyledText(round.misses == 0 ? "Nothing was wrong." : "\(counted(round.misses, "time")) wrong.", .muted)
            ),
        ]
    }

    /// Returns the text after the points, for example `, your best so far`.
    static func comparison(_ played: PlayedRound) -> String {
        guard let result = played.result else { return "" }
        guard let before = played.previousBest else { return ", your first round" }
        if result.points > before.points { return ", your best so far (before: \(before.points))" }
        return result.points == before.points ? ", as good as your best" : ", your best is \(before.points)"
    }
}
