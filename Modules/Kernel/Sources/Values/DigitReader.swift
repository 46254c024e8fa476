/// A reader of texts with a fixed form, such as days, instants and paths.
///
/// It works byte by byte, because the first screen reads thousands of them.
package struct DigitReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Returns the result of a body that reads a text and must reach its end.
    ///
    /// - Parameter isWhole: false if more text may follow.
    package static func read<Value>(_ text: String, isWhole: Bool = true, _ body: (inout DigitReader) -> Value?)
        -> Value?
    {
        var text = text
        return text.withUTF8 { bytes in
            var reader = DigitReader(bytes: bytes)
            let value = body(&reader)
            return isWhole && reader.position < bytes.count ? nil : value
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Consumes a character and returns true, if it comes next.
    package mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    /// Consumes a word and returns true, if all of it comes next.
    package mutating func consume(word: String) -> Bool {
        var word = word
        let length = word.withUTF8 { word in
            position + word.count <= bytes.count && word.indices.allSatisfy { bytes[position + $0] == word[$0] }
                ? word.count : nil
        }
        guard let length else { return false }
        position += length
        return true
    }

    /// Returns the text before the next `sign` and consumes both, or returns nil without one.
    package mutating func text(before sign: Unicode.Scalar) -> String? {
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: sign)) else { return nil }
        defer { position = end + 1 }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[position..<end]), as: UTF8.self)
    }

    /// Consumes and returns the rest of the text.
    package mutating func rest() -> String {
        defer { position = bytes.count }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[position...]), as: UTF8.self)
    }

    /// Reads a number with this many digits.
    package mutating func number(_ digits: Int, below limit: Int = .max) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + digits] {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += digits
        return value < limit ? value : nil
    }
}
