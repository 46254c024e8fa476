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
    private(set) var isFlipped = false
    private var isBrokenDown = false
    private(set) var isWriting = false
    /// The learner's own note as it is now, which the task may know from before.
    private var note: String?
    /// What a card that keeps being missed is most easily taken for.
    private var twin: Twin?
    /// What is said aloud; nil where nothing is.
    private(set) var sound: CardSound?

    init(_ flashcards: Flashcards, _ sound: CardSound? = nil) { (self.flashcards, self.sound) = (flashcards, sound) }

    var isChild: Bool { flashcards.learner.isChild }

    let help = "study"
    var typing: String { sound == nil ? ":s skips the card" : ":l says the word again, :s skips the card" }

    mutating func turn(to task: Question?, in run: Run<CardExercise>) throws {
        self = CardFace(flashcards, sound)
        guard let task else { return }
        if task.asked == .english || task.step == .show { speak(task) }
        note = task.note
        if task.isLeech { (isBrokenDown, twin) = (true, try flashcards.twin(of: task.term)) }
    }

    func look(at question: Question, in run: Run<CardExercise>, seconds: Double, saying said: [Block]) -> DialogueView {
        let said = said + (sound?.trouble.map { [.paragraph($0)] } ?? [])
        let front = front(of: question, in: run)
        return DialogueView(
            said + (said.isEmpty ? [] : [.gap]) + blocks(question, front), wanted: wanted(question, run.settings.mode),
            title: "study \(question.number)/\(question.count)", help: help,
            stage: isWriting ? nil : stage(question, front, saying: said))
    }

    /// What is seen of a card before its answer: the prompt, or where it is heard, that it is.
    private func front(of question: Question, in run: Run<CardExercise>) -> StyledText {
        let isHeard = run.settings.isListening && question.asked == .english && !isFlipped && sound?.isMute == false
        return isHeard ? StyledText("♪ Listen: what does it mean?") : StyledText(asked: question.prompt)
    }

    private mutating func speak(_ question: Question) { sound?.say(question.term) }

    mutating func press(_ key: Key, on question: Question, in run: Run<CardExercise>) throws -> Reaction {
        sound?.acknowledge()
        if question.step == .show {
            if key == .space || key == .enter || key == .character("s") { return .pass }
        } else if let choice = KeyTable.choice(key, of: question.choices.count) {
            reveal(question)
            return .answer(.typed(String(choice)))
        } else if isFlipped, let rating = CardFace.rating(for: key) {
            return .answer(.rated(rating))
        }
        switch key {
        case .space, .enter:
            if !isFlipped, question.choices.isEmpty { reveal(question) }
            isFlipped = question.choices.isEmpty
        case CardFace.sayAgain where isAudible(question): speak(question)
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
        sound?.acknowledge()
        if isWriting { return try keep(line, on: question) }
        if [":s", ":skip"].contains(line) { return .pass }
        if line == ":l", sound != nil {
            if isAudible(question) { speak(question) }
            return .stay
        }
        if question.choices.isEmpty, AnswerJudge.isCopied(line, from: question.prompt, asked: question.asked) {
            return .say(StyledText("“\(line.prefix(40))” is the question itself. \(prompt(question)) what is it?", .warning))
        }
        let choices = question.choices.map(question.text)
        let line = flashcards.learner.language.english(of: line, among: choices.isEmpty ? [question.answer] : choices) ?? line
        let slip = Slip.sentence(on: line, among: choices, typing) {
            run.exercise.judge(.typed(line), to: question, in: run).isRight
        }
        if let slip { return .say(slip) }
        reveal(question)
        return .answer(.typed(line))
    }

    /// The answer is seen now: where it is the Korean, it is heard too.
    private mutating func reveal(_ question: Question) {
        if question.asked == .korean { speak(question) }
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
        let again: StyledText = mark.isRight ? "" : " It comes back soon."
        guard run.settings.mode == .test else { return nil }
        if isChild {
            let whole = "\(question.term.hangul) is “\(question.term.english)”."
            return ChildSession.sentence(isRight: mark.isRight, whole, seed: run.log.seed &+ run.answers.count)
        }
        let answer = run.settings.isListening ? "\(question.told), \(question.term.hangul)" : question.told
        switch mark.rating {
        case .good, .easy: return StyledText("Right: \(asked: answer).", .good)
        case .hard: return StyledText("Nearly: one letter. It is \(asked: answer).", .warning)
        case .again: return StyledText("No. It is \(asked: answer).", .bad) + again
        }
    }

    func sentence(onTakingBack answer: Answer) -> String { "Taken back: \(answer.rating.word)." }

    func closing(of run: Run<CardExercise>) -> [Block]? {
        let first = run.counted
        guard !run.answers.isEmpty else { return nil }
        if isChild { return [.paragraph("That was the last one!")] }
        return [.paragraph(StyledText("That was the last card: \(first.count { $0.isRight }) of \(first.count) right."))]
    }

    func output(of run: Run<CardExercise>, saying said: [Block]) throws -> Output {
        sound?.voice.stop()
        let (results, statistics) = (try flashcards.results(of: run), try flashcards.statistics())
        if isChild {
            let ending = ChildSession.ending(
                done: results.answered, known: results.right, "word", streak: statistics.practice.streak.current,
                seed: run.log.seed)
            return Output.one(
                results, ResultsFields.all, blocks: said + (said.isEmpty ? [] : [.gap]) + ending, next: ChildSession.next)
        }
        return Output.one(
            results, ResultsFields.all,
            blocks: said + ResultsFields.blocks(of: results, statistics),
            next: results.remaining > 0
                ? ["study", "stats"] : statistics.cards.due > 0 ? ["study", "due", "stats"] : ["stats", "due"])
    }

    // MARK: - Sides

    private func blocks(_ question: Question, _ front: StyledText) -> [Block] {
        guard !isChild else { return [.paragraph(place(question)), .gap] + sides(question, front) }
        guard question.step != .show else {
            return [.paragraph(place(question)), .gap] + CardSides.both(question, flashcards, note)
        }
        return [.paragraph(place(question)), .gap, .heading(front)] + choices(question)
            + (isFlipped ? CardSides.back(question, flashcards, note, isBrokenDown: isBrokenDown, twin: twin) : [])
    }

    private func choices(_ question: Question) -> [Block] {
        question.choices.enumerated().map { index, choice in
            .paragraph(StyledText("\(index + 1)  ", .input) + StyledText(asked: question.text(of: choice)))
        }
    }

    private func place(_ question: Question) -> StyledText {
        if isChild { return StyledText(declared: childPlace(question), .muted) }
        switch question.step {
        case .show: return StyledText("A new word. Say it aloud; you will be asked in a moment.", .muted)
        case .again:
            let what = question.isAtStep ? "This is a learning step." : "This is extra practice: the card stays in its box."
            return StyledText("Once more, \(declared: side(question)). \(declared: what)", .muted)
        case .ask:
            return StyledText(
                "Card \(question.number) of \(question.count), \(declared: box(question)), \(declared: side(question))\(declared: leech(question))",
                .muted)
        }
    }

    private func childPlace(_ question: Question) -> String {
        question.step == .show ? "A new word. Say it aloud!" : "\(question.number) of \(question.count)"
    }

    private func side(_ question: Question) -> String {
        question.card.direction == .koreanToEnglish ? "Korean to English" : "English to Korean"
    }

    private func box(_ question: Question) -> String { question.box.map { "box \($0)" } ?? "new" }

    private func leech(_ question: Question) -> String { question.isLeech ? ", often missed" : "" }

    // MARK: - The card in the middle of a large screen

    private func stage(_ question: Question, _ front: StyledText, saying said: [Block]) -> Stage {
        let belt = flashcards.library.belts().belt(of: flashcards.learner.grade)
        let title: StyledText =
            switch question.step {
            case .show: StyledText("A new word", .title)
            case .again: StyledText("Once more, \(declared: side(question))", .title)
            case .ask: StyledText(declared: side(question), .title)
            }
        let place =
            question.step == .show
            ? StyledText("say it aloud; it is asked in a moment", .muted)
            : StyledText(
                "\(declared: box(question))\(declared: leech(question)), card \(question.number) of \(question.count)", .muted)
        return Stage(
            isChild ? StyledText(declared: childPlace(question), .title) : title, aside: isChild ? "" : place,
            progress: Double(question.number - 1) / Double(max(1, question.count)),
            colors: belt?.colours.compactMap(BeltStripe.fill) ?? [], card: sides(question, front), said: said, isFramed: !isChild)
    }

    private func sides(_ question: Question, _ front: StyledText) -> [Block] {
        if isChild {
            return question.step == .show
                ? ChildSession.word(question.term)
                : [.heading(front)] + ChildSession.tiles(question.choices.map(question.text))
        }
        guard question.step != .show else { return CardSides.both(question, flashcards, note) }
        return [.heading(front)] + (question.choices.isEmpty ? [] : [.gap]) + choices(question)
            + (isFlipped
                ? CardSides.back(question, flashcards, note, isBrokenDown: isBrokenDown, twin: twin) + comingBack(question) : [])
    }

    /// When the card comes back after each rating.
    private func comingBack(_ question: Question) -> [Block] {
        guard !question.waits.isEmpty else { return [] }
        let parts = Rating.allCases.enumerated().map { index, rating in
            let words = " \(rating.word) \(CardFace.wait(rating, question))".trimmed()
            // A key stands beside its words on every screen.
            return StyledText("\(index + 1)", .input) + StyledText(" \(words)".replacing(" ", with: "\u{A0}"), .muted)
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
