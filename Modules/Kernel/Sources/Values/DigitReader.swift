/// Reads texts of a fixed form, such as days and instants, byte by byte: a first screen reads thousands.
struct DigitReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    /// What a body makes of a text, in which it has to come to the end.
    ///
    /// - Parameter isWhole: false where something may stand behind it.
    static func read<Value>(_ text: String, isWhole: Bool = true, _ body: (inout DigitReader) -> Value?) -> Value? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = DigitReader(bytes: bytes)
            let value = body(&reader)
            return isWhole && reader.place < bytes.count ? nil : value
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Passes over a character, where it stands here.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, UInt32(bytes[place]) == character.value else { return false }
        place += 1
        return true
    }

    /// A number of so many digits.
    mutating func number(_ digits: Int, below limit: Int = .max) -> Int? {
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
