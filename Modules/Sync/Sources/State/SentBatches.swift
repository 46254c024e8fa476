import Kernel

/// What went into the last batches, for whoever asks whether another device has seen it. In a record of its own: it is long, and seldom asked for.
struct SentBatches: Storable {
    static let collection = RecordCollection<SentBatches>("sync.sent")
    static let only = Identifier<SentBatches>("sent")
    private static let most = 100

    private(set) var id = SentBatches.only
    private(set) var batches: [Sent] = []

    struct Sent: Codable, Hashable {
        /// In which stream it is: that of a name which this device had then.
        let stream: String
        /// The number of its last record.
        let last: Int
        /// What was written here behind the one time, and up to the other.
        let after: HybridTime
        let reached: HybridTime
    }

    /// Those that are noted.
    static func all(in transaction: borrowing Transaction) throws -> SentBatches {
        try transaction.record(only) ?? SentBatches()
    }

    /// Notes what went into a batch. Who has been away for longer is asked no more.
    mutating func note(_ one: Sent) { batches = Array((batches + [one]).suffix(SentBatches.most)) }

    /// The last one goes along under a new name, as another number. The others stay where they are.
    mutating func moveLast(to stream: String, as last: Int?) {
        guard let last, let one = batches.popLast() else { return }
        batches.append(Sent(stream: stream, last: last, after: one.after, reached: one.reached))
    }

    /// Whether a version that was written here, and is in a batch, was unknown to a device that had taken in these streams so far. Of what is in no
    /// batch that is noted it is said that it was not.
    func isUnknown(_ stamp: Stamp, seen: [String: Int]) -> Bool {
        batches.first { $0.after < stamp.time && stamp.time <= $0.reached }.map { seen[$0.stream, default: 0] < $0.last } ?? false
    }
}
