import Content
import Kernel
import Practice
import Synchronization

/// A quiz or a test about movements: which foot, which way, which stance, which technique.
public struct PatternRound: Exercise {
    /// How questions are answered.
    public enum Mode: String, Codable, CaseIterable, Sendable {
        /// One of up to four; typing it counts as well.
        case choice
        /// In one's own words.
        case typed
    }

    /// One thing that is asked about one movement.
    public struct Item: Codable, Hashable, Sendable {
        /// The pattern's id.
        public let pattern: String
        /// The movement's number.
        public let move: Int
        /// What is asked of it.
        public let asks: PatternQuestion.Kind
    }

    /// How a round is answered.
    public struct Settings: Codable, Sendable {
        /// Chosen, or typed.
        public let mode: Mode
    }

    /// The share of all fields from which a test is passed, in thousandths. Gradings have no common figure; four in five is ours.
    public static let passMark = 800

    public let kind = PracticeKind.patterns
    /// Whether it is a test: nothing is told before its end.
    public let isTest: Bool
    private let makers: QuestionMakers
    private let judge: PatternJudge
    private let spacing: Spacing

    init(isTest: Bool, _ curriculum: Curriculum, _ judge: PatternJudge, _ spacing: Spacing) {
        (self.isTest, self.judge, self.spacing) = (isTest, judge, spacing)
        makers = QuestionMakers(curriculum)
    }

    public var activity: String { isTest ? "test" : "quiz" }

    /// A test that asks for whole movements measures them; a quiz, and a test of before that asks field by field, goes toward what was shown.
    public func memory(in run: Run<Self>) throws -> MemoryRule {
        try spacing.rule(isTest && run.items.allSatisfy { $0.asks == .movement } ? .measured : .level)
    }

    public func target(of item: Item, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(.patterns, item.pattern, "\(item.move)"), item.asks.rawValue)
    }

    public func task(for item: Item, in run: Run<Self>) -> PatternQuestion? {
        makers.maker(of: item.pattern)?
            .question(item.asks, of: item.move, seed: run.settings.mode == .choice ? run.seed : nil, isTest: isTest)
    }

    /// What a typed answer, or the number of a choice, is worth; nothing is wrong in every field. Four fields of five are nearly right.
    public func judge(_ text: String?, to question: PatternQuestion, in run: Run<Self>) throws -> Mark {
        let fields = try fields(text, of: question)
        let isNearly = fields.count { $0.isRight } * Level.full >= Self.passMark * fields.count
        let isRight = fields.allSatisfy(\.isRight)
        return Mark(
            run.settings.mode == .choice ? .chosen : .recalled, fields, rating: isRight ? .good : isNearly ? .hard : .again)
    }

    private func fields(_ text: String?, of question: PatternQuestion) throws -> [Mark.Field] {
        guard let text else { return question.fields.map { .init($0.rawValue, isRight: false) } }
        let folded = Folding.compact(text)
        if let number = Int(folded), question.choices.indices.contains(number - 1) {
            return question.grade(question.choices[number - 1].values)
        }
        if let choice = question.choices.first(where: { Folding.compact($0.text) == folded }) {
            return question.grade(choice.values)
        }
        return try judge.grade(text, for: question)
    }

    public func label(of graded: Mark, to item: Item, in run: Run<Self>) -> String {
        "Answered a question about \(makers.name(of: item.pattern)) \(item.move)"
    }

    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer about a pattern" }

    public func outcome(of run: Run<Self>) -> LoggedRun.Outcome {
        LoggedRun.Outcome(share: run.share, isPassed: isTest ? run.share >= Self.passMark : nil)
    }
}

/// The questions of patterns, each made when it is first asked about.
final class QuestionMakers: Sendable {
    private let curriculum: Curriculum
    private let made = Mutex<[String: PatternQuestions]>([:])

    init(_ curriculum: Curriculum) { self.curriculum = curriculum }

    func name(of pattern: String) -> String {
        curriculum.patterns().value.first { $0.id == pattern }?.name ?? pattern
    }

    func maker(of id: String) -> PatternQuestions? {
        if let known = made.withLock({ $0[id] }) { return known }
        guard let pattern = try? curriculum.pattern(id).value else { return nil }
        let others = curriculum.patterns().value.filter { $0.grade == pattern.heading.grade && $0.id != id }
        let maker = PatternQuestions(pattern, companions: others.compactMap { try? curriculum.pattern($0.id).value })
        made.withLock { $0[id] = maker }
        return maker
    }
}
