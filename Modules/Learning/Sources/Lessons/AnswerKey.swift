import Content
import Kernel

/// What is right for a question outside the flashcards, and what is worth confusing it with.
///
/// No wrong answer in it is right, and no two are alike, whatever it was made from: those that are fall out.
public struct AnswerKey: Hashable, Sendable {
    /// How many answers are offered at most, the right one among them.
    public static let offered = 4
    /// So many wrong answers are kept, to draw from.
    static let plausible = 6
    /// An answer of more words is chosen, not typed.
    public static let typedWords = 4

    /// What is right, as it is shown.
    public let answer: String
    /// What counts as right besides.
    public let alsoRight: [String]
    /// Up to six wrong answers, the most plausible first.
    public let wrong: [String]
    /// So many of them, the first, differ from the right one in one field alone: those are offered before the others.
    public let near: Int
    private let grade: Grade

    /// A key. Of the wrong answers those that are right, or like another, are left out.
    ///
    /// - Parameters:
    ///   - near: wrong answers that differ in one field alone; they come before the others.
    ///   - limit: so many wrong answers are looked for; one is enough to know whether there are choices.
    init(
        _ answer: String, alsoRight: [String] = [], near: [String] = [], wrong: [String] = [], grade: Grade,
        keeping limit: Int = AnswerKey.plausible
    ) {
        let also = alsoRight + ShortForms.of(answer)
        (self.answer, self.alsoRight, self.grade) = (answer, also, grade)
        let (judge, right) = (AnswerJudge(), AnswerKey.term("right", answer, also, grade))
        var (seen, kept) = (Set<String>(), [String]())
        let close = Set(near)
        for text in near + wrong where kept.count < limit {
            let folded = Folding.compact(text)
            guard !folded.isEmpty, seen.insert(folded).inserted else { continue }
            if judge.judge(text, against: right, asked: .english).verdict != .right { kept.append(text) }
        }
        self.wrong = kept
        self.near = kept.prefix(while: close.contains).count
    }

    /// A key whose wrong answers were judged by whoever made them.
    init(_ answer: String, judged wrong: [String], grade: Grade) {
        (self.answer, self.wrong, self.grade) = (answer, wrong, grade)
        (alsoRight, near) = ([], 0)
    }

    /// Whether it can be asked with choices.
    public var hasChoices: Bool { !wrong.isEmpty }

    /// Whether the answer, or what counts as it, is short enough to be typed.
    public var isShort: Bool { ([answer] + alsoRight).contains { Folding.words($0).count <= AnswerKey.typedWords } }

    /// The right answer among up to three wrong ones, in an order that chance decides; empty when there is no wrong one.
    public func choices(_ random: inout RandomSource) -> [String] {
        guard hasChoices else { return [] }
        let offered = wrong.prefix(near).shuffled(using: &random) + wrong.dropFirst(near).shuffled(using: &random)
        return ([answer] + offered.prefix(AnswerKey.offered - 1)).shuffled(using: &random)
    }

    /// What an answer is worth. Where there are choices, a number stands for one of them, from 1; what is typed otherwise is judged by its words.
    public func judge(_ typed: String, among choices: [String] = []) -> AnswerJudge.Verdict {
        if let number = Int(typed), choices.indices.contains(number - 1) {
            return choices[number - 1] == answer ? .right : .wrong
        }
        let right = AnswerKey.term("right", answer, alsoRight, grade)
        return AnswerJudge(among: [right] + wrongTerms).judge(typed, against: right, asked: .english).verdict
    }

    /// What the judge may not take for a slip of the right answer: the wrong ones.
    private var wrongTerms: [Term] {
        wrong.enumerated().map { AnswerKey.term("wrong \($0.offset)", $0.element, [], grade) }
    }

    private static func term(_ id: String, _ text: String, _ others: [String], _ grade: Grade) -> Term {
        var term = Term(
            id: id, grade: grade, category: Content.Category(rawValue: "theory"), english: text, hangul: "", romanization: "")
        term.aliases = others
        return term
    }
}

/// The short ways in which people give an answer that a book gives in full.
enum ShortForms {
    static func of(_ answer: String) -> [String] {
        let head = answer.split(separator: ":", maxSplits: 1).first.map(String.init) ?? answer
        let inner = parts(of: answer)
        let forms = (head == answer ? [] : [head]) + inner
        return (forms + ([answer] + forms).flatMap(bare)).filter { $0 != answer }
    }

    /// `reverse (bandae)` is `reverse`, and `bandae`.
    private static func parts(of text: String) -> [String] {
        let pieces = text.split { $0 == "(" || $0 == ")" }.map { $0.trimmingPrefix { $0 == " " } }
        guard text.contains("("), Folding.words(text).count <= AnswerKey.typedWords else { return [] }
        return pieces.map(String.init).filter { !Folding.words($0).isEmpty }
    }

    /// `On 11 April 1955` is `11 April 1955`.
    private static func bare(_ text: String) -> [String] {
        let words = text.split(separator: " ")
        guard words.count > 1, let first = words.first, prepositions.contains(first.lowercased()) else { return [] }
        return [words.dropFirst().joined(separator: " ")]
    }

    private static let prepositions: Set<String> = ["after", "at", "from", "in", "of", "on", "with"]
}
