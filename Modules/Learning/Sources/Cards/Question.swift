import Content
import Kernel
import Practice

/// One card as it is asked, or shown.
public struct Question: Hashable, Sendable {
    /// A term in one direction, and what is done with it.
    public let item: StudyItem
    /// Both sides, as the content has them.
    public let term: Term
    /// Which it is in its session, from 1; a card that returns has the number of the last before it.
    public let number: Int
    /// How many the session asks, each once.
    public let count: Int
    /// What is remembered of it; nil for a new card.
    public let state: MemoryState?
    /// The learner's own note on the word; nil without one.
    public let note: String?
    /// In how many days it comes back, by what the learner says of it; empty where that moves nothing, and in a test.
    public let waits: [Rating: Int]
    /// Terms to choose from, the right one among them; empty when the answer is typed.
    public let choices: [Term]

    /// What is shown and what is wanted, so that nothing shown is an answer.
    public var sides: TermSides { TermSides(term, asked: asked) }
    /// A term in one direction.
    public var card: Card { item.card }
    /// Whether it is shown, asked, or asked once more.
    public var step: StudyItem.Step { item.step }
    /// The box it lies in; nil for a new card.
    public var box: Int? { state?.memory.schedule?.box }
    /// Whether it is at a learning step, so that another answer of the day moves its memory.
    public var isAtStep: Bool { state?.memory.schedule?.dueAt != nil }
    /// Whether it keeps being missed.
    public var isLeech: Bool { state.map { ItemMemory(card.target, $0).isLeech } ?? false }

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
