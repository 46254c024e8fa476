import Content
import Kernel

/// A quiz or a test while it runs: the question that is asked now, and what an answer makes of it. Each answer is durable when the call that took
/// it returns, so that a round may be cut off after any.
public struct PatternRound: Sendable {
    /// How questions are answered.
    public enum Mode: String, CaseIterable, Sendable {
        /// One of up to four; typing it counts as well.
        case choice
        /// Typed.
        case typed
    }

    /// What an answer got.
    public struct Graded: Sendable {
        /// The question.
        public let question: PatternQuestion
        /// Its fields.
        public let parts: [PracticeAnswer.Part]
        /// Whether all are right.
        public var isRight: Bool { parts.allSatisfy(\.isRight) }
    }

    /// The share of all fields from which a test is passed, in thousandths. Gradings have no common figure; four in five is ours.
    public static let passMark = 800

    /// Where the learner stands in it.
    public private(set) var sitting: PracticeSitting
    private let training: PatternTraining
    private let makers: [String: PatternQuestions]

    init(_ sitting: PracticeSitting, _ training: PatternTraining, makers: [String: PatternQuestions]) {
        (self.sitting, self.training, self.makers) = (sitting, training, makers)
    }

    /// How it is answered.
    public var mode: Mode { sitting.session.settings["mode"].flatMap(Mode.init) ?? .choice }
    /// Whether it is a test: nothing is told before its end.
    public var isTest: Bool { sitting.session.activity == "test" }
    /// The number of the question that is asked now, from 1.
    public var number: Int { sitting.session.place + 1 }
    /// How many there are.
    public var count: Int { sitting.session.items.count }

    /// The question that is asked now; nil when none is left. One that the content no longer has is nil too: `skipMissing` goes past it.
    public var question: PatternQuestion? { sitting.item.flatMap { question($0, at: sitting.session.place) } }

    /// The question that an item of this round stands for.
    func question(_ item: String, at place: Int) -> PatternQuestion? {
        let parts = item.split(separator: ":").map(String.init)
        guard parts.count == 3, let number = Int(parts[1]), let kind = PatternQuestion.Kind(rawValue: parts[2]) else {
            return nil
        }
        let seed = UInt64(bitPattern: Int64(sitting.session.seed)) &+ UInt64(place)
        return makers[parts[0]]?.question(kind, of: number, seed: mode == .choice ? seed : nil, isTest: isTest)
    }

    /// Goes past items that the content no longer has.
    public mutating func skipMissing() throws {
        while sitting.item != nil, question == nil { try training.log.move(to: sitting.session.place + 1, in: &sitting) }
    }

    /// What a typed answer, or the number of a choice, is worth.
    public func grade(_ text: String, for question: PatternQuestion) throws -> [PracticeAnswer.Part] {
        if let number = Int(Folding.compact(text)), question.choices.indices.contains(number - 1) {
            return question.grade(question.choices[number - 1].values)
        }
        if let choice = question.choices.first(where: { Folding.compact($0.text) == Folding.compact(text) }) {
            return question.grade(choice.values)
        }
        return try training.judge.grade(text, for: question)
    }

    /// Grades an answer to the question that is asked now and keeps it; nil text is wrong in every field.
    ///
    /// - Throws: `noQuestionLeft`, `sessionNotFound`.
    @discardableResult
    public mutating func answer(_ text: String?, milliseconds: Int) throws -> Graded {
        guard let question else { throw Failure(.noQuestionLeft, "Every question of this session has been asked.") }
        let parts = try text.map { try grade($0, for: question) } ?? question.fields.map { .init($0.rawValue, isRight: false) }
        try training.log.answer(
            question.item, question: question.kind.rawValue, evidence: mode == .choice ? .chosen : .recalled, parts: parts,
            milliseconds: milliseconds, label: "Answered a question about \(question.heading.name) \(question.move.number)",
            in: &sitting)
        try skipMissing()
        return Graded(question: question, parts: parts)
    }

    /// Passes over the question that is asked now. In a test that is a wrong answer: what is not known is not known.
    public mutating func skip(milliseconds: Int) throws {
        if isTest {
            try answer(nil, milliseconds: milliseconds)
        } else {
            try training.log.move(to: sitting.session.place + 1, in: &sitting)
        }
        try skipMissing()
    }

    /// Takes back the latest answer; its question is asked again.
    public mutating func takeBack() throws {
        try training.log.takeBack(in: &sitting, label: "Took back an answer about a pattern")
    }

    /// Leaves it so that it continues later.
    public mutating func leave() throws { try training.log.pause(&sitting) }

    /// Closes it: a test with its verdict.
    public mutating func finish() throws {
        let share = sitting.share
        try training.log.finish(&sitting, .init(share: share, isPassed: isTest ? share >= Self.passMark : nil))
    }
}
