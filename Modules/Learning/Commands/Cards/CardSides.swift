import Content
import Interface
import Kernel
import Learning

/// The contents of the two sides of a card.
package enum CardSides {
    /// Returns a new word in full: its spelling, pronunciation, parts and meaning.
    static func fullWord(_ question: Question, _ flashcards: Flashcards, _ note: String?) -> [Block] {
        let term = question.term
        let meaning =
            term.meaning.isEmpty
            ? StyledText(content: term.english, .accent)
            : StyledText("\(content: term.english), “\(content: term.meaning)”", .accent)
        return [.heading(StyledText(term.korean)), .paragraph(meaning)] + pronunciation(term)
            + learnerTexts(term, note) + parts(term, flashcards)
    }

    /// Returns the back of a card, with help for a card that the learner keeps missing.
    static func back(
        _ question: Question, _ flashcards: Flashcards, _ note: String?, isBrokenDown: Bool, twin: Twin?
    ) -> [Block] {
        let term = question.term
        return [.gap, .paragraph(StyledText(asked: question.answer, .accent))] + pronunciation(term)
            + learnerTexts(term, note)
            + (isBrokenDown ? parts(term, flashcards) : partsHint(term)) + (twin.map { comparison(term, $0) } ?? [])
    }

    /// Returns the romanized and the phonetic pronunciation, or no blocks if it is unknown.
    private static func pronunciation(_ term: Term) -> [Block] {
        term.pronunciation().map { [.paragraph(StyledText("said \($0.romanized) [\($0.ipa)]", .muted))] } ?? []
    }

    /// Returns the learner's own wording, the note of the content, and the learner's note.
    private static func learnerTexts(_ term: Term, _ note: String?) -> [Block] {
        (term.wording.isEmpty ? [] : [.paragraph(StyledText("Your wording: ", .muted) + StyledText(term.wording))])
            + (term.note.isEmpty ? [] : [.paragraph(StyledText(content: term.note))])
            + (note.map { [.paragraph(StyledText("Your note: ", .muted) + StyledText($0))] } ?? [])
    }

    /// Returns the word parts of a compound with their meanings, or no blocks for a simple word.
    static func parts(_ term: Term, _ flashcards: Flashcards) -> [Block] {
        let parts = flashcards.parts(of: term)
        return parts.isEmpty
            ? [] : [.gap, .facts(parts.map { ($0.hangul, StyledText("\($0.romanization), \(content: $0.meaning)")) })]
    }

    /// Returns the hint for showing the parts.
    ///
    /// The hint is part of the card because key hints are dropped on a narrow screen.
    private static func partsHint(_ term: Term) -> [Block] {
        guard term.morphemes.count > 1 else { return [] }
        return [.gap, .paragraph(StyledText("p", .input) + StyledText("  Break down this term", .muted))]
    }

    /// Returns two easily confused words side by side, and the number of times the second was
    /// answered for the first.
    package static func comparison(_ term: Term, _ twin: Twin) -> [Block] {
        let rows = [term, twin.term].map { term in
            [StyledText(term.hangul), StyledText(term.romanization), StyledText(content: term.english)]
        }
        let table = Table([.init("Easily confused"), .init("Romanised"), .init("English")], rows: rows)
        let frequency = twin.times == 1 ? "once" : twin.times == 2 ? "twice" : "\(twin.times) times"
        let confusionText: [Block] =
            twin.times == 0
            ? []
            : [
                .paragraph(
                    StyledText("You answered “\(twin.term.english)” \(frequency) instead of “\(term.english)”.", .muted)
                )
            ]
        return [.gap, .table(table)] + confusionText
    }
}
