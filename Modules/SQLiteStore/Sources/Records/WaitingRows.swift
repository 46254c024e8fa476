import Kernel

/// Rows that wait until one statement takes several of them: to begin and to end a statement is a good part of what a row costs.
final class WaitingRows {
    /// So many at a time.
    static let most = 32
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

    var isFull: Bool { cells.count >= WaitingRows.most * insertion.width || bytes.count >= WaitingRows.room }

    // MARK: - The next values of the last row

    func add(_ number: Int) { cells.append(.number(number)) }

    func add(_ text: String) {
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        cells.append(.text(start: start, count: bytes.count - start))
    }

    /// UTF-8, or nothing.
    func add(text: Data?) {
        guard let text else { return cells.append(.nothing) }
        let start = bytes.count
        text.withUnsafeBytes { bytes.append(contentsOf: $0) }
        cells.append(.text(start: start, count: text.count))
    }

    func add(_ blob: [UInt8]) {
        cells.append(.blob(start: bytes.count, count: blob.count))
        bytes += blob
    }

    // MARK: - All of them

    /// Puts what waits into its table.
    func put(into database: Database) throws {
        guard !cells.isEmpty else { return }
        defer {
            cells.removeAll(keepingCapacity: true)
            bytes.removeAll(keepingCapacity: true)
        }
        try bytes.withUnsafeBytes { bytes in
            guard cells.count < WaitingRows.most * insertion.width else {
                return try put(cells[...], of: bytes, by: insertion.many, in: database)
            }
            for start in stride(from: 0, to: cells.count, by: insertion.width) {
                try put(cells[start..<start + insertion.width], of: bytes, by: insertion.one, in: database)
            }
        }
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

/// What a transaction is about to put: rows of both tables.
final class Waiting {
    let (records, keys): (WaitingRows, WaitingRows)
    /// Of the records.
    var ids: [String] = []

    init(_ queries: Queries) { (records, keys) = (WaitingRows(queries.records), WaitingRows(queries.keys)) }
}
