import Kernel

/// The length and the seed of a loop.
struct LoopPlan: Sendable {
    /// The sample rate in frames a second.
    static let rate = 48_000
    /// The number of frames in a block. A second has a whole number of blocks.
    static let blockFrames = 2400
    /// The number of frames between two values of a slowly changing quantity.
    static let stepFrames = 48

    let seconds: Int
    let seed: UInt64

    var frames: Int { seconds * LoopPlan.rate }

    /// Returns the random sequence for one part of a sound.
    func chance(_ lane: Int) -> IndexedRandom { IndexedRandom(seed: seed, lane: lane) }

    /// Returns the number of events at a rate in events a second.
    func count(_ rate: Double) -> Int { max(1, Int((Double(seconds) * rate).rounded())) }

    /// Returns random draws for one part of a sound.
    func draws(_ lane: Int) -> Draws { Draws(chance(lane)) }
}
