import Interface
import Kernel
import Practice

/// A screen for the run of any exercise, which handles the clock, undo, help, pausing, leaving and
/// finishing.
///
/// The log saves all lasting changes before `handle` returns. The view of the exercise controls the
/// appearance.
package struct PracticeScreen<View: ExerciseView>: Dialogue {
    private let log: PracticeLog
    private var exerciseView: View
    private var run: Run<View.Kind>
    private var task: View.Kind.Task?
    private var shownAt: Instant
    private var messages: [Block]
    private var hasAnswered = false
    /// The blocks to read before the first task, cleared afterward.
    private var opening: [Block]

    /// Creates a screen for a run at any place.
    ///
    /// - Parameters:
    ///   - messages: the messages above the first task.
    ///   - opening: the blocks to read before the first task.
    package init(
        _ log: PracticeLog, _ run: Run<View.Kind>, _ exerciseView: View, saying messages: [Block] = [],
        opening: [Block] = []
    ) throws {
        self.log = log
        self.run = run
        self.exerciseView = exerciseView
        self.messages = messages
        self.opening = opening
        shownAt = log.now
        try showTask()
    }

    private var seconds: Double { max(0, log.now.seconds(since: shownAt)) }

    package var view: DialogueView {
        guard let task else {
            let closing = exerciseView.closing(of: run)
            let correctionHint =
                run.correctableAnswer == nil || !exerciseView.showsJudgments
                ? [] : [KeyHint(.character("+"), "was right")]
            let otherKeys = closing == nil ? [] : [KeyTable.undo(), KeyTable.quit()] + correctionHint
            return DialogueView(
                messages + (messages.isEmpty || closing == nil ? [] : [.gap]) + (closing ?? []),
                wanted: .key(KeyTable.advance("results") + otherKeys), help: exerciseView.help)
        }
        guard opening.isEmpty else {
            return DialogueView(
                messages + opening, wanted: .key(KeyTable.advance("begin") + [KeyTable.quit()]),
                help: exerciseView.help,
                stage: Stage("", card: opening, feedback: messages))
        }
        return exerciseView.render(task, in: run, seconds: seconds, saying: messages)
    }

    package mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
        messages = []
        guard let task else {
            switch event {
            case .key(.character("u")): return try undo()
            case .key(.character("+")): return try countRight()
            case .key(.character("q")) where exerciseView.confirmsEnd: return try leave()
            case .end where exerciseView.confirmsEnd && !hasAnswered: return try leave()
            default: return try finish()
            }
        }
        switch event {
        case .end: return try leave()
        case .tick: return try apply(exerciseView.tick(on: task, in: run, seconds: seconds), to: task)
        case .line(let line): return try read(line.split(separator: " ").joined(separator: " "), on: task)
        case .key(.character("q")): return try leave()
        case .key(.character("u")): return try undo()
        case .key(let key) where opening.isEmpty:
            return try apply(exerciseView.handle(key, on: task, in: run), to: task)
        case .key(let key):
            if key == .enter || key == .space { (opening, shownAt) = ([], log.now) }
            return .stay
        }
    }

    /// Handles a line: a command of the screen, or an answer for the view.
    private mutating func read(_ line: String, on task: View.Kind.Task) throws -> DialogueStep {
        if exerciseView.isWriting { return try apply(exerciseView.read(line, on: task, in: run), to: task) }
        switch line {
        case ":q", ":quit": return try leave()
        case ":u", ":undo": return try undo()
        case "+", ":+": return try countRight()
        case "", "?", ":?", ":help":
            let inputHints = [
                exerciseView.inputHint, exerciseView.showsJudgments ? "+ counts the last answer as right" : "",
                ":u takes the last answer back", ":q leaves",
            ].filter { !$0.isEmpty }
            messages = [.paragraph(StyledText("Type the answer. \(inputHints.joined(separator: ", ")).", .muted))]
            return .stay
        default:
            let reaction = try exerciseView.read(line, on: task, in: run)
            let step = try apply(reaction, to: task)
            // A line that begins with a colon gives up the task and is not an answer to dispute.
            if case .answer = reaction, !line.hasPrefix(":"), !messages.isEmpty, run.correctableAnswer != nil {
                messages.append(.paragraph(StyledText("Was it right? + counts it as right.", .muted)))
            }
            return step
        }
    }

    /// Carries out the reaction of the view in the log, and shows the next task if the reaction
    /// ends this one.
    private mutating func apply(_ reaction: View.Reaction, to task: View.Kind.Task) throws -> DialogueStep {
        switch reaction {
        case .stay: return .stay
        case .restart: shownAt = log.now
        case .say(let sentence): messages = [.paragraph(sentence)]
        case .skip: try log.skip(in: &run)
        case .skipWithMessage(let sentence):
            try log.skip(in: &run)
            messages = [.paragraph(sentence)]
        case .go(let place): try log.move(to: place, in: &run)
        case .answer(let response):
            let mark = try log.answer(response, to: task, milliseconds: Int(seconds * 1000), in: &run)
            hasAnswered = true
            messages = exerciseView.feedback(on: mark, to: task, in: run).map { [.paragraph($0)] } ?? []
        }
        switch reaction {
        case .stay, .restart, .say: return .stay
        case .skip, .skipWithMessage, .go, .answer: try showTask()
        }
        return self.task == nil && exerciseView.closing(of: run) == nil ? try finish() : .stay
    }

    /// Loads the task at the current place and restarts its clock.
    private mutating func showTask() throws {
        task = try log.task(in: &run)
        try exerciseView.prepare(for: task, in: run)
        shownAt = log.now
    }

    /// Takes back the last answer, or shows the reason why the log refuses.
    private mutating func undo() throws -> DialogueStep {
        do {
            let answer = try log.undoAnswer(in: &run)
            try showTask()
            messages = [.paragraph(StyledText(exerciseView.undoMessage(onTakingBack: answer), .muted))]
        } catch let failure as Failure
            where [.nothingToTakeBack, .answeredSince, .answerNotFound].contains(failure.code)
        {
            messages = [.paragraph(StyledText(failure.message, .warning))]
        }
        return .stay
    }

    /// Counts the last answer as right. It has no effect in views that do not show judgments.
    private mutating func countRight() throws -> DialogueStep {
        do {
            guard exerciseView.showsJudgments else {
                throw Failure(.nothingToCount, "A test shows its results at the end, so + does nothing here.")
            }
            let count = run.items.count
            try log.countRight(in: &run)
            // The correction has removed a repetition of the task.
            if run.items.count != count { try showTask() }
            messages = [.paragraph(StyledText("Counted as right.", .good))]
        } catch let failure as Failure where [.nothingToCount, .answeredSince, .answerNotFound].contains(failure.code) {
            messages = [.paragraph(StyledText(failure.message, .warning))]
        }
        return task == nil && exerciseView.closing(of: run) == nil ? try finish() : .stay
    }

    /// Ends the run with the outcome of its exercise.
    private mutating func finish() throws -> DialogueStep {
        try log.finish(&run)
        return .finish(try exerciseView.output(of: run, saying: messages))
    }

    /// Leaves the run before its end, keeping the answers so that the rest can be resumed.
    private mutating func leave() throws -> DialogueStep {
        messages = []
        try log.pause(&run)
        return .finish(try exerciseView.output(of: run, saying: []))
    }
}
