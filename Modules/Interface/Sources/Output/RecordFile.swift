import Kernel

/// Records as a file for other programs: JSON with sorted keys, unlike `JSONText`.
public enum RecordFile {
    /// Returns an indented array of objects with one key a field and a final line end.
    ///
    /// The bytes equal those of `JSONEncoder` with sorted keys, indentation and unescaped slashes,
    /// but take a fraction of its time.
    ///
    /// - Throws: `EncodingError` for a number that is not finite.
    public static func json<Record>(_ records: [Record], _ fields: [Field<Record>]) throws -> [UInt8] {
        var text = IndentedText()
        // Of two fields with one name, the first counts.
        let fieldsByName = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
        let sortedFields = fieldsByName.values.sorted { $0.name < $1.name }
        try text.write(records, between: "[", "]") { text, record in
            try text.write(sortedFields, between: "{", "}") { text, field in
                try text.write(field.name, field.value(record))
            }
        }
        return text.finish()
    }
}

/// A writer that appends JSON line by line.
private struct IndentedText {
    private(set) var bytes: [UInt8] = []
    private var depth = 0

    /// Appends the final line end and returns the bytes.
    mutating func finish() -> [UInt8] {
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    mutating func write(_ name: String, _ value: OutputValue) throws {
        write(text: name)
        write(word: " : ")
        try write(value)
    }

    private mutating func write(word: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func write(_ value: OutputValue) throws {
        switch value {
        case .null: write(word: "null")
        case .bool(let value): write(word: value ? "true" : "false")
        case .integer(let value): bytes += String(value).utf8
        // Such numbers are rare and have their own format.
        case .number(let value): bytes += try JSONValue.encoder.encode(JSONValue.number(value))
        case .text(let value): write(text: value)
        case .list(let values): try write(values, between: "[", "]") { try $0.write($1) }
        case .object(let members):
            let membersByName = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
            let sortedMembers = membersByName.sorted { $0.key < $1.key }
            try write(sortedMembers, between: "{", "}") { try $0.write($1.key, $1.value) }
        }
    }

    /// Writes a list with one element a line.
    ///
    /// An empty list contains an empty line.
    mutating func write<Element>(
        _ elements: [Element], between opening: StaticString, _ closing: StaticString,
        each: (inout IndentedText, Element) throws -> Void
    ) throws {
        write(word: opening)
        depth += 1
        for place in elements.indices {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            newLine()
            try each(&self, elements[place])
        }
        depth -= 1
        if elements.isEmpty { bytes.append(UInt8(ascii: "\n")) }
        newLine()
        write(word: closing)
    }

    private mutating func newLine() {
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { write(word: "  ") }
    }

    private mutating func write(text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            // Most texts need no escapes.
            if UnsafeRawBufferPointer(utf8).isPlainJSON {
                bytes.append(contentsOf: utf8)
            } else {
                write(escaping: utf8)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func write(escaping utf8: UnsafeBufferPointer<UInt8>) {
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x00...0x1F: bytes += IndentedText.escapes[Int(byte)].utf8
            default: bytes.append(byte)
            }
        }
    }

    private static let escapes: [String] = (0..<32).map { code in
        switch code {
        case 8: "\\b"
        case 9: "\\t"
        case 10: "\\n"
        case 12: "\\f"
        case 13: "\\r"
        default: "\\u00" + (code < 16 ? "0" : "") + String(code, radix: 16)
        }
    }
}
