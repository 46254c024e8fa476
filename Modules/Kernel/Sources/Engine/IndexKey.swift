/// The value of an index for one record: text whose byte order equals the order of the values.
///
/// Whole numbers are encoded in sortable form. U+0001 separates the parts of a compound key.
public struct IndexKey: Hashable, Codable, Sendable {
    public let text: String

    public init(text: String) { self.text = text }

    public init(_ parts: any IndexKeyConvertible...) { text = parts.map(\.indexKey.text).joined(separator: "\u{1}") }

    public var successor: IndexKey { IndexKey(text: text + "\u{0}") }

    /// The key after every key with this prefix.
    public var endOfPrefix: IndexKey { IndexKey(text: text + "\u{10FFFF}") }
}

extension IndexKey {
    /// The parts of a compound key, including empty ones.
    public var parts: [String] {
        var text = text
        return text.withUTF8 { bytes in
            bytes.split(separator: 1, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// Returns the first parts of a compound key, or the whole key if it has no more.
    public func first(_ parts: Int) -> IndexKey {
        var remainingParts = parts
        let end = text.utf8.firstIndex { byte in
            remainingParts -= byte == 1 ? 1 : 0
            return remainingParts <= 0
        }
        return end.map { IndexKey(text: String(text[..<$0])) } ?? self
    }

    /// The key after every key that begins with all parts of this one, and before all later keys.
    public var endOfParts: IndexKey { IndexKey(text: text + "\u{2}") }
}

/// The number of records whose keys begin with the same parts.
public struct KeyCount: Hashable, Sendable {
    public let key: IndexKey
    /// The number of records, at least 1.
    public let count: Int

    public init(key: IndexKey, count: Int) {
        self.key = key
        self.count = count
    }
}

extension IndexKey: Comparable {
    /// Compares the bytes of the text.
    public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
}

/// A value that can be a key or a part of one.
public protocol IndexKeyConvertible: SendableMetatype {
    /// The key of this value. Its byte order equals the order of the values.
    var indexKey: IndexKey { get }
}

extension IndexKey: IndexKeyConvertible { public var indexKey: IndexKey { self } }

extension String: IndexKeyConvertible {
    /// The text in normal form C, so that equal-looking texts are one key.
    ///
    /// NUL and the reserved characters U+0001 and U+10FFFF become spaces.
    public var indexKey: IndexKey {
        guard utf8.contains(where: { $0 < 2 || $0 > 127 }) else { return IndexKey(text: self) }
        let scalars = inNormalForm.unicodeScalars
        return IndexKey(
            text: String(String.UnicodeScalarView(scalars.map { $0.value < 2 || $0.value == 0x10FFFF ? " " : $0 })))
    }
}

extension Int: IndexKeyConvertible {
    /// Nineteen digits after `p`, or after `n` for negative numbers, counted from the least.
    public var indexKey: IndexKey {
        var remaining = self < 0 ? UInt(bitPattern: self) & UInt(Int.max) : UInt(self)
        let text = String(unsafeUninitializedCapacity: 20) { bytes in
            for index in (1..<20).reversed() {
                bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remaining % 10)
                remaining /= 10
            }
            bytes[0] = self < 0 ? UInt8(ascii: "n") : UInt8(ascii: "p")
            return 20
        }
        return IndexKey(text: text)
    }
}

extension Bool: IndexKeyConvertible {
    /// `0` before `1`.
    public var indexKey: IndexKey { IndexKey(text: self ? "1" : "0") }
}

extension Day: IndexKeyConvertible {
    public var indexKey: IndexKey { IndexKey(text: description) }
}

extension Instant: IndexKeyConvertible {
    public var indexKey: IndexKey { Int(milliseconds).indexKey }
}

extension Identifier: IndexKeyConvertible { public var indexKey: IndexKey { rawValue.indexKey } }
