import Content
import Kernel
import Practice

/// A lesson task: an action that the learner performs and marks, or a question that the app asks.
package struct LessonTask: Hashable, Sendable {
    /// A labeled line of the task.
    package struct Fact: Hashable, Sendable {
        /// The label, such as `Attack`.
        package let name: String
        package let text: String

        init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The answer method of a task.
    package enum Form: Hashable, Sendable {
        /// A physical action, which the app cannot see. The learner uncovers its parts in sequence
        /// and marks the result.
        case done(uncovering: [[Fact]])
        /// A question with a right answer.
        case asked(AnswerKey)
        /// A page to read.
        case read(TheoryTopic)
    }

    package let item: Target
    /// The position in the lesson, such as `Three-step sparring 1, step 2 of 3`.
    package let title: String
    package let prompt: String
    package let facts: [Fact]
    package let form: Form
    /// The choices of a question, or empty if the answer is typed or the task is an action.
    package var choices: [String] = []

    package init(_ item: Target, title: String, prompt: String, facts: [Fact] = [], form: Form) {
        self.item = item
        self.title = title
        self.prompt = prompt
        self.facts = facts
        self.form = form
    }

    /// The parts to uncover in sequence, or empty for a question.
    package var stages: [[Fact]] {
        if case .done(let stages) = form { return stages }
        return []
    }

    /// The answer key of a question, or nil for an action.
    package var key: AnswerKey? {
        if case .asked(let key) = form { return key }
        return nil
    }
}
