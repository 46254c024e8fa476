import Kernel
import Practice
import Terminal

/// How an exercise looks and which keys it has of its own. Quitting, taking back, help, the clock and the ends are `PracticeScreen`'s.
public protocol PracticeFace<Kind>: Sendable {
    /// What is practised.
    associatedtype Kind: Exercise
    /// What a key, a line or a moment makes of the task that is shown.
    typealias Reaction = PracticeReaction<Kind.Response>

    /// The topic of help that `?` opens.
    var help: String { get }
    /// What may be typed besides an answer, for the hint: `:s passes over the card`.
    var typing: String { get }
    /// Whether it is told at once how an answer was judged, so that the learner can say that it was right.
    var tellsAnswers: Bool { get }

    /// A task is about to be shown, the next or the same again; nil at the end.
    mutating func turn(to task: Kind.Task?, in run: Run<Kind>) throws
    /// How the task looks, `seconds` after it was first shown.
    ///
    /// - Parameter said: what stands to be said, which belongs above it, or wherever the face has room.
    func look(at task: Kind.Task, in run: Run<Kind>, seconds: Double, saying said: [Block]) -> DialogueView
    /// Whether a line that comes now is no answer but something to be kept, whatever it is: a note.
    var isWriting: Bool { get }
    /// Takes a key that is not the screen's.
    mutating func press(_ key: Key, on task: Kind.Task, in run: Run<Kind>) throws -> Reaction
    /// Takes a line that is not the screen's, its words one space apart.
    mutating func read(_ line: String, on task: Kind.Task, in run: Run<Kind>) throws -> Reaction
    /// Takes that time passed; only where the view asks for it.
    mutating func tick(on task: Kind.Task, in run: Run<Kind>, seconds: Double) throws -> Reaction

    /// What is said of an answer above the next task.
    func sentence(on graded: Mark, to task: Kind.Task, in run: Run<Kind>) -> StyledText?
    /// What is said when an answer was taken back.
    func sentence(onTakingBack answer: Answer) -> String
    /// What stands on the screen behind the last task, where the end waits for a key so that the last answer can be taken back as well; nil where it
    /// does not wait.
    func closing(of run: Run<Kind>) -> [Block]?
    /// Whether the end does something that the learner must choose: where it waits, leaving it and the end of input leave it undone, unless it was
    /// reached just now.
    var endIsChosen: Bool { get }
    /// What a run brought that was finished, or left before its end.
    ///
    /// - Parameter said: what was said last; nothing where it was left.
    func output(of run: Run<Kind>, saying said: [Block]) throws -> Output
}

extension PracticeFace {
    /// Nothing.
    public var typing: String { "" }
    /// Each answer is told when the next task shows.
    public var tellsAnswers: Bool { true }
    /// It is an answer.
    public var isWriting: Bool { false }
    /// It does not wait.
    public func closing(of run: Run<Kind>) -> [Block]? { nil }
    /// It does no more than to show results.
    public var endIsChosen: Bool { false }
    /// Nothing has to be made ready.
    public mutating func turn(to task: Kind.Task?, in run: Run<Kind>) {}
    /// The line is the answer to nothing.
    public mutating func read(_ line: String, on task: Kind.Task, in run: Run<Kind>) -> Reaction { .stay }
    /// No clock of its own.
    public mutating func tick(on task: Kind.Task, in run: Run<Kind>, seconds: Double) -> Reaction { .stay }
    /// Nothing.
    public func sentence(on graded: Mark, to task: Kind.Task, in run: Run<Kind>) -> StyledText? { nil }
    /// `Taken back.`
    public func sentence(onTakingBack answer: Answer) -> String { "Taken back." }
}

/// What a face makes of a key, a line or a moment.
public enum PracticeReaction<Response: Sendable>: Sendable {
    /// The task stays, whatever the face shows of it now.
    case stay
    /// The same, and its time begins anew.
    case restart
    /// The same, and something is said.
    case say(StyledText)
    /// What was given is to be judged and kept.
    case answer(Response)
    /// The task is passed over.
    case pass
    /// The same, and something is said.
    case leave(StyledText)
    /// The run goes on at another place.
    case go(to: Int)
}
