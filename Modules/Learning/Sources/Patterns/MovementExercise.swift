import Content
import Kernel
import Practice

/// A pattern as it is practised: movement by movement, each done well or shakily. An item is a movement's number.
public struct MovementExercise: Exercise {
    /// A movement, by its number from 1.
    public typealias Item = Int
    /// There is nothing to choose.
    public typealias Settings = NoSettings

    /// What is practised.
    public let pattern: Pattern
    public let kind = PracticeKind.patterns
    public let activity = "practice"

    init(_ pattern: Pattern) { self.pattern = pattern }

    public func memory(in run: Run<Self>) -> MemoryRule { .level }

    public func target(of number: Int, in run: Run<Self>) -> (target: Target, question: String) {
        (Target(.patterns, pattern.id, "\(number)"), "done")
    }

    public func task(for number: Int, in run: Run<Self>) -> Move? { pattern.move(number) }

    public func judge(_ isWell: Bool, to move: Move, in run: Run<Self>) -> Mark {
        Mark(.done, [Mark.Field("done", isRight: isWell)])
    }

    public func label(of graded: Mark, to number: Int, in run: Run<Self>) -> String {
        "Practised \(pattern.heading.name) \(number)"
    }

    public func labelOfTakingBack(_ answer: Answer, in run: Run<Self>) -> String {
        "Took back practice of \(pattern.heading.name)"
    }
}
