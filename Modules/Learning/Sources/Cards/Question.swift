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

    /// What is shown and what is wanted, so that nothing shown is an answer.
    public var sides: TermSides { TermSides(term, asked: asked) }
    /// Which face is wanted.
    public var asked: AnswerJudge.Asked { card.direction.asked }
    /// What is shown: the Korean, or the English.
    public var prompt: String { sides.prompt }
    /// What is wanted.
    public var answer: String { sides.answer }
    /// A choice as it is shown.
    public func text(of choice: Term) -> String { sides.text(of: choice) }
}

extension Direction {
    /// What an answer in this direction is made of.
    public var asked: AnswerJudge.Asked { self == .koreanToEnglish ? .english : .korean }
}
