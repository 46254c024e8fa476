import Kernel

/// A point in the history of a store, distinguishable from the same point of another store or a
/// restored backup.
struct FeedPoint: Equatable, Sendable {
    /// The maximum number of remembered changes of the last transaction.
    static let maximumMarks = 4

    /// The number of the last transaction, or 0 before the first.
    let sequence: Int
    /// The fingerprints of the first changes of the last transaction.
    let marks: [UInt64]

    static let beginning = FeedPoint(sequence: 0, marks: [])

    /// Creates the point of the last change, or `nil` for an empty collection.
    init?(_ changes: some Collection<Change>) {
        guard let lastSequence = changes.map(\.sequence).max() else { return nil }
        sequence = lastSequence
        marks = changes.filter { $0.sequence == lastSequence }.prefix(FeedPoint.maximumMarks).map(FeedPoint.fingerprint)
    }

    init(sequence: Int, marks: [UInt64]) {
        self.sequence = sequence
        self.marks = marks
    }

    /// Returns whether a store's feed, read from just before this point, comes from the same
    /// history.
    ///
    /// If a compaction has dropped the remembered change, the result is `false`, which costs one
    /// rebuild.
    func isInHistory(of changes: [Change]) -> Bool {
        guard sequence > 0 else { return true }
        let changeMarks = changes.prefix { $0.sequence == sequence }.map(FeedPoint.fingerprint)
        return changeMarks.contains(where: marks.contains)
    }

    /// Returns the fingerprint of a change.
    private static func fingerprint(_ change: Change) -> UInt64 {
        let address = change.address
        let stamp = change.stamp
        var fingerprint = Fingerprint()
        for text in [address.partition.rawValue, address.collection, address.id, stamp.device] { fingerprint.add(text) }
        for number in [stamp.generation, stamp.deleted ? 1 : 0, Int(stamp.time.milliseconds), Int(stamp.time.counter)] {
            fingerprint.add(number)
        }
        return fingerprint.value
    }
}
