import Interface
import Kernel
import Korean
import Practice
import Storage
import TerminalTesting
import TestSupport
import Vocabulary
import VocabularyCommands

/// A toy grammar for tests: side, tool, height, direction, action and repetition, in this order.
///
/// Only the action is required.
enum ToyBook {
    private static func word(_ hangul: String, _ romanization: String, _ meaning: String, _ role: PhraseWord.Role)
        -> PhrasebookWord
    {
        PhrasebookWord(hangul, romanization, [meaning], role: role, difficulty: "beginner", belt: "10k")
    }

    static let sides = [word("왼", "wen", "left", .side), word("오른", "orun", "right", .side)]
    static let tools = [
        word("손칼", "sonkal", "knife-hand", .tool), word("팔목", "palmok", "forearm", .tool),
        word("주먹", "joomuk", "fist", .tool),
    ]
    static let heights = [word("높은데", "nopunde", "high", .section), word("낮은데", "najunde", "low", .section)]
    static let ways = [word("옆", "yop", "side", .way), word("앞", "ap", "front", .way)]
    static let actions = [word("막기", "makgi", "block", .action), word("지르기", "jirugi", "punch", .action)]
    static let ends = [word("다시", "dashi", "again", .leap), word("천천히", "chonchoni", "slowly", .leap)]
    static let kinds = [sides, tools, heights, ways, actions, ends]
    /// A word that the learner has not unlocked.
    static let later = PhrasebookWord(
        "팔굽", "palgup", ["elbow"], role: .tool, difficulty: "advanced", belt: "2k", isUnlocked: false)
    static let words = actions + heights + tools + sides + ways + ends + [later]

    static let book = Phrasebook(
        vocabulary: { words },
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

    static func read(_ line: String) -> PhraseReading {
        var rest = line.split(separator: " ").map(String.init)[...]
        var words = [PhrasebookWord]()
        for kind in [sides, tools + [later]] + kinds.dropFirst(2) {
            guard let word = rest.first, let one = kind.first(where: { $0.hangul == word || $0.romanization == word })
            else {
                continue
            }
            words.append(one)
            rest = rest.dropFirst()
        }
        guard rest.isEmpty, words.contains(where: { $0.role == .action }) else {
            return .invalid("These words are out of order.")
        }
        return .valid(phrase(words))
    }

    private static func phrase(_ words: [PhrasebookWord]) -> Phrase {
        Phrase(words.map(\.phraseWord), meaning: words.map(\.meaning).joined(separator: " "))
    }
}

/// A builder over a store, with a clock that the test moves.
struct Fixture: Sendable {
    static let start = Instant(milliseconds: 1_800_000_000_000)

    var store: any Store
    var words: Phrasebook
    var seed: UInt64
    var scheduler: any Scheduler = LeitnerScheduler.standard
    let clock = ManualClock(Fixture.start)
    private let ids: IDSource

    init(store: any Store = MemoryStore(), words: Phrasebook = ToyBook.book, seed: UInt64 = 1001) {
        self.store = store
        self.words = words
        self.seed = seed
        // Unique IDs, because fixtures can share a store.
        ids = IDSource.counting(prefix: "run\(seed)-")
    }

    private static func builder(
        _ store: any Store, _ words: Phrasebook, _ scheduler: any Scheduler, _ clock: ManualClock, _ ids: IDSource,
        _ seed: UInt64
    ) -> VocabularyBuilder {
        let log = PracticeLog(
            repository: StoredPracticeRepository(store), time: clock.source(), ids: ids,
            random: RandomSource(seed: seed))
        return VocabularyBuilder(words, log: log, scheduler: scheduler)
    }

    var builder: VocabularyBuilder { Self.builder(store, words, scheduler, clock, ids, seed) }

    var app: AppFixture { app(isChild: false) }

    func app(isChild: Bool) -> AppFixture {
        let words = words
        let scheduler = scheduler
        let clock = clock
        let ids = ids
        let seed = seed
        return AppFixture("dojang", over: store, time: clock.source(), dryRun: { try DryRunStore(over: $0) }) { store in
            [
                PracticeRecordsPlugin(),
                VocabularyPlugin(
                    builder: { Self.builder(store, words, scheduler, clock, ids, seed) }, isChild: { isChild },
                    isPhrase: { ToyBook.read($0).phrase != nil }),
            ]
        }
    }

    func run(_ words: String..., lines: [String] = []) throws -> AppFixture.Run { app.run(words, lines: lines) }

    /// Plays a session with `player` until `limit` returns true or no task is left.
    @discardableResult func play(
        _ run: Run<VocabularyExercise>, _ player: (inout VocabularyMove) -> Void = Player.perfect,
        limit: (Int) -> Bool = { _ in false }
    ) throws -> Run<VocabularyExercise> {
        var run = run
        while !limit(run.answers.count), let task = try builder.log.task(in: &run) {
            guard !task.item.isShown else {
                try builder.log.skip(in: &run)
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

    /// Plays until all words and phrases of `level` words are known.
    func knowing(_ level: Int) throws {
        for _ in 0..<12 where try builder.progress().known < ToyBook.words.count - 1 {
            try play(builder.begin(.match, count: 30))
        }
        for _ in 0..<30 where try builder.progress().level < level { try play(builder.begin(.assemble, count: 12)) }
    }
}

/// Registers the practice records, as Learning does in the app.
private struct PracticeRecordsPlugin: Plugin {
    let name = "Practice"
    func contribute(to registry: inout Registry) { registry.add(collections: StoredPracticeRepository.collections) }
}

/// Players that use the public API of `VocabularyMove`.
enum Player {
    /// Solves the task without mistakes.
    static func perfect(_ move: inout VocabularyMove) {
        for piece in move.task.solution {
            guard
                let tile = move.task.tiles.indices.first(where: {
                    move.task.tiles[$0] == piece && !move.placedTiles.contains($0)
                })
            else { return }
            _ = move.apply(tile)
        }
    }

    /// Places wrong tiles until the task ends.
    static func wrong(_ move: inout VocabularyMove) {
        while !move.isOver {
            let right = move.task.solution
            let tiles = move.task.tiles.indices.filter { !move.placedTiles.contains($0) }
            let next = tiles.first { move.task.tiles[$0] != right[move.placedTiles.count] }
            _ = move.apply(next ?? tiles[0])
        }
    }

    /// Acts at random and calls `check` after every action.
    static func blind(_ move: inout VocabularyMove, using random: inout RandomSource, check: (VocabularyMove) -> Void) {
        for _ in 0..<60 where !move.isOver {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: _ = move.hint()
            case 1: _ = move.remove()
            case 2: _ = move.read(["막기", "nosuch", "손칼 막기", "", "왼 오른"].randomElement(using: &random) ?? "")
            default: _ = move.apply(Int.random(in: -1...move.task.tiles.count, using: &random))
            }
            check(move)
        }
    }
}
