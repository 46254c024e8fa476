import Practice

/// How well the learner says that something was done.
public enum SelfMark: Int, CaseIterable, Comparable, Sendable {
    /// It could not be done.
    case notYet = 1
    /// Carried through, with mistakes.
    case withMistakes = 2
    /// As it should be.
    case well = 3

    /// As people read it.
    public var word: String {
        switch self {
        case .notYet: "not yet"
        case .withMistakes: "with mistakes"
        case .well: "well"
        }
    }

    /// How well it was known, as a scheduler counts.
    var rating: Rating {
        switch self {
        case .notYet: .again
        case .withMistakes: .hard
        case .well: .good
        }
    }

    /// What it is worth where something was done before it was shown.
    public var recalled: Mark { Mark(self == .well ? .recalled : .done, fields, rating: rating) }

    /// What it is worth where something was done.
    public var done: Mark { Mark(.done, fields, rating: rating) }

    /// The two fields that a mark stands for, so that half of it counts where it was carried through with mistakes.
    var fields: [Mark.Field] {
        [.init("carriedThrough", isRight: self >= .withMistakes), .init("withoutMistake", isRight: self == .well)]
    }

    /// From `notYet` to `well`.
    public static func < (left: SelfMark, right: SelfMark) -> Bool { left.rawValue < right.rawValue }
}
