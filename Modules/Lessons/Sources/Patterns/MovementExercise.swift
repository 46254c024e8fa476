import Content
import Kernel
import Learning
import Practice

/// A response to a movement.
package enum MovementResponse: Hashable, Sendable, ExpressibleByBooleanLiteral {
    /// Performed while the movement was shown.
    case followed(isWell: Bool)
    /// Performed before the movement was shown, with the learner's own mark.
    case recalled(SelfAssessment)

    package init(booleanLiteral isWell: Bool) { self = .followed(isWell: isWell) }
}

/// The practice of a pattern, movement by movement, from memory with a check afterward or by
/// following what is shown.
///
/// An item is the number of a movement.
package struct MovementExercise: Exercise {
    /// The number of a movement, from 1.
    package typealias Item = Int
    package typealias Settings = NoSettings

    package let pattern: Pattern
    package let kind = PracticeKind.patterns
    package let activity = "practice"

    private let spacing: Spacing

    package init(_ pattern: Pattern, _ spacing: Spacing) {
        self.pattern = pattern
        self.spacing = spacing
    }

    package func memory(in run: Run<Self>) throws -> MemoryRule { try spacing.rule(.level) }

    package func target(of number: Int, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(.patterns, pattern.id, "\(number)"), "done")
    }

    package func task(for number: Int, in run: Run<Self>) -> Move? { pattern.move(number) }

    /// Judges a response by whether the movement was shown first.
    ///
    /// A movement done well before it was shown counts as recalled, and otherwise as shaky. A
    /// movement done by following comes back soon, because it was not recalled.
    package func judge(_ response: MovementResponse, to move: Move, in run: Run<Self>) -> Mark {
        switch response {
        case .followed(let isWell): Mark(.done, [Mark.Field("done", isRight: isWell)], rating: isWell ? .hard : .again)
        case .recalled(let mark): mark.recalled
        }
    }

    package func label(of graded: Mark, to number: Int, in run: Run<Self>) -> String {
        "Practised \(pattern.heading.name) \(number)"
    }

    package func undoLabel(_ answer: Answer, in run: Run<Self>) -> String {
        "Took back practice of \(pattern.heading.name)"
    }
}
