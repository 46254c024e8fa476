import Kernel

/// The time ranges of the last batches, to decide whether another device has seen a version.
///
/// They have their own record, because they are long and rarely read.
struct SentBatches: Storable {
    static let collection = RecordCollection<SentBatches>("sync.sent")
    static let only = Identifier<SentBatches>("sent")
    private static let batchLimit = 100

    private(set) var id = SentBatches.only
    private(set) var batches: [Sent] = []

    /// One sent batch.
    struct Sent: Codable, Hashable {
        /// The stream, by the device's ID at that time.
        let stream: String
        /// The number of its last record in the stream.
        let last: Int
        /// The start and end of the time range in which the records were written.
        let after: HybridTime
        let reached: HybridTime
    }

    static func all(in transaction: borrowing Transaction) throws -> SentBatches {
        try transaction.record(only) ?? SentBatches()
    }

    /// Adds a batch and drops the oldest.
    mutating func append(_ batch: Sent) { batches = Array((batches + [batch]).suffix(SentBatches.batchLimit)) }

    /// Moves the last batch to another stream with another number.
    mutating func moveLast(to stream: String, as last: Int?) {
        guard let last, let batch = batches.popLast() else { return }
        batches.append(Sent(stream: stream, last: last, after: batch.after, reached: batch.reached))
    }

    /// Returns whether a local version in a batch was unknown to a device with these cursors.
    /// Returns false for versions in no recorded batch.
    func isUnknown(_ stamp: Stamp, seen: [String: Int]) -> Bool {
        batches.first { $0.after < stamp.time && stamp.time <= $0.reached }.map {
            seen[$0.stream, default: 0] < $0.last
        } ?? false
    }
}
