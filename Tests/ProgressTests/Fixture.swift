import Interface
import Kernel
import Practice
import Progress
import ProgressCommands
import Storage
import Synchronization
import TerminalTesting
import TestSupport

/// An exercise that asks for numbers and takes a rating as its response.
struct Counting: Exercise {
    typealias Settings = NoSettings

    var kind = PracticeKind(rawValue: "flashcards")
    var activity = "study"
    /// The kind of the asked item if it differs from the session's, as in a training.
    var asked: PracticeKind?

    func memory(in run: Run<Self>) -> MemoryRule { .daily(FSRSScheduler.standard) }
    func target(of item: Int, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(asked ?? kind, "number", "\(item)"), "number")
    }
    func task(for item: Int, in run: Run<Self>) -> Int? { item }
    func judge(_ rating: Rating, to item: Int, in run: Run<Self>) -> Mark { Mark(.recalled, rating) }
    func label(of mark: Mark, to item: Int, in run: Run<Self>) -> String { "Said \(item)" }
    func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back a number" }
    func outcome(of run: Run<Self>) -> LoggedRun.Outcome {
        LoggedRun.Outcome(share: run.share, isPassed: activity == "test" ? run.share >= 800 : nil)
    }
}

/// Circumstances of a learner that a test can change.
final class LearnerFixture: Sendable {
    struct State {
        var areas: [Area] = []
        var belt: NextBelt? = NextBelt("9k", "9th keup", share: 0, colors: [RGBColor(0xF4F1E8), RGBColor(0xF2C230)])
        var goal = 20
        var others: [PastSession] = []
    }
    private let state = Mutex(State())

    private static let kinds = ["flashcards", "patterns", "tests", "games", "vocabulary"].map { name in
        SessionKind(
            PracticeKind(rawValue: name), word: name == "vocabulary" ? "words" : name,
            title: name.prefix(1).uppercased() + name.dropFirst())
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    var circumstances: LearnerRecords {
        LearnerRecords(
            areas: { self.state.withLock(\.areas) }, belt: { self.state.withLock(\.belt) },
            goal: { self.state.withLock(\.goal) },
            externalSessions: { self.state.withLock(\.others) }, kinds: Self.kinds,
            scheduler: { FSRSScheduler.standard })
    }
}

/// The progress module over a store, with a learner and a clock.
struct Fixture: Sendable {
    let store: any Store
    let learner = LearnerFixture()
    let clock = ManualClock("2026-11-20T12:00:00Z")
    private let ids: IDSource

    init(_ store: any Store = MemoryStore()) {
        self.store = store
        ids = .timeOrdered(now: { [clock] in clock.now }, random: RandomSource(seed: 7))
    }

    var log: PracticeLog {
        PracticeLog(
            repository: StoredPracticeRepository(store), time: clock.source(), ids: ids, random: RandomSource(seed: 3))
    }

    var record: TrackRecord { TrackRecord(log, circumstances: learner.circumstances) }

    /// Runs a session with these ratings for consecutive numbers from `first`.
    @discardableResult
    func practise(
        _ ratings: [Rating], _ kind: String = "flashcards", _ activity: String = "study", from first: Int = 1,
        asking asked: String? = nil, finishing: Bool = true, seconds: Double = 5
    ) throws -> Identifier<LoggedRun> {
        let exercise = Counting(
            kind: PracticeKind(rawValue: kind), activity: activity, asked: asked.map(PracticeKind.init(rawValue:)))
        var run = try log.begin(exercise, items: Array(first..<first + ratings.count), settings: NoSettings())
        for rating in ratings {
            clock.advance(seconds: seconds)
            try log.answer(rating, milliseconds: Int(seconds * 1000), in: &run)
        }
        if finishing { try log.finish(&run) }
        return run.id
    }

    func app(practising: Set<String> = ["sessions"], adding others: [any Plugin] = [], isChild: Bool = false)
        -> AppFixture
    {
        let learner = learner
        let clock = clock
        let ids = ids
        return AppFixture("dojang", over: store, time: clock.source(), dryRun: { try DryRunStore(over: $0) }) { store in
            [
                ProgressPlugin(
                    product: "TKDojang",
                    record: {
                        TrackRecord(
                            PracticeLog(
                                repository: StoredPracticeRepository(store), time: clock.source(), ids: ids,
                                random: RandomSource(seed: 3)), circumstances: learner.circumstances)
                    }, person: { Person(name: "Mina <Kim>", belt: "10th keup", colors: [RGBColor(0xF4F1E8)]) },
                    rasterizer: Rasterizer { Array("PNG of \($0.utf8.count > 100 ? "a drawing" : "nothing")".utf8) },
                    practiceCommands: practising, isChild: { isChild }),
                PracticeCollections(),
            ] + others
        }
    }

    func run(_ words: String..., files: [String: [UInt8]] = [:]) throws -> AppFixture.Run {
        app().run(words, files: files)
    }
}

/// Registers the practice records, as Learning does in the app.
private struct PracticeCollections: Plugin {
    let name = "Practice"

    func contribute(to registry: inout Registry) { registry.add(collections: StoredPracticeRepository.collections) }
}
