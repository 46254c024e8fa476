import Kernel

/// What FSRS remembers of one thing after a review.
public struct FSRSState: Hashable, Sendable {
    /// Where the thing stands.
    public enum Phase: String, CaseIterable, Sendable {
        /// It is new, and goes through the learning steps.
        case learning = "Learning"
        /// It comes back after days.
        case review = "Review"
        /// It was missed in review, and goes through the relearning steps.
        case relearning = "Relearning"
    }

    /// The least stability there is, in days.
    public static let leastStability = 0.001
    /// What a difficulty may be.
    public static let difficulties = 1.0...10.0

    /// Where it stands.
    public let phase: Phase
    /// The step that it is at, from 0; nil in review.
    public let step: Int?
    /// Days after which it is still recalled in nine cases of ten; 0.001 and up, and finite.
    public let stability: Double
    /// 1…10.
    public let difficulty: Double
    /// Seconds from this review to the next: a step, or whole days.
    public let interval: Double
    /// When this review was.
    public let last: Instant

    /// A state as it was kept; nil for one that cannot be.
    public init?(phase: Phase, step: Int?, stability: Double, difficulty: Double, interval: Double, last: Instant) {
        guard stability.isFinite, stability >= FSRSState.leastStability, FSRSState.difficulties.contains(difficulty),
            interval.isFinite, interval > 0, (phase == .review) == (step == nil), (0...FSRS.mostSteps).contains(step ?? 0)
        else { return nil }
        self.init(
            Place(phase: phase, step: step, interval: interval), stability: stability, difficulty: difficulty, last: last)
    }

    init(_ place: Place, stability: Double, difficulty: Double, last: Instant) {
        (phase, step, interval) = (place.phase, place.step, place.interval)
        (self.stability, self.difficulty, self.last) = (stability, difficulty, last)
    }

    /// Where a review leads.
    struct Place {
        let phase: Phase
        let step: Int?
        let interval: Double
    }
}
