import Games
import Terminal

/// The keys of a game as it stands.
struct GameKeys {
    /// Of cards, row by row: no key that means something else in every dialogue.
    static let cards: [Character] = ["a", "c", "d", "e", "f", "g", "i", "j", "k", "l", "m", "n"]

    let played: PlayedRound
    let menu: WordMenu

    var hints: [KeyHint] {
        let board = played.round.board
        if played.result != nil { return KeyTable.on("done") + [KeyTable.quit()] }
        if board.isOver { return KeyTable.on("next") + [KeyTable.quit()] }
        switch board {
        case is GridBoard:
            // All of them, so that the line is as long as before and nothing moves: what lies open says so.
            return zip(Self.cards, board.choices).map { KeyHint(.character($0.0), "turn") } + [KeyTable.quit()]
        case let board as FreeBoard: return free(board)
        case let board as OrderBoard:
            let back = board.laid.isEmpty ? [] : [KeyTable.undo("take back")]
            let hint = board.isHinted ? [] : [KeyHint(.character("h"), "hint")]
            return choices(board) + back + hint + [KeyTable.skip, KeyTable.quit()]
        default: return choices(board) + [KeyTable.skip, KeyTable.quit()]
        }
    }

    private func choices(_ board: any Board) -> [KeyHint] {
        zip(KeyTable.choices(board.choices.count), board.choices).filter(\.1.isThere).map(\.0)
    }

    private func free(_ board: FreeBoard) -> [KeyHint] {
        let write = KeyHint(.character("w"), "write")
        let others = board.laid.isEmpty ? [write, KeyTable.quit()] : [KeyTable.undo("take back"), write, KeyTable.quit()]
        let say = board.laid.isEmpty ? [] : KeyTable.on("say it")
        guard menu.role != nil else { return KeyTable.choices(WordMenu.roles(board).count) + say + others }
        let more = menu.hasMore(board) ? [KeyHint(.character("m"), "more words")] : []
        return KeyTable.choices(menu.words(board).count) + more + say + [KeyTable.back] + others
    }
}
