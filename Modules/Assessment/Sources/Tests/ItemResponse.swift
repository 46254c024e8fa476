import Kernel

/// The Rasch model with guessing, which gives the probability of a right answer.
///
/// P(right) = c + (1 − c) / (1 + e^(b − θ)), where θ is the ability, b the difficulty, both in
/// logits, and c the chance of a lucky guess.
///
/// This is Birnbaum's three-parameter model with one discrimination for all items (in Lord and
/// Novick, *Statistical Theories of Mental Test Scores*, 1968). It is Rasch's model if c is 0.
///
/// The model estimates c for each learner: one in four for a learner who always guesses, and near 0
/// for one who admits not knowing.
package enum ItemResponse {
    /// The probability of guessing the right one of four choices.
    package static let guess = 0.25

    /// Returns the probability that the learner knows an item, 0…1, without guessing.
    package static func probabilityOfKnowing(_ ability: Double, _ difficulty: Double) -> Double {
        1 / (1 + exp(difficulty - ability))
    }

    /// Returns the probability of a right answer, 0…1, including guesses.
    package static func right(_ ability: Double, _ difficulty: Double, guess: Double = guess) -> Double {
        guess + (1 - guess) * probabilityOfKnowing(ability, difficulty)
    }

    /// Returns the Fisher information of an answer about the ability.
    ///
    /// Its reciprocal is the variance of the estimate (Lord, *Applications of Item Response
    /// Theory*, 1980).
    package static func information(_ ability: Double, _ difficulty: Double, guess: Double = guess) -> Double {
        let right = right(ability, difficulty, guess: guess)
        let knowing = (right - guess) / (1 - guess)
        return knowing * knowing * (1 - right) / right
    }

    /// Returns the chance of a lucky guess from the learner's wrong answers and admissions of not
    /// knowing.
    ///
    /// The estimate starts with one of each. Three of four guesses are wrong, so each wrong answer
    /// counts as four thirds of a guess.
    static func guess(wrong: Int, unknown: Int) -> Double {
        let guessed = Double(wrong + 1) / (1 - guess)
        return guess * guessed / (guessed + Double(unknown + 1))
    }

    /// Returns the logit of a share, limited to 2…98 % because nothing is certain.
    static func logit(_ share: Double) -> Double {
        let limited = min(max(share, 0.02), 0.98)
        return log(limited / (1 - limited))
    }
}

/// A probability distribution of an ability on a grid of logits, updated by answers.
///
/// Its mean is the estimate (EAP: Bock and Mislevy, *Applied Psychological Measurement* 6, 1982),
/// which needs neither a right nor a wrong answer to exist. Its deviation is the uncertainty.
package struct Ability: Sendable {
    /// The distance of the grid from the mean on either side: in logits at least, and in standard
    /// deviations.
    private static let gridReach = (least: 5.0, deviations: 4.0)
    /// The distance between two points of the grid, in logits.
    private static let step = 0.1

    /// The possible abilities, in logits.
    private let grid: [Double]
    /// The probability of each possible ability. The sum is 1.
    private var weights: [Double]

    package init(mean: Double, deviation: Double) {
        let reach = max(Ability.gridReach.least, Ability.gridReach.deviations * deviation)
        let count = Int(2 * reach / Ability.step) + 1
        grid = (0..<count).map { mean - reach + Double($0) * Ability.step }
        weights = grid.map { ability in
            let distance = (ability - mean) / deviation
            return exp(-distance * distance / 2)
        }
        normalize()
    }

    /// Updates the distribution with an answer.
    package mutating func record(isRight: Bool, difficulty: Double, guess: Double = ItemResponse.guess) {
        for (place, ability) in grid.enumerated() {
            let right = ItemResponse.right(ability, difficulty, guess: guess)
            weights[place] *= isRight ? right : 1 - right
        }
        normalize()
    }

    /// Scales the weights to the sum 1.
    private mutating func normalize() {
        let sum = weights.reduce(0, +)
        weights = weights.map { $0 / sum }
    }

    /// The ability, in logits.
    package var mean: Double { zip(grid, weights).reduce(0) { $0 + $1.0 * $1.1 } }

    /// The standard deviation of the estimate, in logits.
    package var deviation: Double {
        let mean = mean
        return zip(grid, weights).reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1 }.squareRoot()
    }

    /// Returns the probability that the learner knows an item, 0…1, averaged over the distribution.
    package func probabilityOfKnowing(_ difficulty: Double) -> Double {
        zip(grid, weights).reduce(0) { $0 + ItemResponse.probabilityOfKnowing($1.0, difficulty) * $1.1 }
    }
}
