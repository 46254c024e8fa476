import Kernel

/// Weights of FSRS-6 from a log of reviews, and how well they foretell it.
///
/// The weights that are most likely after the log, where each is believed to be near that of many learners (a normal distribution around the standard
/// weight, as wide as fsrs-rs has it): so a short log moves them little. The sum of log losses and of that is made smaller by Fisher scoring with
/// damping (Levenberg and Marquardt), with derivatives by differences. Nothing in it is chance: the same log gives the same weights.
///
/// What is said of the weights is measured on reviews that they have not seen: the latest fifth. Where they are not better there than those of before,
/// or are worse than the standard ones, those of before stay.
public struct FSRSFit: Hashable, Sendable {
    /// One review as the fit sees it.
    public struct Review: Hashable, Sendable {
        /// How well the thing was known.
        public let rating: Rating
        /// The learner's day.
        public let day: Day

        /// A review on a day.
        public init(_ rating: Rating, on day: Day) { (self.rating, self.day) = (rating, day) }
    }

    /// So many reviews that come a day or more after the one before them are needed.
    public static let needed = 400

    /// The weights: better ones, or those of before.
    public let weights: FSRSWeights
    /// Whether they are better than those of before on reviews that they have not seen.
    public let isBetter: Bool
    /// How many reviews there are that a forgetting curve says something about: those a day or more after the one before.
    public let reviews: Int
    /// How many of them, the latest, the weights have not seen.
    public let heldOut: Int
    /// Mean log loss on the latter: with the weights of before, and with those that were found. Less is better; 0.69 is a coin.
    public let before, after: Double

    /// Fits weights to the reviews of many things, each in the order in which it was reviewed.
    ///
    /// - Parameters:
    ///   - start: the weights of before.
    ///   - telling: called with how far it is, in hundredths.
    /// - Throws: `tooFewReviews`, and what `telling` throws.
    public init(
        _ histories: [[Review]], from start: FSRSWeights = .standard, telling: (_ hundredths: Int) throws -> Void = { _ in }
    ) throws {
        let all = histories.map(Trail.init).filter { !$0.steps.isEmpty }
        let days = all.flatMap { trail in trail.steps.filter(\.counts).map(\.day) }.sorted()
        guard days.count >= FSRSFit.needed, let border = days.dropFirst(days.count * 4 / 5).first else {
            throw Failure(
                .tooFewReviews,
                "There are \(counted(days.count, "review")) that count, and \(FSRSFit.needed) are needed: those a day or more after the one before.",
                advice: "Study on; until then the standard parameters are the best guess.")
        }
        let scale = Double(days.count { $0 < border })
        let objective = Objective(trails: all, border: border, start: start)
        var (point, damping) = (start.values, 1e-2)
        var value = objective.value(at: point)
        for round in 0..<FSRSFit.rounds {
            try telling(round * 100 / FSRSFit.rounds)
            let (gradient, curvature) = objective.slope(at: point)
            var (gain, isMoved) = (0.0, false)
            for _ in 0..<8 where !isMoved {
                let next = FSRSFit.step(from: point, gradient, curvature, damping: damping)
                let candidate = objective.value(at: next)
                if candidate < value {
                    (gain, isMoved) = (value - candidate, true)
                    (point, value, damping) = (next, candidate, max(damping / 5, 1e-6))
                } else {
                    damping *= 6
                }
            }
            if !isMoved || gain < 1e-5 * scale { break }
        }
        try telling(100)
        let found = (try? FSRSWeights(point)) ?? start
        before = objective.loss(start, isHeldOut: true)
        let reached = objective.loss(found, isHeldOut: true)
        isBetter = found != start && reached < before && reached <= objective.loss(.standard, isHeldOut: true)
        (weights, after) = (isBetter ? found : start, reached)
        (reviews, heldOut) = (days.count, days.count { $0 >= border })
    }

    private static let rounds = 25

    /// A step of Fisher scoring with damping, held within the bounds of the weights, w0…w3 never falling.
    private static func step(
        from point: [Double], _ gradient: [Double], _ curvature: [[Double]], damping: Double
    ) -> [Double] {
        var matrix = curvature
        for index in matrix.indices { matrix[index][index] *= 1 + damping }
        let move = solve(matrix, gradient)
        var next = zip(point, move).map { $0 - $1 }
        for (index, bounds) in FSRSWeights.bounds.enumerated() {
            next[index] = min(max(next[index].isFinite ? next[index] : point[index], bounds.lowerBound), bounds.upperBound)
        }
        for rating in 1..<Rating.allCases.count { next[rating] = max(next[rating], next[rating - 1]) }
        return next
    }

    /// The solution of a symmetric positive system, by Cholesky; what is not positive is made so.
    private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
        let count = right.count
        var lower = matrix
        for row in 0..<count {
            for column in 0...row {
                var sum = matrix[row][column]
                for inner in 0..<column { sum -= lower[row][inner] * lower[column][inner] }
                lower[row][column] = row == column ? max(sum, 1e-12).squareRoot() : sum / lower[column][column]
            }
        }
        var solution = right
        for row in 0..<count {
            for inner in 0..<row { solution[row] -= lower[row][inner] * solution[inner] }
            solution[row] /= lower[row][row]
        }
        for row in (0..<count).reversed() {
            for inner in row + 1..<count { solution[row] -= lower[inner][row] * solution[inner] }
            solution[row] /= lower[row][row]
        }
        return solution
    }
}

