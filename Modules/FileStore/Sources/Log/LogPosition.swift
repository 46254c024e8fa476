import Kernel

/// The end of the part of a log that was read, with enough data to recognize it.
struct LogPosition: Equatable {
    let store: String
    let generation: Int
    /// The offset after the last line.
    let end: Int
    let sequence: Int
    /// The greatest number that any line knows to be durable.
    let synced: Int
    /// The number of lines that a compaction kept.
    let kept: Int
    /// The greatest time of any stamp.
    let latest: HybridTime
    /// The start and checksum of the last line.
    let lastLine: Int
    let checksum: UInt32

    /// Whether a log still contains what it did then.
    func isFound(in log: Log) throws -> Bool {
        guard let header = log.header, header.store == store, header.generation == generation else { return false }
        return try log.checksum(ofLineAt: lastLine, before: end) == checksum
    }
}

extension DurabilityMark {
    init(_ log: Log, of generation: Int) {
        self.init(generation: generation, sequence: log.sequence, size: log.end)
        last = log.last
        latest = log.latest
    }
}
