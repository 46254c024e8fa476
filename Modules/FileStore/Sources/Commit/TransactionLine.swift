import Kernel

/// The line of one transaction together with the offsets that a reader would find in it.
struct TransactionLine {
    /// The offsets of one operation.
    struct Part {
        /// The whole operation up to its closing brace.
        let body: Range<Int>
        let keys: Range<Int>
        /// Empty for a tombstone.
        let payload: Range<Int>
        let checksum: UInt32
        let version: Int
    }

    let sequence: Int
    /// The last transaction number that the writer knew to be durable.
    let synced: Int
    let checksum: UInt32
    /// The length in bytes.
    let count: Int
    private let chunks: [Chunk]
    /// The number of unused bytes in front of the first chunk.
    private let unusedPrefix: Int

    /// Creates the line of some rows.
    ///
    /// - Parameter synced: the last transaction number that the writer knows to be durable.
    init(_ rows: [FileRow], sequence: Int, synced: Int) {
        // No other code accesses the rows meanwhile, and this code only reads them.
        nonisolated(unsafe) let rows = rows
        let rowCount = rows.count
        let chunks = ParallelWork.map(rowCount, minimumSize: 256) {
            Chunk(rows[$0], isFirst: $0.lowerBound == 0, isLast: $0.upperBound == rowCount)
        }
        let operations = chunks.reduce(0) { $0 + $1.text.count } - Chunk.reservedSize
        var opening = LineWriter()
        opening.text("{\"synced\":")
        opening.integer(synced)
        opening.text(",\"ops\":[")
        var frame = LineWriter()
        // The count excludes the newline at the end of the last chunk.
        frame.integer(opening.bytes.count + operations - 1)
        frame.text(" ")
        frame.integer(sequence)
        frame.text(" ")
        frame.append(opening.bytes)
        let prefixChecksum = frame.bytes.withUnsafeBytes { CRC32C.checksum($0) }
        let checksum = chunks.reduce(prefixChecksum) { $1.checksum(after: $0) }
        let bytes = LineWriter.hex(checksum) + [UInt8(ascii: " ")] + frame.bytes
        chunks[0].write(bytes)
        self.sequence = sequence
        self.synced = synced
        self.checksum = checksum
        self.chunks = chunks
        count = bytes.count + operations
        unusedPrefix = Chunk.reservedSize - bytes.count
    }

    /// The pieces of the line, one for each core that wrote it.
    var pieces: [UnsafeRawBufferPointer] {
        chunks.enumerated().map { index, chunk in
            index == 0 ? UnsafeRawBufferPointer(rebasing: chunk.text[unusedPrefix...]) : chunk.text
        }
    }

    /// Appends this line to the log and gives the rows their offsets.
    func recordCommit(_ rows: [FileRow], in tables: Tables, of log: Log) {
        var rowIndex = 0
        var start = log.end - unusedPrefix
        for chunk in chunks {
            // One text holds the keys of all rows.
            for part in chunk.parts {
                let entry = RowEntry(rows[rowIndex], part, line: start)
                rows[rowIndex].markWritten(at: LogLocation(entry: entry, keys: chunk.keys[part.keys], log: log))
                rowIndex += 1
            }
            start += chunk.text.count
        }
        tables.addWeights(rows)
        let latestTime = rows.reduce(HybridTime.zero) { max($0, $1.stamp.time) }
        log.append(sequence, knowingDurable: synced, checksum: checksum, count: count, latest: latestTime)
    }

    /// Calls a function with the bytes of one operation, without its number.
    static func withOperation<Value>(
        of record: StoredRecord, _ body: (Slice<UnsafeRawBufferPointer>) throws -> Value
    ) rethrows -> Value {
        var writer = OperationWriter(capacity: 512 + (record.payload?.count ?? 0))
        defer { writer.line.free() }
        let part = writer.write(FileRow(record))
        return try body(writer.line.contents[part.body])
    }

    /// The part of the line that one core writes.
    private final class Chunk: @unchecked Sendable {
        // Unchecked: the chunk is immutable once its line is made.

        /// The free bytes in front of the first chunk, for a checksum, three numbers and the words
        /// around them.
        static let reservedSize = 96

        private let writer: OperationWriter
        /// The offsets of the operations from the chunk's start, and of their keys within `keys`.
        let parts: [Part]
        let keys: [UInt8]
        /// The range of the operations with their separators.
        private let operationRange: Range<Int>
        /// Nil if joining two checksums costs more than computing one.
        private let checksum: UInt32?

        init(_ rows: ArraySlice<FileRow>, isFirst: Bool, isLast: Bool) {
            let capacity = rows.reduce(64) { $0 + 320 + ($1.contents?.payload?.count ?? 0) }
            var writer = OperationWriter(capacity: capacity, reserving: isFirst ? Chunk.reservedSize : 0)
            var parts: [Part] = []
            var keys: [UInt8] = []
            parts.reserveCapacity(rows.count)
            keys.reserveCapacity(rows.count * 48)
            if !isFirst { writer.append(",") }
            for row in rows {
                let part = writer.write(row)
                let start = keys.count
                keys.append(contentsOf: writer.line.contents[part.keys])
                parts.append(
                    Part(
                        body: part.body, keys: start..<keys.count, payload: part.payload, checksum: part.checksum,
                        version: part.version))
            }
            if isLast { writer.append("]}") }
            operationRange = (isFirst ? Chunk.reservedSize : 0)..<writer.line.count
            let text = UnsafeRawBufferPointer(rebasing: writer.line.contents[operationRange])
            checksum = isFirst && isLast ? nil : CRC32C.checksum(text)
            if isLast { writer.append("\n") }
            self.writer = writer
            self.parts = parts
            self.keys = keys
        }

        deinit { writer.line.free() }

        /// The bytes of the chunk, valid while the chunk exists.
        var text: UnsafeRawBufferPointer { writer.line.contents }

        /// Returns the checksum of everything up to the chunk's end, given the checksum of
        /// everything before it.
        func checksum(after prefix: UInt32) -> UInt32 {
            checksum.map { CRC32C.checksum(joining: prefix, to: $0, of: operationRange.count) }
                ?? CRC32C.checksum(UnsafeRawBufferPointer(rebasing: text[operationRange]), after: prefix)
        }

        func write(_ prefix: [UInt8]) { writer.line.write(prefix, at: Chunk.reservedSize - prefix.count) }
    }
}

extension RowEntry {
    /// Creates the entry of an operation that was just written.
    ///
    /// - Parameter line: the offset from which the part is counted.
    init(_ row: FileRow, _ part: TransactionLine.Part, line: Int) {
        self.init(
            countChange: 0, weight: UInt32(part.body.count), place: UInt64(line + part.body.lowerBound),
            milliseconds: row.stamp.time.milliseconds, counter: UInt32(row.stamp.time.counter),
            generation: UInt32(row.stamp.generation), version: UInt32(part.version),
            offset: part.payload.isEmpty ? 0 : UInt32(part.payload.lowerBound - part.body.lowerBound),
            size: UInt32(part.payload.count), checksum: part.checksum, idCount: 0, device: 0,
            deleted: row.stamp.deleted ? 1 : 0)
    }
}
