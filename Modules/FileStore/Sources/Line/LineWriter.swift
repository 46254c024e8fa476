import Kernel

/// A writer of log lines in JSON, with a fixed order of members and no blanks.
struct LineWriter {
    private(set) var bytes: [UInt8] = []

    /// Returns a whole line: checksum, length, number, JSON, newline.
    static func line(sequence: Int, json: [UInt8]) -> [UInt8] {
        var writer = LineWriter()
        writer.bytes.reserveCapacity(json.count + 64)
        writer.text("00000000 ")
        writer.integer(json.count)
        writer.text(" ")
        writer.integer(sequence)
        writer.text(" ")
        writer.bytes += json
        let checksum = writer.bytes.withUnsafeBytes {
            CRC32C.sharedChecksum(UnsafeRawBufferPointer(rebasing: $0[9...]))
        }
        for (place, digit) in hex(checksum).enumerated() { writer.bytes[place] = digit }
        writer.bytes.append(UInt8(ascii: "\n"))
        return writer.bytes
    }

    /// Returns the only line of `CURRENT`.
    static func current(_ generation: Int) -> [UInt8] {
        line(sequence: generation, json: Array("{\"log\":\"\(LogHeader.fileName(of: generation))\"}".utf8))
    }

    /// Returns eight lower-case digits.
    static func hex(_ value: UInt32) -> [UInt8] {
        stride(from: 28, through: 0, by: -4).map { shift in
            let digit = UInt8(value >> UInt32(shift) & 15)
            return digit < 10 ? 48 + digit : 87 + digit
        }
    }

    mutating func text(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Writes a number that must not be negative.
    mutating func integer(_ value: Int) {
        let start = bytes.count
        var remaining = value
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(remaining % 10))
            remaining /= 10
        } while remaining > 0
        if bytes.count > start + 1 { bytes[start...].reverse() }
    }

    /// Writes a JSON string with the required escapes: `\u00XX` except for quotes and backslashes.
    mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        defer { bytes.append(UInt8(ascii: "\"")) }
        var text = text
        let isPlain = text.withUTF8 { utf8 in
            guard UnsafeRawBufferPointer(utf8).isPlainJSON else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        guard !isPlain else { return }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<32: bytes += Array(("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
            default: bytes.append(byte)
            }
        }
    }
}

extension CRC32C {
    /// Returns the checksum of bytes, computed on several cores for long input.
    static func sharedChecksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let minParallelSize = 1 << 18
        guard bytes.count >= 2 * minParallelSize else { return checksum(bytes) }
        // The bytes are only read.
        nonisolated(unsafe) let bytes = bytes
        let parts = ParallelWork.map(bytes.count, minimumSize: minParallelSize) { slice in
            (sum: checksum(UnsafeRawBufferPointer(rebasing: bytes[slice])), count: slice.count)
        }
        return parts.dropFirst().reduce(parts[0].sum) { checksum(joining: $0, to: $1.sum, of: $1.count) }
    }
}
