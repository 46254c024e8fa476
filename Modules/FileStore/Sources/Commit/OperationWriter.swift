import EngineKit
import Kernel

/// A writer of consecutive operations, which copies what an operation shares with the previous one.
struct OperationWriter {
    private(set) var line: TextBuffer
    private var isFirst = true
    /// The collection and partition written last, with their range in the line.
    private var lastHeading: (collection: String, partition: String, text: Range<Int>)?
    /// The stamp and payload version written last, with their range in the line.
    private var lastVersion: (stamp: Stamp, payloadVersion: Int, text: Range<Int>)?

    /// Creates a writer.
    ///
    /// - Parameter reserved: the number of free bytes in front.
    init(capacity: Int, reserving reserved: Int = 0) {
        line = TextBuffer(capacity: reserved + capacity, leaving: reserved)
    }

    /// Writes the operation of a row, and returns its offsets.
    mutating func write(_ row: FileRow) -> TransactionLine.Part {
        let (entries, payload, version) = row.contents ?? ([], nil, 1)
        line.append(isFirst ? "{" : ",{")
        isFirst = false
        let start = line.count
        writeHeading(row.address)
        writeString(row.address.id)
        writeVersion(row.stamp, version)
        let keys = line.count
        writeKeys(entries)
        let keysEnd = line.count
        var checksum: UInt32 = 0
        payload?.withUnsafeBytes { payload in
            checksum = CRC32C.checksum(payload)
            line.append(",\"crc\":\"")
            writeHex(checksum)
            line.append("\",\"size\":")
            line.append(number: UInt64(payload.count))
            line.append(",\"payload\":")
            line.append(payload)
        }
        let end = line.count
        line.append(UInt8(ascii: "}"))
        return TransactionLine.Part(
            body: start..<line.count, keys: keys..<keysEnd, payload: end - (payload?.count ?? 0)..<end,
            checksum: checksum, version: version)
    }

    mutating func append(_ text: StaticString) { line.append(text) }

    private mutating func writeHeading(_ address: RecordAddress) {
        // By bytes, because `==` treats differently composed characters as equal.
        if let lastHeading, byteOrder(lastHeading.collection, address.collection) == 0,
            byteOrder(lastHeading.partition, address.partition.rawValue) == 0
        {
            return line.append(copyOf: lastHeading.text)
        }
        let start = line.count
        line.append("\"collection\":")
        writeString(address.collection)
        line.append(",\"partition\":")
        writeString(address.partition.rawValue)
        line.append(",\"id\":")
        lastHeading = (address.collection, address.partition.rawValue, start..<line.count)
    }

    /// Writes a version.
    ///
    /// - Parameter stamp: a valid stamp without negative numbers.
    private mutating func writeVersion(_ stamp: Stamp, _ payloadVersion: Int) {
        if let lastVersion, lastVersion.payloadVersion == payloadVersion, lastVersion.stamp == stamp,
            byteOrder(lastVersion.stamp.device, stamp.device) == 0
        {
            return line.append(copyOf: lastVersion.text)
        }
        let start = line.count
        line.append(",\"stamp\":[")
        line.append(number: UInt64(stamp.generation))
        line.append(stamp.deleted ? ",true,\"" : ",false,\"")
        line.append(number: UInt64(stamp.time.milliseconds))
        line.append("-")
        line.append(number: UInt64(stamp.time.counter))
        line.append("\",")
        writeString(stamp.device)
        line.append("],\"version\":")
        line.append(number: UInt64(payloadVersion))
        line.append(",\"keys\":")
        lastVersion = (stamp, payloadVersion, start..<line.count)
    }

    private mutating func writeKeys(_ entries: [IndexEntry]) {
        line.append(UInt8(ascii: "["))
        for (index, entry) in entries.enumerated() {
            line.append(index > 0 ? ",[" : "[")
            writeString(entry.name)
            line.append(entry.unique ? ",true," : ",false,")
            if let key = entry.key { writeString(key.text) } else { line.append("null") }
            line.append(UInt8(ascii: "]"))
        }
        line.append(UInt8(ascii: "]"))
    }

    private mutating func writeString(_ text: String) {
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

    /// Writes eight hexadecimal digits at once, one nibble in each byte.
    ///
    /// Nibbles from 10 get the distance from the digits to the letters added.
    private mutating func writeHex(_ value: UInt32) {
        var digits = UInt64(value.byteSwapped)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = digits >> 4 & 0x000F_000F_000F_000F | (digits & 0x000F_000F_000F_000F) << 8
        let letters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        withUnsafeBytes(of: (digits &+ 0x3030_3030_3030_3030 &+ letters &* 39).littleEndian) { line.append($0) }
    }
}
