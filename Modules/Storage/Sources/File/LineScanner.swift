import Foundation
import Kernel

/// Reads what `LineWriter` wrote, and nothing else: any deviation gives nil. Decodes no payload.
struct LineScanner {
    let bytes: UnsafeRawBufferPointer
    private(set) var position = 0
    /// Whether the string read last holds escapes.
    private var isEscaped = false

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count, let base = bytes.baseAddress, memcmp(base + position, text.utf8Start, count) == 0
        else { return false }
        position += count
        return true
    }

    /// Digits, without sign and without zeros in front.
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

    mutating func boolean() -> Bool? { take("true") ? true : take("false") ? false : nil }

    /// Eight lower-case hexadecimal digits.
    mutating func hex() -> UInt32? {
        guard bytes.count - position >= 8 else { return nil }
        var value: UInt32 = 0
        for place in position..<position + 8 {
            let byte = bytes[place]
            switch byte {
            case 48...57: value = value << 4 | UInt32(byte - 48)
            case 97...102: value = value << 4 | UInt32(byte - 87)
            default: return nil
            }
        }
        position += 8
        return value
    }

    /// A JSON string. The one that was read before at this place is given again when it is equal: names repeat from line to line.
    mutating func string(like last: String = "") -> String? {
        guard let range = stringRange(), let start = bytes.baseAddress else { return nil }
        let raw = UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
        if isEscaped { return LineScanner.unescaped(raw) }
        let isSame =
            last.utf8.count == raw.count
            && last.utf8.withContiguousStorageIfAvailable { text in
                text.baseAddress.map { memcmp($0, start + range.lowerBound, range.count) == 0 } ?? true
            } == true
        return isSame ? last : String(decoding: raw, as: UTF8.self)
    }

    /// Where a JSON string's text stands, between the quotes.
    private mutating func stringRange() -> Range<Int>? {
        guard take("\"") else { return nil }
        let start = position
        isEscaped = false
        while position < bytes.count {
            switch bytes[position] {
            case 34:
                position += 1
                return start..<position - 1
            case 92:
                isEscaped = true
                position += 2
            default: position += 1
            }
        }
        return nil
    }

    mutating func skipString() -> Bool { stringRange() != nil }

    mutating func skip(_ count: Int) -> Range<Int>? {
        guard count >= 0, bytes.count - position >= count else { return nil }
        position += count
        return position - count..<position
    }

    private static func unescaped(_ raw: UnsafeRawBufferPointer) -> String? {
        var text: [UInt8] = []
        var place = 0
        while place < raw.count {
            guard raw[place] == 92 else {
                text.append(raw[place])
                place += 1
                continue
            }
            guard place + 1 < raw.count else { return nil }
            if raw[place + 1] == 34 || raw[place + 1] == 92 {
                text.append(raw[place + 1])
                place += 2
            } else {
                guard place + 6 <= raw.count,
                    let value = UInt8(String(decoding: raw[place + 2..<place + 6], as: UTF8.self), radix: 16)
                else { return nil }
                text.append(value)
                place += 6
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
