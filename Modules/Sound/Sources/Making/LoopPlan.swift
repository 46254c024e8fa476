/// What a loop is made by: its length and its seed.
struct LoopPlan: Sendable {
    /// Frames a second.
    static let rate = 48_000
    /// Frames that are made at a time; a second has a whole number of them.
    static let block = 2400
    /// Frames between two values of what changes slowly.
    static let step = 48

    let seconds: Int
    let seed: UInt64

    var frames: Int { seconds * LoopPlan.rate }

    /// Chance for one part of a sound.
    func chance(_ lane: Int) -> Chance { Chance(seed: seed, lane: lane) }

    /// How many events so many a second make.
    func count(_ rate: Double) -> Int { max(1, Int((Double(seconds) * rate).rounded())) }

    /// Draws for one part of a sound.
    func draws(_ lane: Int) -> Draws { Draws(chance(lane)) }
}
