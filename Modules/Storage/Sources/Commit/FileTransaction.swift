import Kernel

/// One transaction over a file store: one over a table that is known to be over rows of files. Whoever calls through the protocol would
/// otherwise run code that looks up at every step what kind of row it has.
final class FileTransaction: EngineTransaction {
    let inner: TableTransaction<FileRow>
    private let log: Log
    /// What is to go for good with what is deleted here; nil when nothing is.
    private(set) var forgotten: Forgotten?

    init(tables: Tables<FileRow>, of log: Log, clock: HybridClock, device: String, isWriting: Bool) {
        inner = TableTransaction(tables: tables, clock: clock, device: device, isWriting: isWriting)
        self.log = log
    }

    var time: HybridTime { inner.time }
    var device: String { inner.device }

    func record(at address: RecordAddress) throws -> StoredRecord? { try inner.record(at: address) }
    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        try log.readingAhead { try addresses.map(inner.record) }
    }
    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        try log.readingAhead { try inner.scan(scan, visit) }
    }
    func count(_ scan: IndexScan) throws -> Int { try inner.count(scan) }
    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws { try inner.keys(scan, visit) }
    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] { try inner.counts(scan, parts: parts) }
    func addresses(in partition: Partition?) throws -> [RecordAddress] { try inner.addresses(in: partition) }

    func forget(_ more: Forgotten) {
        forgotten = Forgotten(
            files: more.files.union(forgotten?.files ?? []), drafts: more.drafts.union(forgotten?.drafts ?? []))
    }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try inner.put(record, reindex: reindex)
    }
}
