import Content
import Kernel
import Learning
import Lessons
import Practice

/// The test exercise, in which each answer determines the next question.
package struct TestExercise: LessonTasks {
    package typealias Item = TestItem
    /// The candidates of the test and the initial estimates.
    package typealias Settings = TestPlan

    package let kind = PracticeKind.tests
    let plan: TestPlan
    let bank: QuestionBank
    /// The flashcards, which provide the memory rule for words.
    let words: Flashcards
    /// The lesson spacing, which provides the memory rule for other items.
    let spacing: Spacing
    let placement: Placement

    /// The sort of the test: `quick`, `comprehensive`, `custom` or `place`.
    package var activity: String { plan.sort.rawValue }

    /// Returns the asked items, followed by the item that is now the most informative.
    package func items(_ planned: [TestItem], after answers: [Answer]) -> [TestItem] {
        let items = plan.items(after: answers.map { TestPlan.AnsweredItem($0) })
        return items.isEmpty ? planned : items
    }

    /// Returns the memory rule of study for words, and that of lessons for all other items.
    package func memory(in run: Run<Self>) throws -> MemoryRule {
        guard let askedTarget = run.item.map({ target(of: $0, in: run).target }) else { return .level }
        guard askedTarget.kind == .flashcards else { return try spacing.rule(of: askedTarget) }
        return try words.study.rule(after: run.answers, seed: run.log.seed) { try words.scheduler(named: nil) }
    }

    /// Returns the target of an item.
    ///
    /// A word that the learner has never met is recorded as seen by a test only, and study later
    /// shows it as new. The same applies to every word of a placement, whose end determines the
    /// known words.
    package func target(of item: TestItem, in run: Run<Self>) -> (target: Target, question: String) {
        guard item.target.kind == .flashcards else { return (item.target, item.asks) }
        let isMet = plan.sort != .place && plan.pool.contains { $0.item == item && $0.isMet }
        return (isMet ? item.target : Target(kind, item.target.subject, item.target.part), item.asks)
    }

    /// Returns the question with choices, or nil if the content no longer has it.
    package func task(for item: TestItem, in run: Run<Self>) -> LessonTask? { bank.question(item, seed: run.seed) }

    /// Judges an answer given by number or by text. Any other answer is wrong.
    ///
    /// A movement is graded field by field. A wrong word is recorded as a confusion.
    package func judge(_ response: LessonResponse, to task: LessonTask, in run: Run<Self>) -> Mark {
        guard let item = run.item else { return Mark(.chosen, .again) }
        return bank.judge(response, to: task, of: item, seed: run.seed)
    }

    package func label(of graded: Mark, to item: TestItem, in run: Run<Self>) -> String {
        "\(plan.sort.title), question \(run.place + 1): \(graded.isRight ? "right" : "wrong")"
    }

    package func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer: \(plan.sort.title)" }

    /// Returns the undo label for the end of a placement, which marks many words in one step.
    package func completionLabel(of run: Run<Self>) -> String? {
        plan.sort == .place ? "Marked the words that are known" : nil
    }

    /// Marks the words that a placement has shown to be known, in the transaction that ends the
    /// run.
    package func end(_ run: Run<Self>, in unit: UnitOfWork) throws {
        if plan.sort == .place { try placement.save(run, in: unit) }
    }
}
