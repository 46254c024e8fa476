import Content
import Kernel
import Practice

/// The flashcard exercise, which shows a term in one direction and rates, types or chooses the
/// answer.
package struct CardExercise: Exercise {
    /// A response to a card.
    package enum Response: Hashable, Sendable {
        case rated(Rating)
        /// Typed text, or the number of a choice from 1, which the exercise judges.
        case typed(String)
    }

    static let activityName = "study"
    /// The minimum share of right answers that passes a test, in thousandths.
    package static let passMark = 800

    /// One direction of a term and its step.
    package typealias Item = StudyItem
    /// The requested session: the number of cards, their selection and the answer method.
    package typealias Settings = StudyConfiguration

    package let kind = PracticeKind.flashcards
    package let activity: String = CardExercise.activityName
    let library: Library
    let learner: Learner
    let schedulers: [any Scheduler]
    /// Returns the memory of a card and the learner's settings for its term.
    let storedState: @Sendable (Card) throws -> (state: MemoryState?, care: WordSettings?)
    let moment: @Sendable () -> Moment
    private let study: CardSchedulingCache
    private let judge: LazyJudge

    init(
        _ library: Library, _ learner: Learner, _ schedulers: [any Scheduler], _ study: CardSchedulingCache,
        storedState: @escaping @Sendable (Card) throws -> (state: MemoryState?, care: WordSettings?),
        moment: @escaping @Sendable () -> Moment
    ) {
        self.library = library
        self.learner = learner
        self.schedulers = schedulers
        self.study = study
        self.storedState = storedState
        self.moment = moment
        judge = LazyJudge(library.terms)
    }

    /// Returns the memory of a card and the learner's settings for its term, from one unit of work.
    static func storedState(of card: Card, in records: any PracticeRecords) throws -> (
        state: MemoryState?, care: WordSettings?
    ) {
        let memory = ItemMemory.id(of: card.target)
        let care = Identifier<WordSettings>(card.term)
        try records.unit.transaction.prefetch(.record(memory), .record(care))
        return (try records.record(memory)?.state, try records.unit.transaction.record(care))
    }

    /// Returns the planned items, with missed cards and cards at a learning step inserted again.
    package func items(_ planned: [StudyItem], after answers: [Answer]) -> [StudyItem] {
        StudyItem.sequence(planned, returning: answers.compactMap(StudyItem.Return.init))
    }

    /// Returns the scheduler with the given name or intervals, or the default scheduler for nil.
    ///
    /// - Throws: `unknownPreset`, `intervalsInvalid`.
    func scheduler(named name: String?) throws -> any Scheduler {
        guard let name else {
            return schedulers.first { $0.name == LeitnerScheduler.standard.name } ?? schedulers.first
                ?? LeitnerScheduler.standard
        }
        if let preset = schedulers.first(where: { $0.name == name }) { return preset }
        if name.contains("/") { return try LeitnerScheduler(reading: name) }
        throw Failure(
            .unknownPreset, "There is no preset “\(name)”.",
            advice: "Use \(schedulers.map(\.name).joined(separator: ", ")), or five intervals, as in 1/3/7/14/30.",
            kind: .usage)
    }

    /// Returns the memory rule of the current settings, including for a session that began under
    /// other settings.
    package func memory(in run: Run<Self>) throws -> MemoryRule {
        try study.rule(after: run.answers, seed: run.log.seed) { try scheduler(named: run.settings.scheduler) }
    }

    /// Returns the card as its own target, with the answer method as the question.
    package func target(of item: StudyItem, in run: Run<Self>) -> (target: Target, question: String) {
        (item.card.target, run.settings.mode.rawValue)
    }

    /// Returns the question of an item, or nil if it is set aside, deleted or no longer needed.
    package func task(for item: StudyItem, in run: Run<Self>) throws -> Question? {
        let card = item.card
        guard let term = library.term(card.term) else { return nil }
        let (state, settings) = try storedState(card)
        guard !(settings?.setAside.contains(card.direction) ?? false), isStillNeeded(item, state, in: run) else {
            return nil
        }
        let askedCards = run.items.prefix(run.place).count { $0.step == .ask }
        let waits = run.settings.mode == .learn && item.step != .show ? try waits(of: card, state, in: run) : [:]
        return Question(
            item: item, term: term, number: askedCards + (item.step == .again ? 0 : 1),
            count: run.items.count { $0.step == .ask },
            state: state, note: settings?.note, waits: waits,
            choices: item.step == .show ? [] : choices(for: card, term, in: run))
    }

    /// Whether a planned item is still needed.
    ///
    /// A word is not shown if the learner has seen it since. A card is not asked if another session
    /// has asked it today.
    private func isStillNeeded(_ item: StudyItem, _ state: MemoryState?, in run: Run<Self>) -> Bool {
        switch item.step {
        case .show: state == nil
        case .ask:
            state?.last != moment().day || state?.memory.schedule?.dueAt != nil
                || run.answers.contains { $0.target == item.card.target }
        case .again: true
        }
    }

    /// Returns the days until the card comes back for each rating.
    ///
    /// A value of 0 means a learning step today. The result is empty if today's answer has already
    /// been counted.
    private func waits(of card: Card, _ state: MemoryState?, in run: Run<Self>) throws -> [Rating: Int] {
        let rule = try memory(in: run)
        let moment = moment()
        guard !rule.isSettled(state?.memory, last: state?.last, on: moment.day) else { return [:] }
        let pairs = Rating.allCases.compactMap { rating in
            rule.memory(after: Mark(.recalled, rating), of: card.target, from: state?.memory, at: moment).schedule
                .map { (rating, $0.due.days(since: moment.day)) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Returns the choices of a question, or an empty array unless the learner chooses the answer.
    private func choices(for card: Card, _ term: Term, in run: Run<Self>) -> [Term] {
        guard run.settings.mode == .test, run.settings.answering == .choose else { return [] }
        var random = RandomSource(seed: run.seed)
        let openTerms = learner.syllabus.opened(in: library.terms)
        return WrongChoices(card: card, term: term, judge: judge.judge).choices(from: openTerms, &random)
    }

    /// Accepts the learner's own rating, and judges typed or chosen answers.
    package func judge(_ response: Response, to question: Question, in run: Run<Self>) -> Mark {
        switch response {
        case .rated(let rating): Mark(.recalled, rating)
        case .typed(let text):
            Mark(
                question.choices.isEmpty ? .recalled : .chosen, verdict(on: text, question).rating,
                instead: confusedAnswer(text, question))
        }
    }

    /// Returns the answer that the learner gave instead: another term of the school, or the typed
    /// words.
    private func confusedAnswer(_ text: String, _ question: Question) -> ConfusedAnswer? {
        if let number = Int(text), question.choices.indices.contains(number - 1) {
            return ConfusedAnswer(subject: question.choices[number - 1].id)
        }
        return judge.judge.resolve(text, asked: question.asked).flatMap(ConfusedAnswer.init(subject:))
            ?? ConfusedAnswer(words: text)
    }

    /// Returns the verdict on typed text or on the number of a choice.
    private func verdict(on text: String, _ question: Question) -> AnswerJudge.Verdict {
        if let number = Int(text), question.choices.indices.contains(number - 1) {
            return question.choices[number - 1].id == question.term.id ? .right : .wrong
        }
        return judge.judge.judge(text, against: question.term, asked: question.asked, prompt: question.prompt).verdict
    }

    package func label(of graded: Mark, to item: StudyItem, in run: Run<Self>) -> String {
        "Answered “\(name(of: item.term))”: \(graded.rating.word)"
    }

    package func undoLabel(_ answer: Answer, in run: Run<Self>) -> String {
        "Took back the answer to “\(name(of: answer.target.subject))”"
    }

    /// Returns the share of right first answers. Only a test can be passed.
    package func outcome(of run: Run<Self>) -> LoggedRun.Outcome {
        let countedAnswers = run.counted
        let isTest = run.settings.mode == .test && !countedAnswers.isEmpty
        let share = countedAnswers.isEmpty ? 0 : countedAnswers.count { $0.isRight } * Level.full / countedAnswers.count
        return LoggedRun.Outcome(share: share, isPassed: isTest ? share >= CardExercise.passMark : nil)
    }

    private func name(of term: String) -> String { library.term(term)?.english ?? term }
}
