import Kernel

/// Short checksums of a device's records.
///
/// Two devices with equal cursors and equal checksums have the same records.
package struct SyncProof: Hashable, Codable, Sendable {
    /// The device's cursors for all streams at the time of the computation.
    let through: [String: Int]
    /// The time up to which tombstones are ignored, because each device deletes them at its own
    /// time.
    let since: HybridTime
    /// The number of quarantined versions.
    let waiting: Int
    let collections: [String: Sums]
    /// The records in buckets that differ on another device, at most `mostLines`.
    var lines: [Line]?

    /// The maximum number of listed records.
    static let mostLines = 2_000

    /// The checksums of one collection in 64 buckets. A record's bucket follows from its address.
    struct Sums: Hashable, Codable {
        /// The number of live records.
        var records = 0
        /// For each bucket, the sum of its records' digests: 64 times eight bytes. The sum does not
        /// depend on their order.
        var shelves = Data(count: 512)

        /// Returns the buckets that differ.
        func differing(from other: Sums) -> Set<Int> {
            guard shelves.count == 512, other.shelves.count == 512 else { return Set(0..<64) }
            let ownBytes = Array(shelves)
            let otherBytes = Array(other.shelves)
            return Set((0..<64).filter { ownBytes[$0 * 8..<$0 * 8 + 8] != otherBytes[$0 * 8..<$0 * 8 + 8] })
        }

        mutating func add(_ record: StoredRecord) {
            if record.isLive { records += 1 }
            let start = shelves.startIndex + record.address.bucket * 8
            var sum = shelves[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            sum &+= record.sum
            for byte in 0..<8 { shelves[start + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(56 - byte * 8)) }
        }
    }

    /// One record, to find differences.
    struct Line: Hashable, Codable {
        let address: RecordAddress
        let isLive: Bool
        let sum: UInt64
    }

    /// Returns whether both describe the same moment, so that they can be compared.
    func isComparable(_ other: SyncProof) -> Bool { through == other.through && since == other.since }
}

/// The comparison of another device's records with this one's.
package struct SyncComparison: Hashable, Sendable {
    /// The outcome of a comparison.
    package enum Outcome: Hashable, Sendable {
        /// Both devices have merged everything of each other, and have this many identical records.
        case same(records: Int)
        /// Both devices have merged everything of each other, and differ.
        case different([Difference])
        /// One device lacks data of the other. Both must sync before a comparison.
        case apart
        /// The other device answers in its next round.
        case asked
    }

    /// A difference between two devices.
    package struct Difference: Hashable, Sendable {
        package let collection: String
        /// Some of the records that exist only here.
        package var onlyHere: [RecordAddress] = []
        /// Some of the records that exist only on the other device.
        package var onlyThere: [RecordAddress] = []
        /// Some of the records whose versions differ.
        package var otherwise: [RecordAddress] = []
        /// The numbers of quarantined versions here and there, which explain missing records.
        package var waiting = (here: 0, there: 0)

        package static func == (one: Difference, other: Difference) -> Bool {
            (one.collection, one.onlyHere, one.onlyThere, one.otherwise) == (
                other.collection, other.onlyHere, other.onlyThere, other.otherwise
            ) && one.waiting == other.waiting
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(collection) }
    }

    package let device: String
    package let title: String
    package let outcome: Outcome
}

extension RecordAddress {
    fileprivate var text: String { "\(partition.rawValue)\u{1}\(collection)\u{1}\(id)" }

    /// The bucket of the address, one of 64.
    var bucket: Int { Int(Array(text.utf8).syncChecksum & 63) }
}

extension StoredRecord {
    /// The first bytes of the digest of address, stamp and payload.
    var sum: UInt64 {
        let stampText = "\(stamp.generation)\u{1}\(stamp.deleted ? 1 : 0)\u{1}\(stamp.time)\u{1}\(stamp.device)\u{1}"
        var hash = SHA256()
        hash.add(
            Array("\(address.partition.rawValue)\u{1}\(address.collection)\u{1}\(address.id)\u{1}\(stampText)".utf8))
        if let payload { hash.add(Array(payload)) }
        return hash.digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
