import Content
import Kernel
import Lessons
import Practice

/// An answered question of a test, for later review.
package struct TestReview: Sendable {
    /// The number of the question in the test, from 1.
    package let number: Int
    package let candidate: TestCandidate
    package let task: LessonTask
    package let answer: String
    /// The chosen answer, or nil if the learner admitted not knowing.
    package let chosen: String?
    package let isRight: Bool
    /// The explanation of the right and the chosen answer, a line for each part.
    package let explanation: [String]
}

/// The count of asked and right questions in one part of a test or several tests.
package struct TestTally: Hashable, Sendable {
    package var asked = 0
    package var right = 0

    /// The share of right answers, 0…1, and 0 without answers.
    package var accuracy: Double { Figures.share(right, of: asked) }

    /// Adds an answer to the tally.
    mutating func count(_ isRight: Bool) {
        asked += 1
        right += isRight ? 1 : 0
    }
}

/// The results of a test.
package struct TestResults: Sendable {
    package let run: Run<TestExercise>
    package let ability: Ability
    /// The asked items in order, with whether the answer was right.
    package let marks: [(candidate: TestCandidate, isRight: Bool)]
    /// The answers with question and explanation, or empty if no review was requested.
    package let reviews: [TestReview]

    package var total: TestTally { marks.reduce(into: TestTally()) { $0.count($1.isRight) } }

    /// The results of each area in order.
    package var areas: [(area: TestArea, tally: TestTally)] {
        TestResults.tallies(marks, by: \.area).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package var belts: [(grade: Grade, tally: TestTally)] {
        TestResults.tallies(marks, by: \.grade).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The estimated share of all possible items that the learner knows, 0…1, with the limits of
    /// one standard deviation.
    package var knownShare: (share: Double, low: Double, high: Double) {
        let plan = run.settings
        let mean = ability.mean
        let deviation = ability.deviation
        return (
            plan.share(ability.probabilityOfKnowing),
            plan.share { ItemResponse.probabilityOfKnowing(mean - deviation, $0) },
            plan.share { ItemResponse.probabilityOfKnowing(mean + deviation, $0) }
        )
    }

    /// Returns the tally of each group of candidates with the same key.
    static func tallies<Key: Hashable>(
        _ marks: [(candidate: TestCandidate, isRight: Bool)], by key: (TestCandidate) -> Key
    ) -> [Key: TestTally] {
        marks.reduce(into: [:]) { $0[key($1.candidate), default: TestTally()].count($1.isRight) }
    }
}

extension Examiner {
    /// Returns the results of a test so far.
    ///
    /// - Parameter isExplained: whether to generate each question again for a review.
    package func results(of run: Run<TestExercise>, isExplained: Bool = true) -> TestResults {
        let candidates = Dictionary(run.settings.pool.map { ($0.item, $0) }, uniquingKeysWith: { first, _ in first })
        let marks = run.answers.compactMap { answer in
            candidates[TestItem(answer)].map { (candidate: $0, isRight: answer.isRight) }
        }
        let reviews = (isExplained ? run.answers : []).compactMap { answer -> TestReview? in
            let item = TestItem(answer)
            guard let candidate = candidates[item] else { return nil }
            let seed = UInt64(bitPattern: Int64(run.log.seed)) &+ UInt64(answer.place)
            guard let task = bank.question(item, seed: seed), let key = task.key else { return nil }
            let chosen = answer.isRight ? key.answer : chosenText(answer, item, task)
            return TestReview(
                number: answer.place + 1, candidate: candidate, task: task, answer: key.answer, chosen: chosen,
                isRight: answer.isRight,
                explanation: ExplanationGenerator(bank: bank).lines(
                    item, task, chosen: answer.isRight ? nil : chosen, seed: seed)
            )
        }
        let ability = run.settings.ability(after: run.answers.map { TestPlan.AnsweredItem($0) })
        return TestResults(run: run, ability: ability, marks: marks, reviews: reviews)
    }

    /// Returns the chosen answer as it was shown.
    private func chosenText(_ answer: Answer, _ item: TestItem, _ task: LessonTask) -> String? {
        switch answer.instead {
        case .subject(let id):
            task.choices.first { bank.word(of: $0, in: item)?.id == id } ?? bank.library.term(id)?.english
        case .words(let words): task.choices.first { ConfusedAnswer(words: $0) == .words(words) } ?? words
        case nil: nil
        }
    }
}

/// A generator of explanations for right and wrong answers.
struct ExplanationGenerator {
    let bank: QuestionBank

    /// Returns the explanation of the right answer and of the chosen wrong answer, if any.
    func lines(_ item: TestItem, _ task: LessonTask, chosen: String?, seed: UInt64) -> [String] {
        switch item.target.kind {
        case .flashcards: words(item, chosen)
        case .patterns: movement(item, chosen, seed)
        case .sparring: difference(task, chosen)
        case .theory: theory(item)
        default: []
        }
    }

    /// Returns the parts of the right word, and the chosen word with the part that differs.
    private func words(_ item: TestItem, _ chosen: String?) -> [String] {
        guard let term = bank.library.term(item.target.subject) else { return [] }
        let right = ["\(term.korean) is “\(term.english)”\(parts(of: term))."]
        guard let chosen, let other = bank.word(of: chosen, in: item), other.id != term.id else { return right }
        return right + ["\(other.korean) is “\(other.english)”\(parts(of: other, besides: Set(term.morphemes)))."]
    }

    /// Returns the word parts of a term except for the known ones, as the end of a sentence.
    private func parts(of term: Term, besides known: Set<String> = []) -> String {
        let parts = term.morphemes.filter { !known.contains($0) }.compactMap(bank.library.morpheme)
        guard term.morphemes.count > 1, !parts.isEmpty else { return "" }
        return ": " + parts.map { "\($0.hangul) (\($0.romanization)) \($0.meaning)" }.joined(separator: ", ")
    }

    /// Returns the wrong fields of the chosen answer.
    private func movement(_ item: TestItem, _ chosen: String?, _ seed: UInt64) -> [String] {
        guard let question = bank.movement(item, seed: seed) else { return [] }
        let fullMovement = [
            "Movement \(question.move.number) is: \(String(question.move.sentence.dropFirst("\(question.move.number) ".count)))."
        ]
        guard let choice = question.choices.first(where: { $0.text == chosen }) else { return fullMovement }
        let wrong = question.grade(choice.values).filter { !$0.isRight }.map {
            ExplanationGenerator.fieldNames[$0.name] ?? $0.name
        }
        return fullMovement + (wrong.isEmpty ? [] : ["Wrong in your answer: \(wrong.joined(separator: ", "))."])
    }

    /// Returns the words that the chosen answer lacks and those that it has in excess.
    private func difference(_ task: LessonTask, _ chosen: String?) -> [String] {
        guard let chosen, let answer = task.key?.answer else { return [] }
        let right = Set(Folding.words(answer))
        let wrong = Set(Folding.words(chosen))
        let missing = Folding.words(answer).filter { !wrong.contains($0) }
        let extra = Folding.words(chosen).filter { !right.contains($0) }
        return (missing.isEmpty ? [] : ["Missing in your answer: \(missing.joined(separator: " "))."])
            + (extra.isEmpty ? [] : ["Not part of it: \(extra.joined(separator: " "))."])
    }

    /// The displayed names of fields whose identifier is not clear to a learner.
    private static let fieldNames = [
        "to": "direction", "from": "where you faced before", "section": "height", "stance side": "side of the stance",
    ]

    /// Returns a reference to the theory page with the answer.
    private func theory(_ item: TestItem) -> [String] {
        guard let page = bank.book.topics.first(where: { $0.id == item.target.subject }) else { return [] }
        return ["“\(page.title)” explains it: theory show \(page.id)."]
    }
}
