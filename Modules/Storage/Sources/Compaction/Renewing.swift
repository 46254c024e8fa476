import EngineKit
import Kernel

/// The next generation of a log when bulk work makes it: what stays is copied, what goes leaves tombstones, what comes is written behind, all of
/// it beside the store and without its lock. Only what others add meanwhile is taken in with the lock held.
///
/// What is new gets numbers far enough behind the last one that those of the transactions of others lie between: whoever follows the feed is
/// told all of it, wherever he stands.
final class Renewing: Arrivals {
    /// As many transactions may others write meanwhile.
    private static let gap = 1 << 20

    let time: HybridTime
    let device: String
    private let old: OpenLog
    private let renewal: Renewal
    private let next: NextGeneration
    private var lines: KeptLines
    /// The number that was given last, and those that were given out when the work began.
    private var number: Int
    private let first: Int
    /// Where in the old log the records stand that go, in order.
    private var leaving: [Int] = []
    /// Up to where the old log has been looked at.
    private let seen: Int
    /// Which tombstones leave, and what has to be said of them.
    private var expiry: Expiry
    /// The unique indexes of a table in which something has arrived, and how their keys are computed.
    private struct Unique {
        let reindex: @Sendable (StoredRecord) throws -> [IndexEntry]
        var names: Set<String> = []
    }

    private var uniques: [TableName: Unique] = [:]
    /// What stands in the new generation.
    private var tables = Tables()

    /// Begins.
    ///
    /// - Returns: nil when another process is writing the next generation.
    init?(
        _ renewal: Renewal, of old: OpenLog, in directory: StoreDirectory, expiry: Expiry, time: HybridTime, device: String
    ) throws {
        guard let next = try NextGeneration(after: old, in: directory) else { return nil }
        (self.renewal, self.old, self.next, self.time, self.device) = (renewal, old, next, time, device)
        (number, first, seen, self.expiry) = (old.log.sequence, old.log.sequence, old.log.end, expiry)
        if renewal.isWhole { self.expiry.everythingGoes(before: time, upTo: first) }
        lines = KeptLines(file: next.file, at: Compaction.header(of: old, 0, kept: 0, expiry).roomyLine.count)
    }

    /// Removes what was not put in place, and lets others at it.
    func letGo() { next.letGo() }

    /// Whether a log is the one that this follows.
    func follows(_ log: OpenLog) -> Bool { log === old }

    /// Writes all of it, on the medium when this returns.
    ///
    /// - Parameter isWorthIndexing: whether an index file of a log of so many bytes pays.
    /// - Throws: what the work throws, `duplicateKey`, `storeDamaged`, `diskFull`, `diskTrouble`.
    func fill(isWorthIndexing: (Int) -> Bool) throws {
        if !renewal.isWhole { try copy() }
        try leave()
        try renewal.arriving(self)
        let size = try settle()
        try next.file.sync()
        try look(to: size, indexing: isWorthIndexing(size))
    }

    // MARK: - What was there

    private func copy() throws {
        try old.forEachCurrent { operation, line, bytes, place in
            if try leaves(operation) { return leaving.append(place) }
            let number = operation.sequence ?? line.sequence
            if !expiry.lets(operation, go: number) { try lines.add(bytes[operation.body], of: number) }
        }
    }

    /// Whether the record of an operation is to go.
    private func leaves(_ operation: LoggedOperation) throws -> Bool {
        try !operation.version.deleted && renewal.leaves(operation.address, operation.stamp)
    }

    /// In a second walk: their tombstones are new, and stand behind all that is old.
    private func leave() throws {
        guard !leaving.isEmpty else { return }
        var rest = leaving[...]
        try old.log.forEachGoodLine(from: old.log.headerEnd, to: seen) { line, bytes, offset in
            for operation in line.operations where rest.first == offset + operation.body.lowerBound {
                let place = rest.removeFirst()
                let stamp = operation.stamp.deletion(at: time, by: device)
                try write(operation.tombstone(stamp))
                try renewal.parting?(old.record(of: operation, at: place, in: bytes), stamp, self)
            }
        }
        leaving = []
    }

    // MARK: - What comes

    func record(at address: RecordAddress) throws -> StoredRecord? { try old.tables.row(at: address)?.record() }

    var firstGeneration: Int { expiry.horizon?.nextGeneration ?? 0 }

