import Games
import Interface

/// The keys of a game in its current state.
struct GameKeys {
    /// The keys of the cards, row by row, without keys that have another meaning in every dialogue.
    static let cards: [Character] = ["a", "c", "d", "e", "f", "g", "i", "j", "k", "l", "m", "n"]

    let played: PlayedRound
    let menu: WordMenu

    var hints: [KeyHint] {
        let board = played.round.board
        if played.result != nil { return KeyTable.advance("done") + [KeyTable.quit()] }
        if board.isOver { return KeyTable.advance("next") + [KeyTable.quit()] }
        switch board {
        case is MemoryMatchBoard:
            // The line lists all keys, so that its length and layout stay constant. The open cards
            // are visible.
            return zip(Self.cards, board.choices).map { KeyHint(.character($0.0), "turn") } + [KeyTable.quit()]
        case let board as FreeBoard: return sandboxHints(board)
        case let board as OrderBoard:
            let undoHint = board.placedWords.isEmpty ? [] : [KeyTable.undo("take back")]
            let meaningHint = board.isHinted ? [] : [KeyHint(.character("h"), "hint")]
            return choiceHints(board) + undoHint + meaningHint + [KeyTable.skip, KeyTable.quit()]
        default: return choiceHints(board) + [KeyTable.skip, KeyTable.quit()]
        }
    }

    /// Returns the number keys of the available choices.
    private func choiceHints(_ board: any Board) -> [KeyHint] {
        zip(KeyTable.choices(board.choices.count), board.choices).filter(\.1.isAvailable).map(\.0)
    }

    /// Returns the keys of the sandbox: kinds of words, or the words of a kind.
    private func sandboxHints(_ board: FreeBoard) -> [KeyHint] {
        let writeHint = KeyHint(.character("w"), "write")
        let otherHints =
            board.placedWords.isEmpty
            ? [writeHint, KeyTable.quit()] : [KeyTable.undo("take back"), writeHint, KeyTable.quit()]
        let sayHint = board.placedWords.isEmpty ? [] : KeyTable.advance("say it")
        guard menu.role != nil else { return KeyTable.choices(WordMenu.roles(board).count) + sayHint + otherHints }
        let moreHint = menu.hasMore(board) ? [KeyHint(.character("m"), "more words")] : []
        return KeyTable.choices(menu.words(board).count) + moreHint + sayHint + [KeyTable.back] + otherHints
    }
}
