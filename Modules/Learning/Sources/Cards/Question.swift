import Content
import Kernel

/// One card as it is asked.
public struct Question: Hashable, Sendable {
    /// A term in one direction.
    public let card: Card
    /// Both sides, as the content has them.
    public let term: Term
    /// Which it is in its session, from 1.
    public let number: Int
    /// How many the session has.
    public let count: Int
    /// The box it lies in; nil for a new card.
    public let box: Int?
    /// Terms to choose from, the right one among them; empty when the answer is typed.
    public let choices: [Term]

    /// Which face is wanted.
    public var asked: AnswerJudge.Asked { card.direction.asked }
    /// What is shown: the English, or the Korean.
    public var prompt: String { card.direction == .koreanToEnglish ? term.korean : term.english }
    /// What is wanted.
    public var answer: String { card.direction == .koreanToEnglish ? term.english : term.korean }
    /// A choice as it is shown.
    public func text(of choice: Term) -> String { card.direction == .koreanToEnglish ? choice.english : choice.korean }
}

extension Direction {
    /// What an answer in this direction is made of.
    public var asked: AnswerJudge.Asked { self == .koreanToEnglish ? .english : .korean }
}

extension Term {
    /// Hangul with the romanisation behind it, or whichever there is.
    public var korean: String { hangul.isEmpty ? romanization : romanization.isEmpty ? hangul : "\(hangul) (\(romanization))" }

    /// Whether it has two sides.
    var hasKorean: Bool { !hangul.isEmpty || !romanization.isEmpty }
}
