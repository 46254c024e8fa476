import Games
import GamesCommands
import Interface
import Kernel
import Korean
import Storage
import TerminalTesting
import TestSupport

/// A small artificial language. A phrase has an optional side, stance, tool, height and way in this
/// order, and a required action.
enum ToyBook {
    static let sides = [tile("왼", "wen", "left", .side), tile("오른", "orun", "right", .side)]
    static let tools = [
        tile("손칼", "sonkal", "knife-hand", .tool), tile("팔목", "palmok", "forearm", .tool),
        tile("주먹", "joomuk", "fist", .tool),
        tile("손바닥", "sonbadak", "palm", .tool),
    ]
    static let heights = [tile("높은데", "nopunde", "high", .section), tile("낮은데", "najunde", "low", .section)]
    static let ways = [
        tile("옆", "yop", "side", .way), tile("앞", "ap", "front", .way), tile("안으로", "anuro", "inward", .way),
    ]
    static let actions = [
        tile("막기", "makgi", "block", .action), tile("지르기", "jirugi", "punch", .action),
        tile("때리기", "taerigi", "strike", .action),
    ]
    static let again = [tile("다시", "dashi", "again", .arm), tile("천천히", "chonchoni", "slowly", .arm)]
    static let kinds = [sides, tools, heights, ways, actions, again]

    static func tile(_ hangul: String, _ romanization: String, _ meaning: String, _ role: PhraseWord.Role) -> PhraseWord
    {
        PhraseWord(hangul, romanization, meaning, role: role)
    }

    static let book = Phrasebook(
        terms: { terms }, words: { kinds.flatMap { $0 } },
        maker: { _ in
            { count, random in
                guard (1...kinds.count).contains(count) else { return nil }
                let optional = [0, 1, 2, 3, 5].shuffled(using: &random).prefix(count - 1)
                return phrase((Array(optional) + [4]).sorted().compactMap { kinds[$0].randomElement(using: &random) })
            }
        }, read: { read($0.split(separator: " ").map(String.init)) })

    static func read(_ words: [String]) -> PhraseReading {
        var rest = words[...]
        var tiles = [PhraseWord]()
        for kind in kinds {
            guard let word = rest.first, let tile = kind.first(where: { $0.hangul == word || $0.romanization == word })
            else {
                continue
            }
            tiles.append(tile)
            rest = rest.dropFirst()
        }
        guard rest.isEmpty, tiles.contains(where: { $0.role == .action }) else {
            return .invalid("These words are out of order.")
        }
        return .valid(phrase(tiles))
    }

    private static func phrase(_ tiles: [PhraseWord]) -> Phrase {
        Phrase(tiles, meaning: tiles.map(\.meaning).joined(separator: " "))
    }

    static let terms = (1...30).map {
        PhrasebookTerm("낱말\($0)", "natmal\($0)", english: "word \($0)", also: ["w\($0 / 2)"])
    }
}

/// The games over a store with a test clock.
struct Fixture: Sendable {
    static let start = Instant(milliseconds: 1_800_000_000_000)

    var store: any Store = MemoryStore()
    var words = ToyBook.book
    var seed: UInt64 = 1
    var isChild = false
    let clock = ManualClock(Fixture.start)
    private let ids = IDSource.counting(prefix: "round")

    var book: GameResults { GameResults(store, ids: ids, time: clock.source()) }

    var app: AppFixture {
        let words = words
        let ids = ids
        let seed = seed
        let isChild = isChild
        return AppFixture("dojang", over: store, time: clock.source(), dryRun: { try DryRunStore(over: $0) }) { store in
            [
                GamesPlugin(
                    phrasebook: { words }, gameResults: { GameResults(store, ids: ids, time: clock.source()) },
                    isChild: { isChild }, random: RandomSource(seed: seed))
            ]
        }
    }

    func run(_ words: String..., lines: [String] = []) throws -> AppFixture.Run { app.run(words, lines: lines) }
}

/// Plays boards through their public interface.
enum Player {
    /// Plays without a mistake, with every word known and no card forgotten.
    static func perfect(_ round: inout GameRound) {
        while !round.isOver {
            if round.board.isOver { round.next() }
            switch round.board {
            case let board as WordMatchBoard:
                _ = round.apply(board.choices.firstIndex { $0.lines == [board.currentTerm?.english ?? ""] } ?? -1)
            case let board as BlankBoard:
                let expected = board.blank.map { board.phrase.words[$0].hangul }
                _ = round.apply(board.choices.firstIndex { $0.isAvailable && $0.lines[0] == expected } ?? -1)
            case let board as OrderBoard:
                for tile in board.phrase.words {
                    let laid = (round.board as? OrderBoard)?.placedWords ?? []
                    _ = round.apply(
                        board.scrambled.indices.first { !laid.contains($0) && board.scrambled[$0] == tile } ?? -1)
                }
            case is MemoryMatchBoard: matchPairs(&round)
            case let board as FreeBoard: say(&round, board)
            default: return
            }
        }
    }

    /// Finds all pairs and remembers every card that was shown.
    private static func matchPairs(_ round: inout GameRound) {
        var known: [Int: [String]] = [:]
        func remember(_ round: GameRound, _ place: Int) {
            known[place] = (round.board as? MemoryMatchBoard).map { $0.lines(of: $0.cards[place]) }
        }
        func partner(_ round: GameRound, of place: Int) -> Int? {
            guard let board = round.board as? MemoryMatchBoard, let shown = known[place] else { return nil }
            let pair = board.pairs.first { shown.first == $0.hangul || shown.first == $0.english }
            return known.first {
                $0.key != place && ($0.value == [pair?.hangul, pair?.romanization] || $0.value == [pair?.english])
            }?.key
        }
        while !round.isOver {
            let available = round.board.choices.indices.filter { round.board.choices[$0].isAvailable }
            let unknown = available.filter { known[$0] == nil }
            if let first = available.first(where: { known[$0] != nil && partner(round, of: $0) != nil }) {
                _ = round.apply(first)
                _ = round.apply(partner(round, of: first) ?? -1)
                continue
            }
            guard let first = unknown.first else { return }
            _ = round.apply(first)
            remember(round, first)
            let second = partner(round, of: first) ?? unknown.dropFirst().first ?? -1
            _ = round.apply(second)
            remember(round, second)
        }
    }

    private static func say(_ round: inout GameRound, _ board: FreeBoard) {
        var random = RandomSource(seed: UInt64(board.completedPhrases.count + 1))
        for count in [6, 6, 6, 6, 6] {
            guard let phrase = ToyBook.book.maker([])(count, &random) else { return }
            _ = round.play(FreeBoard.self) { $0.submit(phrase.hangul) }
        }
    }

    /// Plays random choices until the round is over or a limit is reached.
    static func playRandomly(_ round: inout GameRound, using random: inout RandomSource, check: (GameRound) -> Void) {
        for _ in 0..<4_000 where !round.isOver {
            if round.board.isOver { round.next() }
            let count = round.board.choices.count
            switch Int.random(in: 0..<12, using: &random) {
            case 0: _ = round.takeBack()
            case 1: _ = round.play(FreeBoard.self) { $0.submit() }
            case 2: _ = round.play(OrderBoard.self) { $0.showMeaning() }
            default: _ = round.apply(Int.random(in: -1...count, using: &random))
            }
            check(round)
        }
        if !round.isOver { round.giveUp() }
        check(round)
    }
}
