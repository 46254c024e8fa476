import Content
import Kernel
import Practice

/// What a person gives to a task of a lesson.
public enum LessonResponse: Hashable, Sendable {
    /// How it went, by the learner's own mark.
    case mark(SelfMark)
    /// What was typed, or the number of a choice from 1.
    case text(String)
    /// The page was read.
    case read
}

/// An exercise that shows tasks of a `LessonBook`: what is done is marked, what is known is asked, what is written is read.
public protocol LessonTasks: Exercise where Task == LessonTask, Response == LessonResponse {}

extension LessonTasks {
    public func memory(in run: Run<Self>) -> MemoryRule { .level }

    public func judge(_ response: LessonResponse, to task: LessonTask, in run: Run<Self>) -> Mark {
        switch response {
        case .mark(let mark): Mark(.done, mark.fields)
        case .read: Mark(.done, [.init("read", isRight: true)])
        case .text(let text):
            Mark(task.choices.isEmpty ? .recalled : .chosen, (task.key?.judge(text, among: task.choices) ?? .wrong).rating)
        }
    }

    public func label(of graded: Mark, to item: Item, in run: Run<Self>) -> String {
        "\(kind.title), \(run.place + 1): \(LessonWords.word(for: graded))"
    }

    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer: \(kind.title)" }
}

/// An exercise of step sparring, line work or theory. An item is what is remembered of it.
public struct LessonExercise: LessonTasks {
    /// How a quiz is answered.
    public struct Settings: Codable, Sendable {
        /// Whether answers are typed where they are short enough.
        public let isTyped: Bool

        /// Settings.
        public init(isTyped: Bool = false) { self.isTyped = isTyped }
    }

    public let kind: PracticeKind
    public let activity: String
    let book: LessonBook

    init(_ kind: PracticeKind, _ activity: String, _ book: LessonBook) {
        (self.kind, self.activity, self.book) = (kind, activity, book)
    }

    public func target(of item: Target, in run: Run<Self>) -> (target: Target, question: String) { (item, activity) }

    public func task(for item: Target, in run: Run<Self>) -> LessonTask? {
        book.task(item)?.offering(isTyped: run.settings.isTyped, seed: run.seed)
    }
}

extension LessonTask {
    /// The task with what chance offers for it; nothing where it is typed, or done.
    func offering(isTyped: Bool, seed: UInt64) -> LessonTask {
        guard let key, key.hasChoices, !(isTyped && key.isShort) else { return self }
        var (task, random) = (self, RandomSource(seed: seed))
        task.choices = key.choices(&random)
        return task
    }
}

/// The words of what `undo` takes back.
enum LessonWords {
    static func word(for graded: Mark) -> String {
        switch graded.fields.map(\.name) {
        case ["read"]: "read"
        case SelfMark.well.fields.map(\.name): (SelfMark.allCases.last { $0.fields == graded.fields } ?? .notYet).word
        default: graded.isRight ? "right" : "wrong"
        }
    }
}
