import Kernel

/// What a log says of the tombstones that are not in it any more: how late, how new and of which generation they can have been.
struct Horizon: Equatable {
    /// None of this time or a later one has left.
    var time: HybridTime
    /// The number of the last transaction of which one has left.
    var sequence: Int
    /// The greatest generation of one that has left.
    var generation: Int

    /// Of a record where nothing stands: it wins over whatever stood there once.
    var nextGeneration: Int { min(generation + 1, Int(UInt32.max)) }
}

/// That the stamps of a log stood ahead of the clock when it was written: so they say nothing of how old anything is, and this does.
struct ClockMark: Equatable {
    /// What the clock said.
    let milliseconds: Int64
    /// The greatest stamp then.
    let latest: HybridTime
}

extension LineScanner {
    /// What a header says of tombstones that have left.
    mutating func horizon() -> Horizon? {
        guard let time = string().flatMap({ HybridTime($0) }), take(","), let sequence = integer(), take(","),
            let generation = integer(), take("]")
        else { return nil }
        return Horizon(time: time, sequence: sequence, generation: generation)
    }

    /// What it says of the clock.
    mutating func clockMark() -> ClockMark? {
        guard let milliseconds = integer(), take(","), let latest = string().flatMap({ HybridTime($0) }), take("]") else {
            return nil
        }
        return ClockMark(milliseconds: Int64(milliseconds), latest: latest)
    }
}