/// The reviews of one thing, as a fit goes through them.
private struct Trail: Sendable {
    struct Step: Sendable {
        let rating: Rating
        let day: Int
        /// Days since the review before; 0 for the first.
        let wait: Int
        /// Whether a forgetting curve says something about it.
        var counts: Bool { wait > 0 }
    }

    let steps: [Step]

    init(_ reviews: [FSRSFit.Review]) {
        var last: Int?
        steps = reviews.map { review in
            let day = review.day.ordinal
            defer { last = max(day, last ?? day) }
            return Step(rating: review.rating, day: day, wait: max(0, day - (last ?? day)))
        }
    }

    /// Says of each review that counts how likely it was to be recalled, and whether it was.
    func foretell(_ curve: FSRS.Curve, _ body: (_ step: Step, _ likely: Double) -> Void) {
        var (stability, difficulty) = (0.0, 0.0)
        for (number, step) in steps.enumerated() {
            if number == 0 {
                (stability, difficulty) = (curve.firstStability(step.rating), curve.firstDifficulty(step.rating))
                continue
            }
            if step.counts {
                let likely = curve.retrievability(of: stability, after: Double(step.wait))
                body(step, min(max(likely, FSRS.Curve.leastLikely), 1 - FSRS.Curve.leastLikely))
                stability = curve.stability(after: step.rating, from: (stability, difficulty), recalled: likely)
            } else {
                stability = curve.stability(onTheSameDay: step.rating, from: stability)
            }
            difficulty = curve.difficulty(after: step.rating, from: difficulty)
        }
    }
}

extension FSRS.Curve {
    /// A probability is at least so far from 0 and 1 where its logarithm is taken.
    fileprivate static let leastLikely = 1e-6
}

/// What is to be small: the log losses of the reviews before a day, and how far the weights are from those of many learners.
private struct Objective {
    /// How wide the weights of learners lie around the standard ones, w0 first (fsrs-rs 5).
    private static let widths = [
        6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32, 0.14,
        0.27,
    ]

    let trails: [Trail]
    let border: Int
    let start: FSRSWeights

    func value(at point: [Double]) -> Double {
        let curve = FSRS.Curve(FSRSWeights(trusted: point))
        var sum = zip(zip(point, FSRSWeights.standard.values), Objective.widths).reduce(0.0) { sum, pair in
            let apart = (pair.0.0 - pair.0.1) / pair.1
            return sum + apart * apart / 2
        }
        for trail in trails {
            trail.foretell(curve) { step, likely in
                if step.day < border { sum -= log(step.rating.isRight ? likely : 1 - likely) }
            }
        }
        return sum
    }

    /// Mean log loss of the reviews before the day, or from it on.
    func loss(_ weights: FSRSWeights, isHeldOut: Bool) -> Double {
        let curve = FSRS.Curve(weights)
        var (sum, count) = (0.0, 0)
        for trail in trails {
            trail.foretell(curve) { step, likely in
                guard (step.day >= border) == isHeldOut else { return }
                (sum, count) = (sum - log(step.rating.isRight ? likely : 1 - likely), count + 1)
            }
        }
        return count == 0 ? 0 : sum / Double(count)
    }

    /// The gradient, and Fisher's information with the belief about weights.
    func slope(at point: [Double]) -> (gradient: [Double], curvature: [[Double]]) {
        let count = point.count
        let steps = point.enumerated().map { index, value in
            let bounds = FSRSWeights.bounds[index]
            let step = max(abs(value), 0.01) * 1e-4
            return value + step <= bounds.upperBound ? step : -step
        }
        let curve = FSRS.Curve(FSRSWeights(trusted: point))
        let others = steps.enumerated().map { index, step in
            var moved = point
            moved[index] += step
            return FSRS.Curve(FSRSWeights(trusted: moved))
        }
        var gradient = (0..<count).map {
            (point[$0] - FSRSWeights.standard.values[$0]) / (Objective.widths[$0] * Objective.widths[$0])
        }
        var curvature = [Double](repeating: 0, count: count * count)
        for index in 0..<count { curvature[index * count + index] = 1 / (Objective.widths[index] * Objective.widths[index]) }
        var (likely, isRight): ([Double], [Bool]) = ([], [])
        for trail in trails {
            likely.removeAll(keepingCapacity: true)
            isRight.removeAll(keepingCapacity: true)
            trail.foretell(curve) { step, value in
                guard step.day < border else { return }
                likely.append(value)
                isRight.append(step.rating.isRight)
            }
            guard !likely.isEmpty else { continue }
            let seen = likely.count
            var slopes = [Double](repeating: 0, count: seen * count)
            for index in 0..<count {
                var number = 0
                trail.foretell(others[index]) { step, value in
                    guard step.day < border else { return }
                    slopes[number * count + index] = (value - likely[number]) / steps[index]
                    number += 1
                }
            }
            for number in 0..<seen {
                let p = likely[number]
                let (pull, weight) = (isRight[number] ? -1 / p : 1 / (1 - p), 1 / (p * (1 - p)))
                for row in 0..<count {
                    let slope = slopes[number * count + row]
                    if slope == 0 { continue }
                    gradient[row] += pull * slope
                    for column in 0...row { curvature[row * count + column] += weight * slope * slopes[number * count + column] }
                }
            }
        }
        let matrix = (0..<count).map { row in
            (0..<count).map { column in curvature[max(row, column) * count + min(row, column)] }
        }
        return (gradient, matrix)
    }
}
