import Foundation
import Kernel

/// Writes our own lines of a log: JSON with its members in a fixed order and nothing between them, so that a scanner need not guess.
struct LineWriter {
    private(set) var bytes: [UInt8] = []

    /// A whole line: checksum, length, number, JSON, newline.
    static func line(sequence: Int, json: [UInt8]) -> [UInt8] {
        let rest = Array("\(json.count) \(sequence) ".utf8) + json
        return hex(CRC32C.checksum(rest)) + [UInt8(ascii: " ")] + rest + [UInt8(ascii: "\n")]
    }

    /// The only line of `CURRENT`.
    static func current(_ generation: Int) -> [UInt8] {
        line(sequence: generation, json: Array("{\"log\":\"\(OpenLog.name(of: generation))\"}".utf8))
    }

    /// The line of one transaction.
    ///
    /// - Parameter synced: up to which number the writer knows everything to be durable.
    static func transaction(_ records: [StoredRecord], sequence: Int, synced: Int) -> [UInt8] {
        var writer = LineWriter()
        writer.bytes.reserveCapacity(records.reduce(64) { $0 + 256 + ($1.payload?.count ?? 0) })
        writer.text("{\"synced\":\(synced),\"ops\":[")
        for (place, record) in records.enumerated() {
            if place > 0 { writer.text(",") }
            writer.operation(record)
        }
        writer.text("]}")
        return line(sequence: sequence, json: writer.bytes)
    }

    /// Eight lower-case digits.
    static func hex(_ value: UInt32) -> [UInt8] {
        stride(from: 28, through: 0, by: -4).map { shift in
            let digit = UInt8(value >> UInt32(shift) & 15)
            return digit < 10 ? 48 + digit : 87 + digit
        }
    }

    mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// A JSON string; what JSON demands is escaped, as `\u00XX` but for quotes and backslashes.
    mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            guard !utf8.contains(where: { $0 < 32 || $0 == 34 || $0 == 92 }) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        guard !isPlain else { return }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<32: self.text("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
            default: bytes.append(byte)
            }
        }
    }

    private mutating func operation(_ record: StoredRecord) {
        text("{\"collection\":")
        string(record.address.collection)
        text(",\"partition\":")
        string(record.address.partition.rawValue)
        text(",\"id\":")
        string(record.address.id)
        text(",\"stamp\":[\(record.stamp.generation),\(record.stamp.deleted),\"\(record.stamp.time)\",")
        string(record.stamp.device)
        text("],\"version\":\(record.payloadVersion),\"keys\":[")
        for (place, entry) in record.entries.enumerated() {
            if place > 0 { text(",") }
            text("[")
            string(entry.name)
            text(entry.unique ? ",true," : ",false,")
            if let key = entry.key { string(key.text) } else { text("null") }
            text("]")
        }
        text("]")
        if let payload = record.payload {
            text(",\"crc\":\"")
            bytes += LineWriter.hex(payload.withUnsafeBytes { CRC32C.checksum($0) })
            text("\",\"size\":\(payload.count),\"payload\":")
            bytes.append(contentsOf: payload)
        }
        text("}")
    }
}
