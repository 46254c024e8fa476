import EngineKit
import Kernel

/// One transaction of a file store. Changes are made in place, and taken back when the transaction fails.
final class FileTransaction: EngineTransaction {
    private let tables: Tables
    private let log: Log
    private let clock: HybridClock
    private let isWriting: Bool
    /// What was put at an address, and what stood there before.
    private struct Put {
        let before: FileRow?
        var row: FileRow
    }

    private var puts: [Put] = []
    /// The place in `puts` of an address, once something was put where something stood: what is all new is in no list twice.
    private var places: [RecordAddress: Int]?
    private var isOver = false
    /// What is to go for good with what is deleted here; nil when nothing is.
    private(set) var forgotten: Forgotten?

    let device: String
    let firstGeneration: Int
    private(set) lazy var time = clock.tick()

    init(tables: Tables, of log: Log, clock: HybridClock, device: String, isWriting: Bool) {
        (self.tables, self.log, self.clock, self.device, self.isWriting) = (tables, log, clock, device, isWriting)
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
        note(row, insteadOf: try tables.replace(record.address, with: row))
        if record.stamp.time != time { clock.receive(record.stamp.time) }
    }

    /// In place: a copy of the places for every record that is overwritten would cost the square of their number.
    private func note(_ row: FileRow, insteadOf old: FileRow?) {
        if old != nil, places == nil {
            places = Dictionary(puts.enumerated().map { ($1.row.address, $0) }, uniquingKeysWith: { first, _ in first })
        }
        if old != nil, let place = places?[row.address] {
            puts[place].row = row
        } else {
            places?[row.address] = puts.count
            puts.append(Put(before: old, row: row))
        }
    }

    func forget(_ more: Forgotten) {
        forgotten = Forgotten(
            files: more.files.union(forgotten?.files ?? []), drafts: more.drafts.union(forgotten?.drafts ?? []))
    }

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        var found: [RecordAddress] = []
        try forEachAddress(in: partition) { found.append($0) }
        return found
    }

    func forEachAddress(in partition: Partition?, _ visit: (RecordAddress) throws -> Void) throws {
        try check()
        try tables.forEachAddress(in: partition, visit)
    }

    // MARK: - For the engine

    /// What this transaction put, each address once, in the order in which they were first put.
    func changed() -> [FileRow] { puts.map(\.row) }

    /// Puts back what stood before.
    func rollBack() throws {
        isOver = true
        for put in puts.reversed() { try tables.replace(put.row.address, with: put.before) }
    }

    /// Makes the transaction useless, should somebody have kept it.
    func end() { isOver = true }

    private func check() throws {
        guard !isOver else { throw Failure.transactionOver }
    }
}
