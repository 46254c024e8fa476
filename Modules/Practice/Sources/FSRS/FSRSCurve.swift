import Kernel

extension FSRS {
    /// The forgetting curve and the update formulas of a review. Values that depend only on the
    /// weights are computed once.
    struct Curve: Hashable, Sendable {
        let weights: FSRSWeights
        /// The exponent and the time factor of the forgetting curve. At a time equal to the
        /// stability, the probability of recall is 0.9.
        let decay, factor: Double
        /// The weights under their symbol in the formulas, w0 first.
        private let w: [Double]
        /// The terms that depend only on weights: D₀(4), e^w8 and e^(w17·w18).
        private let easiestDifficulty, recallGain, lapseDivisor: Double

        init(_ weights: FSRSWeights) {
            let w = weights.values
            self.weights = weights
            self.w = w
            decay = -w[20]
            factor = pow(0.9, 1 / -w[20]) - 1
            easiestDifficulty = w[4] - exp(w[5] * 3) + 1
            recallGain = exp(w[8])
            lapseDivisor = exp(w[17] * w[18])
        }

        /// Returns the retrievability: (1 + factor·t/S)^decay.
        func retrievability(of stability: Double, after days: Double) -> Double {
            pow(1 + factor * days / stability, decay)
        }

        /// Returns the wait for a retention: retention^(1/decay) − 1, to multiply by the stability
        /// over `factor`.
        func wait(until retention: Double) -> Double { pow(retention, 1 / decay) - 1 }

        /// Returns the first stability: w[r−1].
        func firstStability(_ rating: Rating) -> Double { Curve.clampedStability(w[rating.rawValue - 1]) }

        /// Returns the first difficulty: w4 − e^(w5(r−1)) + 1, limited to 1…10.
        func firstDifficulty(_ rating: Rating) -> Double {
            Curve.clampedDifficulty(w[4] - exp(w[5] * Double(rating.rawValue - 1)) + 1)
        }

        /// Returns the next difficulty: w7·D₀(4) + (1−w7)·(D − w6(r−3)(10−D)/9), limited to 1…10.
        /// D₀(4) is not limited here.
        func difficulty(after rating: Rating, from old: Double) -> Double {
            let change = -(w[6] * Double(rating.rawValue - 3))
            return Curve.clampedDifficulty(w[7] * easiestDifficulty + (1 - w[7]) * (old + (10 - old) * change / 9))
        }

        /// Returns the stability after at least a day, from the difficulty before the review.
        func stability(after rating: Rating, from old: FSRSState, days: Double) -> Double {
            stability(
                after: rating, from: (old.stability, old.difficulty),
                recalled: retrievability(of: old.stability, after: days))
        }

        /// Returns the stability after at least a day, from a known probability of recall.
        func stability(
            after rating: Rating, from old: (stability: Double, difficulty: Double), recalled recallProbability: Double
        ) -> Double {
            let stability = old.stability
            let forgotten = 1 - recallProbability
            return Curve.clampedStability(
                rating == .again
                    ? lapsedStability(stability, old.difficulty, forgotten)
                    : recalledStability(rating, stability, old.difficulty, forgotten))
        }

        /// Returns the stability after a review on the same day: S·e^(w17(r−3+w18))·S^−w19, at
        /// least S if the item was recalled.
        func stability(onTheSameDay rating: Rating, from old: Double) -> Double {
            let increase = exp(w[17] * (Double(rating.rawValue - 3) + w[18])) * pow(old, -w[19])
            return Curve.clampedStability(old * (rating.isRight ? max(increase, 1) : increase))
        }

        /// Returns the stability after recall: S·(1 + e^w8·(11−D)·S^−w9·(e^(w10(1−R))−1)·[w15 if
        /// hard]·[w16 if easy]).
        private func recalledStability(_ rating: Rating, _ stability: Double, _ difficulty: Double, _ forgotten: Double)
            -> Double
        {
            let penalty = rating == .hard ? w[15] : 1
            let bonus = rating == .easy ? w[16] : 1
            return stability
                * (1 + recallGain * (11 - difficulty) * pow(stability, -w[9]) * (exp(forgotten * w[10]) - 1)
                    * penalty * bonus)
        }

        /// Returns the stability after a miss: min(w11·D^−w12·((S+1)^w13−1)·e^(w14(1−R)),
        /// S/e^(w17·w18)).
        private func lapsedStability(_ stability: Double, _ difficulty: Double, _ forgotten: Double) -> Double {
            let unboundedStability =
                w[11] * pow(difficulty, -w[12]) * (pow(stability + 1, w[13]) - 1) * exp(forgotten * w[14])
            return min(unboundedStability, stability / lapseDivisor)
        }

        /// Returns a stability of at least 0.001 that is finite.
        private static func clampedStability(_ stability: Double) -> Double {
            min(max(stability, FSRSState.minimumStability), .greatestFiniteMagnitude)
        }

        /// Returns a difficulty within 1…10.
        private static func clampedDifficulty(_ difficulty: Double) -> Double {
            min(max(difficulty, FSRSState.difficultyRange.lowerBound), FSRSState.difficultyRange.upperBound)
        }
    }
}
