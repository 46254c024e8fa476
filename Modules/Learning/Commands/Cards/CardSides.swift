import Content
import Kernel
import Learning
import Terminal

/// What stands on the sides of a card.
enum CardSides {
    /// A new word, whole: as it is written, said and made, and what it means.
    static func both(_ question: Question, _ flashcards: Flashcards, _ note: String?) -> [Block] {
        let term = question.term
        let meaning =
            term.meaning.isEmpty
            ? StyledText(content: term.english, .accent)
            : StyledText("\(content: term.english), “\(content: term.meaning)”", .accent)
        return [.heading(StyledText(term.korean)), .paragraph(meaning)] + spoken(term)
            + own(term, note) + parts(term, flashcards)
    }

    /// The back of a card, with what may help where it keeps being missed.
    static func back(
        _ question: Question, _ flashcards: Flashcards, _ note: String?, isBrokenDown: Bool, twin: Twin?
    ) -> [Block] {
        let term = question.term
        return [.gap, .paragraph(StyledText(asked: question.answer, .accent))] + spoken(term) + own(term, note)
            + (isBrokenDown ? parts(term, flashcards) : offer(term)) + (twin.map { beside(term, $0) } ?? [])
    }

    private static func spoken(_ term: Term) -> [Block] {
        term.pronunciation().map { [.paragraph(StyledText("said \($0.romanized) [\($0.ipa)]", .muted))] } ?? []
    }

    private static func own(_ term: Term, _ note: String?) -> [Block] {
        (term.wording.isEmpty ? [] : [.paragraph(StyledText("Your wording: ", .muted) + StyledText(term.wording))])
            + (term.note.isEmpty ? [] : [.paragraph(StyledText(content: term.note))])
            + (note.map { [.paragraph(StyledText("Your note: ", .muted) + StyledText($0))] } ?? [])
    }

    static func parts(_ term: Term, _ flashcards: Flashcards) -> [Block] {
        let parts = flashcards.parts(of: term)
        return parts.isEmpty
            ? [] : [.gap, .facts(parts.map { ($0.hangul, StyledText("\($0.romanization), \(content: $0.meaning)")) })]
    }

    /// How to ask for the parts. Stands here because hints among the keys give way on a narrow screen.
    private static func offer(_ term: Term) -> [Block] {
        guard term.morphemes.count > 1 else { return [] }
        return [.gap, .paragraph(StyledText("p", .input) + StyledText("  Break down this term", .muted))]
    }

    /// Two words that are easily confused, one beside the other, and how often the second was answered for the first.
    static func beside(_ term: Term, _ twin: Twin) -> [Block] {
        let rows = [term, twin.term].map { one in
            [StyledText(one.hangul), StyledText(one.romanization), StyledText(content: one.english)]
        }
        let table = Table([.init("Easily confused"), .init("Romanised"), .init("English")], rows: rows)
        let often = twin.times == 1 ? "once" : twin.times == 2 ? "twice" : "\(twin.times) times"
        let told: [Block] =
            twin.times == 0
            ? [] : [.paragraph(StyledText("You answered “\(twin.term.english)” \(often) instead of “\(term.english)”.", .muted))]
        return [.gap, .table(table)] + told
    }
}
