import Kernel

/// FSRS-6, the Free Spaced Repetition Scheduler, which predicts recall and schedules reviews for a
/// desired retention.
///
/// It is a pure value. The README contains the formulas and their sources.
package struct FSRS: Hashable, Sendable {
    /// The standard configuration.
    ///
    /// It has the standard weights, a retention of 0.9, steps of 1 and 10 minutes, relearning after
    /// 10 minutes, and intervals of at most a hundred years.
    package static let standard = FSRS(Curve(.standard), 0.9, ([60, 600], [600]), FSRS.maximumInterval)
    /// The standard configuration without steps, for items asked once a day.
    package static let daily = FSRS(Curve(.standard), 0.9, ([], []), FSRS.maximumInterval)
    /// The allowed retentions. Below the range, learners forget more than they learn, and above it
    /// every item comes back daily.
    package static let retentions = 0.7...0.99
    /// The maximum number of learning steps, and of relearning steps.
    package static let maximumSteps = 10
    /// The allowed lengths of a step, in seconds. The limit is half a day, so that one and a half
    /// steps end within a day.
    package static let stepLengths = 1...43_200
    /// The longest interval that can be asked for, in days.
    package static let maximumInterval = 36_500

    /// The probability of recall at which an item comes back.
    package let desiredRetention: Double
    /// The seconds between the answers to a new item before it gets an interval of days.
    package let learningSteps: [Int]
    /// The seconds between the answers to a missed item before it gets an interval of days again.
    package let relearningSteps: [Int]
    /// The maximum interval, in days.
    package let longestInterval: Int
    let curve: Curve
    /// The interval in days at a stability of one day, before the curve's factor:
    /// `retention^(1/decay) − 1`.
    private let intervalFactor: Double

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - learningSteps: seconds in ascending order, or empty for intervals of days from the first
    ///     answer on.
    ///   - longestInterval: days, 1…36,500.
    /// - Throws: `retentionInvalid`, `stepsInvalid`, `intervalsInvalid`.
    package init(
        weights: FSRSWeights = .standard, desiredRetention: Double = 0.9, learningSteps: [Int] = [60, 600],
        relearningSteps: [Int] = [600], longestInterval: Int = FSRS.maximumInterval
    ) throws {
        guard FSRS.retentions.contains(desiredRetention) else {
            throw Failure(
                .retentionInvalid, "A retention of \(desiredRetention) cannot be asked for.",
                advice: "Choose from 0.7 (less work) to 0.99 (little forgotten).", kind: .usage)
        }
        for steps in [learningSteps, relearningSteps] {
            guard steps.count <= FSRS.maximumSteps, steps.allSatisfy(FSRS.stepLengths.contains), steps == steps.sorted()
            else {
                throw Failure(
                    .stepsInvalid, "The steps \(steps) cannot be taken.",
                    advice:
                        "Write ten steps at most, each from 1 second to 12 hours and at least as long as the one before.",
                    kind: .usage)
            }
        }
        guard (1...FSRS.maximumInterval).contains(longestInterval) else {
            throw Failure(
                .intervalsInvalid, "An interval cannot be \(longestInterval) days at most.",
                advice: "Choose from 1 to \(FSRS.maximumInterval) days.", kind: .usage)
        }
        self.init(Curve(weights), desiredRetention, (learningSteps, relearningSteps), longestInterval)
    }

    private init(_ curve: Curve, _ retention: Double, _ steps: (learning: [Int], relearning: [Int]), _ longest: Int) {
        self.curve = curve
        desiredRetention = retention
        longestInterval = longest
        (learningSteps, relearningSteps) = steps
        intervalFactor = curve.wait(until: retention)
    }

    /// The weights w0…w20, standard or learned from a log.
    package var weights: FSRSWeights { curve.weights }

    /// Returns the probability of recall at a moment, 0…1, from the whole days since the last
    /// review.
    package func retrievability(of state: FSRSState, at moment: Instant) -> Double {
        curve.retrievability(of: state.stability, after: Double(max(0, FSRS.days(from: state.last, to: moment))))
    }

    /// Returns the probability of recall a number of days after the last review, 0…1.
    package func retrievability(after days: Double, stability: Double) -> Double {
        curve.retrievability(of: max(stability, FSRSState.minimumStability), after: max(0, days))
    }

    /// Returns the state after a review, from nil for an item without reviews. A moment before the
    /// last review counts as the same day.
    package func state(after rating: Rating, from old: FSRSState?, at moment: Instant) -> FSRSState {
        guard let old else {
            let stability = curve.firstStability(rating)
            return FSRSState(
                nextPlace(after: rating, in: .learning, at: 0, stability), stability: stability,
                difficulty: curve.firstDifficulty(rating), last: moment)
        }
        let days = FSRS.days(from: old.last, to: moment)
        let stability =
            days < 1
            ? curve.stability(onTheSameDay: rating, from: old.stability)
            : curve.stability(after: rating, from: old, days: Double(days))
        return FSRSState(
            nextPlace(after: rating, in: old.phase, at: old.step ?? 0, stability), stability: stability,
            difficulty: curve.difficulty(after: rating, from: old.difficulty), last: moment)
    }

    /// Returns the state after a sequence of reviews, or nil if there are no reviews and no earlier
    /// state.
    ///
    /// Applying the reviews in several calls gives the same state.
    package func state(after reviews: some Sequence<(rating: Rating, at: Instant)>, from old: FSRSState? = nil)
        -> FSRSState?
    {
        reviews.reduce(old) { state(after: $1.rating, from: $0, at: $1.at) }
    }

    /// Returns the whole days until a stability reaches the desired retention, rounded half to even
    /// and limited to 1…`longestInterval`.
    package func days(for stability: Double) -> Int {
        let days = (stability / curve.factor * intervalFactor).rounded(.toNearestOrEven)
        return days < Double(longestInterval) ? max(1, Int(days)) : longestInterval
    }

    /// Returns the whole periods of 24 hours, negative if the clock went back.
    private static func days(from last: Instant, to moment: Instant) -> Int {
        let span = moment.milliseconds - last.milliseconds
        return span < 0 ? -1 : Int(span / 86_400_000)
    }

    /// Returns the phase, step and interval after a rating: a repeated or later step, or review.
    private func nextPlace(after rating: Rating, in phase: FSRSState.Phase, at step: Int, _ stability: Double)
        -> FSRSState.Place
    {
        if phase == .review {
            guard rating == .again, let firstStep = relearningSteps.first else { return graduatedPlace(stability) }
            return FSRSState.Place(phase: .relearning, step: 0, interval: Double(firstStep))
        }
        let steps = phase == .learning ? learningSteps : relearningSteps
        guard let firstStep = steps.first, rating == .again || step < steps.count else {
            return graduatedPlace(stability)
        }
        func place(_ step: Int, _ seconds: Double) -> FSRSState.Place {
            FSRSState.Place(phase: phase, step: step, interval: seconds)
        }
        switch rating {
        case .again: return place(0, Double(firstStep))
        case .hard where step > 0: return place(step, Double(steps[step]))
        case .hard: return place(0, steps.count == 1 ? Double(firstStep) * 1.5 : Double(firstStep + steps[1]) / 2)
        case .good where step + 1 < steps.count: return place(step + 1, Double(steps[step + 1]))
        case .good, .easy: return graduatedPlace(stability)
        }
    }

    /// Returns the place of an item that has left its steps, at the interval of its stability.
    private func graduatedPlace(_ stability: Double) -> FSRSState.Place {
        FSRSState.Place(phase: .review, step: nil, interval: Double(days(for: stability)) * 86_400)
    }
}
