import Kernel

/// A term as a question: its prompt and its expected answer, of which the prompt reveals nothing.
///
/// A word that is the same in both languages, such as a pattern's name, needs another question. Its
/// Korean appears without romanization, and its English as the meaning of the name. If the meaning
/// is unknown, the answer is hangul.
package struct TermSides: Hashable, Sendable {
    /// The prompt: the Korean, or the English.
    package let prompt: String
    package let answer: String
    package let asked: AnswerJudge.AnswerLanguage
    /// Whether the English is only the romanization of the Korean.
    package let isName: Bool
    /// Whether the Korean side omits the romanization, which would reveal the English.
    private let isHangulAlone: Bool

    /// Creates the sides of a question for the English or the Korean of a term.
    package init(_ term: Term, asked: AnswerJudge.AnswerLanguage) {
        self.asked = asked
        isName = term.isName
        isHangulAlone = isName && term.meaning.isEmpty
        if asked == .english {
            prompt = isName && !term.hangul.isEmpty ? term.hangul : term.korean
            answer = term.english
        } else {
            prompt = isName && !term.meaning.isEmpty ? term.meaning : term.english
            answer = term.written(asHangulAlone: isHangulAlone)
        }
    }

    /// Returns the text of another term in the language of the answer.
    package func text(of term: Term) -> String {
        asked == .english ? term.english : term.written(asHangulAlone: isHangulAlone)
    }
}

extension Term {
    /// The hangul with the romanization after it, or whichever exists.
    package var korean: String {
        hangul.isEmpty ? romanization : romanization.isEmpty ? hangul : "\(hangul) (\(romanization))"
    }

    /// Whether the term has two sides, so that it can be a question.
    package var hasKorean: Bool { !hangul.isEmpty || (!romanization.isEmpty && !isName) }

    /// Whether the English is only the romanization: Chon-Ji is 천지 (chon-ji).
    var isName: Bool { !romanization.isEmpty && ShownText(romanization).reveals(SearchKey(english, .english)) }

    /// Returns the Korean, without romanization on request.
    fileprivate func written(asHangulAlone: Bool) -> String { asHangulAlone && !hangul.isEmpty ? hangul : korean }
}
