import Assessment
import Content
import Kernel
import Learning
import Lessons
import Practice

/// A contract for multiple-choice questions: exactly one answer is right.
///
/// It checks against the content, independently of the code that generated the question.
package struct QuestionContract: Sendable {
    private let bank: QuestionBank
    /// The English names of each Korean name, and the Korean names of each English name.
    private let english: [String: Set<String>]
    private let korean: [String: Set<String>]
    /// The answers of the whole school to each page question.
    private let theory: [String: Set<String>]
    /// The answers to each combination of shown exchange and question.
    private let sparring: [String: Set<String>]

    package init(_ bank: QuestionBank) {
        self.bank = bank
        var english = [String: Set<String>]()
        var korean = [String: Set<String>]()
        var theory = [String: Set<String>]()
        var sparring = [String: Set<String>]()
        for term in bank.library.terms {
            let names = Set(([term.english] + term.aliases + [term.meaning]).map(QuestionContract.normalized))
                .subtracting([""])
            let words = Set(
                ([term.hangul, term.romanization] + term.romanizations + term.variants).map(QuestionContract.normalized)
            )
            .subtracting([""])
            for word in words { english[word, default: []].formUnion(names) }
            for name in names { korean[name, default: []].formUnion(words) }
        }
        for question in bank.book.topics.flatMap(\.questions) {
            theory[QuestionContract.normalized(question.prompt), default: []].formUnion(
                ([question.answer] + question.alternativeAnswers).map(QuestionContract.withoutExplanation))
        }
        for item in bank.items where item.target.kind == .sparring {
            guard let task = bank.question(item, seed: 0), let key = task.key else { continue }
            sparring[QuestionContract.questionText(task), default: []].insert(QuestionContract.normalized(key.answer))
        }
        self.english = english
        self.korean = korean
        self.theory = theory
        self.sparring = sparring
    }

    /// Returns the flaws of a question, or an empty array if there are none.
    package func flaws(of task: LessonTask, _ item: TestItem, seed: UInt64) -> [String] {
        guard let answer = task.key?.answer else { return ["\(item.target.name) has no answer"] }
        var flaws: [String] = []
        let choices = task.choices
        if !(2...4).contains(choices.count) { flaws.append("\(item.target.name) offers \(choices.count) answers") }
        if choices.count(where: { $0 == answer }) != 1 {
            flaws.append("\(item.target.name) does not offer its answer once")
        }
        if Set(choices.map(Folding.compact)).count != choices.count {
            flaws.append("\(item.target.name) offers one answer twice")
        }
        let movement = bank.movement(item, seed: seed)
        for wrong in choices where wrong != answer && isRight(wrong, for: task, item, movement) {
            flaws.append(
                "\(item.target.name) \(item.asks): “\(task.prompt)” has two right answers, “\(answer)” and “\(wrong)”")
        }
        return flaws
    }

    /// Returns whether an answer is right according to the content.
    private func isRight(_ choice: String, for task: LessonTask, _ item: TestItem, _ movement: PatternQuestion?) -> Bool
    {
        switch item.target.kind {
        case .flashcards: return isRight(word: choice, item)
        case .patterns:
            guard let values = movement?.choices.first(where: { $0.text == choice })?.values else { return false }
            return movement?.grade(values).allSatisfy(\.isRight) ?? false
        case .sparring:
            return sparring[QuestionContract.questionText(task)]?.contains(QuestionContract.normalized(choice)) ?? false
        case .theory:
            return theory[QuestionContract.normalized(task.prompt)]?
                .contains(QuestionContract.withoutExplanation(choice)) ?? false
        default: return false
        }
    }

    /// Returns whether a choice names the asked word in the requested language.
    private func isRight(word choice: String, _ item: TestItem) -> Bool {
        guard let term = bank.library.term(item.target.subject), let direction = Direction(rawValue: item.target.part)
        else { return false }
        if direction == .koreanToEnglish {
            let rightNames = [term.hangul, term.romanization].map(QuestionContract.normalized).compactMap {
                english[$0]
            }
            return rightNames.contains { $0.contains(QuestionContract.normalized(choice)) }
        }
        let pieces = choice.split { $0 == "(" || $0 == ")" }.map { QuestionContract.normalized(String($0)) }
        let rightNames = [term.english, term.meaning].map(QuestionContract.normalized).filter { !$0.isEmpty }.compactMap
        {
            korean[$0]
        }
        return rightNames.contains { right in pieces.contains { right.contains($0) } }
    }

    /// Returns everything that a question shows, as one text.
    private static func questionText(_ task: LessonTask) -> String {
        ([task.title] + task.facts.map { "\($0.name): \($0.text)" } + [task.prompt]).joined(separator: "\n")
    }

    private static func normalized(_ text: String) -> String { Folding.compact(text) }

    /// Returns an answer without its explanation: `Earth: a seed has put down roots` gives `Earth`.
    private static func withoutExplanation(_ text: String) -> String {
        normalized(text.split(separator: ":", maxSplits: 1).first.map(String.init) ?? text)
    }
}
