import Kernel

/// Why a text is not the JSON that is asked for, and where.
struct JSONFault: Error, Equatable {
    let line: Int
    let sentence: String
}

/// Reads RFC 8259 JSON from bytes that nobody vouches for: no recursion beyond `depth`, no number that overflows, no name twice.
///
/// Written by hand because a refusal has to name the line, and Foundation's decoder is the slowest part of starting a command.
struct JSONParser {
    static let depth = 32

    private let bytes: UnsafeBufferPointer<UInt8>
    /// The first of the bytes, and how many there are: each is looked at once, and a check of bounds by the buffer takes longer than that.
    private let base: UnsafePointer<UInt8>
    private let count: Int
    private var at = 0

    static func value(_ bytes: [UInt8]) throws -> PackValue {
        try bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, !buffer.isEmpty else {
                throw JSONFault(line: 1, sentence: "the text ends too early")
            }
            var parser = JSONParser(bytes: buffer, base: base)
            if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
            let value = try parser.value(depth: 0)
            parser.skipSpace()
            guard parser.at == buffer.count else { throw parser.fault("there is more text after the end") }
            return value
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, base: UnsafePointer<UInt8>) {
        (self.bytes, self.base, count) = (bytes, base, bytes.count)
    }

    private func fault(_ sentence: String) -> JSONFault {
        JSONFault(line: 1 + bytes[..<min(at, bytes.count)].count { $0 == 0x0A }, sentence: sentence)
    }

    private var next: UInt8? { at < count ? base[at] : nil }

    private mutating func skipSpace() {
        var place = at
        while place < count {
            let byte = base[place]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            place += 1
        }
        at = place
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < count, base[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func value(depth: Int) throws -> PackValue {
        skipSpace()
        guard depth < Self.depth else { throw fault("lists and objects are nested too deeply") }
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw fault("the text ends too early")
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: PackValue) throws -> PackValue {
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[at...].starts(with: expected) else { throw fault("a value is expected here") }
        at += expected.count
        return value
    }

    private mutating func array(depth: Int) throws -> PackValue {
        at += 1
        var items: [PackValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(items) }
        repeat {
            items.append(try value(depth: depth + 1))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault("a comma or ] is expected here") }
        return .array(items)
    }

    private mutating func object(depth: Int) throws -> PackValue {
        at += 1
        var fields: [PackField] = []
        var names: Set<String> = []
        fields.reserveCapacity(8)
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(fields) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a field name in quotes is expected here") }
            let name = try string()
            guard Self.isNew(name, fields, &names) else { throw fault("the field “\(Folding.shown(name))” is here twice") }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault("a colon is expected here") }
            fields.append(PackField(name: name, value: try value(depth: depth + 1)))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw fault("a comma or } is expected here") }
        return .object(fields)
    }

    /// Whether no field has the name yet. A few names are compared; hashing pays only for many.
    private static func isNew(_ name: String, _ fields: [PackField], _ names: inout Set<String>) -> Bool {
        guard fields.count >= 16 else { return !fields.contains { $0.name == name } }
        if names.isEmpty { names = Set(fields.map(\.name)) }
        return names.insert(name).inserted
    }

    private mutating func number() throws -> PackValue {
        let start = at
        while let byte = next, "+-.eE0123456789".utf8.contains(byte) { at += 1 }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let isWellFormed =
            digits.first?.isNumber == true && !(digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true)
        let isCut = text.firstIndex(of: ".").map { text[$0...].dropFirst().first?.isNumber != true } ?? false
        guard isWellFormed, !isCut, let number = Double(text), number.isFinite else {
            throw fault("a value is expected here")
        }
        return .number(number)
    }
}

extension JSONParser {
    private mutating func string() throws -> String {
        at += 1
        let start = at
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        var (place, seen) = (at, UInt8(0))
        while place < count {
            let byte = base[place]
            if byte == quote || byte == backslash || byte < 0x20 { break }
            seen |= byte
            place += 1
        }
        at = place
        if next == quote {
            at += 1
            let plain = UnsafeBufferPointer(rebasing: bytes[start..<(at - 1)])
            // ASCII needs no validation, and most text of a pack is ASCII.
            return try seen < 0x80 ? String(decoding: plain, as: UTF8.self) : text(plain)
        }
        var units = Array(bytes[start..<at])
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw fault("text contains a line break or control character") }
            at += 1
            if byte == UInt8(ascii: "\\") { units += String(try escaped()).utf8 } else { units.append(byte) }
        }
        guard take(UInt8(ascii: "\"")) else { throw fault("text is not closed with a quote") }
        return try text(units[...])
    }

    private func text(_ units: some Collection<UInt8>) throws -> String {
        guard let text = String(validating: units, as: UTF8.self) else { throw fault("text is not valid UTF-8") }
        return text
    }

    private mutating func escaped() throws -> Unicode.Scalar {
        guard let byte = next else { throw fault("text is not closed with a quote") }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode()
        default: throw fault("an unknown escape follows the backslash")
        }
    }

    /// `XXXX`, or two of them as a surrogate pair; half a pair is refused.
    private mutating func unicode() throws -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw fault("half of a surrogate pair is alone")
        }
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else {
            throw fault("half of a surrogate pair is alone")
        }
        return scalar
    }

    private mutating func hexadecimal() throws -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw fault("four hexadecimal figures are expected after \\u")
            }
            value = value * 16 + UInt32(digit)
            at += 1
        }
        return value
    }
}
