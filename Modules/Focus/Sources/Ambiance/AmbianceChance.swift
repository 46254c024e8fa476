import Kernel

/// A stateless random source: the same seed, number and index always give the same value.
///
/// A scene numbers its objects, such as stars, and gives each property of an object, such as its
/// position and speed, an index of its own.
struct SceneRandom: Sendable {
    private let random: IndexedRandom

    init(_ seed: UInt64) { random = IndexedRandom(seed: seed, lane: 0) }

    /// Returns a value in 0..<1 for a number. The index separates several values for one number.
    @inline(__always)
    func fraction(_ number: Int, _ index: Int = 0) -> Float { Float(random.bits(number, index) >> 40) * 0x1p-24 }

    /// Returns a random value in a range.
    @inline(__always)
    func value(_ range: ClosedRange<Float>, _ number: Int, _ index: Int = 0) -> Float {
        range.lowerBound + fraction(number, index) * (range.upperBound - range.lowerBound)
    }

    /// Returns value noise in 0…1: random values at whole places, smoothly interpolated.
    @inline(__always)
    func noise(_ x: Float, _ y: Float) -> Float {
        let left = x.rounded(.down)
        let top = y.rounded(.down)
        let u = ease(x - left)
        let v = ease(y - top)
        let column = Int(left)
        let row = Int(top)
        let a = fraction(column, row)
        let b = fraction(column &+ 1, row)
        let c = fraction(column, row &+ 1)
        let d = fraction(column &+ 1, row &+ 1)
        return (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v
    }

    /// Returns a sum of noises in 0…1, each twice as fine and half as strong as the one before.
    @inline(__always)
    func clouds(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var x = x
        var y = y
        var strength = Float(0.5)
        var sum = Float(0)
        var totalStrength = Float(0)
        for octave in 0..<octaves {
            sum += strength * noise(x + Float(octave) * 17.3, y)
            totalStrength += strength
            x = x * 2.03
            y = y * 2.03
            strength = strength / 2
        }
        return sum / totalStrength
    }

    /// Returns a smooth step from 0 to 1.
    private func ease(_ share: Float) -> Float { share * share * (3 - 2 * share) }
}
