import Content
import Kernel

/// The right answers to a lesson question, and plausible wrong ones.
///
/// The initializer removes wrong answers that are right or equal to another one.
package struct AnswerKey: Hashable, Sendable {
    /// The maximum number of choices, including the right answer.
    package static let maximumChoices = 4
    /// The maximum number of wrong answers kept, from which the choices are drawn.
    static let maximumWrongAnswers = 6
    /// The maximum number of words in an answer that can be typed.
    package static let typedWords = 4

    package let answer: String
    package let alternativeAnswers: [String]
    package let wrong: [String]
    /// The number of leading wrong answers that differ from the right one in a single field. They
    /// are offered first.
    package let near: Int
    private let grade: Grade

    /// Creates a key, without wrong answers that are right or equal to another one.
    ///
    /// - Parameters:
    ///   - near: wrong answers that differ in a single field. They come first.
    ///   - limit: the maximum number of wrong answers to look for. One is enough to determine
    ///     whether choices exist.
    init(
        _ answer: String, alsoRight: [String] = [], near: [String] = [], wrong: [String] = [], grade: Grade,
        keeping limit: Int = AnswerKey.maximumWrongAnswers
    ) {
        let acceptedVariants = alsoRight + ShortForms.of(answer)
        self.answer = answer
        self.alternativeAnswers = acceptedVariants
        self.grade = grade
        let judge = AnswerJudge()
        let right = AnswerKey.term("right", answer, acceptedVariants, grade)
        var seenForms = Set<String>()
        var wrongAnswers = [String]()
        let nearAnswers = Set(near)
        for text in near + wrong where wrongAnswers.count < limit {
            let foldedText = Folding.compact(text)
            guard !foldedText.isEmpty, seenForms.insert(foldedText).inserted else { continue }
            if judge.judge(text, against: right, asked: .english).verdict != .right { wrongAnswers.append(text) }
        }
        self.wrong = wrongAnswers
        self.near = wrongAnswers.prefix(while: nearAnswers.contains).count
    }

    /// Creates a key from wrong answers that are known to be wrong and distinct.
    package init(_ answer: String, judged wrong: [String], grade: Grade) {
        self.answer = answer
        self.wrong = wrong
        self.grade = grade
        alternativeAnswers = []
        near = 0
    }

    package var hasChoices: Bool { !wrong.isEmpty }

    /// Whether the answer, or a variant of it, is short enough to type.
    package var isShort: Bool {
        ([answer] + alternativeAnswers).contains { Folding.words($0).count <= AnswerKey.typedWords }
    }

    /// Returns the right answer and up to three wrong ones in random order, or an empty array if
    /// there is no wrong one.
    package func choices(_ random: inout RandomSource) -> [String] {
        guard hasChoices else { return [] }
        let orderedWrong = wrong.prefix(near).shuffled(using: &random) + wrong.dropFirst(near).shuffled(using: &random)
        return ([answer] + orderedWrong.prefix(AnswerKey.maximumChoices - 1)).shuffled(using: &random)
    }

    /// Judges an answer. A number selects a choice, from 1, and any other text is judged by its
    /// words.
    package func judge(_ typed: String, among choices: [String] = []) -> AnswerJudge.Verdict {
        if let number = Int(typed), choices.indices.contains(number - 1) {
            return choices[number - 1] == answer ? .right : .wrong
        }
        let right = AnswerKey.term("right", answer, alternativeAnswers, grade)
        return AnswerJudge(among: [right] + wrongTerms).judge(typed, against: right, asked: .english).verdict
    }

    /// The wrong answers, which the judge must not accept as typos of the right one.
    private var wrongTerms: [Term] {
        wrong.enumerated().map { AnswerKey.term("wrong \($0.offset)", $0.element, [], grade) }
    }

    /// Returns an answer as a term, which is the form that the answer judge compares.
    private static func term(_ id: String, _ text: String, _ aliases: [String], _ grade: Grade) -> Term {
        var term = Term(
            id: id, grade: grade, category: Content.Category(rawValue: "theory"), english: text, hangul: "",
            romanization: "")
        term.aliases = aliases
        return term
    }
}

/// The short forms of an answer that a book gives in full.
enum ShortForms {
    /// Returns the short forms: the text before a colon, the parts around parentheses, and the
    /// texts without a leading preposition.
    static func of(_ answer: String) -> [String] {
        let beforeColon = answer.split(separator: ":", maxSplits: 1).first.map(String.init) ?? answer
        let partForms = parts(of: answer)
        let forms = (beforeColon == answer ? [] : [beforeColon]) + partForms
        return (forms + ([answer] + forms).flatMap(withoutPreposition)).filter { $0 != answer }
    }

    /// Returns the parts outside and inside parentheses: `reverse (bandae)` gives `reverse` and
    /// `bandae`.
    private static func parts(of text: String) -> [String] {
        let pieces = text.split { $0 == "(" || $0 == ")" }.map { $0.trimmingPrefix { $0 == " " } }
        guard text.contains("("), Folding.words(text).count <= AnswerKey.typedWords else { return [] }
        return pieces.map(String.init).filter { !Folding.words($0).isEmpty }
    }

    /// Returns the text without a leading preposition: `On 11 April 1955` gives `11 April 1955`.
    private static func withoutPreposition(_ text: String) -> [String] {
        let words = text.split(separator: " ")
        guard words.count > 1, let first = words.first, prepositions.contains(first.lowercased()) else { return [] }
        return [words.dropFirst().joined(separator: " ")]
    }

    /// The prepositions that a short form leaves out.
    private static let prepositions: Set<String> = ["after", "at", "from", "in", "of", "on", "with"]
}
