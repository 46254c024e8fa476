import Content
import Kernel
import Learning
import Practice
import PracticeCommands
import Terminal

/// A card on the screen: in front and on its back, as a question of a test, or a new word with both sides.
struct CardFace: PracticeFace {
    typealias Kind = CardExercise

    let flashcards: Flashcards
    private var isFlipped = false
    private var isBrokenDown = false
    private(set) var isWriting = false
    /// The learner's own note as it is now, which the task may know from before.
    private var note: String?
    /// What a card that keeps being missed is most easily taken for.
    private var twin: Twin?

    init(_ flashcards: Flashcards) { self.flashcards = flashcards }

    let help = "study"
    let typing = ":s skips the card"

    mutating func turn(to task: Question?, in run: Run<CardExercise>) throws {
        self = CardFace(flashcards)
        guard let task else { return }
        note = task.note
        if task.isLeech { (isBrokenDown, twin) = (true, try flashcards.twin(of: task.term)) }
    }

    func look(at question: Question, in run: Run<CardExercise>, seconds: Double, saying said: [Block]) -> DialogueView {
        DialogueView(
            said + (said.isEmpty ? [] : [.gap]) + blocks(question), wanted: wanted(question, run.settings.mode),
            title: "study \(question.number)/\(question.count)", help: help,
            stage: isWriting ? nil : stage(question, saying: said))
    }

    mutating func press(_ key: Key, on question: Question, in run: Run<CardExercise>) throws -> Reaction {
        if question.step == .show {
            if key == .space || key == .enter || key == .character("s") { return .pass }
        } else if let choice = KeyTable.choice(key, of: question.choices.count) {
            return .answer(.typed(String(choice)))
        } else if isFlipped, let rating = CardFace.rating(for: key) {
            return .answer(.rated(rating))
        }
        switch key {
        case .space, .enter: isFlipped = question.choices.isEmpty
        case CardFace.breakDown: isBrokenDown = isFlipped
        case CardFace.write: isWriting = isTurned(question)
        case CardFace.putAside where isTurned(question):
            try flashcards.setAside(question.term, [question.card.direction])
            return .leave(aside(question))
        case .character("s"): return .pass
        default: break
        }
        return .stay
    }

    mutating func read(_ line: String, on question: Question, in run: Run<CardExercise>) throws -> Reaction {
        if isWriting { return try keep(line, on: question) }
        if [":s", ":skip"].contains(line) { return .pass }
        if question.choices.isEmpty, AnswerJudge.isCopied(line, from: question.prompt, asked: question.asked) {
            return .say(StyledText("“\(line.prefix(40))” is the question itself. \(prompt(question)) what is it?", .warning))
        }
        let choices = question.choices.map(question.text)
        return Slip.sentence(on: line, among: choices, typing).map { .say($0) } ?? .answer(.typed(line))
    }

    /// A note of one's own: an empty line leaves it as it was, a dash takes it away. What cannot be kept is said, and asked for again.
    private mutating func keep(_ line: String, on question: Question) throws -> Reaction {
        guard !line.isEmpty else {
            isWriting = false
            return .stay
        }
        do {
            note = try flashcards.note(line == "-" ? nil : line, on: question.term).note
            isWriting = false
            return .say(StyledText(note == nil ? "The note is gone." : "Kept.", .muted))
        } catch let failure as Failure where failure.kind == .badData {
            return .say(StyledText("\(failure.message) \(failure.advice)", .warning))
        }
    }

    func sentence(on mark: Mark, to question: Question, in run: Run<CardExercise>) -> StyledText? {
        let again = mark.isRight ? "" : " It comes back soon."
        guard run.settings.mode == .test else { return nil }
        switch mark.rating {
        case .good, .easy: return StyledText("Right: \(question.told).", .good)
        case .hard: return StyledText("Nearly: one letter. It is \(question.told).", .warning)
        case .again: return StyledText("No. It is \(question.told).\(again)", .bad)
        }
    }

    func sentence(onTakingBack answer: Answer) -> String { "Taken back: \(answer.rating.word)." }

    func closing(of run: Run<CardExercise>) -> [Block]? {
        let first = run.counted
        guard !run.answers.isEmpty else { return nil }
        return [.paragraph(StyledText("That was the last card: \(first.count { $0.isRight }) of \(first.count) right."))]
    }

    func output(of run: Run<CardExercise>, saying said: [Block]) throws -> Output {
        let (results, statistics) = (try flashcards.results(of: run), try flashcards.statistics())
        return Output.one(
            results, ResultsFields.all,
            blocks: said + ResultsFields.blocks(of: results, statistics),
            next: results.remaining > 0
                ? ["study", "stats"] : statistics.cards.due > 0 ? ["study", "due", "stats"] : ["stats", "due"])
    }

    // MARK: - Keys

    /// The key that asks what the term is made of.
    private static let breakDown = Key.character("p")
    /// The key that begins a note of one's own.
    private static let write = Key.character("w")
    /// The key that sets a card aside.
    private static let putAside = Key.character("x")

