import DiskKit
import Kernel

/// A writer of kept operations as lines, where the operations of a transaction share a line.
struct CompactedLineWriter {
    /// The usual length of a line, which limits the loss from one damaged line. A longer
    /// transaction makes a longer line.
    private static let targetLineLength = 16 << 10
    private static let writeSize = 1 << 18

    private let write: (_ bytes: [UInt8], _ offset: Int) throws -> Void
    private var offset: Int
    private var pendingBytes: [UInt8] = []
    private var operations: [UInt8] = []
    private var sequence = 0
    private var lineCount = 0

    init(file: DiskFile, at offset: Int) {
        let chunkSynced = ChunkSyncedFile(file)
        self.init(at: offset) { try chunkSynced.write($0, at: $1) }
    }

    init(at offset: Int, write: @escaping (_ bytes: [UInt8], _ offset: Int) throws -> Void) {
        self.offset = offset
        self.write = write
    }

    /// Adds a record that is not yet in the log.
    mutating func add(_ record: StoredRecord, of transaction: Int) throws {
        try TransactionLine.withOperation(of: record) { try add($0, of: transaction) }
    }

    /// Adds an operation, and begins a new line when the current one is long enough.
    mutating func add(_ operation: Slice<UnsafeRawBufferPointer>, of transaction: Int) throws {
        if transaction != sequence, operations.count > CompactedLineWriter.targetLineLength { try endLine() }
        if !operations.isEmpty { operations.append(UInt8(ascii: ",")) }
        operations.append(contentsOf: "{\"seq\":\(transaction),".utf8)
        operations.append(contentsOf: operation)
        sequence = transaction
    }

    /// Writes the rest, and returns the number of lines and the end of the file.
    mutating func finish() throws -> (kept: Int, end: Int) {
        if !operations.isEmpty { try endLine() }
        try flush()
        return (lineCount, offset)
    }

    private mutating func endLine() throws {
        lineCount += 1
        let json = Array("{\"kept\":\(lineCount),\"ops\":[".utf8) + operations + Array("]}".utf8)
        pendingBytes += LineWriter.line(sequence: sequence, json: json)
        operations.removeAll(keepingCapacity: true)
        if pendingBytes.count > CompactedLineWriter.writeSize { try flush() }
    }

    private mutating func flush() throws {
        try write(pendingBytes, offset)
        offset += pendingBytes.count
        pendingBytes.removeAll(keepingCapacity: true)
    }
}
