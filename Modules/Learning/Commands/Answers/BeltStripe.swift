import Content
import Kernel
import Learning
import Terminal

/// A belt as it is shown in the header of a session: its colours as a stripe, where there are colours, and its name.
enum BeltStripe {
    static func text(of grade: Grade, in belts: BeltOrder) -> StyledText {
        guard let belt = belts.belt(of: grade) else { return StyledText(grade.id, .muted) }
        return .swatch(belt.colours.compactMap(fill), belt.name, .muted)
    }

    /// The belt that a task of a lesson belongs to; nothing where its content has no grade.
    static func text(of task: LessonTask, in book: LessonBook) -> StyledText {
        book.grade(of: task.item).map { text(of: $0, in: book.belts) } ?? ""
    }

    /// The colour of a pack's word for it.
    static func fill(_ word: String) -> RGBColor? { Belt.fill(word) }

    /// What is not filled yet.
    static let empty = RGBColor(0x6B6F76)
}
