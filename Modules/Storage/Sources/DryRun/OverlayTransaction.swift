import EngineKit
import Kernel

/// A transaction over two layers, where a record of the upper layer hides the lower one at the same
/// address.
final class OverlayTransaction: EngineTransaction {
    // Left to the default: answers/1, counts/2, forEachAddress/2, keys/2
    // Left to the default: markForPurging/1, page/1, records/1
    //
    // The defaults query both layers record by record, and purge nothing.
    let pending: RecordTransaction
    private let below: any EngineTransaction

    init(below: any EngineTransaction, pending: RecordTransaction) {
        self.below = below
        self.pending = pending
    }

    var time: HybridTime { pending.time }
    var device: String { pending.device }
    var firstGeneration: Int { below.firstGeneration }

    func record(at address: RecordAddress) throws -> StoredRecord? {
        try pending.record(at: address) ?? below.record(at: address)
    }

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        guard !scan.isEmpty else { return }
        var visited = 0
        func visitUpToLimit(_ record: StoredRecord) throws -> Bool {
            visited += 1
            return try visit(record) && visited != scan.limit
        }
        var pendingRecords = try all(of: pending, scan)[...]
        var continues = true
        try below.scan(scan.unlimited) { record in
            guard try pending.record(at: record.address) == nil else { return true }
            let key = try scan.key(of: record)
            while continues, let next = pendingRecords.first, scan.isOrdered(next.key, next.record, before: key, record)
            {
                continues = try visitUpToLimit(next.record)
                pendingRecords.removeFirst()
            }
            if continues { continues = try visitUpToLimit(record) }
            return continues
        }
        while continues, let next = pendingRecords.popFirst() { continues = try visitUpToLimit(next.record) }
    }

    func count(_ scan: IndexScan) throws -> Int {
        var count = 0
        try self.scan(scan) { _ in
            count += 1
            return true
        }
        return count
    }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try record.checkUniqueness { key, index in
            let holders = IndexScan(
                partition: record.address.partition, collection: record.address.collection, index: index, lower: key,
                upper: key.successor, reindex: reindex)
            var otherHolder: String?
            try scan(holders) {
                if $0.address != record.address { otherHolder = $0.address.id }
                return otherHolder == nil
            }
            return otherHolder
        }
        try pending.put(record, reindex: reindex)
    }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        let lower = try below.addresses(in: partition).filter { try pending.record(at: $0) == nil }
        return try (lower + pending.addresses(in: partition)).sorted(by: RecordAddress.inTextOrder)
    }

    private func all(of transaction: any EngineTransaction, _ scan: IndexScan) throws -> [(
        key: String, record: StoredRecord
    )] {
        var records: [(key: String, record: StoredRecord)] = []
        try transaction.scan(scan.unlimited) {
            records.append((try scan.key(of: $0), $0))
            return true
        }
        return records
    }
}

extension IndexScan {
    /// The same scan without its limit.
    var unlimited: IndexScan {
        IndexScan(
            partition: partition, collection: collection, index: index, lower: lower, upper: upper,
            descending: descending, reindex: reindex)
    }

    /// Returns the key of a record in this scan.
    func key(of record: StoredRecord) throws -> String {
        guard let index else { return record.address.id }
        let entry = try record.entries.first { $0.name == index } ?? reindex(record).first { $0.name == index }
        return entry?.key?.text ?? ""
    }

    func isOrdered(_ key: String, _ record: StoredRecord, before otherKey: String, _ other: StoredRecord) -> Bool {
        let byKey = byteOrder(key, otherKey)
        let order = byKey != 0 ? byKey : byteOrder(record.address.id, other.address.id)
        return descending ? order > 0 : order < 0
    }
}
