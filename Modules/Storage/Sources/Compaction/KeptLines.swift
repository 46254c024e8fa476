import Kernel

/// Writes operations as lines of what was kept; the operations of one transaction stay in one line.
struct KeptLines {
    /// A line that is damaged takes no more than this with it, unless one transaction is longer.
    private static let usualLine = 16 << 10
    private static let usualWrite = 1 << 18

    private let write: (_ bytes: [UInt8], _ offset: Int) throws -> Void
    private var offset: Int
    private var pending: [UInt8] = []
    private var operations: [UInt8] = []
    private var sequence = 0
    private var count = 0

    init(file: DiskFile, at offset: Int) {
        let steady = SteadyFile(file)
        self.init(at: offset) { try steady.write($0, at: $1) }
    }

    /// Lines that go wherever a function puts them.
    init(at offset: Int, write: @escaping (_ bytes: [UInt8], _ offset: Int) throws -> Void) {
        (self.offset, self.write) = (offset, write)
    }

    /// Adds a record that stands nowhere yet.
    mutating func add(_ record: StoredRecord, of transaction: Int) throws {
        try TransactionLine.withOperation(of: record) { try add($0, of: transaction) }
    }

    mutating func add(_ operation: Slice<UnsafeRawBufferPointer>, of transaction: Int) throws {
        if transaction != sequence, operations.count > KeptLines.usualLine { try endLine() }
        if !operations.isEmpty { operations.append(UInt8(ascii: ",")) }
        operations.append(contentsOf: "{\"seq\":\(transaction),".utf8)
        operations.append(contentsOf: operation)
        sequence = transaction
    }

    mutating func finish() throws -> (kept: Int, end: Int) {
        if !operations.isEmpty { try endLine() }
        try flush()
        return (count, offset)
    }

    private mutating func endLine() throws {
        count += 1
        let json = Array("{\"kept\":\(count),\"ops\":[".utf8) + operations + Array("]}".utf8)
        pending += LineWriter.line(sequence: sequence, json: json)
        operations.removeAll(keepingCapacity: true)
        if pending.count > KeptLines.usualWrite { try flush() }
    }

    private mutating func flush() throws {
        try write(pending, offset)
        offset += pending.count
        pending.removeAll(keepingCapacity: true)
    }
}
