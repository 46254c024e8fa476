import Kernel

/// One JSON value (RFC 8259), members in their given order, two spaces a level, ending in a line end.
///
/// Every control character is escaped, also those that JSON itself would let through, so that the text is safe on a terminal.
package struct JSONText {
    /// UTF-8.
    package private(set) var bytes: [UInt8] = []

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// - Throws: `Failure` `notANumber` for a number that is not finite.
    package init(_ value: FieldValue) throws {
        try write(value, depth: 0)
        write("\n")
    }

    /// A list of objects. Many are shared out among the processor's cores.
    ///
    /// - Throws: `Failure` `notANumber` for a number that is not finite.
    init(_ records: [[FieldValue.Member]]) throws {
        let parts = Cores.map(records.count, least: JSONText.worthSharing) { slice in
            Result { try JSONText(part: records[slice]).bytes }
        }
        bytes.reserveCapacity(parts.reduce(4) { $0 + ((try? $1.get().count) ?? 0) })
        write("[")
        for part in parts { bytes += try part.get() }
        write(records.isEmpty ? "]\n" : "\n]\n")
    }

    /// A slice with fewer objects is not worth a thread.
    private static let worthSharing = 500

    private init(part records: ArraySlice<[FieldValue.Member]>) throws {
        for place in records.indices {
            if place > 0 { write(",") }
            newLine(depth: 1)
            try write(.object(records[place]), depth: 1)
        }
    }

    private mutating func write(_ value: FieldValue, depth: Int) throws {
        switch value {
        case .null: write("null")
        case .bool(let value): write(value ? "true" : "false")
        case .integer(let value): bytes += String(value).utf8
        case .number(let value): bytes += try JSONText.digits(value).utf8
        case .text(let value): write(text: value)
        case .list(let values):
            write("[")
            for place in values.indices {
                if place > 0 { write(",") }
                newLine(depth: depth + 1)
                try write(values[place], depth: depth + 1)
            }
            if !values.isEmpty { newLine(depth: depth) }
            write("]")
        case .object(let members):
            write("{")
            for place in members.indices {
                if place > 0 { write(",") }
                newLine(depth: depth + 1)
                write(text: members[place].name)
                write(": ")
                try write(members[place].value, depth: depth + 1)
            }
            if !members.isEmpty { newLine(depth: depth) }
            write("}")
        }
    }

    private mutating func write(_ word: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func newLine(depth: Int) {
        write("\n")
        for _ in 0..<depth { write("  ") }
    }

    private mutating func write(text: String) {
        var text = text
        write("\"")
        text.withUTF8 { utf8 in
            // Most texts stand as they are.
            if UnsafeRawBufferPointer(utf8).isPlainJSON, utf8.allSatisfy({ $0 < 0x7F }) {
                bytes.append(contentsOf: utf8)
            } else {
                var place = 0
                while place < utf8.count { place += write(scalarAt: place, of: utf8) }
            }
        }
        write("\"")
    }

    /// - Returns: how many bytes it had; 1 for each byte of what is no control.
    private mutating func write(scalarAt place: Int, of utf8: UnsafeBufferPointer<UInt8>) -> Int {
        let byte = utf8[place]
        switch byte {
        case UInt8(ascii: "\""): write("\\\"")
        case UInt8(ascii: "\\"): write("\\\\")
        case UInt8(ascii: "\n"): write("\\n")
        case UInt8(ascii: "\t"): write("\\t")
        case 0x20..<0x7F, 0x80..<0xC2, 0xC3..<0xE2, 0xE3...: bytes.append(byte)
        default:
            // Well-formed: what begins so goes on.
            let length = byte < 0x80 ? 1 : byte == 0xC2 ? 2 : 3
            let scalar = utf8[place..<place + length].dropFirst().reduce(UInt32(byte & (length == 1 ? 0x7F : 0x1F))) {
                $0 << 6 | UInt32($1 & 0x3F)
            }
            guard let control = Unicode.Scalar(scalar), control.isControl else {
                bytes.append(byte)
                break
            }
            let digits = String(control.value, radix: 16)
            write("\\u")
            bytes += (String(repeating: "0", count: 4 - digits.count) + digits).utf8
            return length
        }
        return 1
    }

    private static func digits(_ number: Double) throws -> String {
        guard number.isFinite else { throw Failure(.notANumber, "A value came out as “\(number)”, which is not a number.") }
        return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }
}
