import Kernel

extension FSRS {
    /// The forgetting curve and what a review does to it, formula by formula. What depends on the weights alone is reckoned once.
    struct Curve: Hashable, Sendable {
        let weights: FSRSWeights
        let decay, factor: Double
        private let w: [Double]
        private let easiest, gain, lapseShare: Double

        init(_ weights: FSRSWeights) {
            let w = weights.values
            (self.weights, self.w) = (weights, w)
            decay = -w[20]
            factor = pow(0.9, 1 / -w[20]) - 1
            easiest = w[4] - exp(w[5] * 3) + 1
            gain = exp(w[8])
            lapseShare = exp(w[17] * w[18])
        }

        /// (1 + factor·t/S)^decay
        func retrievability(of stability: Double, after days: Double) -> Double { pow(1 + factor * days / stability, decay) }

        /// retention^(1/decay) − 1, which a stability over `factor` is multiplied with.
        func wait(until retention: Double) -> Double { pow(retention, 1 / decay) - 1 }

        /// w[r−1]
        func firstStability(_ rating: Rating) -> Double { Curve.held(w[rating.rawValue - 1]) }

        /// w4 − e^(w5(r−1)) + 1, 1…10
        func firstDifficulty(_ rating: Rating) -> Double { Curve.clamped(w[4] - exp(w[5] * Double(rating.rawValue - 1)) + 1) }

        /// w7·D₀(4) + (1−w7)·(D − w6(r−3)(10−D)/9), 1…10; D₀(4) is not clamped here.
        func difficulty(after rating: Rating, from old: Double) -> Double {
            let change = -(w[6] * Double(rating.rawValue - 3))
            return Curve.clamped(w[7] * easiest + (1 - w[7]) * (old + (10 - old) * change / 9))
        }

        /// After a day or more, from the difficulty before the review.
        func stability(after rating: Rating, from old: FSRSState, days: Double) -> Double {
            stability(
                after: rating, from: (old.stability, old.difficulty), recalled: retrievability(of: old.stability, after: days))
        }

        /// The same, where it is known how likely the thing was to be recalled.
        func stability(
            after rating: Rating, from old: (stability: Double, difficulty: Double), recalled likely: Double
        ) -> Double {
            let (stability, forgotten) = (old.stability, 1 - likely)
            return Curve.held(
                rating == .again
                    ? lapsed(stability, old.difficulty, forgotten) : recalled(rating, stability, old.difficulty, forgotten))
        }

        /// S·e^(w17(r−3+w18))·S^−w19; never less than S where it was recalled.
        func stability(onTheSameDay rating: Rating, from old: Double) -> Double {
            let increase = exp(w[17] * (Double(rating.rawValue - 3) + w[18])) * pow(old, -w[19])
            return Curve.held(old * (rating.isRight ? max(increase, 1) : increase))
        }

        /// S·(1 + e^w8·(11−D)·S^−w9·(e^(w10(1−R))−1)·[w15 if hard]·[w16 if easy])
        private func recalled(_ rating: Rating, _ stability: Double, _ difficulty: Double, _ forgotten: Double) -> Double {
            let (penalty, bonus) = (rating == .hard ? w[15] : 1, rating == .easy ? w[16] : 1)
            return stability
                * (1 + gain * (11 - difficulty) * pow(stability, -w[9]) * (exp(forgotten * w[10]) - 1) * penalty * bonus)
        }

        /// min(w11·D^−w12·((S+1)^w13−1)·e^(w14(1−R)), S/e^(w17·w18))
        private func lapsed(_ stability: Double, _ difficulty: Double, _ forgotten: Double) -> Double {
            let long = w[11] * pow(difficulty, -w[12]) * (pow(stability + 1, w[13]) - 1) * exp(forgotten * w[14])
            return min(long, stability / lapseShare)
        }

        /// A stability is 0.001 at least and has no bound above but that it is a number.
        private static func held(_ stability: Double) -> Double {
            min(max(stability, FSRSState.leastStability), .greatestFiniteMagnitude)
        }

        private static func clamped(_ difficulty: Double) -> Double {
            min(max(difficulty, FSRSState.difficulties.lowerBound), FSRSState.difficulties.upperBound)
        }
    }
}
