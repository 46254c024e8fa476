/// How well something was known, as the learner or a test says. The numbers are those that FSRS uses.
public enum Rating: Int, Codable, CaseIterable, Sendable {
    /// Not known.
    case again = 1
    /// Known with effort, or nearly: one letter was wrong.
    case hard = 2
    /// Known.
    case good = 3
    /// Known at once.
    case easy = 4

    /// Whether the answer counts as right: everything but `again`.
    public var isRight: Bool { self != .again }

    /// `again`, `hard`, `good` or `easy`, as a person reads it.
    public var word: String {
        switch self {
        case .again: "again"
        case .hard: "hard"
        case .good: "good"
        case .easy: "easy"
        }
    }
}
