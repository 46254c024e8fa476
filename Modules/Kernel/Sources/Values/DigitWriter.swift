/// A writer of numbers with a fixed width, as in dates and paths, the bulk of a list of records.
package struct DigitWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var position = 0

    /// Returns a text of exactly this many bytes, all of which the body writes.
    package static func text(of count: Int, _ body: (inout DigitWriter) -> Void) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            var writer = DigitWriter(buffer: buffer)
            body(&writer)
            return writer.position
        }
    }

    private init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    /// Writes a text whose length was included in the count.
    package mutating func put(text: String) {
        var text = text
        text.withUTF8 { utf8 in
            for byte in utf8 {
                buffer[position] = byte
                position += 1
            }
        }
    }

    /// Writes an ASCII character.
    package mutating func put(_ sign: Unicode.Scalar) {
        buffer[position] = UInt8(ascii: sign)
        position += 1
    }

    /// Writes a character and a number of at least 0, padded with zeros to the width. The number
    /// must fit into the width.
    package mutating func put(_ sign: Unicode.Scalar, _ number: Int, _ width: Int) {
        put(sign)
        put(number, width)
    }

    /// Writes a day as in ISO 8601.
    mutating func put(_ day: Day) {
        put(day.year, 4)
        put("-", day.month, 2)
        put("-", day.day, 2)
    }

    private mutating func put(_ number: Int, _ width: Int) {
        var remaining = number
        for digit in (0..<width).reversed() {
            buffer[position + digit] = UInt8(ascii: "0") + UInt8(remaining % 10)
            remaining /= 10
        }
        position += width
    }
}
