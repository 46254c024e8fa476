/// Reads what records are made of, in a small part of `JSONDecoder`'s time and with its results. What is unusual or wrong gives nil, and is left to
/// that one as a whole: a number with an exponent, a member that stands twice, values within values within values.
struct JSONReader {
    private static let deepest = 40

    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    /// One value; nil when there is anything else, or more.
    static func value(of data: Data) -> JSONValue? {
        data.withUnsafeBytes { value(of: $0) }
    }

    static func value(of bytes: UnsafeRawBufferPointer) -> JSONValue? {
        var reader = JSONReader(bytes: bytes)
        guard let value = reader.value(below: 0) else { return nil }
        reader.skipBlanks()
        return reader.place == bytes.count ? value : nil
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func value(below depth: Int) -> JSONValue? {
        skipBlanks()
        guard place < bytes.count, depth < JSONReader.deepest else { return nil }
        switch bytes[place] {
        case UInt8(ascii: "{"): return object(depth)
        case UInt8(ascii: "["): return list(depth)
        case UInt8(ascii: "\""): return text().map { .string($0) }
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func object(_ depth: Int) -> JSONValue? {
        var members: [String: JSONValue] = [:]
        place += 1
        skipBlanks()
        if take("}") { return .object(members) }
        repeat {
            skipBlanks()
            guard let name = text() else { return nil }
            skipBlanks()
            guard take(":"), let value = value(below: depth + 1), members.updateValue(value, forKey: name) == nil else {
                return nil
            }
            skipBlanks()
        } while take(",")
        return take("}") ? .object(members) : nil
    }

    private mutating func list(_ depth: Int) -> JSONValue? {
        var elements: [JSONValue] = []
        place += 1
        skipBlanks()
        if take("]") { return .array(elements) }
        repeat {
            guard let value = value(below: depth + 1) else { return nil }
            elements.append(value)
            skipBlanks()
        } while take(",")
        return take("]") ? .array(elements) : nil
    }

    private mutating func number() -> JSONValue? {
        let start = place
        while place < bytes.count, !JSONReader.endsNumber(bytes[place]) { place += 1 }
        let digits = UnsafeRawBufferPointer(rebasing: bytes[start..<place])
        let isNegative = digits.first == UInt8(ascii: "-")
        let whole = digits.dropFirst(isNegative ? 1 : 0)
        guard let first = whole.first, (48...57).contains(first), first != 48 || whole.count == 1 || whole.dropFirst().first == 46
        else { return nil }
        if whole.count <= 18, whole.allSatisfy({ (48...57).contains($0) }) {
            let value = whole.reduce(0) { $0 * 10 + Int($1 - 48) }
            return isNegative && value == 0 ? nil : .integer(isNegative ? -value : value)
        }
        let parts = whole.split(separator: 46, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }),
            let value = Double(String(decoding: digits, as: UTF8.self)), value != value.rounded()
        else { return nil }
        return .number(value)
    }

    private static func endsNumber(_ byte: UInt8) -> Bool {
        byte <= 32 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    private mutating func text() -> String? {
        guard take("\"") else { return nil }
        let start = place
        while place < bytes.count, bytes[place] != 34, bytes[place] != 92, bytes[place] >= 32 { place += 1 }
        guard place < bytes.count, bytes[place] >= 32 else { return nil }
        if bytes[place] == 34 {
            defer { place += 1 }
            return String(validating: bytes[start..<place], as: UTF8.self)
        }
        var unescaped = Array(bytes[start..<place])
        while place < bytes.count, bytes[place] >= 32 {
            let byte = bytes[place]
            place += 1
            if byte == 34 { return String(validating: unescaped, as: UTF8.self) }
            guard byte == 92 else {
                unescaped.append(byte)
                continue
            }
            guard let plain = escaped() else { return nil }
            unescaped.append(plain)
        }
        return nil
    }

    /// What stands behind a backslash; characters by their number are left to the other.
    private mutating func escaped() -> UInt8? {
        guard place < bytes.count else { return nil }
        defer { place += 1 }
        switch bytes[place] {
        case UInt8(ascii: "n"): return 10
        case UInt8(ascii: "t"): return 9
        case UInt8(ascii: "r"): return 13
        case UInt8(ascii: "b"): return 8
        case UInt8(ascii: "f"): return 12
        case 34, 92, UInt8(ascii: "/"): return bytes[place]
        default: return nil
        }
    }

    private mutating func skipBlanks() {
        while place < bytes.count, case let byte = bytes[place], byte == 32 || byte == 10 || byte == 13 || byte == 9 {
            place += 1
        }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - place >= count, let base = bytes.baseAddress, memcmp(base + place, text.utf8Start, count) == 0 else {
            return false
        }
        place += count
        return true
    }
}
