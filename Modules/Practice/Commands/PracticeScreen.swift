import Kernel
import Practice
import Terminal

/// A run of any exercise on the screen: the clock of an answer, taking back, help, leaving, pausing and finishing. What must last is kept by the
/// log before `handle` returns; how it looks is the face's.
public struct PracticeScreen<Face: PracticeFace>: Dialogue {
    private let log: PracticeLog
    private var face: Face
    private var run: Run<Face.Kind>
    private var task: Face.Kind.Task?
    private var shownAt: Instant
    private var said: [Block]
    private var hasAnswered = false
    /// What is to be read before the first task; nothing once it was.
    private var opening: [Block]

    /// A screen for a run, whichever its place.
    ///
    /// - Parameters:
    ///   - said: what stands above the first task.
    ///   - opening: what is to be read before it.
    public init(
        _ log: PracticeLog, _ run: Run<Face.Kind>, _ face: Face, saying said: [Block] = [], opening: [Block] = []
    ) throws {
        (self.log, self.run, self.face, self.said, self.opening) = (log, run, face, said, opening)
        shownAt = log.now
        try show()
    }

    private var seconds: Double { max(0, log.now.seconds(since: shownAt)) }

    public var view: DialogueView {
        guard let task else {
            let closing = face.closing(of: run)
            let doubt = run.doubtful == nil || !face.tellsAnswers ? [] : [KeyHint(.character("+"), "was right")]
            let others = closing == nil ? [] : [KeyTable.undo(), KeyTable.quit()] + doubt
            return DialogueView(
                said + (said.isEmpty || closing == nil ? [] : [.gap]) + (closing ?? []),
                wanted: .key(KeyTable.on("results") + others), help: face.help)
        }
        guard opening.isEmpty else {
            return DialogueView(
                said + opening, wanted: .key(KeyTable.on("begin") + [KeyTable.quit()]), help: face.help,
                stage: Stage("", card: opening, said: said))
        }
        return face.look(at: task, in: run, seconds: seconds, saying: said)
    }

    public mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        said = []
        guard let task else {
            switch event {
            case .key(.character("u")): return try takeBack()
            case .key(.character("+")): return try countRight()
            case .key(.character("q")) where face.endIsChosen: return try leave()
            case .end where face.endIsChosen && !hasAnswered: return try leave()
            default: return try finish()
            }
        }
        switch event {
        case .end: return try leave()
        case .tick: return try take(face.tick(on: task, in: run, seconds: seconds), to: task)
        case .line(let line): return try read(line.split(separator: " ").joined(separator: " "), on: task)
        case .key(.character("q")): return try leave()
        case .key(.character("u")): return try takeBack()
        case .key(let key) where opening.isEmpty: return try take(face.press(key, on: task, in: run), to: task)
        case .key(let key):
            if key == .enter || key == .space { (opening, shownAt) = ([], log.now) }
            return .stay
        }
    }

    private mutating func read(_ line: String, on task: Face.Kind.Task) throws -> DialogueStep {
        if face.isWriting { return try take(face.read(line, on: task, in: run), to: task) }
        switch line {
        case ":q", ":quit": return try leave()
        case ":u", ":undo": return try takeBack()
        case "+", ":+": return try countRight()
        case "", "?", ":?", ":help":
            let words = [
                face.typing, face.tellsAnswers ? "+ counts the last answer as right" : "", ":u takes the last answer back",
                ":q leaves",
            ].filter { !$0.isEmpty }
            said = [.paragraph(StyledText("Type the answer. \(words.joined(separator: ", ")).", .muted))]
            return .stay
        default:
            let reaction = try face.read(line, on: task, in: run)
            let step = try take(reaction, to: task)
            // Who typed a colon gave up.
            if case .answer = reaction, !line.hasPrefix(":"), !said.isEmpty, run.doubtful != nil {
                said.append(.paragraph(StyledText("Was it right? + counts it as right.", .muted)))
            }
            return step
        }
    }

    private mutating func take(_ reaction: Face.Reaction, to task: Face.Kind.Task) throws -> DialogueStep {
        switch reaction {
        case .stay: return .stay
        case .restart: shownAt = log.now
        case .say(let sentence): said = [.paragraph(sentence)]
        case .pass: try log.pass(in: &run)
        case .leave(let sentence):
            try log.pass(in: &run)
            said = [.paragraph(sentence)]
        case .go(let place): try log.move(to: place, in: &run)
        case .answer(let response):
            let graded = try log.answer(response, to: task, milliseconds: Int(seconds * 1000), in: &run)
            hasAnswered = true
            said = face.sentence(on: graded, to: task, in: run).map { [.paragraph($0)] } ?? []
        }
        switch reaction {
        case .stay, .restart, .say: return .stay
        case .pass, .leave, .go, .answer: try show()
        }
        return self.task == nil && face.closing(of: run) == nil ? try finish() : .stay
    }

    private mutating func show() throws {
        task = try log.task(in: &run)
        try face.turn(to: task, in: run)
        shownAt = log.now
    }

    private mutating func takeBack() throws -> DialogueStep {
        do {
            let answer = try log.takeBack(in: &run)
            try show()
            said = [.paragraph(StyledText(face.sentence(onTakingBack: answer), .muted))]
        } catch let failure as Failure where [.nothingToTakeBack, .answeredSince, .answerNotFound].contains(failure.code) {
            said = [.paragraph(StyledText(failure.message, .warning))]
        }
        return .stay
    }

    /// Where nothing is told of an answer, there is nothing to be said against it.
    private mutating func countRight() throws -> DialogueStep {
        do {
            guard face.tellsAnswers else {
                throw Failure(.nothingToCount, "A test shows its results at the end, so + does nothing here.")
            }
            let count = run.items.count
            try log.countRight(in: &run)
            // What was to come once more does not come.
            if run.items.count != count { try show() }
            said = [.paragraph(StyledText("Counted as right.", .good))]
        } catch let failure as Failure where [.nothingToCount, .answeredSince, .answerNotFound].contains(failure.code) {
            said = [.paragraph(StyledText(failure.message, .warning))]
        }
        return task == nil && face.closing(of: run) == nil ? try finish() : .stay
    }

    private mutating func finish() throws -> DialogueStep {
        try log.finish(&run)
        return .finish(try face.output(of: run, saying: said))
    }

    /// Left before its end: what was answered stays, the rest waits.
    private mutating func leave() throws -> DialogueStep {
        said = []
        try log.pause(&run)
        return .finish(try face.output(of: run, saying: []))
    }
}
