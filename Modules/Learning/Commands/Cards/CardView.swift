import Content
import Interface
import Kernel
import Learning
import Practice
import PracticeCommands

/// A card on the screen: its front and back, a test question, or a new word with both sides.
package struct CardView: ExerciseView {
    package typealias Kind = CardExercise

    let flashcards: Flashcards
    private(set) var isFlipped = false
    /// Whether the parts of the term are visible.
    private var isBrokenDown = false
    package private(set) var isWriting = false
    /// The learner's current note, which can be newer than the one in the task.
    private var note: String?
    /// The term that the learner most often confuses with a frequently missed card.
    private var twin: Twin?
    /// The sound of the current card, or nil if the app does not speak.
    private(set) var sound: CardSound?

    package init(_ flashcards: Flashcards) { self.init(flashcards, nil) }

    init(_ flashcards: Flashcards, _ sound: CardSound?) {
        self.flashcards = flashcards
        self.sound = sound
    }

    var isChild: Bool { flashcards.learner.isChild }

    package let help = "study"
    package var inputHint: String { sound == nil ? ":s skips the card" : ":l says the word again, :s skips the card" }

    package mutating func prepare(for task: Question?, in run: Run<CardExercise>) throws {
        self = CardView(flashcards, sound)
        guard let task else { return }
        if task.asked == .english || task.step == .show { speak(task) }
        note = task.note
        if task.isLeech { (isBrokenDown, twin) = (true, try flashcards.twin(of: task.term)) }
    }

    package func render(_ question: Question, in run: Run<CardExercise>, seconds: Double, saying messages: [Block])
        -> DialogueView
    {
        let messages = messages + (sound?.trouble.map { [.paragraph($0)] } ?? [])
        let front = front(of: question, in: run)
        return DialogueView(
            messages + (messages.isEmpty ? [] : [.gap]) + blocks(question, front),
            wanted: wantedInput(question, run.settings.mode),
            title: "study \(question.number)/\(question.count)", help: help,
            stage: isWriting ? nil : stage(question, front, saying: messages))
    }

    /// Returns the front of a card: the prompt, or a notice that the word is spoken.
    private func front(of question: Question, in run: Run<CardExercise>) -> StyledText {
        let isHeard = run.settings.isListening && question.asked == .english && !isFlipped && sound?.isMute == false
        return isHeard ? StyledText("♪ Listen: what does it mean?") : StyledText(asked: question.prompt)
    }

    private mutating func speak(_ question: Question) { sound?.say(question.term) }

    package mutating func handle(_ key: Key, on question: Question, in run: Run<CardExercise>) throws -> Reaction {
        sound?.acknowledge()
        if question.step == .show {
            if key == .space || key == .enter || key == .character("s") { return .skip }
        } else if let choice = KeyTable.choice(key, of: question.choices.count) {
            reveal(question)
            return .answer(.typed(String(choice)))
        } else if isFlipped, let rating = CardView.rating(for: key) {
            return .answer(.rated(rating))
        }
        switch key {
        case .space, .enter:
            if !isFlipped, question.choices.isEmpty { reveal(question) }
            isFlipped = question.choices.isEmpty
        case CardView.listenKey where isAudible(question): speak(question)
        case CardView.partsKey: isBrokenDown = isFlipped
        case CardView.noteKey: isWriting = isTurned(question)
        case CardView.setAsideKey where isTurned(question):
            try flashcards.setAside(question.term, [question.card.direction])
            return .skipWithMessage(setAsideMessage(question))
        case .character("s"): return .skip
        default: break
        }
        return .stay
    }

    package mutating func read(_ line: String, on question: Question, in run: Run<CardExercise>) throws -> Reaction {
        sound?.acknowledge()
        if isWriting { return try saveNote(line, on: question) }
        if [":s", ":skip"].contains(line) { return .skip }
        if line == ":l", sound != nil {
            if isAudible(question) { speak(question) }
            return .stay
        }
        if question.choices.isEmpty, AnswerJudge.isCopied(line, from: question.prompt, asked: question.asked) {
            return .say(
                StyledText("“\(line.prefix(40))” is the question itself. \(prompt(question)) what is it?", .warning))
        }
        let choices = question.choices.map(question.text)
        let line =
            flashcards.learner.language.english(of: line, among: choices.isEmpty ? [question.answer] : choices) ?? line
        let typo = AnswerTypo.explanation(on: line, among: choices, inputHint) {
            run.exercise.judge(.typed(line), to: question, in: run).isRight
        }
        if let typo { return .say(typo) }
        reveal(question)
        return .answer(.typed(line))
    }

    /// Marks the answer as visible, and speaks it if it is Korean.
    private mutating func reveal(_ question: Question) {
        if question.asked == .korean { speak(question) }
    }

    /// Saves the typed note of the learner.
    ///
    /// An empty line keeps the existing note, and `-` deletes it. If the text is invalid, the app
    /// explains why and asks again.
    private mutating func saveNote(_ line: String, on question: Question) throws -> Reaction {
        guard !line.isEmpty else {
            isWriting = false
            return .stay
        }
        do {
            note = try flashcards.annotate(line == "-" ? nil : line, on: question.term).note
            isWriting = false
            return .say(StyledText(note == nil ? "The note is deleted." : "Kept.", .muted))
        } catch let failure as Failure where failure.kind == .badData {
            return .say(StyledText("\(failure.message) \(failure.advice)", .warning))
        }
    }

    package func feedback(on mark: Mark, to question: Question, in run: Run<CardExercise>) -> StyledText? {
        let returnNotice: StyledText = mark.isRight ? "" : " It comes back soon."
        guard run.settings.mode == .test else { return nil }
        if isChild {
            let pairText = "\(question.term.hangul) is “\(question.term.english)”."
            return ChildSession.feedback(isRight: mark.isRight, pairText, seed: run.log.seed &+ run.answers.count)
        }
        let answer =
            run.settings.isListening
            ? "\(question.answerWithMeaning), \(question.term.hangul)" : question.answerWithMeaning
        switch mark.rating {
        case .good, .easy: return StyledText("Right: \(asked: answer).", .good)
        case .hard: return StyledText("Nearly: one letter. It is \(asked: answer).", .warning)
        case .again: return StyledText("No. It is \(asked: answer).", .bad) + returnNotice
        }
    }

    package func undoMessage(onTakingBack answer: Answer) -> String { "Taken back: \(answer.rating.word)." }

    package func closing(of run: Run<CardExercise>) -> [Block]? {
        let countedAnswers = run.counted
        guard !run.answers.isEmpty else { return nil }
        if isChild { return [.paragraph("That was the last one!")] }
        return [
            .paragraph(
                StyledText(
                    "That was the last card: \(countedAnswers.count { $0.isRight }) of \(countedAnswers.count) right."))
        ]
    }

    package func output(of run: Run<CardExercise>, saying messages: [Block]) throws -> Output {
        sound?.voice.stop()
        let results = try flashcards.results(of: run)
        let statistics = try flashcards.statistics()
        if isChild {
            let ending = ChildSession.ending(
                done: results.answered, known: results.right, "word", streak: statistics.practice.streak.current,
                seed: run.log.seed)
            return Output.one(
                results, ResultsFields.all, blocks: messages + (messages.isEmpty ? [] : [.gap]) + ending,
                next: ChildSession.next)
        }
        return Output.one(
            results, ResultsFields.all, blocks: messages + ResultsFields.blocks(of: results, statistics),
            next: results.remaining > 0
                ? ["study", "stats"] : statistics.cards.due > 0 ? ["study", "due", "stats"] : ["stats", "due"])
    }

    // MARK: - Sides

    /// Returns the card for a plain screen.
    private func blocks(_ question: Question, _ front: StyledText) -> [Block] {
        guard !isChild else { return [.paragraph(positionText(question)), .gap] + sides(question, front) }
        guard question.step != .show else {
            return [.paragraph(positionText(question)), .gap] + CardSides.fullWord(question, flashcards, note)
        }
        return [.paragraph(positionText(question)), .gap, .heading(front)] + choices(question)
            + (isFlipped ? CardSides.back(question, flashcards, note, isBrokenDown: isBrokenDown, twin: twin) : [])
    }

    /// Returns the numbered choices, or no blocks for a question without choices.
    private func choices(_ question: Question) -> [Block] {
        question.choices.enumerated().map { index, choice in
            .paragraph(StyledText("\(index + 1)  ", .input) + StyledText(asked: question.text(of: choice)))
        }
    }

    /// Returns the position of the card in the session, with its box and direction.
    private func positionText(_ question: Question) -> StyledText {
        if isChild { return StyledText(declared: childPositionText(question), .muted) }
        switch question.step {
        case .show: return StyledText("A new word. Say it aloud; you will be asked in a moment.", .muted)
        case .again:
            let explanation =
                question.isAtStep ? "This is a learning step." : "This is extra practice: the card stays in its box."
            return StyledText("Once more, \(declared: directionText(question)). \(declared: explanation)", .muted)
        case .ask:
            return StyledText(
                "Card \(question.number) of \(question.count), \(declared: boxText(question)), \(declared: directionText(question))\(declared: leechText(question))",
                .muted)
        }
    }

    /// Returns the position of the card in the words for a small child.
    private func childPositionText(_ question: Question) -> String {
        question.step == .show ? "A new word. Say it aloud!" : "\(question.number) of \(question.count)"
    }

    private func directionText(_ question: Question) -> String {
        question.card.direction == .koreanToEnglish ? "Korean to English" : "English to Korean"
    }

    private func boxText(_ question: Question) -> String { question.box.map { "box \($0)" } ?? "new" }

    private func leechText(_ question: Question) -> String { question.isLeech ? ", often missed" : "" }

    // MARK: - The card in the middle of a large screen

    /// Returns the card for the middle of a large screen.
    private func stage(_ question: Question, _ front: StyledText, saying messages: [Block]) -> Stage {
        let belt = flashcards.library.belts().belt(of: flashcards.learner.grade)
        let title: StyledText =
            switch question.step {
            case .show: StyledText("A new word", .title)
            case .again: StyledText("Once more, \(declared: directionText(question))", .title)
            case .ask: StyledText(declared: directionText(question), .title)
            }
        let positionText =
            question.step == .show
            ? StyledText("say it aloud; it is asked in a moment", .muted)
            : StyledText(
                "\(declared: boxText(question))\(declared: leechText(question)), card \(question.number) of \(question.count)",
                .muted)
        return Stage(
            isChild ? StyledText(declared: childPositionText(question), .title) : title,
            aside: isChild ? "" : positionText,
            progress: Double(question.number - 1) / Double(max(1, question.count)),
            colors: belt?.colors.compactMap(BeltStripe.fill) ?? [], card: sides(question, front), feedback: messages,
            isFramed: !isChild)
    }

    /// Returns the visible sides of the card.
    private func sides(_ question: Question, _ front: StyledText) -> [Block] {
        if isChild {
            return question.step == .show
                ? ChildSession.word(question.term)
                : [.heading(front)] + ChildSession.tiles(question.choices.map(question.text))
        }
        guard question.step != .show else { return CardSides.fullWord(question, flashcards, note) }
        return [.heading(front)] + (question.choices.isEmpty ? [] : [.gap]) + choices(question)
            + (isFlipped
                ? CardSides.back(question, flashcards, note, isBrokenDown: isBrokenDown, twin: twin)
                    + nextDueDates(question) : [])
    }

    /// Returns the time until the card comes back for each rating.
    private func nextDueDates(_ question: Question) -> [Block] {
        guard !question.waits.isEmpty else { return [] }
        let parts = Rating.allCases.enumerated().map { index, rating in
            let words = " \(rating.word) \(CardView.waitText(rating, question))".trimmed()
            // A non-breaking space keeps each key on the same line as its label.
            return StyledText("\(index + 1)", .input) + StyledText(" \(words)".replacing(" ", with: "\u{A0}"), .muted)
        }
        return [.gap, .paragraph(parts.dropFirst().reduce(parts[0]) { $0 + StyledText("  ") + $1 })]
    }
}

extension Question {
    /// The answer as text, with the meaning if the term is a name.
    fileprivate var answerWithMeaning: String {
        sides.isName && asked == .english && !term.meaning.isEmpty ? "\(answer), “\(term.meaning)”" : answer
    }
}
