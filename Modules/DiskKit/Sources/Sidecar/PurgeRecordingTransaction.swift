import Kernel

/// A transaction that records which files are to be purged with its deletions.
final class PurgeRecordingTransaction: EngineTransaction {
    private let base: any EngineTransaction
    private(set) var purgedFiles: PurgedFiles?

    init(over base: any EngineTransaction) { self.base = base }

    var time: HybridTime { base.time }
    var device: String { base.device }
    var firstGeneration: Int { base.firstGeneration }

    func markForPurging(_ files: PurgedFiles) {
        purgedFiles = files.union(purgedFiles)
        base.markForPurging(files)
    }

    func record(at address: RecordAddress) throws -> StoredRecord? { try base.record(at: address) }
    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] { try base.records(at: addresses) }
    func answers(to questions: [EngineQuestion]) throws -> [EngineAnswer] { try base.answers(to: questions) }
    func page(_ scan: IndexScan) throws -> [StoredRecord] { try base.page(scan) }
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws { try base.scan(scan, visit) }
    func count(_ scan: IndexScan) throws -> Int { try base.count(scan) }
    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws { try base.keys(scan, visit) }
    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] { try base.counts(scan, parts: parts) }
    func addresses(in partition: Partition?) throws -> [RecordAddress] { try base.addresses(in: partition) }
    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try base.forEachAddress(in: partition, visit)
    }
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try base.put(record, reindex: reindex)
    }
    func put(_ records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try base.put(records, reindex: reindex)
    }
}
