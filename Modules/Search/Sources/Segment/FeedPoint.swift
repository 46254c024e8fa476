import Kernel

/// A moment in the history of a store that can be told from the same moment of another history: a restored backup, another store.
struct FeedPoint: Equatable, Sendable {
    /// So many changes of the last transaction are remembered.
    static let mostMarks = 4

    /// The number of the last transaction; 0 before the first.
    let sequence: Int
    /// Fingerprints of changes of that transaction.
    let marks: [UInt64]

    /// Before the first transaction.
    static let beginning = FeedPoint(sequence: 0, marks: [])

    /// The moment of the last of some changes; nil when there are none.
    init?(_ changes: some Collection<Change>) {
        guard let last = changes.map(\.sequence).max() else { return nil }
        sequence = last
        marks = changes.filter { $0.sequence == last }.prefix(FeedPoint.mostMarks).map(FeedPoint.mark)
    }

    init(sequence: Int, marks: [UInt64]) { (self.sequence, self.marks) = (sequence, marks) }

    /// Whether the feed of a store, asked from just before this moment, comes from the same history.
    ///
    /// A compaction may have dropped the change that was remembered. Then this says no, and costs one rebuilding.
    func isPast(of changes: [Change]) -> Bool {
        guard sequence > 0 else { return true }
        let here = changes.prefix { $0.sequence == sequence }.map(FeedPoint.mark)
        return here.contains(where: marks.contains)
    }

    private static func mark(_ change: Change) -> UInt64 {
        let (address, stamp) = (change.address, change.stamp)
        var sum = Fingerprint()
        for text in [address.partition.rawValue, address.collection, address.id, stamp.device] { sum.add(text) }
        for number in [stamp.generation, stamp.deleted ? 1 : 0, Int(stamp.time.milliseconds), Int(stamp.time.counter)] {
            sum.add(number)
        }
        return sum.value
    }
}

/// FNV-1a, 64 bits (Fowler, Noll and Vo): tells things apart that nobody forges.
struct Fingerprint {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(UInt8(0xFF))
    }

    mutating func add(_ number: Int) {
        withUnsafeBytes(of: Int64(number).littleEndian) { for byte in $0 { add(byte) } }
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
}
