import DiskKit
import EngineKit
import Kernel

/// A writer of a log's next generation during bulk work, which takes the store's lock only to
/// include concurrent changes.
///
/// It copies the remaining records, writes tombstones for the deleted ones and appends the new
/// ones.
///
/// Its transaction numbers leave a gap for concurrent transactions. Every follower of the feed
/// therefore receives all changes.
final class BulkReplacementWriter: IncomingRecords {
    /// The transaction numbers kept free for concurrent transactions of other processes.
    private static let transactionReserve = 1 << 20

    let time: HybridTime
    let device: String
    private let oldLog: OpenLog
    private let replacement: BulkReplacement
    private let nextGeneration: NextGeneration
    private var lines: CompactedLineWriter
    /// The last assigned transaction number. `first` is the last one when the work began.
    private var number: Int
    private let first: Int
    /// The offsets in the old log of the deleted records, in order.
    private var deletedOffsets: [Int] = []
    /// The end of the part of the old log that was read.
    private let readEnd: Int
    private var expiry: TombstoneExpiry
    /// The unique indexes of a table with new records, and the function that computes their keys.
    private struct Unique {
        let reindex: @Sendable (StoredRecord) throws -> [IndexEntry]
        var names: Set<String> = []
    }

    private var uniques: [TableName: Unique] = [:]
    /// The contents of the new generation.
    private var tables = Tables()

    /// Begins a new generation.
    ///
    /// - Returns: nil if another process is writing the next generation.
    init?(
        _ replacement: BulkReplacement, of oldLog: OpenLog, in directory: StoreDirectory, expiry: TombstoneExpiry,
        time: HybridTime,
        device: String
    ) throws {
        guard let nextGeneration = try NextGeneration(after: oldLog, in: directory) else { return nil }
        self.replacement = replacement
        self.oldLog = oldLog
        self.nextGeneration = nextGeneration
        self.time = time
        self.device = device
        number = oldLog.log.sequence
        first = oldLog.log.sequence
        readEnd = oldLog.log.end
        self.expiry = expiry
        if replacement.isWhole { self.expiry.dropAll(before: time, upTo: first) }
        lines = CompactedLineWriter(
            file: nextGeneration.file, at: Compaction.header(of: oldLog, 0, kept: 0, expiry).paddedLine.count)
    }

    /// Removes an uninstalled generation and releases its lock.
    func release() { nextGeneration.release() }

    /// Whether this generation replaces the given log.
    func replaces(_ log: OpenLog) -> Bool { log === oldLog }

    /// Writes and syncs the whole generation.
    ///
    /// - Parameter isWorthIndexing: whether an index file pays for a log of so many bytes.
    /// - Throws: the errors of the work, `duplicateKey`, `storeDamaged`, `diskFull`, `diskTrouble`.
    func fill(isWorthIndexing: (Int) -> Bool) throws {
        if !replacement.isWhole { try copy() }
        try writeTombstones()
        try replacement.addRecords(self)
        let size = try finishLines()
        try nextGeneration.file.sync()
        try verify(to: size, indexing: isWorthIndexing(size))
    }

    // MARK: - Existing records

    /// Copies the records that remain, and notes the offsets of those to delete.
    private func copy() throws {
        try oldLog.forEachCurrent { operation, line, bytes, offset in
            if try shouldDelete(operation) { return deletedOffsets.append(offset) }
            let number = operation.sequence ?? line.sequence
            if !expiry.shouldDrop(operation, go: number) { try lines.add(bytes[operation.body], of: number) }
        }
    }

    private func shouldDelete(_ operation: LoggedOperation) throws -> Bool {
        try !operation.version.deleted && replacement.shouldDelete(operation.address, operation.stamp)
    }

    /// Writes the tombstones in a second pass, because new lines must follow all old ones.
    private func writeTombstones() throws {
        guard !deletedOffsets.isEmpty else { return }
        var pendingOffsets = deletedOffsets[...]
        try oldLog.log.forEachGoodLine(from: oldLog.log.headerEnd, to: readEnd) { line, bytes, lineOffset in
            for operation in line.operations where pendingOffsets.first == lineOffset + operation.body.lowerBound {
                let offset = pendingOffsets.removeFirst()
                let stamp = operation.stamp.deletion(at: time, by: device)
                try write(operation.tombstone(stamp))
                try replacement.didDelete?(oldLog.record(of: operation, at: offset, in: bytes), stamp, self)
            }
        }
        deletedOffsets = []
    }

    // MARK: - New records

    func record(at address: RecordAddress) throws -> StoredRecord? { try oldLog.tables.row(at: address)?.record() }

    var firstGeneration: Int { expiry.horizon?.nextGeneration ?? 0 }

