import Content
import Kernel
import Practice

/// How a movement went.
public enum MovementResponse: Hashable, Sendable, ExpressibleByBooleanLiteral {
    /// Done along with what was shown, well or shakily.
    case along(isWell: Bool)
    /// Done before it was shown, by the learner's own mark.
    case recalled(SelfMark)

    /// Done along.
    public init(booleanLiteral isWell: Bool) { self = .along(isWell: isWell) }
}

/// A pattern as it is practised: movement by movement, from memory and then looked at, or along with what is shown. An item is a movement's number.
public struct MovementExercise: Exercise {
    /// A movement, by its number from 1.
    public typealias Item = Int
    /// There is nothing to choose.
    public typealias Settings = NoSettings

    /// What is practised.
    public let pattern: Pattern
    public let kind = PracticeKind.patterns
    public let activity = "practice"

    private let spacing: Spacing

    init(_ pattern: Pattern, _ spacing: Spacing) { (self.pattern, self.spacing) = (pattern, spacing) }

    public func memory(in run: Run<Self>) throws -> MemoryRule { try spacing.rule(.level) }

    public func target(of number: Int, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(.patterns, pattern.id, "\(number)"), "done")
    }

    public func task(for number: Int, in run: Run<Self>) -> Move? { pattern.move(number) }

    /// What went well before it was shown was known from memory; what did not is shaky, as if it had been done along. What was done along comes back soon,
    /// however well it went: it was not recalled.
    public func judge(_ response: MovementResponse, to move: Move, in run: Run<Self>) -> Mark {
        switch response {
        case .along(let isWell): Mark(.done, [Mark.Field("done", isRight: isWell)], rating: isWell ? .hard : .again)
        case .recalled(let mark): mark.recalled
        }
    }

    public func label(of graded: Mark, to number: Int, in run: Run<Self>) -> String {
        "Practised \(pattern.heading.name) \(number)"
    }

    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String {
        "Took back practice of \(pattern.heading.name)"
    }
}
