import Kernel

/// One JSON value (RFC 8259), members in their given order, two spaces a level, ending in a line end.
///
/// Every control character is escaped, also those that JSON itself would let through, so that the text is safe on a terminal.
package struct JSONText {
    package private(set) var text = ""

    /// - Throws: `Failure` `notANumber` for a number that is not finite.
    package init(_ value: FieldValue) throws {
        try write(value, indent: "\n")
        text += "\n"
    }

    private mutating func write(_ value: FieldValue, indent: String) throws {
        switch value {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += try JSONText.digits(value)
        case .text(let value): write(string: value)
        case .list(let values):
            try write(values, between: "[", "]", indent: indent) { try $0.write($1, indent: indent + "  ") }
        case .object(let members):
            try write(members, between: "{", "}", indent: indent) { text, member in
                text.write(string: member.name)
                text.text += ": "
                try text.write(member.value, indent: indent + "  ")
            }
        }
    }

    private mutating func write<Element>(
        _ elements: [Element], between opening: String, _ closing: String, indent: String,
        each: (inout JSONText, Element) throws -> Void
    ) throws {
        text += opening
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            text += indent
            text += "  "
            try each(&self, element)
        }
        text += (elements.isEmpty ? "" : indent) + closing
    }

    private mutating func write(string: String) {
        text += "\""
        defer { text += "\"" }
        // Most texts stand as they are.
        if Sanitised.isPlain(string), !string.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            text += string
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.isControl:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func digits(_ number: Double) throws -> String {
        guard number.isFinite else { throw Failure(.notANumber, "A value came out as “\(number)”, which is not a number.") }
        return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    }
}
