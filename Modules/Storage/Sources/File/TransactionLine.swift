import Foundation
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

    /// Tells the rows where they stand.
    ///
    /// - Parameter offset: of the line in its log.
    func settle(_ rows: [FileRow], at offset: Int, of log: Log) {
        var row = 0
        var start = start
        for chunk in chunks {
            // One text for the keys of them all, not one for each.
            for part in chunk.parts {
                let entry = RowEntry(rows[row], part, line: offset + start)
                rows[row].settle(at: FileRow.Place(entry: entry, keys: chunk.keys[part.keys], log: log))
                row += 1
            }
            start += chunk.text.count + 1
        }
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

/// Writes operations one after the other. What most operations of a transaction have in common is copied from the one before.
private struct OperationWriter {
    private(set) var line: TextBuffer
    private var shelf: (collection: String, partition: String, text: Range<Int>)?
    private var version: (stamp: Stamp, payload: Int, text: Range<Int>)?

    init(capacity: Int) { line = TextBuffer(capacity: capacity) }

    mutating func operation(_ row: FileRow) -> TransactionLine.Part {
        let (entries, payload, version) = row.contents ?? ([], nil, 1)
        line.append(line.count == 0 ? "{" : ",{")
        let start = line.count
        place(row.address)
        string(row.address.id)
        self.version(row.stamp, version)
        let keys = line.count
        self.keys(entries)
        let behindKeys = line.count
        var checksum: UInt32 = 0
        payload?.withUnsafeBytes { payload in
            checksum = CRC32C.checksum(payload)
            line.append(",\"crc\":\"")
            hex(checksum)
            line.append("\",\"size\":")
            line.append(number: UInt64(payload.count))
            line.append(",\"payload\":")
            line.append(payload)
        }
        let end = line.count
        line.append(UInt8(ascii: "}"))
        return TransactionLine.Part(
            body: start..<line.count, keys: keys..<behindKeys, payload: end - (payload?.count ?? 0)..<end, checksum: checksum,
            version: version)
    }

    private mutating func place(_ address: RecordAddress) {
        // By bytes: `==` holds differently composed characters for equal.
        if let shelf, byteOrder(shelf.collection, address.collection) == 0,
            byteOrder(shelf.partition, address.partition.rawValue) == 0
        {
            return line.append(again: shelf.text)
        }
        let start = line.count
        line.append("\"collection\":")
        string(address.collection)
        line.append(",\"partition\":")
        string(address.partition.rawValue)
        line.append(",\"id\":")
        shelf = (address.collection, address.partition.rawValue, start..<line.count)
    }

    /// - Parameter stamp: in good form: nothing in it is negative.
    private mutating func version(_ stamp: Stamp, _ payload: Int) {
        if let version, version.payload == payload, version.stamp == stamp, byteOrder(version.stamp.device, stamp.device) == 0 {
            return line.append(again: version.text)
        }
        let start = line.count
        line.append(",\"stamp\":[")
        line.append(number: UInt64(stamp.generation))
        line.append(stamp.deleted ? ",true,\"" : ",false,\"")
        line.append(number: UInt64(stamp.time.milliseconds))
        line.append("-")
        line.append(number: UInt64(stamp.time.counter))
        line.append("\",")
        string(stamp.device)
        line.append("],\"version\":")
        line.append(number: UInt64(payload))
        line.append(",\"keys\":")
        version = (stamp, payload, start..<line.count)
    }

    private mutating func keys(_ entries: [IndexEntry]) {
        line.append(UInt8(ascii: "["))
        for (place, entry) in entries.enumerated() {
            line.append(place > 0 ? ",[" : "[")
            string(entry.name)
            line.append(entry.unique ? ",true," : ",false,")
            if let key = entry.key { string(key.text) } else { line.append("null") }
            line.append(UInt8(ascii: "]"))
        }
        line.append(UInt8(ascii: "]"))
    }

    private mutating func string(_ text: String) {
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            let utf8 = UnsafeRawBufferPointer(utf8)
            guard utf8.isPlainJSON else { return false }
            line.append(UInt8(ascii: "\""))
            line.append(utf8)
            line.append(UInt8(ascii: "\""))
            return true
        }
        guard !isPlain else { return }
        var writer = LineWriter()
        writer.string(text)
        writer.bytes.withUnsafeBytes { line.append($0) }
    }

    /// Eight digits at once: a nibble in each byte, from 10 on with the way from the digits to the letters added.
    private mutating func hex(_ value: UInt32) {
        var digits = UInt64(value.byteSwapped)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = digits >> 4 & 0x000F_000F_000F_000F | (digits & 0x000F_000F_000F_000F) << 8
        let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        withUnsafeBytes(of: (digits &+ 0x3030_3030_3030_3030 &+ letters &* 39).littleEndian) { line.append($0) }
    }
}
