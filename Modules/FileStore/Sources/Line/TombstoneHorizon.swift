import Kernel

/// The latest time, transaction and generation of the tombstones that a log has dropped.
struct TombstoneHorizon: Equatable {
    /// An exclusive bound: all dropped tombstones are earlier.
    var time: HybridTime
    /// The last transaction with a dropped tombstone.
    var sequence: Int
    /// The greatest generation of a dropped tombstone.
    var generation: Int

    /// The generation of a new record, which wins over any earlier one at its address.
    var nextGeneration: Int { min(generation + 1, Int(UInt32.max)) }
}

/// A record that the stamps of a log were ahead of the clock, used to determine the age of its
/// contents.
struct ClockMark: Equatable {
    /// The reading of the clock.
    let milliseconds: Int64
    /// The greatest stamp at that time.
    let latest: HybridTime
}

extension LineScanner {
    /// Reads the header's record of dropped tombstones.
    mutating func horizon() -> TombstoneHorizon? {
        guard let time = string().flatMap({ HybridTime($0) }), consume(","), let sequence = integer(), consume(","),
            let generation = integer(), consume("]")
        else { return nil }
        return TombstoneHorizon(time: time, sequence: sequence, generation: generation)
    }

    /// Reads the header's record of the clock.
    mutating func clockMark() -> ClockMark? {
        guard let milliseconds = integer(), consume(","), let latest = string().flatMap({ HybridTime($0) }),
            consume("]")
        else { return nil }
        return ClockMark(milliseconds: Int64(milliseconds), latest: latest)
    }
}
