import Kernel
import Learning
import Terminal

/// A quiz or a test, question by question. Each answer is kept before the next question shows; a test tells nothing before its end.
struct PatternRoundScreen: Session {
    private let training: PatternTraining
    private var round: PatternRound
    private var shownAt: Instant
    private var said: [Block] = []

    init(_ training: PatternTraining, _ round: PatternRound) {
        (self.training, self.round) = (training, round)
        shownAt = training.log.now
    }

    var view: SessionView {
        guard let question = round.question else {
            return SessionView(said, wanted: .key([KeyHint(.enter, "results")]), help: "pattern")
        }
        let place = StyledText("Question \(round.number) of \(round.count)", .muted)
        let choices = question.choices.enumerated().map { index, choice in
            Block.paragraph(StyledText("\(index + 1)  ", .input) + StyledText(choice.text))
        }
        let hint: [Block] = choices.isEmpty ? [.paragraph(StyledText(question.form, .muted))] : []
        return SessionView(
            said + (said.isEmpty ? [] : [.gap]) + [.paragraph(place), .gap, .heading(StyledText(question.prompt))] + choices
                + hint,
            wanted: .line(prompt: choices.isEmpty ? "Answer:" : "1–\(choices.count):"),
            title: "\(round.isTest ? "test" : "quiz") \(round.number)/\(round.count)", help: "pattern")
    }

    mutating func handle(_ event: SessionEvent) throws -> SessionStep {
        switch event {
        case .tick: return .stay
        case .end: return try leave()
        case .key: return try leave()
        case .line(let line): return try handle(line)
        }
    }

    private var elapsed: Int { Int(max(0, training.log.now.seconds(since: shownAt)) * 1000) }

    private mutating func handle(_ line: String) throws -> SessionStep {
        switch line.split(separator: " ").joined(separator: " ") {
        case ":s", ":skip":
            try round.skip(milliseconds: elapsed)
            return try next(saying: [])
        case ":u", ":undo": return try takeBack()
        case ":q", ":quit": return try leave()
        case "", "?", ":?", ":help":
            let skipping = round.isTest ? ":s passes over it, which counts as wrong" : ":s passes over it"
            said = [
                .paragraph(StyledText("Type the answer. \(skipping), :u takes the last answer back, :q leaves.", .muted))
            ]
            return .stay
        case let text:
            let graded = try round.answer(text, milliseconds: elapsed)
            return try next(saying: round.isTest ? [] : [.paragraph(Self.sentence(on: graded))])
        }
    }

    private mutating func next(saying blocks: [Block]) throws -> SessionStep {
        (said, shownAt) = (blocks, training.log.now)
        guard round.question == nil else { return .stay }
        try round.finish()
        return .finish(try output())
    }

    private mutating func takeBack() throws -> SessionStep {
        do {
            try round.takeBack()
            return try next(saying: [.paragraph(StyledText("Taken back.", .muted))])
        } catch let failure as Failure where [.nothingToTakeBack, .answeredSince, .answerNotFound].contains(failure.code) {
            said = [.paragraph(StyledText(failure.message, .warning))]
            return .stay
        }
    }

    private mutating func leave() throws -> SessionStep {
        said = []
        if round.sitting.isDone { try round.finish() } else { try round.leave() }
        return .finish(try output())
    }

    private func output() throws -> Output {
        let subject = round.sitting.session.subject
        let standing = try subject.isEmpty ? nil : training.standing(of: training.curriculum.pattern(subject).value)
        return RoundSummary(round: round, standing: standing).output(saying: said.isEmpty ? [] : said + [.gap])
    }

    private static func sentence(on graded: PatternRound.Graded) -> StyledText {
        let wanted = graded.question.wanted
        if graded.isRight { return StyledText("Right: \(wanted).", .good) }
        let right = graded.parts.filter(\.isRight).map(\.name)
        let wrong = graded.parts.filter { !$0.isRight }.map(\.name)
        guard !right.isEmpty else { return StyledText("No. It is \(wanted).", .bad) }
        let part = "\(right.joined(separator: ", ")) right; \(wrong.joined(separator: ", ")) wrong"
        return StyledText("In part: \(part). It is \(wanted).", .warning)
    }
}
