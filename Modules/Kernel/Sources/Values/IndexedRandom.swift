/// A random sequence with access by index: a value of SplitMix64 (Steele, Lea, Flood 2014) without
/// its predecessors.
///
/// The same seed, lane and number give the same value on every machine. So a choice for an item, a
/// day or a moment needs no stored state, and a sequence can start at any position.
package struct IndexedRandom: Hashable, Sendable {
    @usableFromInline let key: UInt64

    /// Creates the sequence that `RandomSource` draws one by one from this seed.
    @inlinable package init(seed: UInt64) { key = seed }

    /// Creates one of the independent sequences of a seed.
    @inlinable package init(seed: UInt64, lane: Int) { key = IndexedRandom.mixed(IndexedRandom.shifted(seed, lane)) }

    /// Returns 64 random bits for a number from 1 on, and a second number that separates several
    /// values for it.
    @inlinable @inline(__always) package func bits(_ number: Int, _ lane: Int = 0) -> UInt64 {
        let state = key &+ UInt64(truncatingIfNeeded: number) &* IndexedRandom.step
        return IndexedRandom.mixed(IndexedRandom.shifted(state, lane))
    }

    /// Returns a number in 0..<1.
    @inlinable package func fraction(_ number: Int) -> Double { IndexedRandom.fraction(bits(number)) }

    /// Returns random bits as a number in 0..<1.
    @inlinable static func fraction(_ bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-53 }

    /// The distance of two consecutive states: 2^64 divided by the golden ratio.
    @inlinable static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    @inlinable @inline(__always) static func shifted(_ state: UInt64, _ lane: Int) -> UInt64 {
        state &+ UInt64(truncatingIfNeeded: lane) &* 0xD1B5_4A32_D192_ED03
    }

    @inlinable @inline(__always) static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
