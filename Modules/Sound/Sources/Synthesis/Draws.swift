import Kernel

/// Sequential random draws for composing events one after the other.
struct Draws {
    private let chance: IndexedRandom
    private var number = 0

    init(_ chance: IndexedRandom) { self.chance = chance }

    /// Returns a number from 0 up to 1.
    mutating func unit() -> Double {
        number += 1
        return chance.fraction(number)
    }

    /// Returns a number between two values.
    mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// Returns a frequency between two values, with equal probability for each octave.
    mutating func pitch(_ low: Double, _ high: Double) -> Double {
        // Doubling covers whole octaves. The exponential function alone would require a logarithm.
        let from = Double(low)
        let to = Double(high)
        let octaves = Draws.octaves(to / from)
        return from * DeterministicMath.exp(unit() * octaves * 0.6931471805599453)
    }

    /// Returns a whole number from 0 up to a limit.
    mutating func below(_ limit: Int) -> Int { min(limit - 1, Int(unit() * Double(limit))) }

    /// Returns the base-two logarithm of a ratio of at least 1, by twenty squarings.
    private static func octaves(_ ratio: Double) -> Double {
        var remainder = max(1, ratio)
        var octaves = 0.0
        while remainder >= 2 { (remainder, octaves) = (remainder / 2, octaves + 1) }
        var bit = 0.5
        while bit > 1e-6 {
            remainder *= remainder
            if remainder >= 2 { (remainder, octaves) = (remainder / 2, octaves + bit) }
            bit /= 2
        }
        return octaves
    }
}
