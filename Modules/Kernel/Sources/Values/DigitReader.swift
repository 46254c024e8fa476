/// Reads texts of a fixed form, such as days, instants and paths, byte by byte: a first screen reads thousands.
package struct DigitReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    /// What a body makes of a text, in which it has to come to the end.
    ///
    /// - Parameter isWhole: false where something may stand behind it.
    package static func read<Value>(_ text: String, isWhole: Bool = true, _ body: (inout DigitReader) -> Value?) -> Value? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = DigitReader(bytes: bytes)
            let value = body(&reader)
            return isWhole && reader.place < bytes.count ? nil : value
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Passes over a character, where it stands here.
    package mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, UInt32(bytes[place]) == character.value else { return false }
        place += 1
        return true
    }

    /// Passes over a word, where all of it stands here.
    package mutating func take(word: String) -> Bool {
        var word = word
        let length = word.withUTF8 { word in
            place + word.count <= bytes.count && word.indices.allSatisfy { bytes[place + $0] == word[$0] } ? word.count : nil
        }
        guard let length else { return false }
        place += length
        return true
    }

    /// What stands in front of the next such sign, which is passed over as well; nil where there is none.
    package mutating func text(before sign: Unicode.Scalar) -> String? {
        guard let end = bytes[place...].firstIndex(of: UInt8(ascii: sign)) else { return nil }
        defer { place = end + 1 }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[place..<end]), as: UTF8.self)
    }

    /// Everything to the end.
    package mutating func rest() -> String {
        defer { place = bytes.count }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[place...]), as: UTF8.self)
    }

    /// A number of so many digits.
    package mutating func number(_ digits: Int, below limit: Int = .max) -> Int? {
        guard place + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[place..<place + digits] {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        place += digits
        return value < limit ? value : nil
    }
}
