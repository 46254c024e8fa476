import Kernel
import Practice
import Storage
import Terminal
import TerminalContract
import TestBench
import Vocabulary
import VocabularyCommands

/// A small language of its own: a side, a tool, a height, a way, what is done, and whether again, in this order; what is done must be said. No module
/// but the tests knows it, and the builder does not mind.
enum ToyBook {
    private static func word(_ hangul: String, _ romanization: String, _ meaning: String, _ category: String) -> VocabularyWord {
        VocabularyWord(hangul, romanization, [meaning], category: category, difficulty: "beginner", belt: "10k")
    }

    static let sides = [word("왼", "wen", "left", "direction"), word("오른", "orun", "right", "direction")]
    static let tools = [
        word("손칼", "sonkal", "knife-hand", "tool"), word("팔목", "palmok", "forearm", "tool"), word("주먹", "joomuk", "fist", "tool"),
    ]
    static let heights = [word("높은데", "nopunde", "high", "height"), word("낮은데", "najunde", "low", "height")]
    static let ways = [word("옆", "yop", "side", "manner"), word("앞", "ap", "front", "manner")]
    static let actions = [word("막기", "makgi", "block", "technique"), word("지르기", "jirugi", "punch", "technique")]
    static let ends = [word("다시", "dashi", "again", "end"), word("천천히", "chonchoni", "slowly", "end")]
    static let kinds = [sides, tools, heights, ways, actions, ends]
    /// A word of a later grade.
    static let later = VocabularyWord(
        "팔굽", "palgup", ["elbow"], category: "tool", difficulty: "advanced", belt: "2k", isOpen: false)
    static let words = actions + heights + tools + sides + ways + ends + [later]

    static let book = Wordbook(
        words: { words },
        phrases: { ["낮은데 막기", "손칼 막기", "주먹 앞 지르기"].compactMap { read($0).phrase } },
        maker: { speaking in
            { count, random in
                let open = kinds.map { $0.filter { speaking.contains($0.hangul) } }
                let able = [0, 1, 2, 3, 5].filter { !open[$0].isEmpty }
                guard (1...able.count + 1).contains(count), !open[4].isEmpty else { return nil }
                let chosen = (Array(able.shuffled(using: &random).prefix(count - 1)) + [4]).sorted()
                return phrase(chosen.compactMap { open[$0].randomElement(using: &random) })
            }
        }, read: read, named: { $0 == "low-block" ? read("낮은데 막기").phrase : nil })

    static func read(_ line: String) -> VocabularyReading {
        var (rest, found) = (line.split(separator: " ").map(String.init)[...], [VocabularyWord]())
        for kind in [sides, tools + [later]] + kinds.dropFirst(2) {
            guard let word = rest.first, let one = kind.first(where: { $0.hangul == word || $0.romanization == word }) else {
                continue
            }
            found.append(one)
            rest = rest.dropFirst()
        }
        guard rest.isEmpty, found.contains(where: { $0.category == "technique" }) else {
            return .refused("These words are out of order.")
        }
        return .phrase(phrase(found))
    }

    private static func phrase(_ words: [VocabularyWord]) -> VocabularyPhrase {
        VocabularyPhrase(words.map(\.piece), meaning: words.map(\.meaning).joined(separator: " "), belt: "10k")
    }
}

/// The builder over a store, with a clock that a test moves.
struct Bench: Sendable {
    static let start = Instant(milliseconds: 1_800_000_000_000)

    var store: any Store
    var words: Wordbook
    var seed: UInt64
    var scheduler: any Scheduler = LeitnerScheduler.standard
    let clock = HandClock(Bench.start)
    private let ids: IDSource

    init(store: any Store = MemoryStore(), words: Wordbook = ToyBook.book, seed: UInt64 = 1001) {
        (self.store, self.words, self.seed) = (store, words, seed)
        // Several may share a store.
        ids = IDSource.counting(prefix: "run\(seed)-")
    }

