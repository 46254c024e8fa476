import Content
import Kernel
import Practice

/// A test as an exercise: each answer chooses the next question.
public struct TestExercise: LessonTasks {
    /// Something of which memory is kept, and how it is asked.
    public typealias Item = TestItem
    /// What it may ask, and what was believed before the first answer.
    public typealias Settings = TestPlan

    /// A test counts for itself, whatever it asks.
    public let kind = PracticeKind.tests
    let plan: TestPlan
    let bank: QuestionBank
    /// How words are remembered: as study does it.
    let words: Flashcards
    /// How everything else is: as lessons do it.
    let spacing: Spacing
    /// What becomes of a placement.
    let placement: Placement

    /// `quick`, `comprehensive`, `custom` or `place`.
    public var activity: String { plan.sort.rawValue }

    /// What was asked, and what would tell most now.
    public func course(_ planned: [TestItem], behind answers: [Answer]) -> [TestItem] {
        let items = plan.items(behind: answers.map { TestPlan.Given($0) })
        return items.isEmpty ? planned : items
    }

    /// As study remembers words, and lessons everything else.
    public func memory(in run: Run<Self>) throws -> MemoryRule {
        guard let asked = run.item.map({ target(of: $0, in: run).target }) else { return .level }
        guard asked.kind == .flashcards else { return try spacing.rule(of: asked) }
        return try words.study.rule(behind: run.answers, seed: run.log.seed) { try words.scheduler(named: nil) }
    }

    /// A word that was never met is kept as something that a test saw, and stays new: study shows it first. So does every word of a placement, whose end
    /// says what is known.
    public func target(of item: TestItem, in run: Run<Self>) -> (target: Target, question: String) {
        guard item.target.kind == .flashcards else { return (item.target, item.asks) }
        let isMet = plan.sort != .place && plan.pool.contains { $0.item == item && $0.isMet }
        return (isMet ? item.target : Target(kind, item.target.subject, item.target.part), item.asks)
    }

    /// With choices; nil when a pack has it no more.
    public func task(for item: TestItem, in run: Run<Self>) -> LessonTask? { bank.question(item, seed: run.seed) }

    /// One of the choices, by its number or its words; nothing is wrong. A movement is graded field by field, and a wrong word is remembered as what it was
    /// taken for.
    public func judge(_ response: LessonResponse, to task: LessonTask, in run: Run<Self>) -> Mark {
        guard let item = run.item else { return Mark(.chosen, .again) }
        return bank.judge(response, to: task, of: item, seed: run.seed)
    }

    public func label(of graded: Mark, to item: TestItem, in run: Run<Self>) -> String {
        "\(plan.sort.title), question \(run.place + 1): \(graded.isRight ? "right" : "wrong")"
    }

    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer: \(plan.sort.title)" }

    /// The end of a placement moves many words at once, and is taken back at once.
    public func labelOfEnd(of run: Run<Self>) -> String? {
        plan.sort == .place ? "Marked the words that are known" : nil
    }

    /// Marks what a placement has shown to be known, in the transaction that closes the run.
    public func end(_ run: Run<Self>, in unit: UnitOfWork) throws {
        if plan.sort == .place { try placement.keep(run, in: unit) }
    }
}
