import Kernel

/// The FSRS state of one item after a review.
package struct FSRSState: Hashable, Sendable {
    /// The learning phase of an item.
    package enum Phase: String, CaseIterable, Sendable {
        case learning = "Learning"
        case review = "Review"
        /// The item was missed in review and goes through the relearning steps.
        case relearning = "Relearning"
    }

    /// The minimum stability, in days.
    package static let minimumStability = 0.001
    /// The allowed difficulties, from easiest to hardest.
    package static let difficultyRange = 1.0...10.0

    package let phase: Phase
    /// The current step, from 0, or nil in review.
    package let step: Int?
    /// The days after which recall has a probability of 0.9, at least 0.001 and finite.
    package let stability: Double
    /// The difficulty, 1…10.
    package let difficulty: Double
    /// The seconds until the next review: a step or whole days.
    package let interval: Double
    /// The moment of the review.
    package let last: Instant

    /// Creates a stored state, or nil if the values are invalid.
    package init?(phase: Phase, step: Int?, stability: Double, difficulty: Double, interval: Double, last: Instant) {
        guard stability.isFinite, stability >= FSRSState.minimumStability,
            FSRSState.difficultyRange.contains(difficulty),
            interval.isFinite, interval > 0, (phase == .review) == (step == nil),
            (0...FSRS.maximumSteps).contains(step ?? 0)
        else { return nil }
        self.init(
            Place(phase: phase, step: step, interval: interval), stability: stability, difficulty: difficulty,
            last: last)
    }

    init(_ place: Place, stability: Double, difficulty: Double, last: Instant) {
        phase = place.phase
        step = place.step
        interval = place.interval
        self.stability = stability
        self.difficulty = difficulty
        self.last = last
    }

    /// The phase and step after a review.
    struct Place {
        let phase: Phase
        let step: Int?
        let interval: Double
    }
}
