import Practice

/// The learner's own assessment of a practiced item.
package enum SelfAssessment: Int, CaseIterable, Comparable, Sendable {
    /// It could not be done.
    case notYet = 1
    /// It was completed, but with mistakes.
    case withMistakes = 2
    /// It was done without mistakes.
    case well = 3

    package var word: String {
        switch self {
        case .notYet: "not yet"
        case .withMistakes: "with mistakes"
        case .well: "well"
        }
    }

    /// The rating for a scheduler.
    var rating: Rating {
        switch self {
        case .notYet: .again
        case .withMistakes: .hard
        case .well: .good
        }
    }

    /// The mark for an item performed before it was shown.
    package var recalled: Mark { Mark(self == .well ? .recalled : .done, fields, rating: rating) }

    /// The mark for a performed item.
    package var done: Mark { Mark(.done, fields, rating: rating) }

    /// The two fields of an assessment, so that an item completed with mistakes counts half.
    var fields: [Mark.Field] {
        [.init("carriedThrough", isRight: self >= .withMistakes), .init("withoutMistake", isRight: self == .well)]
    }

    /// Compares two assessments, from `notYet` to `well`.
    package static func < (left: SelfAssessment, right: SelfAssessment) -> Bool { left.rawValue < right.rawValue }
}
