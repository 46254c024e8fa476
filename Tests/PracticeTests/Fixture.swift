import Kernel
import Practice
import Storage
import TestSupport

/// A learner's log over a store, with a clock that the test moves.
final class Fixture: Sendable {
    let store: any Store
    private let clock = ManualClock("2026-11-20T18:00:00Z")
    private let ids: IDSource

    init(_ store: any Store = MemoryStore().scoped(to: Partition(rawValue: "learner")), ids: IDSource = .counting()) {
        self.store = store
        self.ids = ids
    }

    func log(seed: UInt64 = 1, over repository: (any PracticeRepository)? = nil) -> PracticeLog {
        PracticeLog(
            repository: repository ?? StoredPracticeRepository(store),
            time: clock.source(), ids: ids, random: RandomSource(seed: seed))
    }

    func wait(seconds: Double) { clock.advance(seconds: seconds) }
    func sleep(days: Int) { clock.advance(days: Double(days)) }

    func answers() throws -> [Answer] { try log().runs().flatMap { try log().answers(of: $0.id) } }

    /// Runs a drill to its end with random answers, some of them undone.
    func practise(_ drill: Drill, _ log: PracticeLog, _ random: inout RandomSource) throws -> Run<Drill> {
        var run = try log.begin(drill, subject: "subject", items: (1...8).map(String.init), settings: NoSettings())
        while !run.isDone {
            let fields = (0..<Int.random(in: 1...4, using: &random)).map {
                Mark.Field("field\($0)", isRight: Bool.random(using: &random))
            }
            try log.answer(Mark(.recalled, fields), milliseconds: Int.random(in: -5...90_000, using: &random), in: &run)
            if Int.random(in: 0..<6, using: &random) == 0 { try log.undoAnswer(in: &run) }
        }
        try log.finish(&run)
        return run
    }
}

/// An exercise that accepts any mark as the response.
struct Drill: Exercise {
    typealias Item = String
    typealias Settings = NoSettings

    var kind = PracticeKind(rawValue: "drill")
    var activity = "quiz"
    var rule = MemoryRule.level
    var missing: Set<String> = []

    func memory(in run: Run<Self>) -> MemoryRule { rule }
    func target(of item: String, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(kind, run.subject, item), activity)
    }
    func task(for item: String, in run: Run<Self>) -> String? { missing.contains(item) ? nil : item }
    func judge(_ mark: Mark, to task: String, in run: Run<Self>) -> Mark { mark }
    func label(of mark: Mark, to item: String, in run: Run<Self>) -> String { "Answered \(item)" }
    func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back" }
}

extension Mark {
    static let right = Mark(.recalled, .good)
    static let wrong = Mark(.recalled, .again)
}
