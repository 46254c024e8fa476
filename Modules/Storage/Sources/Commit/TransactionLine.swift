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
    let checksum: UInt32
    /// How many bytes it has.
    let count: Int
    private let chunks: [Chunk]
    /// How many of the bytes that the first chunk leaves in front are not needed.
    private let unused: Int

    /// - Parameter synced: up to which number the writer knows everything to be durable.
    init(_ rows: [FileRow], sequence: Int, synced: Int) {
        // Nobody else touches the rows meanwhile, and these are only read.
        nonisolated(unsafe) let rows = rows
        let all = rows.count
        let chunks = Cores.map(all, least: 256) { Chunk(rows[$0], isFirst: $0.lowerBound == 0, isLast: $0.upperBound == all) }
        let operations = chunks.reduce(0) { $0 + $1.text.count } - Chunk.room
        var head = LineWriter()
        head.text("{\"synced\":")
        head.integer(synced)
        head.text(",\"ops\":[")
        var frame = LineWriter()
        // Not the newline, with which the last chunk ends.
        frame.integer(head.bytes.count + operations - 1)
        frame.text(" ")
        frame.integer(sequence)
        frame.text(" ")
        frame.append(head.bytes)
        let front = frame.bytes.withUnsafeBytes { CRC32C.checksum($0) }
        let checksum = chunks.reduce(front) { $1.checksum(behind: $0) }
        let bytes = LineWriter.hex(checksum) + [UInt8(ascii: " ")] + frame.bytes
        chunks[0].write(bytes)
        (self.sequence, self.synced, self.checksum, self.chunks) = (sequence, synced, checksum, chunks)
        (count, unused) = (bytes.count + operations, Chunk.room - bytes.count)
    }

    /// The line, in as many pieces as cores have written it.
    var pieces: [UnsafeRawBufferPointer] {
        chunks.enumerated().map { place, chunk in
            place == 0 ? UnsafeRawBufferPointer(rebasing: chunk.text[unused...]) : chunk.text
        }
    }

    /// Notes in the log that it ends with this line, and tells the rows where they stand.
    func settle(_ rows: [FileRow], in tables: Tables, of log: Log) {
        var row = 0
        var start = log.end - unused
        for chunk in chunks {
            // One text for the keys of them all, not one for each.
            for part in chunk.parts {
                let entry = RowEntry(rows[row], part, line: start)
                rows[row].settle(at: LoggedPlace(entry: entry, keys: chunk.keys[part.keys], log: log))
                row += 1
            }
            start += chunk.text.count
        }
        tables.haveGrown(rows)
        let latest = rows.reduce(HybridTime.zero) { max($0, $1.stamp.time) }
        log.append(sequence, knowingDurable: synced, checksum: checksum, count: count, latest: latest)
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
        // Unchecked: nothing of it changes once its line is made.

        /// What the first one leaves free in front: for a checksum, three numbers and the words around them.
        static let room = 96

        private let writer: OperationWriter
        /// Of the operations, from the chunk's start; their keys within `keys`.
        let parts: [Part]
        let keys: [UInt8]
        /// Of its operations, with what parts them from those before and ends them all.
        private let summed: Range<Int>
        /// Nil where it is not worth two sums that are joined.
        private let checksum: UInt32?

        init(_ rows: ArraySlice<FileRow>, isFirst: Bool, isLast: Bool) {
            let capacity = rows.reduce(64) { $0 + 320 + ($1.contents?.payload?.count ?? 0) }
            var writer = OperationWriter(capacity: capacity, room: isFirst ? Chunk.room : 0)
            var parts: [Part] = []
            var keys: [UInt8] = []
            parts.reserveCapacity(rows.count)
            keys.reserveCapacity(rows.count * 48)
            if !isFirst { writer.append(",") }
            for row in rows {
                let part = writer.operation(row)
                let start = keys.count
                keys.append(contentsOf: writer.line.contents[part.keys])
                parts.append(
                    Part(
                        body: part.body, keys: start..<keys.count, payload: part.payload, checksum: part.checksum,
                        version: part.version))
            }
            if isLast { writer.append("]}") }
            summed = (isFirst ? Chunk.room : 0)..<writer.line.count
            let text = UnsafeRawBufferPointer(rebasing: writer.line.contents[summed])
            checksum = isFirst && isLast ? nil : CRC32C.checksum(text)
            if isLast { writer.append("\n") }
            (self.writer, self.parts, self.keys) = (writer, parts, keys)
        }

        deinit { writer.line.free() }

        /// As long as the chunk is there.
        var text: UnsafeRawBufferPointer { writer.line.contents }

        /// The checksum of everything up to its end, from that of what stands before it.
        func checksum(behind front: UInt32) -> UInt32 {
            checksum.map { CRC32C.checksum(joining: front, to: $0, of: summed.count) }
                ?? CRC32C.checksum(UnsafeRawBufferPointer(rebasing: text[summed]), behind: front)
        }

        /// Puts something in front of the operations.
        func write(_ front: [UInt8]) { writer.line.write(front, at: Chunk.room - front.count) }
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
