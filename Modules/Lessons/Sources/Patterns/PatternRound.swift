import Content
import Kernel
import Learning
import Practice
import Synchronization

/// A quiz or test about movements: foot, direction, stance and technique.
package struct PatternRound: Exercise {
    /// The answer method of a round.
    package enum Mode: String, Codable, CaseIterable, Sendable {
        /// One of up to four choices. A typed answer counts as well.
        case choice
        case typed
    }

    /// A question about one movement.
    package struct Item: Codable, Hashable, Sendable {
        package let pattern: String
        package let move: Int
        package let asks: PatternQuestion.Kind

        package init(pattern: String, move: Int, asks: PatternQuestion.Kind) {
            self.pattern = pattern
            self.move = move
            self.asks = asks
        }
    }

    /// The settings of a round.
    package struct Settings: Codable, Sendable {
        package let mode: Mode
    }

    /// The share of right fields that passes a test, in thousandths. Gradings have no common
    /// figure, and four in five is our own.
    package static let passMark = 800

    package let kind = PracticeKind.patterns
    /// Whether the round is a test, which reveals answers only at its end.
    package let isTest: Bool
    private let generators: QuestionGeneratorCache
    private let judge: PatternJudge
    private let spacing: Spacing

    init(isTest: Bool, _ curriculum: Curriculum, _ judge: PatternJudge, _ spacing: Spacing) {
        self.isTest = isTest
        self.judge = judge
        self.spacing = spacing
        generators = QuestionGeneratorCache(curriculum)
    }

    package var activity: String { isTest ? "test" : "quiz" }

    /// Returns how answers change the memory.
    ///
    /// In a test of whole movements, each answer sets the level of its movement. In any other
    /// round, it moves the level toward the result.
    package func memory(in run: Run<Self>) throws -> MemoryRule {
        try spacing.rule(isTest && run.items.allSatisfy { $0.asks == .movement } ? .measured : .level)
    }

    package func target(of item: Item, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(.patterns, item.pattern, "\(item.move)"), item.asks.rawValue)
    }

    package func task(for item: Item, in run: Run<Self>) -> PatternQuestion? {
        generators.generator(of: item.pattern)?
            .question(item.asks, of: item.move, seed: run.settings.mode == .choice ? run.seed : nil, isTest: isTest)
    }

    /// Judges a typed answer or the number of a choice. A nil answer is wrong in every field. Four
    /// right fields of five count as nearly right.
    package func judge(_ text: String?, to question: PatternQuestion, in run: Run<Self>) throws -> Mark {
        let fields = try fields(text, of: question)
        let isNearly = fields.count { $0.isRight } * Level.full >= Self.passMark * fields.count
        let isRight = fields.allSatisfy(\.isRight)
        return Mark(
            run.settings.mode == .choice ? .chosen : .recalled, fields,
            rating: isRight ? .good : isNearly ? .hard : .again)
    }

    /// Grades a typed answer, the number of a choice or nil field by field.
    private func fields(_ text: String?, of question: PatternQuestion) throws -> [Mark.Field] {
        guard let text else { return question.fields.map { .init($0.rawValue, isRight: false) } }
        let foldedText = Folding.compact(text)
        if let number = Int(foldedText), question.choices.indices.contains(number - 1) {
            return question.grade(question.choices[number - 1].values)
        }
        if let choice = question.choices.first(where: { Folding.compact($0.text) == foldedText }) {
            return question.grade(choice.values)
        }
        return try judge.grade(text, for: question)
    }

    package func label(of graded: Mark, to item: Item, in run: Run<Self>) -> String {
        "Answered a question about \(generators.name(of: item.pattern)) \(item.move)"
    }

    package func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer about a pattern" }

    package func outcome(of run: Run<Self>) -> LoggedRun.Outcome {
        LoggedRun.Outcome(share: run.share, isPassed: isTest ? run.share >= Self.passMark : nil)
    }
}

/// A cache of the question generators of patterns, each created on its first use.
package final class QuestionGeneratorCache: Sendable {
    private let curriculum: Curriculum
    private let generators = Mutex<[String: PatternQuestions]>([:])

    init(_ curriculum: Curriculum) { self.curriculum = curriculum }

    func name(of pattern: String) -> String { curriculum.patterns().value.first { $0.id == pattern }?.name ?? pattern }

    /// Returns the question generator of a pattern, or nil if the pattern is missing.
    package func generator(of id: String) -> PatternQuestions? {
        if let cached = generators.withLock({ $0[id] }) { return cached }
        guard let pattern = try? curriculum.pattern(id).value else { return nil }
        let companions = curriculum.patterns().value.filter { $0.grade == pattern.heading.grade && $0.id != id }
        let generator = PatternQuestions(
            pattern, companions: companions.compactMap { try? curriculum.pattern($0.id).value })
        generators.withLock { $0[id] = generator }
        return generator
    }
}