    func stamp(at address: RecordAddress) throws -> Stamp? {
        guard let stamp = try oldLog.tables.stamp(at: address) else { return nil }
        guard !stamp.deleted, try replacement.shouldDelete(address, stamp) else { return stamp }
        return stamp.deletion(at: time, by: device)
    }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try record.checkForm()
        let names = record.entries.filter(\.unique).map(\.name)
        if !names.isEmpty { uniques[record.table, default: Unique(reindex: reindex)].names.formUnion(names) }
        try write(record)
    }

    private func write(_ record: StoredRecord) throws {
        number = number == first ? first + BulkReplacementWriter.transactionReserve : number
        number += 1
        try lines.add(record, of: number)
    }

    /// Writes all lines and the header before them.
    ///
    /// - Returns: the length of the file.
    @discardableResult
    private func finishLines() throws -> Int {
        let (kept, end) = try lines.finish()
        try nextGeneration.file.write(Compaction.header(of: oldLog, number, kept: kept, expiry).paddedLine, at: 0)
        return end
    }

    // MARK: - Verification

    /// Reads the new generation as a later process will, and checks it for duplicate keys.
    private func verify(to size: Int, indexing isIndexed: Bool) throws {
        tables = Tables(over: try nextGeneration.read(to: size, isIndexed: isIndexed))
        for (table, unique) in uniques {
            for name in unique.names.sorted() { try tables.checkUniqueness(of: name, in: table, unique.reindex) }
        }
    }

    // MARK: - Concurrent changes

    /// Includes concurrent changes and those of the closing transaction, and exchanges the
    /// generations.
    ///
    /// The caller holds the store's lock and has read the old log to its end.
    ///
    /// - Throws: `duplicateKey`, `diskFull`, `diskTrouble`. In that case nothing is changed.
    func finish(_ last: [StoredRecord], at time: HybridTime) throws {
        guard number == first || oldLog.log.sequence - first <= BulkReplacementWriter.transactionReserve else {
            throw Failure(
                .storeNeedsReopening, "Other programs changed too much in the meantime.", advice: "Try again.",
                kind: .temporary)
        }
        number = max(number, oldLog.log.sequence)
        if replacement.isWhole, oldLog.log.sequence > 0 {
            // Concurrent changes are replaced too. Followers that have already received them must
            // also start over.
            number = max(number, oldLog.log.sequence + 1)
            expiry.dropAll(before: time, upTo: oldLog.log.sequence + 1)
        }
        let closedAddresses = Set(last.map(\.address))
        let last = try last.map { try successor(of: $0, at: time) }
        let concurrent =
            replacement.isWhole ? [] : try additions(at: time).filter { !closedAddresses.contains($0.record.address) }
        try checkUniqueness(concurrent.map(\.record) + last)
        var line = 0
        for (sequence, record) in concurrent {
            if sequence != line { number += 1 }
            line = sequence
            try lines.add(record, of: number)
        }
        number += last.isEmpty ? 0 : 1
        for record in last { try lines.add(record, of: number) }
        try finishLines()
        try nextGeneration.file.sync()
        try nextGeneration.install()
    }

    /// Returns the concurrent changes in their new form, with their transaction numbers in the old
    /// generation.
    private func additions(at time: HybridTime) throws -> [(sequence: Int, record: StoredRecord)] {
        var additions: [(sequence: Int, record: StoredRecord)] = []
        try oldLog.forEachCurrent(from: readEnd) { operation, line, bytes, offset in
            let record =
                try shouldDelete(operation)
                ? operation.tombstone(operation.stamp.deletion(at: time, by: device))
                : oldLog.record(of: operation, at: offset, in: bytes)
            additions.append((line.sequence, try successor(of: record, at: time)))
        }
        return additions
    }

    /// Returns a record with a version above the bulk work's record at its address, because it was
    /// written later.
    private func successor(of record: StoredRecord, at time: HybridTime) throws -> StoredRecord {
        let isOurs = record.stamp.time == self.time && record.stamp.device == device
        guard let writtenStamp = try tables.stamp(at: record.address), isOurs || record.stamp <= writtenStamp else {
            return record
        }
        let isRevived = writtenStamp.deleted && record.isLive
        let stamp = Stamp(
            generation: max(record.stamp.generation, writtenStamp.generation + (isRevived ? 1 : 0)),
            deleted: record.stamp.deleted, time: time, device: device)
        return StoredRecord(
            address: record.address, stamp: stamp, payloadVersion: record.payloadVersion, entries: record.entries,
            payload: record.payload)
    }

    /// Checks the unique keys of a batch. All records are added before the first check, because a
    /// key may have moved from one record to another.
    private func checkUniqueness(_ records: [StoredRecord]) throws {
        let records = records.filter { uniques[$0.table] != nil }
        for record in records { try tables.replace(record.address, with: FileRow(record)) }
        for record in records {
            guard let reindex = uniques[record.table]?.reindex else { continue }
            try record.checkUniqueness { try tables.holder(of: $0, in: $1, except: record.address, reindex: reindex) }
        }
    }
}

extension StoredRecord {
    fileprivate var table: TableName { TableName(partition: address.partition, collection: address.collection) }
}

extension LoggedOperation {
    fileprivate func tombstone(_ stamp: Stamp) -> StoredRecord {
        StoredRecord(address: address, stamp: stamp, payloadVersion: payloadVersion, entries: [], payload: nil)
    }
}

extension Tables {
    /// Throws `duplicateKey` if two live records share a key of the unique index.
    fileprivate func checkUniqueness(
        of index: String, in table: TableName, _ reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws {
        var previous: (key: IndexKey, address: RecordAddress)?
        try forEachKey(of: index, in: table, reindex) { key, address in
            if let previous, byteOrder(previous.key.text, key.text) == 0 {
                // The failure names the same record as a transaction that puts the later one.
                let candidates = try [previous.address, address].map {
                    (place: try row(at: $0)?.place ?? 0, address: $0)
                }
                let holder = candidates.min { $0.place < $1.place }?.address ?? address
                throw Failure.duplicateKey(index, of: holder)
            }
            previous = (key, address)
        }
    }
}
