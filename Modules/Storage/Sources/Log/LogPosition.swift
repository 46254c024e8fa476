import Kernel

/// Up to where a log has been read, and enough of it to know it again.
struct LogPosition: Equatable {
    let store: String
    let generation: Int
    let end: Int
    let sequence: Int
    let synced: Int
    let kept: Int
    let latest: HybridTime
    /// Where the last line begins, and its checksum.
    let lastLine: Int
    let checksum: UInt32

    /// Whether a log still holds what it held then.
    func isFound(in log: Log) throws -> Bool {
        guard let header = log.header, header.store == store, header.generation == generation else { return false }
        return try log.checksum(ofLineAt: lastLine, before: end) == checksum
    }
}

extension LengthWitness {
    /// All of a log that was taken.
    init(_ log: Log, of generation: Int) {
        self.init(generation: generation, sequence: log.sequence, size: log.end)
        (last, latest) = (log.last, log.latest)
    }
}
