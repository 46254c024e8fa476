import Content
import Interface
import Kernel
import Learning

/// The current belt of the learner and the progress to the next one.
enum Milestones {
    /// The number of cells in a progress belt.
    private static let cells = 10
    private static let length = 6

    /// Returns the current belt in its colors, with its tip at the end and its name.
    static func currentBelt(_ flashcards: Flashcards) -> StyledText {
        guard let belt = flashcards.library.belts().belt(of: flashcards.learner.grade) else { return "" }
        let colours = belt.colors.compactMap(BeltStripe.fill)
        guard let base = colours.first else { return StyledText(belt.name, .muted) }
        return .swatch(
            Array(repeating: base, count: length) + [colours.count > 1 ? colours[1] : base], belt.name, .muted)
    }

    /// Returns the next belt, filled by the share of its words that the learner knows, or nothing
    /// at the highest belt.
    static func belt(_ flashcards: Flashcards, _ statistics: Statistics) -> [(name: String, value: StyledText)] {
        guard let next = flashcards.library.belts().belt(after: flashcards.learner.grade) else { return [] }
        let share = statistics.readiness
        let full = share * cells / 1000
        let colour = next.colors.first.flatMap(BeltStripe.fill)
        let stripe =
            colour.map { Array(repeating: $0, count: full) + Array(repeating: BeltStripe.empty, count: cells - full) }
            ?? []
        return [("For \(next.name)", .swatch(stripe, "\(share / 10) % of the words"))]
    }
}
