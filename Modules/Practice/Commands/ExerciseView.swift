import Interface
import Kernel
import Practice

/// The appearance and the specific keys of an exercise. `PracticeScreen` handles quitting, undo,
/// help, the clock and the end.
package protocol ExerciseView<Kind>: Sendable {
    /// The exercise on the screen.
    associatedtype Kind: Exercise
    /// The reaction to a key, a line or a tick.
    typealias Reaction = InputReaction<Kind.Response>

    /// The help topic that `?` opens.
    var help: String { get }
    /// The accepted input besides an answer, for the hint: `:s passes over the card`.
    var inputHint: String { get }
    /// Whether the view shows each judgment at once, so that the learner can overrule it.
    var showsJudgments: Bool { get }

    /// Prepares the view for a task, which is the next or the same again, or nil at the end.
    mutating func prepare(for task: Kind.Task?, in run: Run<Kind>) throws
    /// Returns the view of a task, `seconds` after it was first shown.
    ///
    /// - Parameter messages: shown above the task, or wherever the view has space.
    func render(_ task: Kind.Task, in run: Run<Kind>, seconds: Double, saying messages: [Block]) -> DialogueView
    /// Whether the next line is a note to save, whatever its text, instead of an answer.
    var isWriting: Bool { get }
    /// Handles a key that the screen does not handle itself.
    mutating func handle(_ key: Key, on task: Kind.Task, in run: Run<Kind>) throws -> Reaction
    /// Handles a line that the screen does not handle itself, with single spaces between words.
    mutating func read(_ line: String, on task: Kind.Task, in run: Run<Kind>) throws -> Reaction
    /// Handles a tick, which occurs only if the view requests ticks.
    mutating func tick(on task: Kind.Task, in run: Run<Kind>, seconds: Double) throws -> Reaction

    /// Returns the feedback on an answer, shown above the next task.
    func feedback(on mark: Mark, to task: Kind.Task, in run: Run<Kind>) -> StyledText?
    /// Returns the message after an answer is undone.
    func undoMessage(onTakingBack answer: Answer) -> String
    /// Returns the closing screen that waits for a key, so that the last answer can be undone, or
    /// nil if the session ends at once.
    func closing(of run: Run<Kind>) -> [Block]?
    /// Whether the learner must confirm the end of the session.
    ///
    /// If so, leaving the session or closing the input does not confirm it, unless the end was
    /// reached just now.
    var confirmsEnd: Bool { get }
    /// Returns the output of a finished or unfinished run.
    ///
    /// - Parameter messages: the final messages, or empty for an unfinished run.
    func output(of run: Run<Kind>, saying messages: [Block]) throws -> Output
}

extension ExerciseView {
    package var inputHint: String { "" }
    package var showsJudgments: Bool { true }
    package var isWriting: Bool { false }
    package func closing(of run: Run<Kind>) -> [Block]? { nil }
    package var confirmsEnd: Bool { false }
    package mutating func prepare(for task: Kind.Task?, in run: Run<Kind>) {}
    package mutating func read(_ line: String, on task: Kind.Task, in run: Run<Kind>) -> Reaction { .stay }
    package mutating func tick(on task: Kind.Task, in run: Run<Kind>, seconds: Double) -> Reaction { .stay }
    package func feedback(on mark: Mark, to task: Kind.Task, in run: Run<Kind>) -> StyledText? { nil }
    package func undoMessage(onTakingBack answer: Answer) -> String { "Taken back." }
}

/// The reaction of a view to a key, a line or a tick.
package enum InputReaction<Response: Sendable>: Sendable {
    /// Keeps the task and renders the view again.
    case stay
    /// Keeps the task and restarts the clock of its answer.
    case restart
    /// Keeps the task and shows a message.
    case say(StyledText)
    /// Judges and records the response, then shows the next task.
    case answer(Response)
    /// Shows the next task without an answer.
    case skip
    case skipWithMessage(StyledText)
    /// Moves to the item at an index of the run.
    case go(to: Int)
}
