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
        case is GridBoard:
            // The line lists all keys, so that its length and layout stay constant. The open cards
            // are visible.
            return zip(Self.cards, board.choices).map { KeyHint(.character($0.0), "turn") } + [KeyTable.quit()]
        case let board as FreeBoard: return free(board)
        case let board as OrderBoard:
            let back = board.placedWords.isEmpty ? [] : [KeyTable.undo("take back")]
            let hint = board.isHinted ? [] : [KeyHint(.character("h"), "hint")]
            return choices(board) + back + hint + [KeyTable.skip, KeyTable.quit()]
        default: return choices(board) + [KeyTable.skip, KeyTable.quit()]
        }
    }

    private func choices(_ board: any Board) -> [KeyHint] {
        zip(KeyTable.choices(board.choices.count), board.choices).filter(\.1.isAvailable).map(\.0)
    }

    private func free(_ board: FreeBoard) -> [KeyHint] {
        let write = KeyHint(.character("w"), "write")
        let others =
            board.placedWords.isEmpty
            ? [write, KeyTable.quit()] : [KeyTable.undo("take back"), write, KeyTable.quit()]
        let say = board.placedWords.isEmpty ? [] : KeyTable.advance("say it")
        guard menu.role != nil else { return KeyTable.choices(WordMenu.roles(board).count) + say + others }
        let more = menu.hasMore(board) ? [KeyHint(.character("m"), "more words")] : []
        return KeyTable.choices(menu.words(board).count) + more + say + [KeyTable.back] + others
    }
}
