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
            wanted: isTest && question.choices.isEmpty ? .line(prompt: prompt(question)) : .key(keys(question)),
            title: "study \(question.number)/\(question.count)", help: help, stage: stage(question, in: run, saying: said))
    }

    mutating func press(_ key: Key, on question: Question, in run: Run<CardExercise>) -> Reaction {
        if let choice = KeyTable.choice(key, of: question.choices.count) { return .answer(.typed(String(choice))) }
        if isFlipped, let rating = CardFace.rating(for: key) { return .answer(.rated(rating)) }
        switch key {
        case .space, .enter: isFlipped = question.choices.isEmpty
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
    private static let breakDown = Key.character("p")

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
        let others = [KeyTable.undo(), KeyTable.skip, KeyTable.quit()]
        if !question.choices.isEmpty { return KeyTable.choices(question.choices.count) + others }
        return isFlipped ? grades + others + parts : KeyTable.on("flip") + others
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
        if question.asked == .korean { return "Korean:" }
        return question.sides.isName ? "Name or meaning:" : "English:"
    }

    private func place(_ question: Question) -> StyledText {
        StyledText("Card \(question.number) of \(question.count), \(box(question)), \(side(question))", .muted)
    }

    private func side(_ question: Question) -> String {
        question.card.direction == .koreanToEnglish ? "Korean to English" : "English to Korean"
    }

    private func box(_ question: Question) -> String { question.box.map { "box \($0)" } ?? "new" }

    /// The card in the middle, its front above its back.
    private func stage(_ question: Question, in run: Run<CardExercise>, saying said: [Block]) -> Stage {
        let belt = flashcards.library.belts().belt(of: flashcards.learner.grade)
        let choices = question.choices.enumerated().map { index, choice in
            Block.paragraph(StyledText("\(index + 1)  ", .input) + StyledText(question.text(of: choice)))
        }
        return Stage(
            StyledText(side(question), .title),
            aside: StyledText("\(box(question)), card \(question.number) of \(question.count)", .muted),
            progress: Double(question.number - 1) / Double(max(1, question.count)),
            colors: belt?.colours.compactMap(BeltStripe.fill) ?? [],
            card: [.heading(StyledText(question.prompt))] + (choices.isEmpty ? [] : [.gap]) + choices
                + (isFlipped ? back(question) + comingBack(question, in: run) : []),
            said: said)
    }

    /// When the card comes back after each rating.
    private func comingBack(_ question: Question, in run: Run<CardExercise>) -> [Block] {
        guard case .schedule(let scheduler)? = try? run.exercise.memory(in: run) else { return [] }
        let log = flashcards.log
        let old = try? log.memory(of: question.card.target)?.memory.schedule
        let moment = Moment(day: log.today, instant: log.now)
        let parts = Rating.allCases.enumerated().map { index, rating in
            let days = scheduler.schedule(after: rating, from: old ?? nil, at: moment).due.ordinal - log.today.ordinal
            let when = days <= 0 ? "today" : days == 1 ? "tomorrow" : "in \(days) days"
            return StyledText("\(index + 1)", .input) + StyledText(" \(rating.word) \(when)", .muted)
        }
        return [.gap, .paragraph(parts.dropFirst().reduce(parts[0]) { $0 + StyledText("  ") + $1 })]
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
            return [.gap, .paragraph(StyledText("p", .input) + StyledText("  Break down this term", .muted))]
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
