import Kernel

/// What a device has, in sums that are small enough to leave: two devices that have seen the same and have the same sums have the same records.
public struct SyncProof: Hashable, Codable, Sendable {
    /// How far into each stream, its own too.
    let through: [String: Int]
    /// Deletions up to this time count for nothing: each device lets go of them when it likes.
    let since: HybridTime
    /// How many versions wait there for their time.
    let waiting: Int
    /// For each collection that leaves the device.
    let collections: [String: Sums]
    /// The records of shelves on which another device has something else, as far as there is room.
    var lines: [Line]?

    /// How much room there is.
    static let mostLines = 2_000

    /// The records of one collection on 64 shelves, by the checksums of their addresses.
    struct Sums: Hashable, Codable {
        /// Live ones.
        var records = 0
        /// Of each shelf the sum of its records' digests, so that their order says nothing; 64 times eight bytes in base 64.
        var shelves = Data(count: 512)

        /// On which shelves another has something else.
        func differing(from other: Sums) -> Set<Int> {
            guard shelves.count == 512, other.shelves.count == 512 else { return Set(0..<64) }
            let (ours, theirs) = (Array(shelves), Array(other.shelves))
            return Set((0..<64).filter { ours[$0 * 8..<$0 * 8 + 8] != theirs[$0 * 8..<$0 * 8 + 8] })
        }

        mutating func add(_ record: StoredRecord) {
            if record.isLive { records += 1 }
            let start = shelves.startIndex + record.address.shelf * 8
            var sum = shelves[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            sum &+= record.sum
            for byte in 0..<8 { shelves[start + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(56 - byte * 8)) }
        }
    }

    /// One record, for whoever looks for what differs.
    struct Line: Hashable, Codable {
        let address: RecordAddress
        let isLive: Bool
        let sum: UInt64
    }

    /// Whether both speak of the same moment.
    func isBeside(_ other: SyncProof) -> Bool { through == other.through && since == other.since }
}

/// What another device has, beside what this one has.
public struct SyncComparison: Hashable, Sendable {
    /// What is known of it.
    public enum Outcome: Hashable, Sendable {
        /// Both have everything of each other, and so many records, every one of them the same.
        case same(records: Int)
        /// Both have everything of each other, and not the same.
        case different([Difference])
        /// It has not everything of ours, or we of its: nothing can be said before both have synced.
        case apart
        /// It has not said yet what it has: it does so in its next round.
        case asked
    }

    /// Where two devices differ.
    public struct Difference: Hashable, Sendable {
        /// Where: both have it, and not alike.
        public let collection: String
        /// Records that are here and not there, there and not here, and in another version; some of them, where there are many.
        public var onlyHere: [RecordAddress] = []
        /// There and not here.
        public var onlyThere: [RecordAddress] = []
        /// On both, and not alike.
        public var otherwise: [RecordAddress] = []
        /// Versions that wait for their time, from a clock that is ahead: here, and there. They explain what is missing.
        public var waiting = (here: 0, there: 0)

        /// By everything.
        public static func == (one: Difference, other: Difference) -> Bool {
            (one.collection, one.onlyHere, one.onlyThere, one.otherwise) == (
                other.collection, other.onlyHere, other.onlyThere, other.otherwise
            ) && one.waiting == other.waiting
        }

        /// By the collection.
        public func hash(into hasher: inout Hasher) { hasher.combine(collection) }
    }

    /// The other device's name in the account.
    public let device: String
    /// What its person calls it.
    public let title: String
    /// What is known of it.
    public let outcome: Outcome
}

extension RecordAddress {
    fileprivate var text: String { "\(partition.rawValue)\u{1}\(collection)\u{1}\(id)" }

    /// On which of 64 shelves it stands.
    var shelf: Int { Int(Array(text.utf8).syncChecksum & 63) }
}

extension StoredRecord {
    /// The beginning of its digest: address, stamp and payload.
    var sum: UInt64 {
        let words = "\(stamp.generation)\u{1}\(stamp.deleted ? 1 : 0)\u{1}\(stamp.time)\u{1}\(stamp.device)\u{1}"
        var digest = SHA256()
        digest.add(Array("\(address.partition.rawValue)\u{1}\(address.collection)\u{1}\(address.id)\u{1}\(words)".utf8))
        if let payload { digest.add(Array(payload)) }
        return digest.digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
