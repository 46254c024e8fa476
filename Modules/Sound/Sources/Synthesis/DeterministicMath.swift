/// Functions of addition, multiplication, division and square root only, which IEEE 754 defines to
/// the last bit.
///
/// The C library's functions differ between machines. The results are accurate to about fifteen
/// digits.
enum DeterministicMath {
    private static let circle = 6.283185307179586
    private static let ln2 = 0.6931471805599453

    /// Returns the sine of an angle in turns, by its Taylor series within a quarter of a turn.
    static func sine(turns: Double) -> Double {
        var part = turns - turns.rounded()
        if part > 0.25 { part = 0.5 - part } else if part < -0.25 { part = -0.5 - part }
        let x = part * circle
        let square = x * x
        var sum = 1 / 51_090_942_171_709_440_000.0
        sum = 1 / 121_645_100_408_832_000.0 - square * sum
        sum = 1 / 355_687_428_096_000.0 - square * sum
        sum = 1 / 1_307_674_368_000.0 - square * sum
        sum = 1 / 6_227_020_800.0 - square * sum
        sum = 1 / 39_916_800.0 - square * sum
        sum = 1 / 362_880.0 - square * sum
        sum = 1 / 5_040.0 - square * sum
        sum = 1 / 120.0 - square * sum
        sum = 1 / 6.0 - square * sum
        return x * (1 - square * sum)
    }

    /// Returns the cosine of an angle in turns.
    static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

    /// Returns e to the power of x.
    static func exp(_ x: Double) -> Double {
        guard x > -700 else { return 0 }
        let k = (min(x, 700) / ln2).rounded()
        let r = min(x, 700) - k * ln2
        var sum = 1 / 87_178_291_200.0
        sum = sum * r + 1 / 6_227_020_800.0
        sum = sum * r + 1 / 479_001_600.0
        sum = sum * r + 1 / 39_916_800.0
        sum = sum * r + 1 / 3_628_800.0
        sum = sum * r + 1 / 362_880.0
        sum = sum * r + 1 / 40_320.0
        sum = sum * r + 1 / 5_040.0
        sum = sum * r + 1 / 720.0
        sum = sum * r + 1 / 120.0
        sum = sum * r + 1 / 24.0
        sum = sum * r + 1 / 6.0
        sum = sum * r + 1 / 2.0
        sum = sum * r + 1
        sum = sum * r + 1
        return Double(sign: .plus, exponent: Int(k), significand: sum)
    }
}
