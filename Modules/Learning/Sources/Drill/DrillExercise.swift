import Content
import Kernel
import Practice

/// What a drill asks: what goes wrong, and where it was taken for another word, which.
public struct DrillItem: Codable, Hashable, Sendable {
    /// What is asked, as a test asks it.
    public let question: TestItem
    /// The word that it is mistaken for, or that is mistaken for it; nil where there is none.
    public let twin: String?

    init(_ question: TestItem, twin: String? = nil) { (self.question, self.twin) = (question, twin) }

    /// The other of the pair, in the same direction; nil where there is none.
    var other: DrillItem? {
        twin.map {
            DrillItem(TestItem(Target(.flashcards, $0, question.target.part), asks: question.asks), twin: question.target.subject)
        }
    }
}

/// What a drill must know to go on.
public struct DrillSettings: Codable, Sendable {
    /// Words that were never met, and stay new: the twins of others.
    let strangers: Set<Target>
}

/// What goes wrong, asked until it goes right: a miss brings the question back, and of two words that are mistaken for each other both.
public struct DrillExercise: LessonTasks {
    /// A question, and its twin.
    public typealias Item = DrillItem
    /// Which words stay new.
    public typealias Settings = DrillSettings

    static let drilling = "drill"
    /// So many other questions come between a miss and its return, where there are so many.
    static let between = 3

    /// A drill counts for itself, whatever it asks.
    public let kind = PracticeKind.drill
    /// There is one way to drill.
    public let activity: String = DrillExercise.drilling
    let bank: QuestionBank
    let words: Flashcards
    let spacing: Spacing

    /// A miss comes back; of a pair the other comes with it, in an order that nobody can rely on.
    public func course(_ planned: [DrillItem], behind answers: [Answer]) -> [DrillItem] {
        answers.filter { !$0.isRight }.reduce(into: planned) { items, answer in
            guard items.indices.contains(answer.place) else { return }
            let item = items[answer.place]
            let pair = [item] + (item.other.map { [$0] } ?? [])
            let isTurned = (answer.turn + answer.target.name.utf8.reduce(0) { $0 + Int($1) }) % 2 == 0
            items.insert(
                contentsOf: isTurned ? pair.reversed() : pair, at: min(answer.place + 1 + Self.between, items.count))
        }
    }

    /// As study remembers words, and lessons everything else.
    public func memory(in run: Run<Self>) throws -> MemoryRule {
        guard let asked = run.item?.question.target else { return .level }
        guard asked.kind == .flashcards else { return try spacing.rule(of: asked) }
        return try words.study.rule(behind: run.answers, seed: run.log.seed) { try words.scheduler(named: nil) }
    }

    /// A word that was never met is kept as something that a test saw, and stays new.
    public func target(of item: DrillItem, in run: Run<Self>) -> (target: Target, question: String) {
        let target = item.question.target
        let isStranger = run.settings.strangers.contains(target)
        return (isStranger ? Target(.tests, target.subject, target.part) : target, item.question.asks)
    }

    /// With choices, the twin among them; nil when a pack has it no more.
    public func task(for item: DrillItem, in run: Run<Self>) -> LessonTask? {
        guard var task = bank.question(item.question, seed: run.seed) else { return nil }
        guard let twin = twin(of: item), let key = task.key, !task.choices.contains(twin.text), key.judge(twin.text) == .wrong,
            let place = task.choices.lastIndex(where: { $0 != key.answer })
        else { return task }
        task.choices[place] = twin.text
        return task
    }

    /// The twin, as a choice shows it.
    private func twin(of item: DrillItem) -> (term: Term, text: String)? {
        guard let term = item.twin.flatMap(bank.library.term), let direction = Direction(rawValue: item.question.target.part)
        else { return nil }
        let asked = bank.library.term(item.question.target.subject)
        return asked.map { (term, TermSides($0, asked: direction.asked).text(of: term)) }
    }

    /// As a test judges it. Who chose the twin has mistaken the one for the other.
    public func judge(_ response: LessonResponse, to task: LessonTask, in run: Run<Self>) -> Mark {
        guard let item = run.item else { return Mark(.chosen, .again) }
        let mark = bank.judge(response, to: task, of: item.question, seed: run.seed)
        guard !mark.isRight, case .text(let text) = response, let twin = twin(of: item) else { return mark }
        let chosen = Int(text).flatMap { task.choices.indices.contains($0 - 1) ? task.choices[$0 - 1] : nil } ?? text
        guard Folding.compact(chosen) == Folding.compact(twin.text) else { return mark }
        return Mark(.chosen, mark.fields, rating: mark.rating, instead: Instead(subject: twin.term.id))
    }

    public func label(of graded: Mark, to item: DrillItem, in run: Run<Self>) -> String {
        graded.isRight ? "Drill, question \(run.place + 1): right" : "Drill, question \(run.place + 1): wrong"
    }

    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer of the drill" }
}
