import Content
import Learning
import Terminal

/// How a card looks, in front and on its back, and which keys belong to it.
struct QuestionFace {
    let question: Question
    let isFlipped: Bool
    /// What the term is made of, once it was asked for.
    let parts: [Morpheme]

    /// The key that asks what the term is made of.
    static let breakDown = Key.character("b")

    var blocks: [Block] {
        var blocks: [Block] = [.paragraph(place), .gap, .heading(StyledText(question.prompt))]
        blocks += question.choices.enumerated().map { index, choice in
            .paragraph(StyledText("\(index + 1)  ", .input) + StyledText(question.text(of: choice)))
        }
        if isFlipped { blocks += back }
        return blocks
    }

    /// What stands before the line of a test.
    var prompt: String {
        let wanted = question.card.direction == .koreanToEnglish ? "English" : "Korean"
        return question.choices.isEmpty ? "\(wanted):" : "1–\(question.choices.count):"
    }

    var keys: [KeyHint] {
        let grades: [KeyHint] = [
            KeyHint(.character("1"), "again"), KeyHint(.character("2"), "hard"), KeyHint(.character("3"), "good"),
            KeyHint(.character("4"), "easy"), KeyHint(.character("n"), "no"), KeyHint(.character("y"), "yes"),
        ]
        let parts = question.term.morphemes.count < 2 ? [] : [KeyHint(QuestionFace.breakDown, "parts")]
        let others = [KeyHint(.character("u"), "undo"), KeyHint(.character("s"), "skip"), KeyHint(.character("q"), "quit")]
        return isFlipped ? grades + others + parts : [KeyHint(.space, "flip"), KeyHint(.enter, "flip")] + others
    }

    func rating(for key: Key) -> Rating? {
        switch key {
        case .character("1"), .character("n"): .again
        case .character("2"): .hard
        case .character("3"), .character("y"): .good
        case .character("4"): .easy
        default: nil
        }
    }

    static func sentence(on judged: Judged) -> StyledText {
        switch judged.verdict {
        case .right: StyledText("Right: \(judged.wanted).", .good)
        case .nearlyRight: StyledText("Nearly: one letter. It is \(judged.wanted).", .warning)
        case .wrong: StyledText("No. It is \(judged.wanted).", .bad)
        }
    }

    private var place: StyledText {
        let side = question.card.direction == .koreanToEnglish ? "Korean to English" : "English to Korean"
        let box = question.box.map { "box \($0)" } ?? "new"
        return StyledText("Card \(question.number) of \(question.count), \(box), \(side)", .muted)
    }

    private var back: [Block] {
        let spoken = question.term.pronunciation().map { "\($0.romanized) [\($0.ipa)]" }
        let lines = [StyledText(question.answer, .accent)] + (spoken.map { [StyledText("said \($0)", .muted)] } ?? [])
        let note = question.term.note.isEmpty ? [] : [StyledText(question.term.note)]
        return [.gap] + (lines + note).map { .paragraph($0) } + breakdown
    }

    /// What the term is made of, or how to ask for it. Stands here because hints among the keys give way on a narrow screen.
    private var breakdown: [Block] {
        guard parts.isEmpty else {
            return [.gap, .facts(parts.map { ($0.hangul, StyledText("\($0.romanization), \($0.meaning)")) })]
        }
        guard question.term.morphemes.count > 1 else { return [] }
        return [.gap, .paragraph(StyledText("b", .input) + StyledText("  Break down this term", .muted))]
    }
}
