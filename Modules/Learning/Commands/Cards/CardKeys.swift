import Content
import Kernel
import Learning
import Practice
import Terminal

/// The keys of a card, and what is asked for where it is typed.
extension CardFace {
    /// The key that asks what the term is made of.
    static let breakDown = Key.character("p")
    /// The key that begins a note of one's own.
    static let write = Key.character("w")
    /// The key that sets a card aside.
    static let putAside = Key.character("x")

    /// The key that has the word said again.
    static let sayAgain = Key.character("l")

    static func rating(for key: Key) -> Rating? {
        switch key {
        case .character("1"), .character("n"): .again
        case .character("2"): .hard
        case .character("3"), .character("y"): .good
        case .character("4"): .easy
        default: nil
        }
    }

    /// Whether both sides are seen.
    func isTurned(_ question: Question) -> Bool { isFlipped || question.step == .show }

    func wanted(_ question: Question, _ mode: StudyConfiguration.Mode) -> DialogueView.Wanted {
        if isWriting { return .line(prompt: "Your note:") }
        let isTyped = mode == .test && question.step != .show && question.choices.isEmpty
        return isTyped ? .line(prompt: prompt(question)) : .key(keys(question))
    }

    func keys(_ question: Question) -> [KeyHint] {
        let heard = isAudible(question) ? [KeyHint(CardFace.sayAgain, "listen")] : []
        let others = heard + [KeyTable.undo(), KeyTable.skip, KeyTable.quit()]
        if isChild, question.step == .show { return KeyTable.on("next") + others }
        let care = [KeyHint(CardFace.write, "note"), KeyHint(CardFace.putAside, "set aside")]
        if question.step == .show { return KeyTable.on("next") + others + care }
        if !question.choices.isEmpty { return KeyTable.choices(question.choices.count) + others }
        guard isFlipped else { return KeyTable.on("flip") + others }
        let ratings = zip("1234", Rating.allCases).map { figure, rating in
            KeyHint(.character(figure), rating.word, outcome: CardFace.wait(rating, question))
        }
        let words = [KeyHint(.character("n"), "no"), KeyHint(.character("y"), "yes")]
        let parts = question.term.morphemes.count < 2 || question.isLeech ? [] : [KeyHint(CardFace.breakDown, "parts")]
        return ratings + words + others + parts + care
    }

    /// When a card comes back that is rated so; empty where its day stays.
    static func wait(_ rating: Rating, _ question: Question) -> String {
        if rating == .again { return "today" }
        return question.waits[rating].map { $0 == 0 ? "today" : counted($0, "day") } ?? ""
    }

    func aside(_ question: Question) -> StyledText {
        StyledText("“\(question.term.english)” is set aside. study bring-back \(question.term.id) brings it back.", .muted)
    }

    /// Whether the Korean may be heard now: it is no answer that is still to be given.
    func isAudible(_ question: Question) -> Bool { sound != nil && (question.asked == .english || isTurned(question)) }

    /// What stands before the line of a test.
    func prompt(_ question: Question) -> String {
        if question.asked == .korean { return "Korean:" }
        return question.sides.isName ? "Name or meaning:" : "English:"
    }
}
