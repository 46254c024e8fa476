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
    /// A level, and no date.
    public func memory(in run: Run<Self>) -> MemoryRule { .level }

    /// Marks and readings are taken as given; texts are judged by the key of the task, among its choices when it has some.
    public func judge(_ response: LessonResponse, to task: LessonTask, in run: Run<Self>) -> Mark {
        switch response {
        case .mark(let mark): mark.done
        case .read: Mark(.done, [.init("read", isRight: true)])
        case .text(let text):
            Mark(task.choices.isEmpty ? .recalled : .chosen, (task.key?.judge(text, among: task.choices) ?? .wrong).rating)
        }
    }

    /// What `undo` calls an answer: kind, place and mark.
    public func label(of graded: Mark, to item: Item, in run: Run<Self>) -> String {
        "\(kind.title), \(run.place + 1): \(LessonWords.word(for: graded))"
    }

    /// What `undo` calls an answer that was taken back.
    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer: \(kind.title)" }
}

/// An exercise of step sparring, line work or theory. An item is what is remembered of it.
public struct LessonExercise: LessonTasks {
    /// How a quiz is answered.
    public struct Settings: Codable, Sendable {
        /// Whether answers are typed where they are short enough.
        public let isTyped: Bool
    }

    /// Step sparring, line work or theory.
    public let kind: PracticeKind
    /// `practice`, `quiz`, `run` or `read`.
    public let activity: String
    let book: LessonBook
    private let spacing: Spacing

    init(_ kind: PracticeKind, _ activity: String, _ book: LessonBook, _ spacing: Spacing) {
        (self.kind, self.activity, self.book, self.spacing) = (kind, activity, book, spacing)
    }

    /// By a level and by dates; what is read has no date, since reading is no recall.
    public func memory(in run: Run<Self>) throws -> MemoryRule {
        activity == Lessons.reading ? .level : try spacing.rule(.level)
    }

    /// An item is remembered as what it is; the question says by which activity.
    public func target(of item: Target, in run: Run<Self>) -> (target: Target, question: String) { (item, activity) }

    /// What the book makes of it, typed where the quiz is; nil when a pack has it no more.
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
