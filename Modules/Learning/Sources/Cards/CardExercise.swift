import Content
import Kernel
import Practice

/// Flashcards as an exercise: a term in one direction is shown, and rated, typed or chosen.
public struct CardExercise: Exercise {
    /// How a card is answered.
    public enum Response: Hashable, Sendable {
        /// The learner says how well it was known.
        case rated(Rating)
        /// What was typed, or the number of a choice from 1, is judged.
        case typed(String)
    }

    /// The share of right answers from which a test is passed, in thousandths.
    static let passMark = 800

    /// One direction of a term.
    public typealias Item = Card
    /// What the learner asked for: how many, which, and how answered.
    public typealias Settings = StudyConfiguration

    public let kind = PracticeKind.flashcards
    public let activity = "study"
    let library: Library
    let learner: Learner
    let schedulers: [any Scheduler]
    /// What is remembered of a card.
    let state: @Sendable (Target) throws -> MemoryState?
    private let judge: LazyJudge

    init(
        _ library: Library, _ learner: Learner, _ schedulers: [any Scheduler],
        state: @escaping @Sendable (Target) throws -> MemoryState?
    ) {
        (self.library, self.learner, self.schedulers, self.state) = (library, learner, schedulers, state)
        judge = LazyJudge(library.terms)
    }

    /// The scheduler of this name, or one with these intervals; nil means the usual one.
    ///
    /// - Throws: `unknownPreset`, `intervalsInvalid`.
    func scheduler(named name: String?) throws -> any Scheduler {
        guard let name else {
            return schedulers.first { $0.name == LeitnerScheduler.standard.name } ?? schedulers.first ?? LeitnerScheduler.standard
        }
        if let found = schedulers.first(where: { $0.name == name }) { return found }
        if name.contains("/") { return try LeitnerScheduler(reading: name) }
        throw Failure(
            .unknownPreset, "There is no preset “\(name)”.",
            advice: "There are \(schedulers.map(\.name).joined(separator: ", ")); or write five intervals as 1/3/7/14/30.",
            kind: .usage)
    }

    public func memory(in run: Run<Self>) throws -> MemoryRule { try .schedule(scheduler(named: run.settings.scheduler)) }

    public func target(of card: Card, in run: Run<Self>) -> (target: Target, question: String) {
        (card.target, run.settings.mode.rawValue)
    }

    public func task(for card: Card, in run: Run<Self>) throws -> Question? {
        guard let term = library.term(card.term) else { return nil }
        var choices: [Term] = []
        if run.settings.mode == .test, run.settings.answering == .choose {
            var random = RandomSource(seed: run.seed)
            let open = learner.syllabus.opened(in: library.terms)
            choices = Distractors(card: card, term: term, judge: judge.judge).choices(from: open, &random)
        }
        let box = try state(card.target)?.memory.schedule?.box
        return Question(card: card, term: term, number: run.place + 1, count: run.items.count, box: box, choices: choices)
    }

    public func judge(_ response: Response, to question: Question, in run: Run<Self>) -> Mark {
        switch response {
        case .rated(let rating): Mark(.recalled, rating)
        case .typed(let text): Mark(question.choices.isEmpty ? .recalled : .chosen, verdict(on: text, question).rating)
        }
    }

    private func verdict(on text: String, _ question: Question) -> AnswerJudge.Verdict {
        if let number = Int(text), question.choices.indices.contains(number - 1) {
            return question.choices[number - 1].id == question.term.id ? .right : .wrong
        }
        return judge.judge.judge(text, against: question.term, asked: question.asked, beside: question.prompt).verdict
    }

    public func label(of graded: Mark, to card: Card, in run: Run<Self>) -> String {
        "Answered “\(name(of: card.term))”: \(graded.rating.word)"
    }

    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String {
        "Took back the answer to “\(name(of: answer.target.subject))”"
    }

    public func outcome(of run: Run<Self>) -> LoggedRun.Outcome {
        let isTest = run.settings.mode == .test && !run.answers.isEmpty
        return LoggedRun.Outcome(share: run.share, isPassed: isTest ? run.share >= CardExercise.passMark : nil)
    }

    private func name(of term: String) -> String { library.term(term)?.english ?? term }
}
