import EngineKit
import Kernel

/// Rows that wait for one statement that inserts several. Starting and ending a statement is a
/// large part of the cost of a row.
struct PendingRows {
    /// The approximate limit of waiting bytes.
    private static let maximumBytes = 1 << 20

    /// A value of a row. Texts and blobs are ranges of `bytes`.
    private enum Cell {
        case nothing
        case number(Int)
        case text(start: Int, count: Int)
        case blob(start: Int, count: Int)
    }

    private let insertion: Insertion
    private var cells: [Cell] = []
    private var bytes: [UInt8] = []

    init(_ insertion: Insertion) { self.insertion = insertion }

    var isEmpty: Bool { cells.isEmpty }

    var isFull: Bool { cells.count >= Insertion.most * insertion.width || bytes.count >= PendingRows.maximumBytes }

    // MARK: - Rows

    mutating func add(_ record: StoredRecord, in section: Int, entries: [UInt8], at place: Int) {
        let stamp = record.stamp
        add(place)
        add(section)
        add(record.address.id)
        add(stamp.deleted ? 1 : 0)
        add(stamp.generation)
        add(Int(stamp.time.milliseconds))
        add(stamp.time.counter)
        add(stamp.device)
        add(record.payloadVersion)
        add(entries)
        add(text: record.payload)
    }

    mutating func add(key: IndexKey, of id: String, in list: Int, at place: Int) {
        add(list)
        add(key.text)
        add(id)
        add(place)
    }

    // MARK: - Values

    private mutating func add(_ number: Int) { cells.append(.number(number)) }

    private mutating func add(_ text: String) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        cells.append(.text(start: start, count: bytes.count - start))
    }

    /// Adds UTF-8 or NULL.
    private mutating func add(text: Data?) {
        guard let text else { return cells.append(.nothing) }
        let start = bytes.count
        text.withUnsafeBytes { bytes.append(contentsOf: $0) }
        cells.append(.text(start: start, count: text.count))
    }

    private mutating func add(_ blob: [UInt8]) {
        cells.append(.blob(start: bytes.count, count: blob.count))
        bytes += blob
    }

    // MARK: - Execution

    /// Inserts the waiting rows into their table.
    mutating func put(into database: Database) throws {
        guard !cells.isEmpty else { return }
        let isMany = cells.count == Insertion.most * insertion.width
        defer { clear() }
        try bytes.withUnsafeBytes { bytes in
            if isMany { return try put(cells[...], of: bytes, by: insertion.many, in: database) }
            for start in stride(from: 0, to: cells.count, by: insertion.width) {
                try put(cells[start..<start + insertion.width], of: bytes, by: insertion.one, in: database)
            }
        }
    }

    mutating func clear() {
        cells.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    private func put(
        _ cells: ArraySlice<Cell>, of bytes: UnsafeRawBufferPointer, by query: Query, in database: Database
    ) throws {
        try database.withStatement(query) { row in
            var parameter: Int32 = 0
            for cell in cells {
                parameter += 1
                switch cell {
                case .nothing: break
                case .number(let number): try row.bind(number, at: parameter)
                case .text(let start, let count):
                    try row.bind(utf8: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]), at: parameter)
                case .blob(let start, let count):
                    try row.bind(blob: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]), at: parameter)
                }
            }
            _ = try row.step()
        }
    }
}

/// The waiting rows of both tables, one for each connection, with reused memory. They are inserted
/// before any query of the tables.
final class PendingInserts {
    private let database: Database
    private var (records, keys): (PendingRows, PendingRows)
    /// The identifiers of the waiting records.
    private var ids: [String] = []

    init(for database: Database) {
        self.database = database
        records = PendingRows(database.queries.records)
        keys = PendingRows(database.queries.keys)
    }

    /// Returns whether a record with this identifier is waiting.
    func contains(_ id: String) -> Bool { ids.contains { byteOrder($0, id) == 0 } }

    func add(_ record: StoredRecord, in section: Int, entries: [UInt8], at place: Int) {
        records.add(record, in: section, entries: entries, at: place)
        ids.append(record.address.id)
    }

    func add(key: IndexKey, of id: String, in list: Int, at place: Int) throws {
        keys.add(key: key, of: id, in: list, at: place)
        if keys.isFull { try keys.put(into: database) }
    }

    /// Drops the waiting rows after a failure.
    func clear() {
        guard !ids.isEmpty || !keys.isEmpty else { return }
        records.clear()
        keys.clear()
        ids.removeAll(keepingCapacity: true)
    }

    /// Inserts the waiting rows once they fill one statement.
    func flushIfFull() throws { if records.isFull { try flush() } }

    func flush() throws {
        try records.put(into: database)
        try keys.put(into: database)
        ids.removeAll(keepingCapacity: true)
    }
}
