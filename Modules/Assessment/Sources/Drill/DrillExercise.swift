import Content
import Kernel
import Learning
import Lessons
import Practice

/// An item of a drill: a question that the learner often answers wrong, and the word that the
/// learner confuses with its word, if any.
package struct DrillItem: Codable, Hashable, Sendable {
    package let question: TestItem
    /// The word that the learner confuses with this one in either direction, or nil if there is
    /// none.
    package let twin: String?

    init(_ question: TestItem, twin: String? = nil) {
        self.question = question
        self.twin = twin
    }

    /// The other item of the pair in the same direction, or nil if there is none.
    var other: DrillItem? {
        twin.map {
            DrillItem(
                TestItem(Target(.flashcards, $0, question.target.part), asks: question.asks),
                twin: question.target.subject)
        }
    }
}

/// The settings with which a drill resumes.
package struct DrillSettings: Codable, Sendable {
    /// The twins that the learner has never met. They stay new.
    let strangers: Set<Target>
}

/// The drill exercise, which repeats weak items until the learner answers them right.
///
/// A miss brings the question back. For a pair of confused words, both come back.
package struct DrillExercise: LessonTasks {
    package typealias Item = DrillItem
    package typealias Settings = DrillSettings

    static let activityName = "drill"
    /// The number of other questions between a miss and its return, if there are enough.
    static let cardsBeforeReturn = 3

    package let kind = PracticeKind.drill
    package let activity: String = DrillExercise.activityName
    let bank: QuestionBank
    let words: Flashcards
    let spacing: Spacing

    /// Returns the plan with each missed item inserted again. The twin of a pair returns with it,
    /// in unpredictable order.
    package func items(_ planned: [DrillItem], after answers: [Answer]) -> [DrillItem] {
        answers.filter { !$0.isRight }.reduce(into: planned) { items, answer in
            guard items.indices.contains(answer.place) else { return }
            let item = items[answer.place]
            let pair = [item] + (item.other.map { [$0] } ?? [])
            let isReversed = (answer.turn + answer.target.name.utf8.reduce(0) { $0 + Int($1) }) % 2 == 0
            items.insert(
                contentsOf: isReversed ? pair.reversed() : pair,
                at: min(answer.place + 1 + Self.cardsBeforeReturn, items.count))
        }
    }

    /// Returns the memory rule of study for words, and that of lessons for all other items.
    package func memory(in run: Run<Self>) throws -> MemoryRule {
        guard let askedTarget = run.item?.question.target else { return .level }
        guard askedTarget.kind == .flashcards else { return try spacing.rule(of: askedTarget) }
        return try words.study.rule(after: run.answers, seed: run.log.seed) { try words.scheduler(named: nil) }
    }

    /// Returns the target of an item. A word that the learner has never met is recorded as seen by
    /// a test only, and stays new.
    package func target(of item: DrillItem, in run: Run<Self>) -> (target: Target, question: String) {
        let target = item.question.target
        let isStranger = run.settings.strangers.contains(target)
        return (isStranger ? Target(.tests, target.subject, target.part) : target, item.question.asks)
    }

    /// Returns the question with choices that include the twin, or nil if the content no longer has
    /// it.
    package func task(for item: DrillItem, in run: Run<Self>) -> LessonTask? {
        guard var task = bank.question(item.question, seed: run.seed) else { return nil }
        guard let twin = twin(of: item), let key = task.key, !task.choices.contains(twin.text),
            key.judge(twin.text) == .wrong,
            let replacedIndex = task.choices.lastIndex(where: { $0 != key.answer })
        else { return task }
        task.choices[replacedIndex] = twin.text
        return task
    }

    /// Returns the confused term with its text on the answer side, or nil if the item has no twin.
    private func twin(of item: DrillItem) -> (term: Term, text: String)? {
        guard let term = item.twin.flatMap(bank.library.term),
            let direction = Direction(rawValue: item.question.target.part)
        else { return nil }
        let askedTerm = bank.library.term(item.question.target.subject)
        return askedTerm.map { (term, TermSides($0, asked: direction.asked).text(of: term)) }
    }

    /// Judges an answer as a test does. An answer that chooses the twin counts as a confusion.
    package func judge(_ response: LessonResponse, to task: LessonTask, in run: Run<Self>) -> Mark {
        guard let item = run.item else { return Mark(.chosen, .again) }
        let mark = bank.judge(response, to: task, of: item.question, seed: run.seed)
        guard !mark.isRight, case .text(let text) = response, let twin = twin(of: item) else { return mark }
        let chosen = Int(text).flatMap { task.choices.indices.contains($0 - 1) ? task.choices[$0 - 1] : nil } ?? text
        guard Folding.compact(chosen) == Folding.compact(twin.text) else { return mark }
        return Mark(.chosen, mark.fields, rating: mark.rating, instead: ConfusedAnswer(subject: twin.term.id))
    }

    package func label(of graded: Mark, to item: DrillItem, in run: Run<Self>) -> String {
        graded.isRight ? "Drill, question \(run.place + 1): right" : "Drill, question \(run.place + 1): wrong"
    }

    package func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer of the drill" }
}