    private static func builder(
        _ store: any Store, _ words: Wordbook, _ scheduler: any Scheduler, _ clock: HandClock, _ ids: IDSource, _ seed: UInt64
    ) -> VocabularyBuilder {
        let log = PracticeLog(
            repository: StoredPracticeRepository(store), time: clock.source(), ids: ids, random: RandomSource(seed: seed))
        return VocabularyBuilder(words, log: log, scheduler: scheduler)
    }

    var builder: VocabularyBuilder { Self.builder(store, words, scheduler, clock, ids, seed) }

    var app: AppBench { app(isChild: false) }

    func app(isChild: Bool) -> AppBench {
        let (words, scheduler, clock, ids, seed) = (words, scheduler, clock, ids, seed)
        return AppBench("dojang", over: store, time: clock.source(), rehearsal: { try DryRunStore(over: $0) }) { store in
            [
                PracticeRecordsPlugin(),
                VocabularyPlugin(
                    builder: { Self.builder(store, words, scheduler, clock, ids, seed) }, isChild: { isChild },
                    isPhrase: { ToyBook.read($0).phrase != nil }),
            ]
        }
    }

    func run(_ words: String..., lines: [String] = []) throws -> AppBench.Run { app.run(words, lines: lines) }

    /// Goes through a session; what is asked is answered by whoever plays.
    @discardableResult func play(
        _ run: Run<VocabularyExercise>, _ player: (inout VocabularyMove) -> Void = Player.perfect,
        limit: (Int) -> Bool = { _ in false }
    ) throws -> Run<VocabularyExercise> {
        var run = run
        while !limit(run.answers.count), let task = try builder.log.task(in: &run) {
            guard !task.item.isShown else {
                try builder.log.pass(in: &run)
                continue
            }
            var move = VocabularyMove(task)
            player(&move)
            if !move.isOver { move.giveUp() }
            clock.advance(seconds: 4)
            try builder.log.answer(move.response, to: task, milliseconds: 4000, in: &run)
        }
        try builder.log.finish(&run)
        return run
    }

    /// Every word is known, and phrases up to a length.
    func knowing(_ level: Int) throws {
        for _ in 0..<12 where try builder.progress().known < ToyBook.words.count - 1 {
            try play(builder.begin(.match, count: 30))
        }
        for _ in 0..<30 where try builder.progress().level < level { try play(builder.begin(.assemble, count: 12)) }
    }
}

/// The records of practice, which the plugin of whoever learns brings.
private struct PracticeRecordsPlugin: Plugin {
    let name = "Practice"
    func contribute(to registry: inout Registry) { registry.add(collections: StoredPracticeRepository.collections) }
}

/// Plays moves through their public face.
enum Player {
    /// Without a mistake.
    static func perfect(_ move: inout VocabularyMove) {
        for piece in move.task.solution {
            guard let tile = move.task.tiles.indices.first(where: { move.task.tiles[$0] == piece && !move.laid.contains($0) })
            else { return }
            _ = move.take(tile)
        }
    }

    /// Wrong as long as it is allowed.
    static func wrong(_ move: inout VocabularyMove) {
        while !move.isOver {
            let right = move.task.solution
            let tiles = move.task.tiles.indices.filter { !move.laid.contains($0) }
            let next = tiles.first { move.task.tiles[$0] != right[move.laid.count] }
            _ = move.take(next ?? tiles[0])
        }
    }

    /// Whatever comes.
    static func blind(_ move: inout VocabularyMove, using random: inout RandomSource, check: (VocabularyMove) -> Void) {
        for _ in 0..<60 where !move.isOver {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: _ = move.hint()
            case 1: _ = move.remove()
            case 2: _ = move.read(["막기", "nosuch", "손칼 막기", "", "왼 오른"].randomElement(using: &random) ?? "")
            default: _ = move.take(Int.random(in: -1...move.task.tiles.count, using: &random))
            }
            check(move)
        }
    }
}
