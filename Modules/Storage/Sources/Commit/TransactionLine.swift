import Kernel

/// The line of one transaction, and where in it everything stands: what a reader of the line would find, without reading it.
struct TransactionLine {
    /// Where an operation stands.
    struct Part {
        let body: Range<Int>
        let keys: Range<Int>
        /// Empty for a tombstone.
        let payload: Range<Int>
        let checksum: UInt32
        let version: Int
    }

    let sequence: Int
    let synced: Int
    let bytes: [UInt8]
    private let chunks: [Chunk]
    /// Where the operations of the first chunk begin.
    private let start: Int

    /// - Parameter synced: up to which number the writer knows everything to be durable.
    init(_ rows: [FileRow], sequence: Int, synced: Int) {
        // Nobody else touches the rows meanwhile, and these are only read.
        nonisolated(unsafe) let rows = rows
        let chunks = Cores.map(rows.count, least: 256) { Chunk(rows[$0]) }
        var head = LineWriter()
        head.text("{\"synced\":")
        head.integer(synced)
        head.text(",\"ops\":[")
        let count = chunks.reduce(head.bytes.count + 2 + chunks.count - 1) { $0 + $1.text.count }
        var start = 0
        bytes = LineWriter.line(sequence: sequence, jsonCount: count) { bytes in
            bytes += head.bytes
            start = bytes.count
            for (number, chunk) in chunks.enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += chunk.text
            }
            bytes += Array("]}".utf8)
        }
        (self.sequence, self.synced, self.chunks, self.start) = (sequence, synced, chunks, start)
    }

    /// Notes in the log that it ends with this line, and tells the rows where they stand.
    func settle(_ rows: [FileRow], in tables: Tables, of log: Log) {
        var row = 0
        var start = log.end + start
        for chunk in chunks {
            // One text for the keys of them all, not one for each.
            for part in chunk.parts {
                let entry = RowEntry(rows[row], part, line: start)
                rows[row].settle(at: LoggedPlace(entry: entry, keys: chunk.keys[part.keys], log: log))
                row += 1
            }
            start += chunk.text.count + 1
        }
        tables.haveGrown(rows)
        let latest = rows.reduce(HybridTime.zero) { max($0, $1.stamp.time) }
        let checksum = bytes.withUnsafeBytes(LineScanner.checksum) ?? 0
        log.append(sequence, knowingDurable: synced, checksum: checksum, count: bytes.count, latest: latest)
    }

    /// One operation alone, from behind its number on.
    static func withOperation<Value>(
        of record: StoredRecord, _ body: (Slice<UnsafeRawBufferPointer>) throws -> Value
    ) rethrows -> Value {
        var writer = OperationWriter(capacity: 512 + (record.payload?.count ?? 0))
        defer { writer.line.free() }
        let part = writer.operation(FileRow(record))
        return try body(writer.line.contents[part.body])
    }

    /// What one core writes.
    private final class Chunk: @unchecked Sendable {
        // Unchecked: nothing of it changes once it is made.

        private let writer: OperationWriter
        /// Of the operations, from the chunk's start; their keys within `keys`.
        let parts: [Part]
        let keys: [UInt8]

        init(_ rows: ArraySlice<FileRow>) {
            var writer = OperationWriter(capacity: rows.reduce(64) { $0 + 320 + ($1.contents?.payload?.count ?? 0) })
            var parts: [Part] = []
            var keys: [UInt8] = []
            parts.reserveCapacity(rows.count)
            keys.reserveCapacity(rows.count * 48)
            for row in rows {
                let part = writer.operation(row)
                let start = keys.count
                keys.append(contentsOf: writer.line.contents[part.keys])
                parts.append(
                    Part(
                        body: part.body, keys: start..<keys.count, payload: part.payload, checksum: part.checksum,
                        version: part.version))
            }
            (self.writer, self.parts, self.keys) = (writer, parts, keys)
        }

        deinit { writer.line.free() }

        /// The operations, parted by commas; as long as the chunk is there.
        var text: UnsafeRawBufferPointer { writer.line.contents }
    }
}

extension RowEntry {
    /// What the operation of a transaction says that was just written.
    ///
    /// - Parameter line: the offset of what the part is counted from.
    init(_ row: FileRow, _ part: TransactionLine.Part, line: Int) {
        self.init(
            worth: 0, weight: UInt32(part.body.count), place: UInt64(line + part.body.lowerBound),
            milliseconds: row.stamp.time.milliseconds, counter: UInt32(row.stamp.time.counter),
            generation: UInt32(row.stamp.generation), version: UInt32(part.version),
            offset: part.payload.isEmpty ? 0 : UInt32(part.payload.lowerBound - part.body.lowerBound),
            size: UInt32(part.payload.count), checksum: part.checksum, idCount: 0, device: 0,
            deleted: row.stamp.deleted ? 1 : 0)
    }
}
