/// JSON that is being written, as `JSONEncoder` writes it. Its memory is freed by whoever made it.
struct JSONText {
    private var buffer: TextBuffer

    init(capacity: Int) { buffer = TextBuffer(capacity: capacity) }

    func free() { buffer.free() }

    mutating func removeLast(_ less: Int) { buffer.removeLast(less) }

    var count: Int { buffer.count }

    /// What was written, as data. Much is not copied: its memory goes over, and another begins here.
    mutating func handOver() -> Data {
        guard count > 1 << 14 else { return Data(buffer.contents) }
        let full = buffer
        buffer = TextBuffer(capacity: 0)
        return full.handOver()
    }

    mutating func append(_ byte: UInt8) { buffer.append(byte) }

    mutating func append(_ text: StaticString) { buffer.append(text) }

    mutating func append(_ json: Data) { json.withUnsafeBytes { buffer.append($0) } }

    /// Closes a list or an object, whose parts each have a comma behind them.
    mutating func end(with bracket: UInt8, of start: Int) {
        if count > start { buffer.removeLast(1) }
        buffer.append(bracket)
    }

    /// Puts the stretches that make up all behind an offset in another order.
    mutating func reorder(from start: Int, _ stretches: [Range<Int>]) {
        guard stretches.reduce(0, { $0 + $1.count }) == count - start else { return }
        buffer.replace(from: start, with: stretches.flatMap { buffer.contents[$0] })
    }

    // MARK: - Values

    /// A number that was described by the standard library: without the `.0` of a whole one.
    mutating func number(_ description: String) {
        buffer.append(description)
        if description.hasSuffix(".0") { buffer.removeLast(2) }
    }

    mutating func integer(_ value: some BinaryInteger) {
        guard let small = UInt64(exactly: value.magnitude) else { return buffer.append(String(value)) }
        if value < 0 { buffer.append(UInt8(ascii: "-")) }
        buffer.append(number: small)
    }

    mutating func string(_ text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            let utf8 = UnsafeRawBufferPointer(utf8)
            if utf8.isPlainJSON { buffer.append(utf8) } else { escaped(utf8) }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func escaped(_ utf8: UnsafeRawBufferPointer) {
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 8: append("\\b")
            case 9: append("\\t")
            case 10: append("\\n")
            case 12: append("\\f")
            case 13: append("\\r")
            case 0..<32: buffer.append((byte < 16 ? "\\u000" : "\\u00") + String(byte, radix: 16))
            default: append(byte)
            }
        }
    }
}
