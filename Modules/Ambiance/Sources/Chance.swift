/// Chance that needs no memory: the same seed, place and time always come to the same.
struct Chance: Sendable {
    private let seed: UInt32

    init(_ seed: UInt64) { self.seed = UInt32(truncatingIfNeeded: seed ^ seed >> 32) &* 0x9E37_79B9 | 1 }

    /// 0..<1 for a number, and which of several wishes it is.
    @inline(__always)
    func share(_ number: Int, _ wish: Int = 0) -> Float {
        Float(mixed(UInt32(truncatingIfNeeded: number), UInt32(truncatingIfNeeded: wish)) >> 8) * 0x1p-24
    }

    /// A share stretched over a range.
    @inline(__always)
    func value(_ range: ClosedRange<Float>, _ number: Int, _ wish: Int = 0) -> Float {
        range.lowerBound + share(number, wish) * (range.upperBound - range.lowerBound)
    }

    /// Value noise: a chance at each whole place, joined smoothly; 0…1.
    @inline(__always)
    func noise(_ x: Float, _ y: Float) -> Float {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (u, v) = (ease(x - left), ease(y - top))
        let (column, row) = (UInt32(truncatingIfNeeded: Int(left)), UInt32(truncatingIfNeeded: Int(top)))
        let (a, b) = (corner(column, row), corner(column &+ 1, row))
        let (c, d) = (corner(column, row &+ 1), corner(column &+ 1, row &+ 1))
        return (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v
    }

    /// Several noises, each twice as fine and half as strong as the one before; 0…1.
    @inline(__always)
    func clouds(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var (x, y, strength, sum, all) = (x, y, Float(0.5), Float(0), Float(0))
        for octave in 0..<octaves {
            sum += strength * noise(x + Float(octave) * 17.3, y)
            all += strength
            (x, y, strength) = (x * 2.03, y * 2.03, strength / 2)
        }
        return sum / all
    }

    private func ease(_ share: Float) -> Float { share * share * (3 - 2 * share) }

    @inline(__always)
    private func corner(_ column: UInt32, _ row: UInt32) -> Float { Float(mixed(column, row) >> 8) * 0x1p-24 }

    /// A hash of 32 bits: multiplication and shift, twice.
    @inline(__always)
    private func mixed(_ first: UInt32, _ second: UInt32) -> UInt32 {
        var bits = (first &* 0x85EB_CA6B) ^ (second &* 0xC2B2_AE35) ^ seed
        bits = (bits ^ bits >> 15) &* 0x2C1B_3C6D
        bits = (bits ^ bits >> 12) &* 0x297A_2D39
        return bits ^ bits >> 15
    }
}
