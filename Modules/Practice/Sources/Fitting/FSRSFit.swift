import Kernel

/// FSRS-6 weights fitted to a log of reviews, with the quality of their predictions.
///
/// The fit maximizes the posterior probability. The prior is a normal distribution around each
/// standard weight with the widths of fsrs-rs, so a short log changes the weights little. Damped
/// Fisher scoring (Levenberg and Marquardt) with numerical derivatives minimizes the sum of log
/// losses and prior terms. The algorithm is deterministic.
///
/// The latest fifth of the reviews is held out for evaluation. New weights are used only if they
/// predict these better than the previous weights, and no worse than the standard weights.
package struct FSRSFit: Hashable, Sendable {
    /// A review in the format of the fit.
    package struct Review: Hashable, Sendable {
        package let rating: Rating
        package let day: Day

        package init(_ rating: Rating, on day: Day) {
            self.rating = rating
            self.day = day
        }
    }

    /// The minimum number of reviews at least a day after the previous one.
    package static let minimumReviews = 400

    /// The fitted weights, or the previous ones if they are better.
    package let weights: FSRSWeights
    /// Whether the fitted weights predict the held-out reviews better than the previous ones.
    package let isBetter: Bool
    /// The number of reviews at least a day after the previous one, to which the forgetting curve
    /// applies.
    package let reviews: Int
    /// The number of the latest reviews that are held out for evaluation.
    package let heldOut: Int
    /// The mean log loss on the held-out reviews, with the previous and with the fitted weights.
    /// Lower is better, and 0.69 equals a coin toss.
    package let before, after: Double

    /// Fits weights to the reviews of many items, each in chronological order.
    ///
    /// - Parameters:
    ///   - start: the previous weights.
    ///   - progress: receives the progress in hundredths.
    /// - Throws: `tooFewReviews`, and errors of `progress`.
    package init(
        _ histories: [[Review]], from start: FSRSWeights = .standard,
        progress: (_ hundredths: Int) throws -> Void = { _ in }
    ) throws {
        let trails = histories.map(Trail.init).filter { !$0.steps.isEmpty }
        let days = trails.flatMap { trail in trail.steps.filter(\.counts).map(\.day) }.sorted()
        guard days.count >= FSRSFit.minimumReviews, let firstHeldOutDay = days.dropFirst(days.count * 4 / 5).first
        else {
            throw Failure(
                .tooFewReviews,
                "There are \(counted(days.count, "review")) that count, and \(FSRSFit.minimumReviews) are needed: those a day or more after the one before.",
                advice: "Study on; until then the standard parameters are the best guess.")
        }
        let scale = Double(days.count { $0 < firstHeldOutDay })
        let objective = Objective(trails: trails, firstHeldOutDay: firstHeldOutDay, start: start)
        var point = start.values
        var damping = 1e-2
        var value = objective.value(at: point)
        for round in 0..<FSRSFit.rounds {
            try progress(round * 100 / FSRSFit.rounds)
            let (gradient, curvature) = objective.slope(at: point)
            var gain = 0.0
            var hasImproved = false
            for _ in 0..<8 where !hasImproved {
                let next = FSRSFit.step(from: point, gradient, curvature, damping: damping)
                let candidate = objective.value(at: next)
                if candidate < value {
                    gain = value - candidate
                    hasImproved = true
                    point = next
                    value = candidate
                    damping = max(damping / 5, 1e-6)
                } else {
                    damping *= 6
                }
            }
            if !hasImproved || gain < 1e-5 * scale { break }
        }
        try progress(100)
        let fittedWeights = (try? FSRSWeights(point)) ?? start
        before = objective.loss(start, isHeldOut: true)
        let fittedLoss = objective.loss(fittedWeights, isHeldOut: true)
        isBetter =
            fittedWeights != start && fittedLoss < before && fittedLoss <= objective.loss(.standard, isHeldOut: true)
        weights = isBetter ? fittedWeights : start
        after = fittedLoss
        reviews = days.count
        heldOut = days.count { $0 >= firstHeldOutDay }
    }

    private static let rounds = 25

    /// Returns a damped step of Fisher scoring within the bounds of the weights, with w0…w3 in
    /// ascending order.
    private static func step(
        from point: [Double], _ gradient: [Double], _ curvature: [[Double]], damping: Double
    ) -> [Double] {
        var matrix = curvature
        for index in matrix.indices { matrix[index][index] *= 1 + damping }
        let move = solve(matrix, gradient)
        var next = zip(point, move).map { $0 - $1 }
        for (index, bounds) in FSRSWeights.bounds.enumerated() {
            next[index] = min(
                max(next[index].isFinite ? next[index] : point[index], bounds.lowerBound), bounds.upperBound)
        }
        for rating in 1..<Rating.allCases.count { next[rating] = max(next[rating], next[rating - 1]) }
        return next
    }

    /// Solves a symmetric positive definite system by Cholesky decomposition. Other matrices are
    /// first made positive definite.
    private static func solve(_ matrix: [[Double]], _ rightSide: [Double]) -> [Double] {
        let count = rightSide.count
        var lower = matrix
        for row in 0..<count {
            for column in 0...row {
                var sum = matrix[row][column]
                for inner in 0..<column { sum -= lower[row][inner] * lower[column][inner] }
                lower[row][column] = row == column ? max(sum, 1e-12).squareRoot() : sum / lower[column][column]
            }
        }
        var solution = rightSide
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

/// The reviews of one item in the format of the fit.
private struct Trail: Sendable {
    /// A review with the wait before it.
    struct Step: Sendable {
        let rating: Rating
        let day: Int
        /// The days since the previous review, 0 for the first.
        let wait: Int
        /// Whether the forgetting curve applies: the review is at least a day after the previous
        /// one.
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

    /// Calls `body` with the predicted probability of recall of each counted review and its step.
    func predict(_ curve: FSRS.Curve, _ body: (_ step: Step, _ likely: Double) -> Void) {
        var stability = 0.0
        var difficulty = 0.0
        for (number, step) in steps.enumerated() {
            if number == 0 {
                stability = curve.firstStability(step.rating)
                difficulty = curve.firstDifficulty(step.rating)
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
    /// The minimum distance of a probability from 0 and 1 before taking its logarithm.
    fileprivate static let leastLikely = 1e-6
}

/// The objective of the fit: the log loss of the reviews before a day, and the distance of the
/// weights from the standard ones.
private struct Objective {
    /// The standard deviations of the weights around the standard ones, w0 first (fsrs-rs 5).
    private static let widths = [
        6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31,
        0.32, 0.14, 0.27,
    ]

    let trails: [Trail]
    let firstHeldOutDay: Int
    let start: FSRSWeights

    /// Returns the value of the objective for some weights. Lower is better.
    func value(at point: [Double]) -> Double {
        let curve = FSRS.Curve(FSRSWeights(trusted: point))
        var sum = zip(zip(point, FSRSWeights.standard.values), Objective.widths).reduce(0.0) { sum, pair in
            let deviation = (pair.0.0 - pair.0.1) / pair.1
            return sum + deviation * deviation / 2
        }
        for trail in trails {
            trail.predict(curve) { step, likely in
                if step.day < firstHeldOutDay { sum -= log(step.rating.isRight ? likely : 1 - likely) }
            }
        }
        return sum
    }

    /// Returns the mean log loss of the reviews before the day, or from that day on.
    func loss(_ weights: FSRSWeights, isHeldOut: Bool) -> Double {
        let curve = FSRS.Curve(weights)
        var sum = 0.0
        var count = 0
        for trail in trails {
            trail.predict(curve) { step, likely in
                guard (step.day >= firstHeldOutDay) == isHeldOut else { return }
                sum = sum - log(step.rating.isRight ? likely : 1 - likely)
                count = count + 1
            }
        }
        return count == 0 ? 0 : sum / Double(count)
    }

    /// Returns the gradient and the Fisher information, including the prior.
    func slope(at point: [Double]) -> (gradient: [Double], curvature: [[Double]]) {
        let count = point.count
        let steps = point.enumerated().map { index, value in
            let bounds = FSRSWeights.bounds[index]
            let step = max(abs(value), 0.01) * 1e-4
            return value + step <= bounds.upperBound ? step : -step
        }
        let curve = FSRS.Curve(FSRSWeights(trusted: point))
        let shiftedCurves = steps.enumerated().map { index, step in
            var shiftedPoint = point
            shiftedPoint[index] += step
            return FSRS.Curve(FSRSWeights(trusted: shiftedPoint))
        }
        var gradient = (0..<count).map {
            (point[$0] - FSRSWeights.standard.values[$0]) / (Objective.widths[$0] * Objective.widths[$0])
        }
        var curvature = [Double](repeating: 0, count: count * count)
        for index in 0..<count {
            curvature[index * count + index] = 1 / (Objective.widths[index] * Objective.widths[index])
        }
        var (likely, isRight): ([Double], [Bool]) = ([], [])
        for trail in trails {
            likely.removeAll(keepingCapacity: true)
            isRight.removeAll(keepingCapacity: true)
            trail.predict(curve) { step, value in
                guard step.day < firstHeldOutDay else { return }
                likely.append(value)
                isRight.append(step.rating.isRight)
            }
            guard !likely.isEmpty else { continue }
            let predictionCount = likely.count
            var slopes = [Double](repeating: 0, count: predictionCount * count)
            for index in 0..<count {
                var number = 0
                trail.predict(shiftedCurves[index]) { step, value in
                    guard step.day < firstHeldOutDay else { return }
                    slopes[number * count + index] = (value - likely[number]) / steps[index]
                    number += 1
                }
            }
            for number in 0..<predictionCount {
                let predicted = likely[number]
                let lossSlope = isRight[number] ? -1 / predicted : 1 / (1 - predicted)
                let weight = 1 / (predicted * (1 - predicted))
                for row in 0..<count {
                    let slope = slopes[number * count + row]
                    if slope == 0 { continue }
                    gradient[row] += lossSlope * slope
                    for column in 0...row {
                        curvature[row * count + column] += weight * slope * slopes[number * count + column]
                    }
                }
            }
        }
        let matrix = (0..<count).map { row in
            (0..<count).map { column in curvature[max(row, column) * count + min(row, column)] }
        }
        return (gradient, matrix)
    }
}
