import Content
import Kernel
import Practice

/// A card to ask or show.
package struct Question: Hashable, Sendable {
    package let item: StudyItem
    package let term: Term
    /// The position in the session, from 1. A returning card has the number of the last card before
    /// it.
    package let number: Int
    /// The number of cards that the session asks.
    package let count: Int
    /// The memory of the card, or nil for a new card.
    package let state: MemoryState?
    package let note: String?
    /// The days until the card comes back for each rating. It is empty in a test, or if the rating
    /// changes no date.
    package let waits: [Rating: Int]
    /// The choices, including the right term, or empty if the answer is typed.
    package let choices: [Term]

    /// The shown and requested sides, without a shown side that is itself an answer.
    package var sides: TermSides { TermSides(term, asked: asked) }
    package var card: Card { item.card }
    /// Whether the card is shown, asked or asked again.
    package var step: StudyItem.Step { item.step }
    /// The Leitner box, or nil for a new card.
    package var box: Int? { state?.memory.schedule?.box }
    /// Whether the card is at a learning step, so that another answer today changes its memory.
    package var isAtStep: Bool { state?.memory.schedule?.dueAt != nil }
    package var isLeech: Bool { state.map { ItemMemory(card.target, $0).isLeech } ?? false }

    /// The language of the requested side.
    package var asked: AnswerJudge.AnswerLanguage { card.direction.asked }
    /// The shown side: the Korean or the English.
    package var prompt: String { sides.prompt }
    /// The requested side.
    package var answer: String { sides.answer }
    /// Returns a choice as text of the requested side.
    package func text(of choice: Term) -> String { sides.text(of: choice) }
}

extension Direction {
    /// The language of an answer in this direction.
    package var asked: AnswerJudge.AnswerLanguage { self == .koreanToEnglish ? .english : .korean }
}
