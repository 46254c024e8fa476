import Kernel

/// FSRS-6, the Free Spaced Repetition Scheduler: how long a thing is remembered, and when it is asked again so that it is recalled with the
/// probability that was asked for. A pure value; the README has the formulas and their source.
public struct FSRS: Hashable, Sendable {
    /// The standard weights, nine tenths to be recalled, steps of 1 and 10 minutes, relearning after 10, a hundred years at most.
    public static let standard = FSRS(Curve(.standard), 0.9, ([60, 600], [600]), FSRS.longest)
    /// The same without steps, for what is asked once a day.
    public static let daily = FSRS(Curve(.standard), 0.9, ([], []), FSRS.longest)
    /// What retention can be asked for. Below, more is forgotten than learned; above, everything comes back every day.
    public static let retentions = 0.7...0.99
    /// How many steps there may be.
    public static let mostSteps = 10
    /// How long a step may be, in seconds: half a day, so that one and a half of it still ends before a day is over.
    public static let stepLengths = 1...43_200
    /// The longest interval that can be asked for, in days.
    public static let longest = 36_500

    /// How likely a thing is to be recalled when it comes back.
    public let desiredRetention: Double
    /// Seconds between the answers to a new thing, before it comes back after days.
    public let learningSteps: [Int]
    /// The same for a thing that was missed.
    public let relearningSteps: [Int]
    /// Days after which everything comes back.
    public let longestInterval: Int
    let curve: Curve
    /// Days until a stability of one day has fallen to the desired retention, before the curve's factor: `retention^(1/decay) − 1`.
    private let wait: Double

    /// FSRS as somebody wants it.
    ///
    /// - Parameters:
    ///   - learningSteps: seconds, none shorter than the one before; none for a thing that comes back after days from its first answer.
    ///   - longestInterval: days, 1…36,500.
    /// - Throws: `retentionInvalid`, `stepsInvalid`, `intervalsInvalid`.
    public init(
        weights: FSRSWeights = .standard, desiredRetention: Double = 0.9, learningSteps: [Int] = [60, 600],
        relearningSteps: [Int] = [600], longestInterval: Int = FSRS.longest
    ) throws {
        guard FSRS.retentions.contains(desiredRetention) else {
            throw Failure(
                .retentionInvalid, "A retention of \(desiredRetention) cannot be asked for.",
                advice: "Choose from 0.7 (less work) to 0.99 (little forgotten).", kind: .usage)
        }
        for steps in [learningSteps, relearningSteps] {
            guard steps.count <= FSRS.mostSteps, steps.allSatisfy(FSRS.stepLengths.contains), steps == steps.sorted() else {
                throw Failure(
                    .stepsInvalid, "The steps \(steps) cannot be taken.",
                    advice: "Write ten steps at most, each from 1 second to 12 hours and at least as long as the one before.",
                    kind: .usage)
            }
        }
        guard (1...FSRS.longest).contains(longestInterval) else {
            throw Failure(
                .intervalsInvalid, "An interval cannot be \(longestInterval) days at most.",
                advice: "Choose from 1 to \(FSRS.longest) days.", kind: .usage)
        }
        self.init(Curve(weights), desiredRetention, (learningSteps, relearningSteps), longestInterval)
    }

    private init(_ curve: Curve, _ retention: Double, _ steps: (learning: [Int], relearning: [Int]), _ longest: Int) {
        (self.curve, desiredRetention, longestInterval) = (curve, retention, longest)
        (learningSteps, relearningSteps) = steps
        wait = curve.wait(until: retention)
    }

    /// w0…w20, as they came or as a log taught them.
    public var weights: FSRSWeights { curve.weights }

    /// How likely a thing is to be recalled at a moment: 0…1, by whole days since its last review.
    public func retrievability(of state: FSRSState, at moment: Instant) -> Double {
        curve.retrievability(of: state.stability, after: Double(max(0, FSRS.days(from: state.last, to: moment))))
    }

    /// How likely a thing of this stability is to be recalled so many days after its last review: 0…1.
    public func retrievability(after days: Double, stability: Double) -> Double {
        curve.retrievability(of: max(stability, FSRSState.leastStability), after: max(0, days))
    }

    /// The state after a review; `old` is nil for a thing that was never reviewed. A moment before the last review counts as the same day.
    public func state(after rating: Rating, from old: FSRSState?, at moment: Instant) -> FSRSState {
        guard let old else {
            let stability = curve.firstStability(rating)
            return FSRSState(
                place(after: rating, in: .learning, at: 0, stability), stability: stability,
                difficulty: curve.firstDifficulty(rating), last: moment)
        }
        let days = FSRS.days(from: old.last, to: moment)
        let stability =
            days < 1
            ? curve.stability(onTheSameDay: rating, from: old.stability)
            : curve.stability(after: rating, from: old, days: Double(days))
        return FSRSState(
            place(after: rating, in: old.phase, at: old.step ?? 0, stability), stability: stability,
            difficulty: curve.difficulty(after: rating, from: old.difficulty), last: moment)
    }

    /// The state after reviews, the first of them first; nil where there are none and was none. In pieces it comes to the same as at once.
    public func state(after reviews: some Sequence<(rating: Rating, at: Instant)>, from old: FSRSState? = nil) -> FSRSState? {
        reviews.reduce(old) { state(after: $1.rating, from: $0, at: $1.at) }
    }

    /// Days until a stability has fallen to the desired retention: whole ones, rounded half to even, 1…`longestInterval`.
    public func days(for stability: Double) -> Int {
        let days = (stability / curve.factor * wait).rounded(.toNearestOrEven)
        return days < Double(longestInterval) ? max(1, Int(days)) : longestInterval
    }

    /// Whole periods of 24 hours; less than 0 where the clock went back.
    private static func days(from last: Instant, to moment: Instant) -> Int {
        let span = moment.milliseconds - last.milliseconds
        return span < 0 ? -1 : Int(span / 86_400_000)
    }

    private func place(after rating: Rating, in phase: FSRSState.Phase, at step: Int, _ stability: Double) -> FSRSState.Place {
        if phase == .review {
            guard rating == .again, let first = relearningSteps.first else { return graduated(stability) }
            return FSRSState.Place(phase: .relearning, step: 0, interval: Double(first))
        }
        let steps = phase == .learning ? learningSteps : relearningSteps
        guard let first = steps.first, rating == .again || step < steps.count else { return graduated(stability) }
        func stay(_ step: Int, _ seconds: Double) -> FSRSState.Place {
            FSRSState.Place(phase: phase, step: step, interval: seconds)
        }
        switch rating {
        case .again: return stay(0, Double(first))
        case .hard where step > 0: return stay(step, Double(steps[step]))
        case .hard: return stay(0, steps.count == 1 ? Double(first) * 1.5 : Double(first + steps[1]) / 2)
        case .good where step + 1 < steps.count: return stay(step + 1, Double(steps[step + 1]))
        case .good, .easy: return graduated(stability)
        }
    }

    private func graduated(_ stability: Double) -> FSRSState.Place {
        FSRSState.Place(phase: .review, step: nil, interval: Double(days(for: stability)) * 86_400)
    }
}
