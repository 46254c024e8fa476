import Content
import Kernel
import Learning
import Terminal

/// The belt that is worn, and how full the next one is.
enum Milestones {
    /// Cells of a belt that fills.
    private static let cells = 10
    /// Cells of a belt before its tip.
    private static let length = 6

    /// The belt that is worn: in its colours, with its tip at the end, and by its name.
    static func worn(_ flashcards: Flashcards) -> StyledText {
        guard let belt = flashcards.library.belts().belt(of: flashcards.learner.grade) else { return "" }
        let colours = belt.colours.compactMap(BeltStripe.fill)
        guard let base = colours.first else { return StyledText(belt.name, .muted) }
        return .swatch(Array(repeating: base, count: length) + [colours.count > 1 ? colours[1] : base], belt.name, .muted)
    }

    /// The next belt, as full as the words for it are known; nothing at the top.
    static func belt(_ flashcards: Flashcards, _ statistics: Statistics) -> [(name: String, value: StyledText)] {
        guard let next = flashcards.library.belts().belt(after: flashcards.learner.grade) else { return [] }
        let share = statistics.readiness
        let full = share * cells / 1000
        let colour = next.colours.first.flatMap(BeltStripe.fill)
        let stripe =
            colour.map { Array(repeating: $0, count: full) + Array(repeating: BeltStripe.empty, count: cells - full) } ?? []
        return [("For \(next.name)", .swatch(stripe, "\(share / 10) % of the words"))]
    }
}
