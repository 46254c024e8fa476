import Content
import Interface
import Kernel
import Learning

/// The current belt of the learner and the progress to the next one.
enum Milestones {
    /// The number of cells in a progress belt.
    private static let progressCells = 10
    /// The number of cells of the belt color, before the tip.
    private static let stripeCells = 6

    /// Returns the current belt in its colors, with its tip at the end and its name.
    static func currentBelt(_ flashcards: Flashcards) -> StyledText {
        guard let belt = flashcards.library.belts().belt(of: flashcards.learner.grade) else { return "" }
        let colors = belt.colors.compactMap(BeltStripe.fill)
        guard let base = colors.first else { return StyledText(belt.name, .muted) }
        return .swatch(
            Array(repeating: base, count: stripeCells) + [colors.count > 1 ? colors[1] : base], belt.name, .muted)
    }

    /// Returns the next belt, filled by the share of its words that the learner knows, or nothing
    /// at the highest belt.
    static func belt(_ flashcards: Flashcards, _ statistics: Statistics) -> [(name: String, value: StyledText)] {
        guard let next = flashcards.library.belts().belt(after: flashcards.learner.grade) else { return [] }
        let share = statistics.readiness
        let filledCells = share * progressCells / 1000
        let color = next.colors.first.flatMap(BeltStripe.fill)
        let stripe =
            color.map {
                Array(repeating: $0, count: filledCells)
                    + Array(repeating: BeltStripe.empty, count: progressCells - filledCells)
            }
            ?? []
        return [("For \(next.name)", .swatch(stripe, "\(share / 10) % of the words"))]
    }
}
