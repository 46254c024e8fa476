import Kernel

/// One JSON value (RFC 8259), with members in their given order, two spaces per level, and a final
/// line end.
///
/// Every control character is escaped, including those that JSON allows, so that the text is safe
/// on a terminal.
package struct JSONText {
    /// The text in UTF-8.
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Creates the text of a value.
    ///
    /// - Throws: `Failure` `notANumber` for a number that is not finite.
    package init(_ value: OutputValue) throws {
        bytes = try JSONWriter.bytes {
            try $0.write(value, depth: 0)
            $0.text.append("\n")
        }
    }

    /// Returns a list of objects in consecutive pieces.
    ///
    /// A long list is divided among the processor's cores.
    ///
    /// - Throws: `Failure` `notANumber` for a number that is not finite.
    package static func pieces(of rows: FieldRows) throws -> [[UInt8]] {
        let parts = ParallelWork.map(rows.count, minimumSize: FieldRows.minimumSlice) { slice in
            Result { try JSONWriter.bytes { try $0.write(rows, slice) } }
        }
        return try parts.map { try $0.get() }
    }
}

/// A writer that appends JSON.
private struct JSONWriter {
    /// The bytes before a member's value (comma, line end, spaces and name), with the place where
    /// they were last written.
    private struct Head {
        let name: String
        let place: Range<Int>
    }

    var text = TextBuffer(capacity: 1 << 10)
    /// The heads by depth, reused because objects of a list mostly have the same names.
    private var heads: [[Head]] = []

    static func bytes(_ write: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
        var writer = JSONWriter()
        defer { writer.text.free() }
        try write(&writer)
        return Array(writer.text.contents)
    }

    /// Writes some objects of a list, with the brackets before the first and after the last.
    ///
    /// Each row is created, written and released.
    mutating func write(_ rows: FieldRows, _ slice: Range<Int>) throws {
        if slice.lowerBound == 0 { text.append("[") }
        for place in slice {
            if place > 0 { text.append(UInt8(ascii: ",")) }
            newLine(depth: 1)
            try write(rows[place], depth: 1)
        }
        if slice.upperBound == rows.count { text.append(rows.isEmpty ? "]\n" : "\n]\n") }
    }

    mutating func write(_ value: OutputValue, depth: Int) throws {
        switch value {
        case .null: text.append("null")
        case .bool(let value): text.append(value ? "true" : "false")
        case .integer(let value):
            if value < 0 { text.append(UInt8(ascii: "-")) }
            text.append(number: UInt64(value.magnitude))
        case .number(let value): text.append(try JSONWriter.digits(value))
        case .text(let value): write(text: value)
        case .list(let values):
            text.append(UInt8(ascii: "["))
            for place in values.indices {
                if place > 0 { text.append(UInt8(ascii: ",")) }
                newLine(depth: depth + 1)
                try write(values[place], depth: depth + 1)
            }
            if !values.isEmpty { newLine(depth: depth) }
            text.append(UInt8(ascii: "]"))
        case .object(let members): try write(members, depth: depth)
        }
    }

    private mutating func write(_ members: [OutputValue.Member], depth: Int) throws {
        text.append(UInt8(ascii: "{"))
        for place in members.indices {
            writeHead(of: members[place].name, at: place, depth: depth + 1)
            try write(members[place].value, depth: depth + 1)
        }
        if !members.isEmpty { newLine(depth: depth) }
        text.append(UInt8(ascii: "}"))
    }

    private mutating func writeHead(of name: String, at place: Int, depth: Int) {
        while heads.count <= depth { heads.append([]) }
        let hasHead = place < heads[depth].count
        if hasHead, heads[depth][place].name == name { return text.append(copyOf: heads[depth][place].place) }
        let start = text.count
        if place > 0 { text.append(UInt8(ascii: ",")) }
        newLine(depth: depth)
        write(text: name)
        text.append(": ")
        let head = Head(name: name, place: start..<text.count)
        if hasHead { heads[depth][place] = head } else { heads[depth].append(head) }
    }

    private mutating func newLine(depth: Int) {
        text.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { text.append("  ") }
    }

    private mutating func write(text value: String) {
        var value = value
        text.append(UInt8(ascii: "\""))
        value.withUTF8 { utf8 in
            // Most texts need no escapes.
            guard !UnsafeRawBufferPointer(utf8).isPrintableJSON else {
                return text.append(UnsafeRawBufferPointer(utf8))
            }
            var place = 0
            var endOfWritten = 0
            while place < utf8.count {
                guard !JSONWriter.isPlain(utf8[place]) else {
                    place += 1
                    continue
                }
                text.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[endOfWritten..<place]))
                place += write(scalarAt: place, of: utf8)
                endOfWritten = place
            }
            text.append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[endOfWritten...]))
        }
        text.append(UInt8(ascii: "\""))
    }

    /// Returns whether a byte needs no escape in any context.
    ///
    /// The other bytes are JSON delimiters, control characters, or the first bytes of control
    /// characters.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x7F, 0xC2, 0xE2: false
        default: true
        }
    }

    /// Writes the scalar at a place, escaped if it is a control character.
    ///
    /// - Returns: its number of bytes. For other scalars, it is 1 for each byte.
    private mutating func write(scalarAt place: Int, of utf8: UnsafeBufferPointer<UInt8>) -> Int {
        let byte = utf8[place]
        switch byte {
        case UInt8(ascii: "\""): text.append("\\\"")
        case UInt8(ascii: "\\"): text.append("\\\\")
        case UInt8(ascii: "\n"): text.append("\\n")
        case UInt8(ascii: "\t"): text.append("\\t")
        default:
            // The text is well-formed, so the remaining bytes follow.
            let length = byte < 0x80 ? 1 : byte == 0xC2 ? 2 : 3
            let scalar = utf8[place..<place + length].dropFirst().reduce(UInt32(byte & (length == 1 ? 0x7F : 0x1F))) {
                $0 << 6 | UInt32($1 & 0x3F)
            }
            guard let control = Unicode.Scalar(scalar), control.isControl else {
                text.append(byte)
                break
            }
            let digits = String(control.value, radix: 16)
            text.append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            return length
        }
        return 1
    }

    private static func digits(_ number: Double) throws -> String {
        guard number.isFinite else {
            throw Failure(.notANumber, "A value came out as “\(number)”, which is not a number.")
        }
        return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }
}
