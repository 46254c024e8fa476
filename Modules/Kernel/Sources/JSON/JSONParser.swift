/// The reason and the place of invalid JSON.
package struct JSONFault: Error, Hashable {
    /// The line, from 1.
    package let line: Int
    /// The character of the line, from 1.
    package let column: Int
    package let sentence: String
}

/// A value that a `JSONParser` builds.
protocol ParsedJSON {
    /// The members of an object that is being read.
    associatedtype Members

    /// The number of lists and objects within each other, beyond which a text is refused.
    static var deepest: Int { get }
    static var null: Self { get }
    static var noMembers: Members { get }
    static func bool(_ truth: Bool) -> Self
    static func string(_ text: String) -> Self
    static func array(_ items: [Self]) -> Self
    static func object(of members: Members) -> Self
    /// Returns the value of the bytes of a number, or nil to refuse it.
    static func number(of digits: UnsafeBufferPointer<UInt8>) -> Self?
    /// Returns whether another member may have the name, as far as that is known before its value.
    static func admits(_ name: String, to members: inout Members) -> Bool
    /// Adds a member and returns whether its name was new.
    static func add(_ value: Self, named name: String, to members: inout Members) -> Bool
}

/// The parser of untrusted RFC 8259 JSON, without recursion beyond a depth, overflowing numbers or
/// repeated names.
///
/// It is handwritten because an error must name the place. Foundation's decoder would also be the
/// slowest part of starting a command.
struct JSONParser<Value: ParsedJSON> {
    /// The start and the length of the bytes. The checks of a buffer would take longer than the
    /// parsing.
    let base: UnsafePointer<UInt8>
    let count: Int
    var at: Int

    /// Returns the value that a text consists of.
    ///
    /// - Throws: `JSONFault`.
    static func value(_ bytes: UnsafeRawBufferPointer) throws -> Value {
        guard let base = bytes.baseAddress else {
            throw JSONFault(line: 1, column: 1, sentence: "the text ends too early")
        }
        var parser = JSONParser(base: base.assumingMemoryBound(to: UInt8.self), count: bytes.count, at: 0)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.at == parser.count else { throw parser.fault("there is more text after the end") }
        return value
    }

    func fault(_ sentence: String) -> JSONFault {
        let lines = bytes(from: 0, to: at).split(separator: 0x0A, omittingEmptySubsequences: false)
        // The continuation bytes of a character have the form 10xxxxxx.
        let column = 1 + (lines.last?.count { $0 & 0xC0 != 0x80 } ?? 0)
        return JSONFault(line: max(1, lines.count), column: column, sentence: sentence)
    }

    var next: UInt8? { at < count ? base[at] : nil }

    func bytes(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + start, count: end - start)
    }

    mutating func consume(_ byte: UInt8) -> Bool {
        guard at < count, base[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func skipSpace() {
        var position = at
        while position < count {
            let byte = base[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            position += 1
        }
        at = position
    }

    private mutating func value(depth: Int) throws -> Value {
        skipSpace()
        guard depth < Value.deepest else { throw fault("lists and objects are nested too deeply") }
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

    private mutating func word(_ word: StaticString, _ value: Value) throws -> Value {
        let length = word.utf8CodeUnitCount
        guard count - at >= length, memcmp(base + at, word.utf8Start, length) == 0 else {
            throw fault("a value is expected here")
        }
        at += length
        return value
    }

    private mutating func array(depth: Int) throws -> Value {
        at += 1
        var items: [Value] = []
        skipSpace()
        if consume(UInt8(ascii: "]")) { return .array(items) }
        repeat {
            items.append(try value(depth: depth + 1))
            skipSpace()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "]")) else { throw fault("a comma or ] is expected here") }
        return .array(items)
    }

    private mutating func object(depth: Int) throws -> Value {
        at += 1
        var members = Value.noMembers
        skipSpace()
        if consume(UInt8(ascii: "}")) { return .object(of: members) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault("a field name in quotes is expected here") }
            let name = try string()
            guard Value.admits(name, to: &members) else { throw repeated(name) }
            skipSpace()
            guard consume(UInt8(ascii: ":")) else { throw fault("a colon is expected here") }
            guard Value.add(try value(depth: depth + 1), named: name, to: &members) else { throw repeated(name) }
            skipSpace()
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "}")) else { throw fault("a comma or } is expected here") }
        return .object(of: members)
    }

    private func repeated(_ name: String) -> JSONFault { fault("the field “\(Folding.printable(name))” is here twice") }

    private mutating func number() throws -> Value {
        let start = at
        while at < count, JSONParser.isOfNumber(base[at]) { at += 1 }
        guard let number = Value.number(of: bytes(from: start, to: at)) else { throw fault("a value is expected here") }
        return number
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: "+")
    }
}
