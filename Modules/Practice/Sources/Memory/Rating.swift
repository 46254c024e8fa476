/// A rating of recall by the learner or a test, with the numbers of FSRS.
package enum Rating: Int, Codable, CaseIterable, Sendable {
    /// Not known.
    case again = 1
    /// Known with effort, or nearly: one letter was wrong.
    case hard = 2
    /// Known.
    case good = 3
    /// Known at once.
    case easy = 4

    /// Whether the answer counts as right: every rating except `again`.
    package var isRight: Bool { self != .again }

    /// The rating as a word: `again`, `hard`, `good` or `easy`.
    package var word: String {
        switch self {
        case .again: "again"
        case .hard: "hard"
        case .good: "good"
        case .easy: "easy"
        }
    }
}
