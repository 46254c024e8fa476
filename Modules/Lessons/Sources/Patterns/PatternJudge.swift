import Content
import Kernel
import Practice
import Synchronization

/// A judge of typed answers about patterns, which grades them field by field.
///
/// Names are judged by `AnswerJudge` of Content: in English, Hangul or any romanization, in any
/// word order, Unicode form, width and case. It forgives one wrong letter in a name.
package final class PatternJudge: Sendable {
    /// The names of stances and techniques, loaded on the first judged answer.
    private struct Names: Sendable {
        /// The terms by their folded English names.
        let terms: [String: Term]
        let stances: AnswerJudge
    }

    /// The closure that loads the names of stances and techniques.
    private let readTerms: @Sendable () throws -> [Term]
    private let cache = Mutex<Names?>(nil)

    /// Creates a judge.
    ///
    /// - Parameter terms: loads the names of stances and techniques in both languages when the
    ///   first answer is judged.
    package init(terms: @escaping @Sendable () throws -> [Term]) { readTerms = terms }

    /// Grades a typed answer field by field.
    package func grade(_ typed: String, for question: PatternQuestion) throws -> [Mark.Field] {
        let text = String(String.UnicodeScalarView(typed.unicodeScalars.prefix(400)))
        if Folding.compact(text) == Folding.compact(question.displayedAnswer) {
            return question.grade(question.accepted[0])
        }
        if question.kind == .movement { return try gradeLine(text, for: question) }
        var values = AnswerWords.directions(Folding.words(text), question.fields)
        var words = Folding.words(text).filter { !AnswerWords.fillers.contains($0) }
        for field in question.fields {
            if let meanings = AnswerWords.meanings(field) {
                values[field] = AnswerWords.removeMeaning(meanings, from: &words)
            }
        }
        guard let mainField = question.fields.first(where: { $0 == .stance || $0 == .technique }) else {
            return question.grade(values)
        }
        if mainField == .technique { _ = AnswerWords.removeMeaning(AnswerWords.sides, from: &words) }
        values[mainField] = try named(words.joined(separator: " "), mainField, question)
        let grades = question.grade(values)
        let isRight = try grades.allSatisfy(\.isRight) || isKorean(text, mainField, question)
        return isRight ? question.grade(question.accepted[0]) : grades
    }

    /// Returns the stance or technique that a text names if it is accepted, or an empty string.
    func named(_ text: String, _ field: PatternQuestion.Field, _ question: PatternQuestion) throws -> String {
        guard !text.isEmpty else { return "" }
        let names = try names(question.heading.grade)
        let grade = question.heading.grade
        let candidates = question.accepted.compactMap { $0[field] }.map { value in
            (value, field == .stance ? Self.stance(value, names.terms, grade) : technique(value, names, question))
        }
        let typed = Folding.compact(text)
        for (value, term) in candidates
        where ([term.english] + term.aliases).contains(where: { Folding.compact($0) == typed }) {
            return value
        }
        let judge = field == .stance ? names.stances : AnswerJudge(among: question.rivals.map { Term($0, grade) })
        return candidates.first { _, term in
            [AnswerJudge.AnswerLanguage.english, .korean].contains {
                judge.judge(text, against: term, asked: $0).verdict != .wrong
            }
        }?.0 ?? ""
    }

    /// Returns the term of a technique with all its usual names.
    private func technique(_ value: String, _ names: Names, _ question: PatternQuestion) -> Term {
        let term = names.terms[Folding.compact(value)] ?? Term(value, question.heading.grade)
        return term.addingAliases(Self.spellings(of: value, question))
    }

    /// Returns the usual names of a movement's technique: alone, with its tool, and in walking
    /// stance as obverse or reverse.
    static func spellings(of value: String, _ question: PatternQuestion) -> [String] {
        let actions = question.move.actions.filter { $0.action == value }
        let tools = Set(actions.compactMap(\.tool)).sorted()
        let stance = question.move.ending.flatMap { $0.stance == .walking ? $0.side : nil }
        let hands = Set(
            actions.filter { !$0.isKick }.compactMap { action in
                stance.flatMap { side in action.side.map { $0 == side ? "obverse" : "reverse" } }
            })
        // Books call a side punch a punch if the stance implies the rest, and a line includes the
        // stance.
        let shortForms = value == "side punch" && question.kind == .movement ? ["punch"] : []
        return [value] + shortForms + hands.sorted().map { "\($0) \(value)" }
            + tools.flatMap { ["\($0) \(value)", "\(value) with \($0)", "\(value) \($0)"] }
    }

    /// Returns the term of a stance, which also accepts the name without the word `stance`.
    private static func stance(_ value: String, _ terms: [String: Term], _ grade: Grade) -> Term {
        let withoutStance = value.replacing("-stance", with: "").replacing(" stance", with: "")
        return (terms[Folding.compact(value)] ?? Term(value, grade)).addingAliases([value, withoutStance])
    }

    /// Returns whether the whole text is the Korean name of the movement, or of the stance with its
    /// side.
    private func isKorean(_ text: String, _ mainField: PatternQuestion.Field, _ question: PatternQuestion) throws
        -> Bool
    {
        let grade = question.heading.grade
        var koreanName = Term("", grade, question.move.hangul ?? "", question.move.korean ?? "")
        if mainField == .stance {
            let accepted = question.accepted[0]
            guard let side = AnswerWords.korean[accepted[.stanceSide] ?? ""],
                let stance = try names(grade).terms[Folding.compact(accepted[.stance] ?? "")], !stance.hangul.isEmpty
            else { return false }
            koreanName = Term(
                "", grade, "\(side.hangul) \(stance.hangul)", "\(side.romanization) \(stance.romanization)")
        }
        return AnswerJudge().judge(text, against: koreanName, asked: .korean).verdict == .right
    }

    /// Returns the names of stances and techniques, loaded on the first call.
    private func names(_ grade: Grade) throws -> Names {
        if let cached = cache.withLock({ $0 }) { return cached }
        var terms: [String: Term] = [:]
        for term in try readTerms() {
            for name in [term.english] + term.aliases where terms[Folding.compact(name)] == nil {
                terms[Folding.compact(name)] = term
            }
        }
        let names = Names(
            terms: terms, stances: AnswerJudge(among: Stance.allCases.map { Self.stance($0.rawValue, terms, grade) }))
        cache.withLock { $0 = names }
        return names
    }
}

extension Term {
    fileprivate init(_ english: String, _ grade: Grade, _ hangul: String = "", _ romanization: String = "") {
        self.init(
            id: english, grade: grade, category: Category(rawValue: "patterns"), english: english, hangul: hangul,
            romanization: romanization)
    }

    fileprivate func addingAliases(_ names: [String]) -> Term {
        var term = self
        term.aliases += names
        return term
    }
}
