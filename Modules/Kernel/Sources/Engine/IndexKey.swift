/// The value of an index for one record: text whose byte order is the order of the values.
///
/// Whole numbers are written so that their text sorts as they do; the parts of a compound key are separated by U+0001.
public struct IndexKey: Hashable, Codable, Sendable {
    /// The key's text, as it stands in a store's file.
    public let text: String

    /// A key as it was read from a store.
    public init(text: String) { self.text = text }

    /// A compound key: by the first part, then by the second, and so on.
    public init(_ parts: any IndexKeyConvertible...) {
        text = parts.map(\.indexKey.text).joined(separator: "\u{1}")
    }

    /// The least key greater than this one.
    public var successor: IndexKey { IndexKey(text: text + "\u{0}") }

    /// Greater than every key that begins with this one.
    public var endOfPrefix: IndexKey { IndexKey(text: text + "\u{10FFFF}") }
}

extension IndexKey {
    /// The parts of a compound key, empty ones too.
    public var parts: [String] {
        var text = text
        return text.withUTF8 { bytes in
            bytes.split(separator: 1, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The first parts of a compound key; the key itself when it has no more.
    public func first(_ parts: Int) -> IndexKey {
        var left = parts
        let end = text.utf8.firstIndex { byte in
            left -= byte == 1 ? 1 : 0
            return left <= 0
        }
        return end.map { IndexKey(text: String(text[..<$0])) } ?? self
    }

    /// Greater than every key that begins with all parts of this one, and no greater than any other key behind it.
    public var endOfParts: IndexKey { IndexKey(text: text + "\u{2}") }
}

/// How many records have keys that begin with the same parts.
public struct KeyCount: Hashable, Sendable {
    /// The parts they share.
    public let key: IndexKey
    /// How many there are; at least one.
    public let count: Int

    /// So many records with keys that begin alike.
    public init(key: IndexKey, count: Int) { (self.key, self.count) = (key, count) }
}

extension IndexKey: Comparable {
    /// By the bytes of the text.
    public static func < (left: Self, right: Self) -> Bool { left.text.utf8.lexicographicallyPrecedes(right.text.utf8) }
}

/// A value that can be a key, or a part of one.
public protocol IndexKeyConvertible: SendableMetatype {
    /// The key of this value; its byte order is the order of the values.
    var indexKey: IndexKey { get }
}

extension IndexKey: IndexKeyConvertible {
    /// Itself.
    public var indexKey: IndexKey { self }
}

extension String: IndexKeyConvertible {
    /// The text in normal form C, so that texts that look alike are one key; NUL and U+0001, which separate parts, and U+10FFFF, which
    /// ends a prefix, become spaces.
    public var indexKey: IndexKey {
        guard utf8.contains(where: { $0 < 2 || $0 > 127 }) else { return IndexKey(text: self) }
        let scalars = inNormalForm.unicodeScalars
        return IndexKey(
            text: String(String.UnicodeScalarView(scalars.map { $0.value < 2 || $0.value == 0x10FFFF ? " " : $0 })))
    }
}

extension Int: IndexKeyConvertible {
    /// Nineteen digits behind `p`, or behind `n` for negative numbers, counted up from the least.
    public var indexKey: IndexKey {
        var rest = self < 0 ? UInt(bitPattern: self) & UInt(Int.max) : UInt(self)
        let text = String(unsafeUninitializedCapacity: 20) { bytes in
            for place in (1..<20).reversed() {
                bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
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
    /// `2026-11-20`.
    public var indexKey: IndexKey { IndexKey(text: description) }
}

extension Instant: IndexKeyConvertible {
    /// By milliseconds.
    public var indexKey: IndexKey { Int(milliseconds).indexKey }
}

extension Identifier: IndexKeyConvertible {
    /// The identifier's text.
    public var indexKey: IndexKey { rawValue.indexKey }
}