    func stamp(at address: RecordAddress) throws -> Stamp? {
        guard let stamp = try old.tables.stamp(at: address) else { return nil }
        guard !stamp.deleted, try renewal.leaves(address, stamp) else { return stamp }
        return stamp.deletion(at: time, by: device)
    }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try record.checkForm()
        let names = record.entries.filter(\.unique).map(\.name)
        if !names.isEmpty { uniques[record.table, default: Unique(reindex: reindex)].names.formUnion(names) }
        try write(record)
    }

    private func write(_ record: StoredRecord) throws {
        number = number == first ? first + Renewing.gap : number
        number += 1
        try lines.add(record, of: number)
    }

    /// Brings all lines into the file, and the header before them.
    ///
    /// - Returns: how long it is.
    @discardableResult
    private func settle() throws -> Int {
        let (kept, end) = try lines.finish()
        try next.file.write(Compaction.header(of: old, number, kept: kept, expiry).roomyLine, at: 0)
        return end
    }

    // MARK: - What it has become

    /// Reads the new generation as whoever opens it will, and looks for keys that stand in it twice.
    private func look(to size: Int, indexing isIndexed: Bool) throws {
        tables = Tables(over: try next.read(to: size, isIndexed: isIndexed))
        for (table, unique) in uniques {
            for name in unique.names.sorted() { try tables.checkUniqueness(of: name, in: table, unique.reindex) }
        }
    }

    // MARK: - What others did meanwhile

    /// Takes in what others have written, puts what the closing transaction has, and exchanges the generations. With the store's lock held, and the
    /// old log read to its end.
    ///
    /// - Throws: `duplicateKey`, `diskFull`, `diskTrouble`; nothing is changed then.
    func finish(_ last: [StoredRecord], at time: HybridTime) throws {
        guard number == first || old.log.sequence - first <= Renewing.gap else {
            throw Failure(
                .storeNeedsReopening, "Other programs have changed too much meanwhile.", advice: "Try again.", kind: .temporary)
        }
        number = max(number, old.log.sequence)
        if renewal.isWhole, old.log.sequence > 0 {
            // What others have written goes with it; who has followed the feed up to the last of that is to begin anew, too.
            number = max(number, old.log.sequence + 1)
            expiry.everythingGoes(before: time, upTo: old.log.sequence + 1)
        }
        let closed = Set(last.map(\.address))
        let last = try last.map { try following($0, at: time) }
        let meanwhile = renewal.isWhole ? [] : try additions(at: time).filter { !closed.contains($0.record.address) }
        try checkUniqueness(meanwhile.map(\.record) + last)
        var line = 0
        for (sequence, record) in meanwhile {
            if sequence != line { number += 1 }
            line = sequence
            try lines.add(record, of: number)
        }
        number += last.isEmpty ? 0 : 1
        for record in last { try lines.add(record, of: number) }
        try settle()
        try next.file.sync()
        try next.install()
    }

    /// What others have written, as it is to stand in the new generation, with the numbers of their transactions in the old one.
    private func additions(at time: HybridTime) throws -> [(sequence: Int, record: StoredRecord)] {
        var found: [(sequence: Int, record: StoredRecord)] = []
        try old.forEachCurrent(from: seen) { operation, line, bytes, place in
            let left =
                try leaves(operation)
                ? operation.tombstone(operation.stamp.deletion(at: time, by: device))
                : old.record(of: operation, at: place, in: bytes)
            found.append((line.sequence, try following(left, at: time)))
        }
        return found
    }

    /// A record over what the bulk work has put at its address: it was written later, and its version must say so.
    private func following(_ record: StoredRecord, at time: HybridTime) throws -> StoredRecord {
        let isOurs = record.stamp.time == self.time && record.stamp.device == device
        guard let below = try tables.stamp(at: record.address), isOurs || record.stamp <= below else { return record }
        let isRevived = below.deleted && record.isLive
        let stamp = Stamp(
            generation: max(record.stamp.generation, below.generation + (isRevived ? 1 : 0)), deleted: record.stamp.deleted,
            time: time, device: device)
        return StoredRecord(
            address: record.address, stamp: stamp, payloadVersion: record.payloadVersion, entries: record.entries,
            payload: record.payload)
    }

    /// All of it is there before the first is judged: a key may have gone from one to the other.
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
    /// What stands in the place of the record when it has gone.
    fileprivate func tombstone(_ stamp: Stamp) -> StoredRecord {
        StoredRecord(address: address, stamp: stamp, payloadVersion: payloadVersion, entries: [], payload: nil)
    }
}

extension Tables {
    /// - Throws: `duplicateKey` when two live records have one key in an index where it may stand once.
    fileprivate func checkUniqueness(
        of index: String, in table: TableName, _ reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws {
        var before: (key: IndexKey, address: RecordAddress)?
        try forEachKey(of: index, in: table, reindex) { key, address in
            if let before, byteOrder(before.key.text, key.text) == 0 {
                // As a transaction says it that puts the one which stands behind.
                let both = try [before.address, address].map { (place: try row(at: $0)?.place ?? 0, address: $0) }
                let holder = both.min { $0.place < $1.place }?.address ?? address
                throw Failure.duplicateKey(index, of: holder)
            }
            before = (key, address)
        }
    }
}