    private static func rating(for key: Key) -> Rating? {
        switch key {
        case .character("1"), .character("n"): .again
        case .character("2"): .hard
        case .character("3"), .character("y"): .good
        case .character("4"): .easy
        default: nil
        }
    }

    /// Whether both sides are seen.
    private func isTurned(_ question: Question) -> Bool { isFlipped || question.step == .show }

    private func wanted(_ question: Question, _ mode: StudyConfiguration.Mode) -> DialogueView.Wanted {
        if isWriting { return .line(prompt: "Your note:") }
        let isTyped = mode == .test && question.step != .show && question.choices.isEmpty
        return isTyped ? .line(prompt: prompt(question)) : .key(keys(question))
    }

    private func keys(_ question: Question) -> [KeyHint] {
        let others = [KeyTable.undo(), KeyTable.skip, KeyTable.quit()]
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
    private static func wait(_ rating: Rating, _ question: Question) -> String {
        if rating == .again { return "today" }
        return question.waits[rating].map { $0 == 0 ? "today" : counted($0, "day") } ?? ""
    }

    private func aside(_ question: Question) -> StyledText {
        StyledText("“\(question.term.english)” is set aside. study bring-back \(question.term.id) brings it back.", .muted)
    }

    // MARK: - Sides

    private func blocks(_ question: Question) -> [Block] {
        guard question.step != .show else {
            return [.paragraph(place(question)), .gap] + CardSides.both(question, flashcards, note)
        }
        return [.paragraph(place(question)), .gap, .heading(StyledText(question.prompt))] + choices(question)
            + (isFlipped ? CardSides.back(question, flashcards, note, isBrokenDown: isBrokenDown, twin: twin) : [])
    }

    private func choices(_ question: Question) -> [Block] {
        question.choices.enumerated().map { index, choice in
            .paragraph(StyledText("\(index + 1)  ", .input) + StyledText(question.text(of: choice)))
        }
    }

    /// What stands before the line of a test.
    private func prompt(_ question: Question) -> String {
        if question.asked == .korean { return "Korean:" }
        return question.sides.isName ? "Name or meaning:" : "English:"
    }

    private func place(_ question: Question) -> StyledText {
        switch question.step {
        case .show: return StyledText("A new word. Say it aloud; you will be asked in a moment.", .muted)
        case .again:
            let what = question.isAtStep ? "This is a learning step." : "This is extra practice: the card stays in its box."
            return StyledText("Once more, \(side(question)). \(what)", .muted)
        case .ask:
            return StyledText(
                "Card \(question.number) of \(question.count), \(box(question)), \(side(question))\(leech(question))", .muted)
        }
    }

    private func side(_ question: Question) -> String {
        question.card.direction == .koreanToEnglish ? "Korean to English" : "English to Korean"
    }

    private func box(_ question: Question) -> String { question.box.map { "box \($0)" } ?? "new" }

    private func leech(_ question: Question) -> String { question.isLeech ? ", often missed" : "" }

    // MARK: - The card in the middle of a large screen

    private func stage(_ question: Question, saying said: [Block]) -> Stage {
        let belt = flashcards.library.belts().belt(of: flashcards.learner.grade)
        let title =
            switch question.step {
            case .show: "A new word"
            case .again: "Once more, \(side(question))"
            case .ask: side(question)
            }
        let place = question.step == .show ? "card" : "\(box(question))\(leech(question)), card"
        return Stage(
            StyledText(title, .title), aside: StyledText("\(place) \(question.number) of \(question.count)", .muted),
            progress: Double(question.number - 1) / Double(max(1, question.count)),
            colors: belt?.colours.compactMap(BeltStripe.fill) ?? [], card: sides(question), said: said)
    }

    private func sides(_ question: Question) -> [Block] {
        guard question.step != .show else { return CardSides.both(question, flashcards, note) }
        return [.heading(StyledText(question.prompt))] + (question.choices.isEmpty ? [] : [.gap]) + choices(question)
            + (isFlipped
                ? CardSides.back(question, flashcards, note, isBrokenDown: isBrokenDown, twin: twin) + comingBack(question) : [])
    }

    /// When the card comes back after each rating.
    private func comingBack(_ question: Question) -> [Block] {
        guard !question.waits.isEmpty else { return [] }
        let parts = Rating.allCases.enumerated().map { index, rating in
            let wait = CardFace.wait(rating, question)
            return StyledText("\(index + 1)", .input) + StyledText(" \(rating.word)\(wait.isEmpty ? "" : " \(wait)")", .muted)
        }
        return [.gap, .paragraph(parts.dropFirst().reduce(parts[0]) { $0 + StyledText("  ") + $1 })]
    }
}

extension Question {
    /// The answer as it is told; a name with what it stands for.
    fileprivate var told: String {
        sides.isName && asked == .english && !term.meaning.isEmpty ? "\(answer), “\(term.meaning)”" : answer
    }
}
