import Content
import Interface
import LearningCommands
import Lessons

extension BeltStripe {
    /// Returns the belt that a lesson task belongs to, or empty text if its content has no grade.
    package static func text(of task: LessonTask, in book: LessonIndex) -> StyledText {
        book.grade(of: task.item).map { text(of: $0, in: book.belts) } ?? ""
    }
}
