/// Chance that is reached by number: the n-th value of SplitMix64 (Steele, Lea, Flood 2014) without those before it. So a sound can be made from any
/// place on, and comes to its beginning again.
struct Chance: Sendable {
    private let key: UInt64

    /// Chance of a seed; each lane is a sequence of its own.
    init(seed: UInt64, lane: Int) { key = Chance.mixed(seed &+ UInt64(bitPattern: Int64(lane)) &* 0xD1B5_4A32_D192_ED03) }

    /// 64 bits.
    @inline(__always) func bits(_ number: Int) -> UInt64 {
        Chance.mixed(key &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15)
    }

    /// From 0 up to 1.
    func unit(_ number: Int) -> Double { Double(bits(number) >> 11) * 0x1p-53 }

    @inline(__always) private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Chance as a row of draws, for whoever composes events one after the other.
struct Draws {
    private let chance: Chance
    private var number = 0

    init(_ chance: Chance) { self.chance = chance }

    /// From 0 up to 1.
    mutating func unit() -> Double {
        number += 1
        return chance.unit(number)
    }

    /// Between two values.
    mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// Between two values, an octave being as likely as the next.
    mutating func pitch(_ low: Double, _ high: Double) -> Double {
        // Halving and doubling in between: a power of the ratio by the exponential alone would want a logarithm.
        let (from, to) = (Double(low), Double(high))
        let octaves = Draws.octaves(to / from)
        return from * Exact.exp(unit() * octaves * 0.6931471805599453)
    }

    /// A whole number from 0 up to a limit.
    mutating func below(_ limit: Int) -> Int { min(limit - 1, Int(unit() * Double(limit))) }

    /// How often a ratio of at least 1 doubles, by twenty squarings.
    private static func octaves(_ ratio: Double) -> Double {
        var (rest, whole) = (max(1, ratio), 0.0)
        while rest >= 2 { (rest, whole) = (rest / 2, whole + 1) }
        var bit = 0.5
        while bit > 1e-6 {
            rest *= rest
            if rest >= 2 { (rest, whole) = (rest / 2, whole + bit) }
            bit /= 2
        }
        return whole
    }
}
