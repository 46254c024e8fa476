import EngineKit
import Kernel

/// Rows that wait until one statement takes several of them: to begin and to end a statement is a good part of what a row costs.
struct WaitingRows {
    /// What waits has no more bytes than about these.
    private static let room = 1 << 20

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

    var isFull: Bool { cells.count >= Insertion.most * insertion.width || bytes.count >= WaitingRows.room }

    // MARK: - The next row

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

    // MARK: - Its next value

    private mutating func add(_ number: Int) { cells.append(.number(number)) }

    private mutating func add(_ text: String) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        cells.append(.text(start: start, count: bytes.count - start))
    }

    /// UTF-8, or nothing.
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

    // MARK: - All of them

    /// Puts what waits into its table.
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

    private func put(_ cells: ArraySlice<Cell>, of bytes: UnsafeRawBufferPointer, by query: Query, in database: Database) throws {
        try database.ask(query) { row in
            var place: Int32 = 0
            for cell in cells {
                place += 1
                switch cell {
                case .nothing: break
                case .number(let number): try row.bind(number, at: place)
                case .text(let start, let count):
                    try row.bind(utf8: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]), at: place)
                case .blob(let start, let count):
                    try row.bind(blob: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]), at: place)
                }
            }
            _ = try row.step()
        }
    }
}

/// What is about to be put: rows of both tables. Whoever asks the tables puts it first. One of each connection, which keeps its room.
final class Waiting {
    private let database: Database
    private var (records, keys): (WaitingRows, WaitingRows)
    /// Of the records.
    private var ids: [String] = []

    init(for database: Database) {
        self.database = database
        (records, keys) = (WaitingRows(database.queries.records), WaitingRows(database.queries.keys))
    }

    /// Whether a record with this identifier is among them.
    func has(_ id: String) -> Bool { ids.contains { byteOrder($0, id) == 0 } }

    func add(_ record: StoredRecord, in section: Int, entries: [UInt8], at place: Int) {
        records.add(record, in: section, entries: entries, at: place)
        ids.append(record.address.id)
    }

    func add(key: IndexKey, of id: String, in list: Int, at place: Int) throws {
        keys.add(key: key, of: id, in: list, at: place)
        if keys.isFull { try keys.put(into: database) }
    }

    /// Lets go of what was never put, since that failed.
    func clear() {
        guard !ids.isEmpty || !keys.isEmpty else { return }
        records.clear()
        keys.clear()
        ids.removeAll(keepingCapacity: true)
    }

    /// Puts all of it once there are enough for one statement.
    func putMany() throws { if records.isFull { try put() } }

    func put() throws {
        try records.put(into: database)
        try keys.put(into: database)
        ids.removeAll(keepingCapacity: true)
    }
}
