import Content
import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// A card on the screen: in front and on its back, or as a question of a test.
struct CardFace: PracticeFace {
    typealias Kind = CardExercise

    let flashcards: Flashcards
    private var isFlipped = false
    private var isBrokenDown = false

    init(_ flashcards: Flashcards) { self.flashcards = flashcards }

    let help = "study"
    let typing = ":s passes over the card"

    mutating func turn(to task: Question?, in run: Run<CardExercise>) { self = CardFace(flashcards) }

    func look(at question: Question, in run: Run<CardExercise>, seconds: Double, saying said: [Block]) -> DialogueView {
        let isTest = run.settings.mode == .test
        return DialogueView(
            said + (said.isEmpty ? [] : [.gap]) + blocks(question),
            wanted: isTest ? .line(prompt: prompt(question)) : .key(keys(question)),
            title: "study \(question.number)/\(question.count)", help: help)
    }

    mutating func press(_ key: Key, on question: Question, in run: Run<CardExercise>) -> Reaction {
        if isFlipped, let rating = CardFace.rating(for: key) { return .answer(.rated(rating)) }
        switch key {
        case .space, .enter: isFlipped = true
        case CardFace.breakDown: isBrokenDown = isFlipped
        case .character("s"): return .pass
        default: break
        }
        return .stay
    }

    func read(_ line: String, on question: Question, in run: Run<CardExercise>) -> Reaction {
        if [":s", ":skip"].contains(line) { return .pass }
        if question.choices.isEmpty, AnswerJudge.isCopied(line, from: question.prompt, asked: question.asked) {
            return .say(StyledText("“\(line.prefix(40))” stands in the question. \(prompt(question)) what is it?", .warning))
        }
        let choices = question.choices.map(question.text)
        return Slip.sentence(on: line, among: choices, typing).map { .say($0) } ?? .answer(.typed(line))
    }

    func sentence(on mark: Mark, to question: Question, in run: Run<CardExercise>) -> StyledText? {
        guard run.settings.mode == .test else { return nil }
        switch mark.rating {
        case .good, .easy: return StyledText("Right: \(question.told).", .good)
        case .hard: return StyledText("Nearly: one letter. It is \(question.told).", .warning)
        case .again: return StyledText("No. It is \(question.told).", .bad)
        }
    }

    func sentence(onTakingBack answer: Answer) -> String { "Taken back: \(answer.rating.word)." }

    func output(of run: Run<CardExercise>, saying said: [Block]) throws -> Output {
        let (results, statistics) = (try flashcards.results(of: run), try flashcards.statistics())
        return try Output.one(
            results, ResultsFields.all,
            blocks: said + ResultsFields.blocks(of: results, statistics) + Milestones.blocks(of: run, flashcards, statistics),
            next: results.remaining > 0
                ? ["study", "stats"] : statistics.cards.due > 0 ? ["study", "due", "stats"] : ["stats", "due"])
    }

    // MARK: - Keys

    /// The key that asks what the term is made of.
    private static let breakDown = Key.character("b")

    private static func rating(for key: Key) -> Rating? {
        switch key {
        case .character("1"), .character("n"): .again
        case .character("2"): .hard
        case .character("3"), .character("y"): .good
        case .character("4"): .easy
        default: nil
        }
    }

    private func keys(_ question: Question) -> [KeyHint] {
        let grades: [KeyHint] = [
            KeyHint(.character("1"), "again"), KeyHint(.character("2"), "hard"), KeyHint(.character("3"), "good"),
            KeyHint(.character("4"), "easy"), KeyHint(.character("n"), "no"), KeyHint(.character("y"), "yes"),
        ]
        let parts = question.term.morphemes.count < 2 ? [] : [KeyHint(CardFace.breakDown, "parts")]
        let others = [KeyHint(.character("u"), "undo"), KeyHint(.character("s"), "skip"), KeyHint(.character("q"), "quit")]
        return isFlipped ? grades + others + parts : [KeyHint(.space, "flip"), KeyHint(.enter, "flip")] + others
    }

    // MARK: - Sides

    private func blocks(_ question: Question) -> [Block] {
        let choices = question.choices.enumerated().map { index, choice in
            Block.paragraph(StyledText("\(index + 1)  ", .input) + StyledText(question.text(of: choice)))
        }
        return [.paragraph(place(question)), .gap, .heading(StyledText(question.prompt))] + choices
            + (isFlipped ? back(question) : [])
    }

    /// What stands before the line of a test.
    private func prompt(_ question: Question) -> String {
        guard question.choices.isEmpty else { return "1–\(question.choices.count):" }
        if question.asked == .korean { return "Korean:" }
        return question.sides.isName ? "Name or meaning:" : "English:"
    }

    private func place(_ question: Question) -> StyledText {
        let side = question.card.direction == .koreanToEnglish ? "Korean to English" : "English to Korean"
        let box = question.box.map { "box \($0)" } ?? "new"
        return StyledText("Card \(question.number) of \(question.count), \(box), \(side)", .muted)
    }

    private func back(_ question: Question) -> [Block] {
        let spoken = question.term.pronunciation().map { "\($0.romanized) [\($0.ipa)]" }
        let lines = [StyledText(question.answer, .accent)] + (spoken.map { [StyledText("said \($0)", .muted)] } ?? [])
        let note = question.term.note.isEmpty ? [] : [StyledText(question.term.note)]
        return [.gap] + (lines + note).map { .paragraph($0) } + breakdown(question.term)
    }

    /// What the term is made of, or how to ask for it. Stands here because hints among the keys give way on a narrow screen.
    private func breakdown(_ term: Term) -> [Block] {
        guard term.morphemes.count > 1 else { return [] }
        guard isBrokenDown else {
            return [.gap, .paragraph(StyledText("b", .input) + StyledText("  Break down this term", .muted))]
        }
        let parts = term.morphemes.compactMap(flashcards.library.morpheme)
        return [.gap, .facts(parts.map { ($0.hangul, StyledText("\($0.romanization), \($0.meaning)")) })]
    }
}

extension Question {
    /// The answer as it is told; a name with what it stands for.
    fileprivate var told: String {
        sides.isName && asked == .english && !term.meaning.isEmpty ? "\(answer), “\(term.meaning)”" : answer
    }
}
