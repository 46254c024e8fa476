import EngineKit
import Kernel

/// Writes operations one after the other. What most operations of a transaction have in common is copied from the one before.
struct OperationWriter {
    private(set) var line: TextBuffer
    private var isFirst = true
    private var heading: (collection: String, partition: String, text: Range<Int>)?
    private var version: (stamp: Stamp, payload: Int, text: Range<Int>)?

    /// - Parameter room: how many bytes are left free in front.
    init(capacity: Int, room: Int = 0) { line = TextBuffer(capacity: room + capacity, leaving: room) }

    mutating func operation(_ row: FileRow) -> TransactionLine.Part {
        let (entries, payload, version) = row.contents ?? ([], nil, 1)
        line.append(isFirst ? "{" : ",{")
        isFirst = false
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

    mutating func append(_ text: StaticString) { line.append(text) }

    private mutating func place(_ address: RecordAddress) {
        // By bytes: `==` holds differently composed characters for equal.
        if let heading, byteOrder(heading.collection, address.collection) == 0,
            byteOrder(heading.partition, address.partition.rawValue) == 0
        {
            return line.append(again: heading.text)
        }
        let start = line.count
        line.append("\"collection\":")
        string(address.collection)
        line.append(",\"partition\":")
        string(address.partition.rawValue)
        line.append(",\"id\":")
        heading = (address.collection, address.partition.rawValue, start..<line.count)
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
