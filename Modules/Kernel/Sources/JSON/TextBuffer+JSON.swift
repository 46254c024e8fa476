/// JSON output in the format of `JSONEncoder`.
extension TextBuffer {
    /// Returns the bytes as data and starts an empty buffer. Large output is moved, without a copy.
    mutating func takeData() -> Data {
        guard count > 1 << 14 else { return Data(contents) }
        let fullBuffer = self
        self = TextBuffer(capacity: 0)
        return fullBuffer.moveToData()
    }

    /// Closes a list or an object, whose parts each end with a comma.
    mutating func end(with bracket: UInt8, of start: Int) {
        if count > start { removeLast(1) }
        append(bracket)
    }

    /// Reorders the ranges that make up everything after an offset.
    mutating func reorder(from start: Int, _ stretches: [Range<Int>]) {
        guard stretches.reduce(0, { $0 + $1.count }) == count - start else { return }
        replace(from: start, with: stretches.flatMap { contents[$0] })
    }

    /// Appends a number in the format of the standard library, without the `.0` of a whole number.
    mutating func append(described number: String) {
        append(number)
        if number.hasSuffix(".0") { removeLast(2) }
    }

    mutating func append(integer value: some BinaryInteger) {
        guard let small = UInt64(exactly: value.magnitude) else { return append(String(value)) }
        if value < 0 { append(UInt8(ascii: "-")) }
        append(number: small)
    }

    mutating func append(quoting text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            let utf8 = UnsafeRawBufferPointer(utf8)
            if utf8.isPlainJSON { append(utf8) } else { append(escaping: utf8) }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(escaping utf8: UnsafeRawBufferPointer) {
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 8: append("\\b")
            case 9: append("\\t")
            case 10: append("\\n")
            case 12: append("\\f")
            case 13: append("\\r")
            case 0..<32: append((byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16))
            default: append(byte)
            }
        }
    }
}
