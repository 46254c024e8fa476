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

    /// How cards are practised, in a word.
    static let studying = "study"
    /// The share of right answers from which a test is passed, in thousandths.
    static let passMark = 800

    /// One direction of a term, and what is done with it.
    public typealias Item = StudyItem
    /// What the learner asked for: how many, which, and how answered.
    public typealias Settings = StudyConfiguration

    public let kind = PracticeKind.flashcards
    public let activity: String = CardExercise.studying
    let library: Library
    let learner: Learner
    let schedulers: [any Scheduler]
    /// What is remembered of a card, and what the learner does about its term.
    let known: @Sendable (Card) throws -> (state: MemoryState?, care: WordCare?)
    /// When an answer that is given now is given.
    let moment: @Sendable () -> Moment
    private let study: CardStudy
    private let judge: LazyJudge

    init(
        _ library: Library, _ learner: Learner, _ schedulers: [any Scheduler], _ study: CardStudy,
        known: @escaping @Sendable (Card) throws -> (state: MemoryState?, care: WordCare?),
        moment: @escaping @Sendable () -> Moment
    ) {
        (self.library, self.learner, self.schedulers, self.study) = (library, learner, schedulers, study)
        (self.known, self.moment) = (known, moment)
        judge = LazyJudge(library.terms)
    }

    static func known(of card: Card, in records: any PracticeRecords) throws -> (state: MemoryState?, care: WordCare?) {
        let (memory, care) = (ItemMemory.id(of: card.target), Identifier<WordCare>(card.term))
        try records.unit.transaction.foresee(.record(memory), .record(care))
        return (try records.record(memory)?.state, try records.unit.transaction.record(care))
    }

    public func course(_ planned: [StudyItem], behind answers: [Answer]) -> [StudyItem] {
        StudyItem.course(planned, returning: answers.compactMap(StudyItem.Return.init))
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
            advice: "Use \(schedulers.map(\.name).joined(separator: ", ")), or five intervals, as in 1/3/7/14/30.",
            kind: .usage)
    }

    /// By the scheduler that is settled now, also in a session of before.
    public func memory(in run: Run<Self>) throws -> MemoryRule {
        try study.rule(behind: run.answers, seed: run.log.seed) { try scheduler(named: run.settings.scheduler) }
    }

    public func target(of item: StudyItem, in run: Run<Self>) -> (target: Target, question: String) {
        (item.card.target, run.settings.mode.rawValue)
    }

    public func task(for item: StudyItem, in run: Run<Self>) throws -> Question? {
        let card = item.card
        guard let term = library.term(card.term) else { return nil }
        let (state, care) = try known(card)
        guard !(care?.setAside.contains(card.direction) ?? false), isWanted(item, state, in: run) else { return nil }
        let asked = run.items.prefix(run.place).count { $0.step == .ask }
        let waits = run.settings.mode == .learn && item.step != .show ? try waits(of: card, state, in: run) : [:]
        return Question(
            item: item, term: term, number: asked + (item.step == .again ? 0 : 1), count: run.items.count { $0.step == .ask },
            state: state, note: care?.note, waits: waits, choices: item.step == .show ? [] : choices(for: card, term, in: run))
    }

    /// Whether there is still a reason for it: a word that was met meanwhile is not shown, and a card that another session asked today is not asked.
    private func isWanted(_ item: StudyItem, _ state: MemoryState?, in run: Run<Self>) -> Bool {
        switch item.step {
        case .show: state == nil
        case .ask:
            state?.last != moment().day || state?.memory.schedule?.dueAt != nil
                || run.answers.contains { $0.target == item.card.target }
        case .again: true
        }
    }

    /// In how many days the card comes back, by rating, 0 for a step of today; nothing where today's answer was given already.
    private func waits(of card: Card, _ state: MemoryState?, in run: Run<Self>) throws -> [Rating: Int] {
        let (rule, moment) = (try memory(in: run), moment())
        guard !rule.isSettled(state?.memory, last: state?.last, on: moment.day) else { return [:] }
        let pairs = Rating.allCases.compactMap { rating in
            rule.memory(after: Mark(.recalled, rating), of: card.target, from: state?.memory, at: moment).schedule
                .map { (rating, $0.due.days(since: moment.day)) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private func choices(for card: Card, _ term: Term, in run: Run<Self>) -> [Term] {
        guard run.settings.mode == .test, run.settings.answering == .choose else { return [] }
        var random = RandomSource(seed: run.seed)
        let open = learner.syllabus.opened(in: library.terms)
        return Distractors(card: card, term: term, judge: judge.judge).choices(from: open, &random)
    }

    public func judge(_ response: Response, to question: Question, in run: Run<Self>) -> Mark {
        switch response {
        case .rated(let rating): Mark(.recalled, rating)
        case .typed(let text):
            Mark(
                question.choices.isEmpty ? .recalled : .chosen, verdict(on: text, question).rating,
                instead: instead(text, question))
        }
    }

    /// What was answered: another word of the school, or what was typed as it is.
    private func instead(_ text: String, _ question: Question) -> Instead? {
        if let number = Int(text), question.choices.indices.contains(number - 1) {
            return Instead(subject: question.choices[number - 1].id)
        }
        return judge.judge.meant(by: text, asked: question.asked).flatMap(Instead.init(subject:)) ?? Instead(words: text)
    }

    private func verdict(on text: String, _ question: Question) -> AnswerJudge.Verdict {
        if let number = Int(text), question.choices.indices.contains(number - 1) {
            return question.choices[number - 1].id == question.term.id ? .right : .wrong
        }
        return judge.judge.judge(text, against: question.term, asked: question.asked, beside: question.prompt).verdict
    }

    public func label(of graded: Mark, to item: StudyItem, in run: Run<Self>) -> String {
        "Answered “\(name(of: item.term))”: \(graded.rating.word)"
    }

    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String {
        "Took back the answer to “\(name(of: answer.target.subject))”"
    }

    public func outcome(of run: Run<Self>) -> LoggedRun.Outcome {
        let first = run.counted
        let isTest = run.settings.mode == .test && !first.isEmpty
        let share = first.isEmpty ? 0 : first.count { $0.isRight } * Level.full / first.count
        return LoggedRun.Outcome(share: share, isPassed: isTest ? share >= CardExercise.passMark : nil)
    }

    private func name(of term: String) -> String { library.term(term)?.english ?? term }
}
