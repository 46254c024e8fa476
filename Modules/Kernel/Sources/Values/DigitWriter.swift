/// Writes figures of a fixed width, as dates and paths have them: what a list of records has most of.
package struct DigitWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var place = 0

    /// A text of so many bytes, all of which the body writes.
    package static func text(of count: Int, _ body: (inout DigitWriter) -> Void) -> String {
        String(unsafeUninitializedCapacity: count) { buffer in
            var writer = DigitWriter(buffer: buffer)
            body(&writer)
            return writer.place
        }
    }

    private init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    /// A text of which the length was counted.
    package mutating func put(text: String) {
        var text = text
        text.withUTF8 { utf8 in
            for byte in utf8 {
                buffer[place] = byte
                place += 1
            }
        }
    }

    /// A sign of ASCII.
    package mutating func put(_ sign: Unicode.Scalar) {
        buffer[place] = UInt8(ascii: sign)
        place += 1
    }

    /// A sign and a number from 0, with zeros in front up to the width; it is never wider.
    package mutating func put(_ sign: Unicode.Scalar, _ number: Int, _ width: Int) {
        put(sign)
        put(number, width)
    }

    /// A day as ISO 8601 has it.
    mutating func put(_ day: Day) {
        put(day.year, 4)
        put("-", day.month, 2)
        put("-", day.day, 2)
    }

    private mutating func put(_ number: Int, _ width: Int) {
        var rest = number
        for behind in (0..<width).reversed() {
            buffer[place + behind] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        place += width
    }
}
