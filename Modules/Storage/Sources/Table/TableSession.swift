import Foundation
import Kernel

/// One transaction over a table. Changes are made in place, and taken back when the transaction fails.
final class TableSession<Row: TableRow>: EngineSession {
    private let table: RecordTable<Row>
    private let clock: HybridClock
    private let isWriting: Bool
    /// What was put at an address, and what stood there before.
    private struct Put {
        let before: Row?
        var row: Row
    }

    private var puts: [Put] = []
    /// The place in `puts` of an address, once something was put where something stood: what is all new is in no list twice.
    private var places: [RecordAddress: Int]?
    private var isOver = false

    let device: String
    private(set) lazy var time = clock.tick()

    init(table: RecordTable<Row>, clock: HybridClock, device: String, isWriting: Bool) {
        (self.table, self.clock, self.device, self.isWriting) = (table, clock, device, isWriting)
    }

    func record(at address: RecordAddress) throws -> StoredRecord? {
        try check()
        return try table.row(at: address)?.record()
    }

    func scan(_ scan: IndexScan, _ visit: (StoredRecord) throws -> Bool) throws {
        try check()
        try table.forEachRow(of: scan) { try visit($0.record()) }
    }

    func count(_ scan: IndexScan) throws -> Int {
        try check()
        return try table.count(of: scan)
    }

    func keys(_ scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        try check()
        try table.forEachKey(of: scan, visit)
    }

    func counts(_ scan: IndexScan, parts: Int) throws -> [KeyCount] {
        try check()
        return try table.counts(of: scan, parts: parts)
    }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        try check()
        guard isWriting else { throw Failure.readOnlyTransaction }
        try record.checkForm()
        try record.checkUniqueness { key, index in
            try table.holder(of: key, in: index, except: record.address, reindex: reindex)
        }
        let row = Row(record)
        note(row, insteadOf: try table.replace(record.address, with: row))
        if record.stamp.time != time { clock.receive(record.stamp.time) }
    }

    /// In place: a copy of the places for every record that is overwritten would cost the square of their number.
    private func note(_ row: Row, insteadOf old: Row?) {
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

    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        try check()
        return try table.addresses(in: partition)
    }

    // MARK: - For the engine

    /// What this transaction put, each address once, in the order in which they were first put.
    func changed() -> [Row] { puts.map(\.row) }

    /// Puts back what stood before.
    func rollBack() throws {
        isOver = true
        for put in puts.reversed() { try table.replace(put.row.address, with: put.before) }
    }

    /// Makes the session useless, should somebody have kept it.
    func end() { isOver = true }

    private func check() throws {
        guard !isOver else { throw Failure("transactionOver", "A transaction was used after it had ended.") }
    }
}

extension StoredRecord {
    /// The most bytes that one record's payload, or one transaction in a file, may have: 16 MiB.
    static let greatestSize = 16 << 20

    /// - Throws: `invalidRecord`, `recordTooLarge`.
    func checkForm() throws {
        guard stamp.deleted != isLive else {
            throw Failure(
                "invalidRecord", "A deletion must have no payload, and every other record must have one.", kind: .badData)
        }
        let numbers = 0...Int(UInt32.max)
        guard numbers.contains(stamp.generation), numbers.contains(stamp.time.counter), numbers.contains(payloadVersion),
            (0..<1_000_000_000_000_000).contains(stamp.time.milliseconds)
        else {
            throw Failure(
                "invalidRecord", "The version of “\(address.id)” in \(address.collection) makes no sense.", kind: .badData)
        }
        try payload?.withUnsafeBytes { bytes in
            guard bytes.count <= StoredRecord.greatestSize else {
                throw Failure(
                    "recordTooLarge",
                    "“\(address.id)” in \(address.collection) has \(bytes.count) bytes; a record may have 16 MiB.",
                    advice: "Split it, or keep large contents in files of their own.", kind: .badData)
            }
            guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}"), bytes.hasNoControls else {
                throw Failure(
                    "invalidRecord", "“\(address.id)” in \(address.collection) is not one JSON object on one line.",
                    kind: .badData)
            }
        }
    }

    /// - Throws: `duplicateKey` when another live record holds the key of a unique entry.
    func checkUniqueness(holder: (IndexKey, String) throws -> String?) throws {
        guard isLive else { return }
        for entry in entries where entry.unique {
            guard let key = entry.key, let other = try holder(key, entry.name) else { continue }
            throw Failure(
                "duplicateKey", "“\(other)” in \(address.collection) already has this \(entry.name).",
                advice: "Choose another, or change the one that has it.")
        }
    }
}

extension Failure {
    static let readOnlyTransaction = Failure("readOnlyTransaction", "Something was to be changed while only reading.")
    static let nestedTransaction = Failure(
        "nestedTransaction", "A transaction was begun inside another one of the same store.",
        advice: "Use the transaction that is at hand.")
    static let storeClosed = Failure("storeClosed", "The store was used after it had been closed.")
}
