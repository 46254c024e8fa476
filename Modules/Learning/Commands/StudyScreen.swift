import Content
import Kernel
import Learning
import Terminal

/// A study session on the screen: what is shown now, and what a key or a line makes of it. What must last is kept by `Flashcards` before
/// `handle` returns.
struct StudyScreen: Session {
    private let flashcards: Flashcards
    private var sitting: Sitting
    private var question: Question?
    private var isFlipped = false
    private var isBrokenDown = false
    private var shownAt: Instant
    private var said: [Block] = []

    init(_ flashcards: Flashcards, _ sitting: Sitting) throws {
        (self.flashcards, self.sitting) = (flashcards, sitting)
        shownAt = flashcards.now
        question = try flashcards.question(in: sitting)
    }

    private var isTest: Bool { sitting.session.configuration.mode == .test }

    var view: SessionView {
        guard let question else { return SessionView(said, wanted: .key([KeyHint(.enter, "results")]), help: "study") }
        let face = face(of: question)
        let blocks = said + (said.isEmpty ? [] : [.gap]) + face.blocks
        return SessionView(
            blocks, wanted: isTest ? .line(prompt: face.prompt) : .key(face.keys),
            title: "study \(question.number)/\(question.count)", help: "study")
    }

    mutating func handle(_ event: SessionEvent) throws -> SessionStep {
        switch event {
        case .tick: return .stay
        case .end: return try leave()
        case .key(let key): return try isTest ? .stay : handle(key)
        case .line(let line): return try isTest ? handle(line) : .stay
        }
    }

    // MARK: - Learn

    private mutating func handle(_ key: Key) throws -> SessionStep {
        guard let question else { return try leave() }
        let face = face(of: question)
        if isFlipped, let rating = face.rating(for: key) {
            try flashcards.answer(rating, milliseconds: elapsed, in: &sitting)
            return try next(saying: [])
        }
        switch key {
        case .space, .enter:
            isFlipped = true
            return .stay
        case QuestionFace.breakDown:
            isBrokenDown = isFlipped && question.term.morphemes.count > 1
            return .stay
        case .character("s"): return try skip()
        case .character("u"): return try takeBack()
        case .character("q"): return try leave()
        default: return .stay
        }
    }

    // MARK: - Test

    private mutating func handle(_ line: String) throws -> SessionStep {
        guard let question else { return try leave() }
        switch line.split(separator: " ").joined(separator: " ") {
        case ":s", ":skip": return try skip()
        case ":u", ":undo": return try takeBack()
        case ":q", ":quit": return try leave()
        case "", "?", ":?", ":help":
            said = [
                .paragraph(
                    StyledText("Type the answer. :s passes over the card, :u takes the last answer back, :q leaves.", .muted))
            ]
            return .stay
        case let text:
            let judged = try flashcards.answer(typed: text, to: question, milliseconds: elapsed, in: &sitting)
            return try next(saying: [.paragraph(QuestionFace.sentence(on: judged))])
        }
    }

    // MARK: - Both

    private var elapsed: Int { Int(max(0, flashcards.now.seconds(since: shownAt)) * 1000) }

    private func face(of question: Question) -> QuestionFace {
        let parts = isBrokenDown ? question.term.morphemes.compactMap(flashcards.library.morpheme) : []
        return QuestionFace(question: question, isFlipped: isFlipped, parts: parts)
    }

    private mutating func next(saying blocks: [Block]) throws -> SessionStep {
        (said, isFlipped, isBrokenDown, shownAt) = (blocks, false, false, flashcards.now)
        question = try flashcards.question(in: sitting)
        guard question == nil else { return .stay }
        return .finish(try output(of: flashcards.finish(&sitting)))
    }

    private mutating func skip() throws -> SessionStep {
        try flashcards.skip(in: &sitting)
        return try next(saying: [])
    }

    private mutating func takeBack() throws -> SessionStep {
        do {
            let answer = try flashcards.takeBack(in: &sitting)
            return try next(saying: [.paragraph(StyledText("Taken back: \(answer.rating.word).", .muted))])
        } catch let failure as Failure where [.nothingToTakeBack, .answeredSince, .answerNotFound].contains(failure.code) {
            said = [.paragraph(StyledText(failure.message, .warning))]
            return .stay
        }
    }

    /// Left before its end: what was answered stays, the rest waits.
    private mutating func leave() throws -> SessionStep {
        said = []
        if sitting.isDone { return .finish(try output(of: flashcards.finish(&sitting))) }
        try flashcards.pause(&sitting)
        return .finish(try output(of: flashcards.results(of: sitting)))
    }

    private func output(of results: StudyResults) throws -> Output {
        let statistics = try flashcards.statistics()
        return Output.one(
            results, ResultsFields.all, blocks: said + ResultsFields.blocks(of: results, statistics),
            next: results.remaining > 0
                ? ["study", "stats"] : statistics.cards.due > 0 ? ["study", "due", "stats"] : ["stats", "due"])
    }
}
