import Content
import Interface
import Kernel
import Learning
import Practice

/// The keys of a card and the prompts for typed answers.
extension CardView {
    /// The key that shows the parts of the term.
    static let partsKey = Key.character("p")
    /// The key that starts a personal note.
    static let noteKey = Key.character("w")
    static let setAsideKey = Key.character("x")

    static let listenKey = Key.character("l")

    /// Returns the rating that a key gives, or nil for other keys.
    static func rating(for key: Key) -> Rating? {
        switch key {
        case .character("1"), .character("n"): .again
        case .character("2"): .hard
        case .character("3"), .character("y"): .good
        case .character("4"): .easy
        default: nil
        }
    }

    /// Whether both sides are visible.
    func isTurned(_ question: Question) -> Bool { isFlipped || question.step == .show }

    /// Returns the input that the card accepts: a line, or the keys.
    func wantedInput(_ question: Question, _ mode: StudyConfiguration.Mode) -> DialogueView.Wanted {
        if isWriting { return .line(prompt: "Your note:") }
        let isTyped = mode == .test && question.step != .show && question.choices.isEmpty
        return isTyped ? .line(prompt: prompt(question)) : .key(keys(question))
    }

    /// Returns the keys that the card accepts in its present state, the most useful first.
    func keys(_ question: Question) -> [KeyHint] {
        let listenKeys = isAudible(question) ? [KeyHint(CardView.listenKey, "listen")] : []
        let sessionKeys = listenKeys + [KeyTable.undo(), KeyTable.skip, KeyTable.quit()]
        if isChild, question.step == .show { return KeyTable.advance("next") + sessionKeys }
        let wordKeys = [KeyHint(CardView.noteKey, "note"), KeyHint(CardView.setAsideKey, "set aside")]
        if question.step == .show { return KeyTable.advance("next") + sessionKeys + wordKeys }
        if !question.choices.isEmpty { return KeyTable.choices(question.choices.count) + sessionKeys }
        guard isFlipped else { return KeyTable.advance("flip") + sessionKeys }
        let ratings = zip("1234", Rating.allCases).map { figure, rating in
            KeyHint(.character(figure), rating.word, outcome: CardView.waitText(rating, question))
        }
        let yesNoKeys = [KeyHint(.character("n"), "no"), KeyHint(.character("y"), "yes")]
        let partsKeys =
            question.term.morphemes.count < 2 || question.isLeech ? [] : [KeyHint(CardView.partsKey, "parts")]
        return ratings + yesNoKeys + sessionKeys + partsKeys + wordKeys
    }

    /// Returns the time until a card with this rating comes back, or an empty string if its date
    /// does not change.
    static func waitText(_ rating: Rating, _ question: Question) -> String {
        if rating == .again { return "today" }
        return question.waits[rating].map { $0 == 0 ? "today" : counted($0, "day") } ?? ""
    }

    /// Returns the message after a card was set aside, with the command that brings it back.
    func setAsideMessage(_ question: Question) -> StyledText {
        StyledText(
            "“\(question.term.english)” is set aside. study bring-back \(question.term.id) brings it back.", .muted)
    }

    /// Whether the app may speak the Korean word now without revealing the answer.
    func isAudible(_ question: Question) -> Bool { sound != nil && (question.asked == .english || isTurned(question)) }

    /// Returns the prompt of the input line in a test.
    func prompt(_ question: Question) -> String {
        if question.asked == .korean { return "Korean:" }
        return question.sides.isName ? "Name or meaning:" : "English:"
    }
}
