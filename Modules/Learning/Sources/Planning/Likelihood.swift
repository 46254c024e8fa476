/// A share or a probability with how sure it is: in eight of ten cases it lies between the two bounds.
public struct Likelihood: Hashable, Sendable {
    /// What is expected, 0…1.
    public let expected: Double
    /// In nine of ten cases it is no less.
    public let low: Double
    /// In nine of ten cases it is no more.
    public let high: Double

    /// So many standard deviations to either side hold eight of ten cases.
    static let spread = 1.2816

    init(_ expected: Double, low: Double, high: Double) {
        (self.expected, self.low, self.high) = (expected, min(max(low, 0), expected), max(min(high, 1), expected))
    }
}

/// Something that a grading may ask: how likely it is to be known, and how many answers say so.
struct Knowledge: Hashable, Sendable {
    /// 0…1; 0 where it was never answered here.
    let chance: Double
    /// Answers that stand behind it.
    let answers: Int

    /// Nobody asked it yet.
    static let none = Knowledge(chance: 0, answers: 0)

    init(chance: Double, answers: Int) { (self.chance, self.answers) = (min(max(chance, 0), 1), max(0, answers)) }

    /// Several things as one: what they come to on the mean.
    init(mean things: [Knowledge]) {
        let count = max(1, things.count)
        self.init(
            chance: things.reduce(0) { $0 + $1.chance } / Double(count), answers: things.reduce(0) { $0 + $1.answers } / count)
    }

    /// How far off the chance may be, as one standard deviation. It is believed as a share would be that was seen in so many answers, and in two more of
    /// which one was right (Laplace's rule of succession): what was never asked may be known from elsewhere, and what was asked ten times is known well.
    var error: Double {
        let believed = (chance * Double(answers) + 1) / Double(answers + 2)
        return (believed * (1 - believed) / Double(answers + 3)).squareRoot()
    }

    /// The chance, so many errors higher or lower.
    func shifted(by errors: Double) -> Double { min(max(chance + errors * error, 0), 1) }
}

extension Likelihood {
    /// The share of things that are known. Two things make it unsure: chance, since each is known or not (the variance of a sum of Bernoulli trials), and
    /// that the chances themselves are estimates. Their errors count as if all went the same way, which is the cautious end: who forgets faster than is
    /// thought forgets everything faster.
    init(shareOf things: [Knowledge]) {
        let count = Double(max(1, things.count))
        let mean = things.reduce(0) { $0 + $1.chance } / count
        let chance = things.reduce(0) { $0 + $1.chance * (1 - $1.chance) } / (count * count)
        let error = things.reduce(0) { $0 + $1.error } / count
        let deviation = (chance + error * error).squareRoot() * Likelihood.spread
        self.init(mean, low: mean - deviation, high: mean + deviation)
    }
}
