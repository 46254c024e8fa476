import Content
import Kernel
import Learning
import Practice

/// A response to a lesson task.
package enum LessonResponse: Hashable, Sendable {
    case mark(SelfAssessment)
    /// Typed text, or the number of a choice from 1.
    case text(String)
    case read
}

/// An exercise with tasks of a `LessonIndex`, which the learner marks, answers or reads.
package protocol LessonTasks: Exercise where Task == LessonTask, Response == LessonResponse {}

extension LessonTasks {
    /// Returns a memory rule with a level and no date.
    package func memory(in run: Run<Self>) -> MemoryRule { .level }

    /// Judges a response. Marks and readings are accepted as given, and texts are judged by the key
    /// of the task.
    package func judge(_ response: LessonResponse, to task: LessonTask, in run: Run<Self>) -> Mark {
        switch response {
        case .mark(let mark): mark.done
        case .read: Mark(.done, [.init("read", isRight: true)])
        case .text(let text):
            Mark(
                task.choices.isEmpty ? .recalled : .chosen,
                (task.key?.judge(text, among: task.choices) ?? .wrong).rating)
        }
    }

    /// Returns the undo label of an answer, with its kind, place and mark.
    package func label(of graded: Mark, to item: Item, in run: Run<Self>) -> String {
        "\(kind.title), \(run.place + 1): \(LessonWords.word(for: graded))"
    }

    package func undoLabel(_ answer: Answer, in run: Run<Self>) -> String { "Took back an answer: \(kind.title)" }
}

/// The exercise of step sparring, line work or theory, whose items are memory targets.
package struct LessonExercise: LessonTasks {
    /// The settings of a lesson.
    package struct Settings: Codable, Sendable {
        package let isTyped: Bool

        package init(isTyped: Bool) { self.isTyped = isTyped }
    }

    package let kind: PracticeKind
    /// The activity: `practice`, `quiz`, `run` or `read`.
    package let activity: String
    let book: LessonIndex
    private let spacing: Spacing

    package init(_ kind: PracticeKind, _ activity: String, _ book: LessonIndex, _ spacing: Spacing) {
        self.kind = kind
        self.activity = activity
        self.book = book
        self.spacing = spacing
    }

    /// Returns a memory rule with a level and dates, or a level only for reading, which is no
    /// recall.
    package func memory(in run: Run<Self>) throws -> MemoryRule {
        activity == LessonStudy.reading ? .level : try spacing.rule(.level)
    }

    /// Returns the item as its own target, with the activity as the question.
    package func target(of item: Target, in run: Run<Self>) -> (target: Target, question: String) { (item, activity) }

    /// Returns the task of the lesson index, or nil if the content no longer has it.
    package func task(for item: Target, in run: Run<Self>) -> LessonTask? {
        book.task(item)?.offering(isTyped: run.settings.isTyped, seed: run.seed)
    }
}

extension LessonTask {
    /// Returns the task with random choices, or unchanged if the answer is typed or the task is
    /// performed.
    package func offering(isTyped: Bool, seed: UInt64) -> LessonTask {
        guard let key, key.hasChoices, !(isTyped && key.isShort) else { return self }
        var task = self
        var random = RandomSource(seed: seed)
        task.choices = key.choices(&random)
        return task
    }
}

/// The texts of undo labels.
enum LessonWords {
    /// Returns the result of a mark in words, such as `with mistakes` or `right`.
    static func word(for graded: Mark) -> String {
        switch graded.fields.map(\.name) {
        case ["read"]: "read"
        case SelfAssessment.well.fields.map(\.name):
            (SelfAssessment.allCases.last { $0.fields == graded.fields } ?? .notYet).word
        default: graded.isRight ? "right" : "wrong"
        }
    }
}
