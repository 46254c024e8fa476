import Content
import Kernel
import Practice

/// One answer of a test as it is gone through afterwards.
public struct TestReview: Sendable {
    /// Its number in the test, from 1.
    public let number: Int
    /// What it asked.
    public let candidate: TestCandidate
    /// The question as it was shown.
    public let task: LessonTask
    /// What was right.
    public let answer: String
    /// What was chosen; nil where the learner said that they do not know.
    public let chosen: String?
    /// Whether it was right.
    public let isRight: Bool
    /// What the answer means, part by part, and what the chosen one is: a line each.
    public let explanation: [String]
}

/// How one part of a test, or of several, went.
public struct TestTally: Hashable, Sendable {
    /// How many were asked.
    public var asked = 0
    /// How many of them were right.
    public var right = 0

    /// The share of right ones, 0…1; 0 without any.
    public var accuracy: Double { Figures.share(right, of: asked) }

    mutating func count(_ isRight: Bool) {
        asked += 1
        right += isRight ? 1 : 0
    }
}

/// What a test brought.
public struct TestResults: Sendable {
    /// With its answers so far.
    public let run: Run<TestExercise>
    /// What the answers make of the learner's ability.
    public let ability: Ability
    /// What was asked and whether it was right, in the order in which it was given.
    public let marks: [(candidate: TestCandidate, isRight: Bool)]
    /// The same with question, answer and explanation; empty where nobody goes through them.
    public let reviews: [TestReview]

    /// All together.
    public var whole: TestTally { marks.reduce(into: TestTally()) { $0.count($1.isRight) } }

    /// By area, in their order.
    public var areas: [(area: TestArea, tally: TestTally)] {
        TestResults.tallies(marks, by: \.area).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// By grade, lowest first.
    public var belts: [(grade: Grade, tally: TestTally)] {
        TestResults.tallies(marks, by: \.grade).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// How much of all that could be asked is known, 0…1; and between what it lies in two of three cases.
    public var known: (share: Double, low: Double, high: Double) {
        let (plan, mean, deviation) = (run.settings, ability.mean, ability.deviation)
        return (
            plan.share(ability.knows), plan.share { ItemResponse.knows(mean - deviation, $0) },
            plan.share { ItemResponse.knows(mean + deviation, $0) }
        )
    }

    static func tallies<Key: Hashable>(
        _ marks: [(candidate: TestCandidate, isRight: Bool)], by key: (TestCandidate) -> Key
    ) -> [Key: TestTally] {
        marks.reduce(into: [:]) { $0[key($1.candidate), default: TestTally()].count($1.isRight) }
    }
}

extension Examiner {
    /// What a test brought so far.
    ///
    /// - Parameter isExplained: whether somebody goes through the answers; each question is made again for that.
    public func results(of run: Run<TestExercise>, isExplained: Bool = true) -> TestResults {
        let pool = Dictionary(run.settings.pool.map { ($0.item, $0) }, uniquingKeysWith: { first, _ in first })
        let marks = run.answers.compactMap { answer in
            pool[TestItem(answer)].map { (candidate: $0, isRight: answer.isRight) }
        }
        let reviews = (isExplained ? run.answers : []).compactMap { answer -> TestReview? in
            let item = TestItem(answer)
            guard let candidate = pool[item] else { return nil }
            let seed = UInt64(bitPattern: Int64(run.log.seed)) &+ UInt64(answer.place)
            guard let task = bank.question(item, seed: seed), let key = task.key else { return nil }
            let chosen = answer.isRight ? key.answer : chosen(answer, item, task)
            return TestReview(
                number: answer.place + 1, candidate: candidate, task: task, answer: key.answer, chosen: chosen,
                isRight: answer.isRight,
                explanation: Explaining(bank: bank).lines(item, task, chosen: answer.isRight ? nil : chosen, seed: seed))
        }
        let ability = run.settings.ability(after: run.answers.map { TestPlan.Given($0) })
        return TestResults(run: run, ability: ability, marks: marks, reviews: reviews)
    }

    /// What was chosen, as it was shown.
    private func chosen(_ answer: Answer, _ item: TestItem, _ task: LessonTask) -> String? {
        switch answer.instead {
        case .subject(let id): task.choices.first { bank.word(of: $0, in: item)?.id == id } ?? bank.library.term(id)?.english
        case .words(let words): task.choices.first { Instead(words: $0) == .words(words) } ?? words
        case nil: nil
        }
    }
}

/// Why an answer is right, and another is not.
struct Explaining {
    let bank: QuestionBank

    func lines(_ item: TestItem, _ task: LessonTask, chosen: String?, seed: UInt64) -> [String] {
        switch item.target.kind {
        case .flashcards: words(item, chosen)
        case .patterns: movement(item, chosen, seed)
        case .sparring: difference(task, chosen)
        case .theory: theory(item)
        default: []
        }
    }

    /// The parts of the word; and what the chosen one is, with the part in which it differs.
    private func words(_ item: TestItem, _ chosen: String?) -> [String] {
        guard let term = bank.library.term(item.target.subject) else { return [] }
        let right = ["\(term.korean) is “\(term.english)”\(parts(of: term))."]
        guard let chosen, let other = bank.word(of: chosen, in: item), other.id != term.id else { return right }
        return right + ["\(other.korean) is “\(other.english)”\(parts(of: other, besides: Set(term.morphemes)))."]
    }

    private func parts(of term: Term, besides known: Set<String> = []) -> String {
        let parts = term.morphemes.filter { !known.contains($0) }.compactMap(bank.library.morpheme)
        guard term.morphemes.count > 1, !parts.isEmpty else { return "" }
        return ": " + parts.map { "\($0.hangul) (\($0.romanization)) \($0.meaning)" }.joined(separator: ", ")
    }

    /// Which fields of the chosen answer are wrong.
    private func movement(_ item: TestItem, _ chosen: String?, _ seed: UInt64) -> [String] {
        guard let question = bank.movement(item, seed: seed) else { return [] }
        let whole = [
            "Movement \(question.move.number) is: \(String(question.move.sentence.dropFirst("\(question.move.number) ".count)))."
        ]
        guard let choice = question.choices.first(where: { $0.text == chosen }) else { return whole }
        let wrong = question.grade(choice.values).filter { !$0.isRight }.map { Explaining.fields[$0.name] ?? $0.name }
        return whole + (wrong.isEmpty ? [] : ["Wrong in your answer: \(wrong.joined(separator: ", "))."])
    }

    /// Which words of the right answer the chosen one lacks, and which it has too many.
    private func difference(_ task: LessonTask, _ chosen: String?) -> [String] {
        guard let chosen, let answer = task.key?.answer else { return [] }
        let (right, wrong) = (Set(Folding.words(answer)), Set(Folding.words(chosen)))
        let (missing, extra) = (
            Folding.words(answer).filter { !wrong.contains($0) }, Folding.words(chosen).filter { !right.contains($0) }
        )
        return (missing.isEmpty ? [] : ["Missing in your answer: \(missing.joined(separator: " "))."])
            + (extra.isEmpty ? [] : ["Not part of it: \(extra.joined(separator: " "))."])
    }

    /// Fields as people call them.
    private static let fields = [
        "to": "direction", "from": "where you faced before", "section": "height", "stance side": "side of the stance",
    ]

    /// Where it stands to be read.
    private func theory(_ item: TestItem) -> [String] {
        guard let page = bank.book.topics.first(where: { $0.id == item.target.subject }) else { return [] }
        return ["“\(page.title)” explains it: theory show \(page.id)."]
    }
}
