import Kernel

/// A scanner of `LineWriter`'s output. Any deviation returns nil, and payloads stay undecoded.
struct LineScanner {
    let bytes: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    // Inlined everywhere, because the comparison with a constant text becomes one with a number.
    @inline(__always)
    mutating func consume(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count, let base = bytes.baseAddress,
            memcmp(base + position, text.utf8Start, count) == 0
        else { return false }
        position += count
        return true
    }

    mutating func consume(_ text: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count - position >= text.count, let base = bytes.baseAddress, let other = text.baseAddress,
            memcmp(base + position, other, text.count) == 0
        else { return false }
        position += text.count
        return true
    }

    /// Returns the bytes taken since a position.
    func consumed(since start: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    /// Reads digits without a sign or leading zeros.
    mutating func integer() -> Int? {
        let start = position
        var value = 0
        while position < bytes.count, case let digit = bytes[position] &- 48, digit < 10 {
            guard position - start < 18 else { return nil }
            value = value * 10 + Int(digit)
            position += 1
        }
        guard position > start, bytes[start] != 48 || position == start + 1 else { return nil }
        return value
    }

    mutating func boolean() -> Bool? { consume("true") ? true : consume("false") ? false : nil }

    /// Reads eight lower-case hexadecimal digits.
    mutating func hex() -> UInt32? {
        guard bytes.count - position >= 8 else { return nil }
        var value: UInt32 = 0
        for offset in position..<position + 8 {
            let byte = bytes[offset]
            switch byte {
            case 48...57: value = value << 4 | UInt32(byte - 48)
            case 97...102: value = value << 4 | UInt32(byte - 87)
            default: return nil
            }
        }
        position += 8
        return value
    }

    /// Returns the checksum at the start of a line.
    static func checksum(_ line: UnsafeRawBufferPointer) -> UInt32? {
        var scanner = LineScanner(line)
        return scanner.hex()
    }

    /// Reads digits of a number that fits into 32 bits.
    mutating func small() -> Int? { integer().flatMap { $0 <= UInt32.max ? $0 : nil } }

    /// Reads a JSON string.
    mutating func text() -> ScannedText? {
        guard consume("\"") else { return nil }
        let start = position
        var isEscaped = false
        while bytes.count - position >= 8,
            bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).quoteMarks & 0x8080_8080_8080_8080 == 0
        { position += 8 }
        while position < bytes.count {
            switch bytes[position] {
            case 34:
                position += 1
                return ScannedText(
                    raw: UnsafeRawBufferPointer(rebasing: bytes[start..<position - 1]), isEscaped: isEscaped)
            case 92:
                isEscaped = true
                position += 2
            default: position += 1
            }
        }
        return nil
    }

    /// Reads and decodes a JSON string.
    mutating func string() -> String? { text()?.string }

    mutating func skip(_ count: Int) -> Range<Int>? {
        guard count >= 0, bytes.count - position >= count else { return nil }
        position += count
        return position - count..<position
    }
}
