/// A share or probability with its uncertainty: the interval contains the true value in eight of
/// ten cases.
package struct Likelihood: Hashable, Sendable {
    /// The expected value, 0…1.
    package let expected: Double
    package let low: Double
    package let high: Double

    /// The number of standard deviations on either side that contains eight of ten cases.
    static let spread = 1.2816

    init(_ expected: Double, low: Double, high: Double) {
        self.expected = expected
        self.low = min(max(low, 0), expected)
        self.high = max(min(high, 1), expected)
    }
}

/// The knowledge of an item: the probability that it is known, and the number of answers as
/// evidence.
struct Knowledge: Hashable, Sendable {
    /// The probability, 0…1, and 0 for an item never answered in this app.
    let chance: Double
    let answers: Int

    static let none = Knowledge(chance: 0, answers: 0)

    init(chance: Double, answers: Int) {
        self.chance = min(max(chance, 0), 1)
        self.answers = max(0, answers)
    }

    init(mean items: [Knowledge]) {
        let count = max(1, items.count)
        self.init(
            chance: items.reduce(0) { $0 + $1.chance } / Double(count),
            answers: items.reduce(0) { $0 + $1.answers } / count)
    }

    /// The standard deviation of the probability.
    ///
    /// It is that of a share observed in the given answers and two more, one of which is right
    /// (Laplace's rule of succession). An item never asked may be known from elsewhere. An item
    /// asked ten times has a reliable estimate.
    var error: Double {
        let believed = (chance * Double(answers) + 1) / Double(answers + 2)
        return (believed * (1 - believed) / Double(answers + 3)).squareRoot()
    }

    /// Returns the probability shifted by a number of standard deviations, limited to 0…1.
    func shifted(by errors: Double) -> Double { min(max(chance + errors * error, 0), 1) }
}

extension Likelihood {
    /// Creates the share of known items.
    ///
    /// The uncertainty has two sources. Each item is known or not, which adds the variance of a sum
    /// of Bernoulli trials. The probabilities are also estimates, and their errors are treated as
    /// fully correlated. That is the cautious assumption: a learner who forgets faster than
    /// expected forgets everything faster.
    init(shareOf items: [Knowledge]) {
        let count = Double(max(1, items.count))
        let mean = items.reduce(0) { $0 + $1.chance } / count
        let chance = items.reduce(0) { $0 + $1.chance * (1 - $1.chance) } / (count * count)
        let error = items.reduce(0) { $0 + $1.error } / count
        let deviation = (chance + error * error).squareRoot() * Likelihood.spread
        self.init(mean, low: mean - deviation, high: mean + deviation)
    }
}
