import Games
import GamesCommands
import Kernel
import Storage
import Terminal
import TerminalContract
import TestBench

/// A small language of its own: a side, a stance, a tool, a height and what is done, in this order; what is done must be said. No module but the
/// tests knows it, and the games do not mind.
enum ToyBook {
    static let sides = [tile("왼", "wen", "left", "side"), tile("오른", "orun", "right", "side")]
    static let tools = [
        tile("손칼", "sonkal", "knife-hand", "tool"), tile("팔목", "palmok", "forearm", "tool"), tile("주먹", "joomuk", "fist", "tool"),
        tile("손바닥", "sonbadak", "palm", "tool"),
    ]
    static let heights = [tile("높은데", "nopunde", "high", "section"), tile("낮은데", "najunde", "low", "section")]
    static let ways = [tile("옆", "yop", "side", "way"), tile("앞", "ap", "front", "way"), tile("안으로", "anuro", "inward", "way")]
    static let actions = [
        tile("막기", "makgi", "block", "action"), tile("지르기", "jirugi", "punch", "action"),
        tile("때리기", "taerigi", "strike", "action"),
    ]
    static let again = [tile("다시", "dashi", "again", "end"), tile("천천히", "chonchoni", "slowly", "end")]
    static let kinds = [sides, tools, heights, ways, actions, again]

    static func tile(_ hangul: String, _ romanization: String, _ meaning: String, _ role: String) -> GameTile {
        GameTile(hangul, romanization, meaning, role: role)
    }

    static let book = Phrasebook(
        pairs: { pairs }, tiles: { kinds.flatMap { $0 } },
        phrase: { count, random in
            guard (1...kinds.count).contains(count) else { return nil }
            let optional = [0, 1, 2, 3, 5].shuffled(using: &random).prefix(count - 1)
            let tiles = (Array(optional) + [4]).sorted().compactMap { kinds[$0].randomElement(using: &random) }
            return phrase(tiles)
        }, read: { read($0) }, typed: { read($0.split(separator: " ").map(String.init)) })

    static func read(_ words: [String]) -> PhraseVerdict {
        var (rest, tiles) = (words[...], [GameTile]())
        for kind in kinds {
            guard let word = rest.first, let tile = kind.first(where: { $0.hangul == word || $0.romanization == word }) else {
                continue
            }
            tiles.append(tile)
            rest = rest.dropFirst()
        }
        guard rest.isEmpty, tiles.contains(where: { $0.role == "action" }) else {
            return .refused("These words are out of order.")
        }
        return .allowed(phrase(tiles))
    }

    private static func phrase(_ tiles: [GameTile]) -> GamePhrase {
        GamePhrase(tiles, meaning: tiles.map(\.meaning).joined(separator: " "), spoken: "s")
    }

    static let pairs = (1...30).map { GamePair("낱말\($0)", "natmal\($0)", english: "word \($0)", also: ["w\($0 / 2)"]) }
}

/// The games over a store, with a clock that a test moves.
struct Bench: Sendable {
    static let start = Instant(milliseconds: 1_800_000_000_000)

    var store: any Store = MemoryStore()
    var words = ToyBook.book
    var seed: UInt64 = 1
    var isChild = false
    let clock = HandClock(Bench.start)
    private let ids = IDSource.counting(prefix: "round")

    var book: GameBook { GameBook(store, ids: ids, time: clock.source()) }

    var app: AppBench {
        let (words, ids, seed, isChild) = (words, ids, seed, isChild)
        return AppBench("dojang", over: store, time: clock.source(), rehearsal: { try DryRunStore(over: $0) }) { store in
            [
                GamesPlugin(
                    words: { words }, book: { GameBook(store, ids: ids, time: clock.source()) },
                    isChild: { isChild }, random: RandomSource(seed: seed))
            ]
        }
    }

    func run(_ words: String..., lines: [String] = []) throws -> AppBench.Run { app.run(words, lines: lines) }
}

/// Plays boards through their public face.
enum Player {
    /// Without a mistake, as one who knows every word and forgets no card.
    static func perfect(_ round: inout GameRound) {
        while !round.isOver {
            if round.board.isOver { round.next() }
            switch round.board {
            case let board as PairBoard:
                _ = round.take(board.choices.firstIndex { $0.lines == [board.asked?.english ?? ""] } ?? -1)
            case let board as BlankBoard:
                let wanted = board.blank.map { board.phrase.tiles[$0].hangul }
                _ = round.take(board.choices.firstIndex { $0.isThere && $0.lines[0] == wanted } ?? -1)
            case let board as OrderBoard:
                for tile in board.phrase.tiles {
                    let laid = (round.board as? OrderBoard)?.laid ?? []
                    _ = round.take(board.scrambled.indices.first { !laid.contains($0) && board.scrambled[$0] == tile } ?? -1)
                }
            case is GridBoard: remember(&round)
            case let board as FreeBoard: say(&round, board)
            default: return
            }
        }
    }

    /// Cards are remembered by what they showed.
    private static func remember(_ round: inout GameRound) {
        var known: [Int: [String]] = [:]
        func look(_ round: GameRound, _ place: Int) {
            known[place] = (round.board as? GridBoard).map { $0.lines(of: $0.cards[place]) }
        }
        func fellow(_ round: GameRound, of place: Int) -> Int? {
            guard let board = round.board as? GridBoard, let shown = known[place] else { return nil }
            let pair = board.pairs.first { shown.first == $0.hangul || shown.first == $0.english }
            return known.first {
                $0.key != place && ($0.value == [pair?.hangul, pair?.romanization] || $0.value == [pair?.english])
            }?.key
        }
        while !round.isOver {
            let there = round.board.choices.indices.filter { round.board.choices[$0].isThere }
            let fresh = there.filter { known[$0] == nil }
            if let first = there.first(where: { known[$0] != nil && fellow(round, of: $0) != nil }) {
                _ = round.take(first)
                _ = round.take(fellow(round, of: first) ?? -1)
                continue
            }
            guard let first = fresh.first else { return }
            _ = round.take(first)
            look(round, first)
            let second = fellow(round, of: first) ?? fresh.dropFirst().first ?? -1
            _ = round.take(second)
            look(round, second)
        }
    }

    private static func say(_ round: inout GameRound, _ board: FreeBoard) {
        var random = RandomSource(seed: UInt64(board.made.count + 1))
        for count in [6, 6, 6, 6, 6] {
            guard let phrase = ToyBook.book.phrase(count, &random) else { return }
            _ = round.play(FreeBoard.self) { $0.say(phrase.hangul) }
        }
    }

    /// Whatever comes, until it is over or so many choices were made.
    static func blind(_ round: inout GameRound, using random: inout RandomSource, check: (GameRound) -> Void) {
        for _ in 0..<4_000 where !round.isOver {
            if round.board.isOver { round.next() }
            let count = round.board.choices.count
            switch Int.random(in: 0..<12, using: &random) {
            case 0: _ = round.takeBack()
            case 1: _ = round.play(FreeBoard.self) { $0.say() }
            case 2: _ = round.play(OrderBoard.self) { $0.hint() }
            default: _ = round.take(Int.random(in: -1...count, using: &random))
            }
            check(round)
        }
        if !round.isOver { round.giveUp() }
        check(round)
    }
}
