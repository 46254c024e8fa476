import EngineKit
import Kernel

/// A transaction of a file store, which changes rows in place and restores them if it fails.
final class FileTransaction: EngineTransaction {
    private let tables: Tables
    private let log: Log
    private let clock: HybridClock
    private let isWriting: Bool
    /// A row that was put, and the previous row at its address.
    private struct Put {
        let previous: FileRow?
        var row: FileRow
    }

    private var puts: [Put] = []
    /// The index in `puts` of each address, created at the first overwrite. New addresses cannot
    /// repeat before that.
    private var indexes: [RecordAddress: Int]?
    private var isOver = false
    /// The files to purge with the deletions, if any.
    private(set) var purgedFiles: PurgedFiles?

    let device: String
    let firstGeneration: Int
    private(set) lazy var time = clock.tick()

    init(tables: Tables, of log: Log, clock: HybridClock, device: String, isWriting: Bool) {
        self.tables = tables
        self.log = log
        self.clock = clock
        self.device = device
        self.isWriting = isWriting
        firstGeneration = log.header?.horizon?.nextGeneration ?? 0
    }

    func record(at address: RecordAddress) throws -> StoredRecord? {
        try check()
        return try tables.row(at: address)?.record()
    }

    func records(at addresses: [RecordAddress]) throws -> [StoredRecord?] {
        try log.readingAhead { try addresses.map(record) }
    }

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        try check()
        try log.readingAhead { try tables.forEachRecord(of: scan, isChanging: isWriting, visit) }
    }

    func count(_ scan: IndexScan) throws -> Int {
        try check()
        return try tables.count(of: scan)
    }

    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        try check()
        try tables.forEachKey(of: scan, visit)
    }

    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] {
        try check()
        return try tables.counts(of: scan, parts: parts)
    }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try check()
        guard isWriting else { throw Failure.readOnlyTransaction }
        try record.checkForm()
        try record.checkUniqueness { key, index in
            try tables.holder(of: key, in: index, except: record.address, reindex: reindex)
        }
        let row = FileRow(record)
        recordPut(row, insteadOf: try tables.replace(record.address, with: row))
        if record.stamp.time != time { clock.receive(record.stamp.time) }
    }

    /// Records a put. The index changes in place, because copies of it would cost quadratic
    /// time.
    private func recordPut(_ row: FileRow, insteadOf previous: FileRow?) {
        if previous != nil, indexes == nil {
            indexes = Dictionary(
                puts.enumerated().map { ($1.row.address, $0) }, uniquingKeysWith: { first, _ in first })
        }
        if previous != nil, let index = indexes?[row.address] {
            puts[index].row = row
        } else {
            indexes?[row.address] = puts.count
            puts.append(Put(previous: previous, row: row))
        }
    }

    func markForPurging(_ files: PurgedFiles) { purgedFiles = files.union(purgedFiles) }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        var addresses: [RecordAddress] = []
        try forEachAddress(in: partition) { addresses.append($0) }
        return addresses
    }

    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try check()
        try tables.forEachAddress(in: partition, visit)
    }

    // MARK: - For the engine

    /// Returns the changed rows, each address once, in the order of their first change.
    func changedRows() -> [FileRow] { puts.map(\.row) }

    /// Restores the previous rows.
    func rollBack() throws {
        isOver = true
        for put in puts.reversed() { try tables.replace(put.row.address, with: put.previous) }
    }

    /// Invalidates the transaction for callers that kept it.
    func end() { isOver = true }

    private func check() throws {
        guard !isOver else { throw Failure.transactionOver }
    }
}
