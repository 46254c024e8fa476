import Kernel

/// A term as a question: what is shown of it, and what is wanted. Nothing that is shown is an answer to it.
///
/// Where a word is the same in both languages, as the names of patterns are, the question is put otherwise: Korean is shown without its
/// romanisation, English as what the name stands for; where nothing is known of that, hangul is wanted.
public struct TermSides: Hashable, Sendable {
    /// What is shown: the Korean, or the English.
    public let prompt: String
    /// What is wanted.
    public let answer: String
    /// What an answer is made of.
    public let asked: AnswerJudge.Asked
    /// Whether the word is the same in both languages.
    public let isName: Bool
    private let isHangulAlone: Bool

    /// The sides of a term that is asked for its English, or for its Korean.
    public init(_ term: Term, asked: AnswerJudge.Asked) {
        (self.asked, isName) = (asked, term.isName)
        isHangulAlone = isName && term.meaning.isEmpty
        if asked == .english {
            prompt = isName && !term.hangul.isEmpty ? term.hangul : term.korean
            answer = term.english
        } else {
            prompt = isName && !term.meaning.isEmpty ? term.meaning : term.english
            answer = term.written(asHangulAlone: isHangulAlone)
        }
    }

    /// What another term is called where these sides are asked.
    public func text(of term: Term) -> String {
        asked == .english ? term.english : term.written(asHangulAlone: isHangulAlone)
    }
}

extension Term {
    /// Hangul with the romanisation behind it, or whichever there is.
    public var korean: String { hangul.isEmpty ? romanization : romanization.isEmpty ? hangul : "\(hangul) (\(romanization))" }

    /// Whether it has two sides, so that it can be asked.
    public var hasKorean: Bool { !hangul.isEmpty || (!romanization.isEmpty && !isName) }

    /// Whether its English is nothing but its romanisation: Chon-Ji is 천지 (chon-ji).
    var isName: Bool { !romanization.isEmpty && ShownText(romanization).gives(Face(english, .english)) }

    fileprivate func written(asHangulAlone: Bool) -> String { asHangulAlone && !hangul.isEmpty ? hangul : korean }
}
