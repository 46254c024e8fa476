import Kernel
import Korean

/// A judge of typed answers: right, nearly right (one letter), or wrong.
///
/// These are right:
/// - spelling variants of a romanization, and accepted variants of hangul.
/// - decomposed and full-width typing, and any case.
/// - in English, digits for numbers and everything that `EnglishForm` treats as equal.
///
/// A right answer for another term is wrong, not nearly right: 안 is not nearly 앞. Text that the
/// question shows is not an answer.
package struct AnswerJudge: Sendable {
    /// The names of a term that count as an answer.
    package enum AnswerLanguage: String, CaseIterable, Sendable {
        /// Names, aliases and the meaning of a name, as normalized by `EnglishForm`.
        case english
        case hangul
        case romanization
        case korean
    }

    /// The result of an answer.
    package enum Verdict: String, CaseIterable, Sendable {
        case right
        /// One letter is inserted, omitted, changed or swapped.
        case nearlyRight
        case wrong
    }

    /// A verdict with the answer to show.
    package struct Judgment: Hashable, Sendable {
        package let verdict: Verdict
        /// The name that the answer matched or nearly matched; for a wrong answer the expected
        /// name.
        package let expected: String
    }

    /// The ids of the terms with each name, folded or in English normal form.
    private let termsByName: [String: Set<String>]

    /// Creates a judge that knows the terms an answer may be confused with; without terms it knows
    /// only the question's own.
    package init(among terms: [Term] = []) {
        var termsByName: [String: Set<String>] = [:]
        for term in terms {
            for name in term.searchable.searchKeys {
                termsByName[name.compact, default: []].insert(term.id)
                if name.script == .english { termsByName[name.form, default: []].insert(term.id) }
            }
        }
        self.termsByName = termsByName
    }

    /// Judges a typed answer; an empty answer is wrong.
    ///
    /// - Parameter prompt: the text of the question.
    package func judge(_ typed: String, against term: Term, asked: AnswerLanguage, prompt: String = "") -> Judgment {
        let shownText = ShownText(prompt)
        let names = term.searchable.searchKeys.filter { Self.counts($0, asked) && !shownText.reveals($0) }
        let wrongJudgement = Judgment(verdict: .wrong, expected: names.first?.text ?? "")
        let answer = Self.answer(typed, asked)
        guard !answer.compact.isEmpty, !shownText.contains(answer) else { return wrongJudgement }
        if let name = names.first(where: { Self.isSame(answer, $0) }) {
            return Judgment(verdict: .right, expected: name.text)
        }
        if let matchingTerms = termsByName[answer.compact] ?? termsByName[answer.form], !matchingTerms.contains(term.id)
        {
            return wrongJudgement
        }
        if let name = names.first(where: { $0.script == .romanization && $0.key == answer.key }), !answer.key.isEmpty {
            return Judgment(verdict: .right, expected: name.text)
        }
        if let name = names.first(where: {
            SearchKey.allowsTypo($0.letters) && EditDistance.isAtMostOne($0.letters, answer.letters)
        }
        ) {
            return Judgment(verdict: .nearlyRight, expected: name.text)
        }
        return wrongJudgement
    }

    /// Returns the one term with the typed name; nil if none or several have it.
    package func resolve(_ typed: String, asked: AnswerLanguage) -> String? {
        let answer = Self.answer(typed, asked)
        guard !answer.compact.isEmpty, let terms = termsByName[answer.compact] ?? termsByName[answer.form],
            terms.count == 1
        else {
            return nil
        }
        return terms.first
    }

    /// Returns whether the question shows the typed text, which then proves no knowledge.
    package static func isCopied(_ typed: String, from prompt: String, asked: AnswerLanguage) -> Bool {
        let answer = answer(typed, asked)
        return !answer.compact.isEmpty && ShownText(prompt).contains(answer)
    }

    /// Returns the typed text as a search key in its script, at most 400 characters.
    private static func answer(_ text: String, _ asked: AnswerLanguage) -> SearchKey {
        let boundedText = String(String.UnicodeScalarView(text.unicodeScalars.prefix(400)))
        return SearchKey(
            boundedText,
            asked == .english
                ? .english : Hangul.isPresent(in: NormalForm.composed(boundedText)) ? .hangul : .romanization)
    }

    /// Returns whether a name counts as an answer in the requested language.
    private static func counts(_ name: SearchKey, _ asked: AnswerLanguage) -> Bool {
        switch asked {
        case .english: name.script == .english
        case .hangul: name.script.isKorean
        case .romanization: name.script == .romanization
        case .korean: name.script != .english
        }
    }

    /// Returns whether two names are equal when folded or, in English, equal in meaning.
    private static func isSame(_ answer: SearchKey, _ name: SearchKey) -> Bool {
        answer.compact == name.compact || (name.script == .english && answer.form == name.form)
    }
}
