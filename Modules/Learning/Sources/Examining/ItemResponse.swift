import Kernel

/// How likely a right answer is, by the Rasch model with a guess: somebody who does not know chooses one of the answers that are offered.
///
/// P(right) = c + (1 − c) / (1 + e^(b − θ)), where θ is the ability, b the difficulty, both in logits, and c the chance of a lucky guess. It is Birnbaum's
/// three-parameter model (in Lord and Novick, *Statistical Theories of Mental Test Scores*, 1968) with one discrimination for all items, and Rasch's where c
/// is 0. Here c is the learner's own: one in four for somebody who always guesses, near 0 for somebody who says that they do not know.
public enum ItemResponse {
    /// One of four is right by chance.
    public static let guess = 0.25

    /// How likely it is that somebody knows, 0…1: without a guess.
    public static func knows(_ ability: Double, _ difficulty: Double) -> Double { 1 / (1 + exp(difficulty - ability)) }

    /// How likely a right answer is, 0…1.
    public static func right(_ ability: Double, _ difficulty: Double, guess: Double = guess) -> Double {
        guess + (1 - guess) * knows(ability, difficulty)
    }

    /// How much an answer tells of the ability: Fisher's information, of which the reciprocal is the variance of what is learned (Lord, *Applications of Item
    /// Response Theory*, 1980).
    public static func information(_ ability: Double, _ difficulty: Double, guess: Double = guess) -> Double {
        let right = right(ability, difficulty, guess: guess)
        let known = (right - guess) / (1 - guess)
        return known * known * (1 - right) / right
    }

    /// The chance of a lucky guess for somebody who has guessed so often where they did not know, and said so often that they do not know. One of each is
    /// taken for granted before the first answer. Three of four guesses are wrong, so each wrong answer stands for four thirds of a guess.
    static func guess(wrong: Int, unknown: Int) -> Double {
        let guessed = Double(wrong + 1) / (1 - guess)
        return guess * guessed / (guessed + Double(unknown + 1))
    }

    /// The logit of a share; shares are held to 2…98 %, because nothing is certain.
    static func logit(_ share: Double) -> Double {
        let held = min(max(share, 0.02), 0.98)
        return log(held / (1 - held))
    }
}

/// What answers say of an ability: how likely each ability is, on a grid of logits. Its mean is the estimate (EAP: Bock and Mislevy, *Applied Psychological
/// Measurement* 6, 1982), which needs no answer of each kind to exist, and its deviation says how sure that is.
public struct Ability: Sendable {
    private static let reach = (least: 5.0, deviations: 4.0)
    private static let step = 0.1

    private let grid: [Double]
    private var weights: [Double]

    /// What is believed before the first answer: a bell curve.
    public init(mean: Double, deviation: Double) {
        let reach = max(Ability.reach.least, Ability.reach.deviations * deviation)
        let count = Int(2 * reach / Ability.step) + 1
        grid = (0..<count).map { mean - reach + Double($0) * Ability.step }
        weights = grid.map { ability in
            let distance = (ability - mean) / deviation
            return exp(-distance * distance / 2)
        }
        level()
    }

    /// Takes an answer to an item.
    public mutating func take(isRight: Bool, difficulty: Double, guess: Double = ItemResponse.guess) {
        for (place, ability) in grid.enumerated() {
            let right = ItemResponse.right(ability, difficulty, guess: guess)
            weights[place] *= isRight ? right : 1 - right
        }
        level()
    }

    private mutating func level() {
        let sum = weights.reduce(0, +)
        weights = weights.map { $0 / sum }
    }

    /// The ability, in logits.
    public var mean: Double { zip(grid, weights).reduce(0) { $0 + $1.0 * $1.1 } }

    /// How far off that may be: one standard deviation, in logits.
    public var deviation: Double {
        let mean = mean
        return zip(grid, weights).reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1 }.squareRoot()
    }

    /// How likely it is that somebody of this ability knows an item, 0…1, over all that is thought possible.
    public func knows(_ difficulty: Double) -> Double {
        zip(grid, weights).reduce(0) { $0 + ItemResponse.knows($1.0, difficulty) * $1.1 }
    }
}
