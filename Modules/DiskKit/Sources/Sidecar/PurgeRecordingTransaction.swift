import Kernel

/// A transaction that records which files are to be purged with its deletions.
final class PurgeRecordingTransaction: EngineTransaction {
    private let below: any EngineTransaction
    private(set) var purgedFiles: PurgedFiles?

    init(over below: any EngineTransaction) { self.below = below }

    var time: HybridTime { below.time }
    var device: String { below.device }
    var firstGeneration: Int { below.firstGeneration }

    func markForPurging(_ more: PurgedFiles) {
        purgedFiles = more.union(purgedFiles)
        below.markForPurging(more)
    }

    func record(at address: RecordAddress) throws -> StoredRecord? { try below.record(at: address) }
    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] { try below.records(at: addresses) }
    func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] { try below.answers(to: questions) }
    func page(_ scan: IndexScan) throws -> [StoredRecord] { try below.page(scan) }
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws { try below.scan(scan, visit) }
    func count(_ scan: IndexScan) throws -> Int { try below.count(scan) }
    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws { try below.keys(scan, visit) }
    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] { try below.counts(scan, parts: parts) }
    func addresses(in partition: Partition?) throws -> [RecordAddress] { try below.addresses(in: partition) }
    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try below.forEachAddress(in: partition, visit)
    }
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try below.put(record, reindex: reindex)
    }
    func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try below.put(records, reindex: reindex)
    }
}
