/// JSON taken apart: its values in the order in which they stand, each knowing where it ends. Knows the form that `RecordEncoder` writes, in which
/// the keys of an object are ASCII and ascend; nil for everything else, and for what is no JSON.
struct RecordText {
    enum Kind: UInt8 { case null, yes, no, integer, decimal, text, escaped, list, object }

    struct Node {
        let kind: Kind
        /// Where it stands, a text without its quotes.
        let start: UInt32
        var end: UInt32
        /// The first value that is no part of it, and how many elements or members it has.
        var next: UInt32 = 0
        var count: UInt32 = 0
    }

    let bytes: [UInt8]
    /// A member is its key and then its value.
    let nodes: [Node]

    init?(_ payload: Data) {
        guard payload.count < 1 << 30 else { return nil }
        bytes = [UInt8](payload)
        var nodes: [Node] = []
        nodes.reserveCapacity(bytes.count / 8 + 4)
        let isWhole = bytes.withUnsafeBufferPointer { bytes in
            var place = 0
            return RecordText.value(bytes, &place, into: &nodes, depth: 0) && place == bytes.count
        }
        guard isWhole else { return nil }
        self.nodes = nodes
    }

    // MARK: - Taking apart

    private typealias Bytes = UnsafeBufferPointer<UInt8>

    private static func value(_ bytes: Bytes, _ place: inout Int, into nodes: inout [Node], depth: Int) -> Bool {
        guard place < bytes.count, depth < 64 else { return false }
        switch bytes[place] {
        case UInt8(ascii: "\""): return text(bytes, &place, into: &nodes)
        case UInt8(ascii: "{"): return container(.object, bytes, &place, into: &nodes, depth: depth)
        case UInt8(ascii: "["): return container(.list, bytes, &place, into: &nodes, depth: depth)
        case UInt8(ascii: "n"): return word("null", .null, bytes, &place, into: &nodes)
        case UInt8(ascii: "t"): return word("true", .yes, bytes, &place, into: &nodes)
        case UInt8(ascii: "f"): return word("false", .no, bytes, &place, into: &nodes)
        default: return number(bytes, &place, into: &nodes)
        }
    }

    private static func add(_ kind: Kind, _ range: Range<Int>, to nodes: inout [Node]) {
        let number = UInt32(nodes.count)
        nodes.append(Node(kind: kind, start: UInt32(range.lowerBound), end: UInt32(range.upperBound), next: number + 1))
    }

    private static func word(_ word: StaticString, _ kind: Kind, _ bytes: Bytes, _ place: inout Int, into nodes: inout [Node])
        -> Bool
    {
        let count = word.utf8CodeUnitCount
        guard let base = bytes.baseAddress, bytes.count - place >= count, memcmp(base + place, word.utf8Start, count) == 0 else {
            return false
        }
        add(kind, place..<place + count, to: &nodes)
        place += count
        return true
    }

    private static func number(_ bytes: Bytes, _ place: inout Int, into nodes: inout [Node]) -> Bool {
        let start = place
        if bytes[place] == UInt8(ascii: "-") { place += 1 }
        guard let whole = digits(bytes, &place), whole == 1 || bytes[place - whole] != UInt8(ascii: "0") else { return false }
        var kind = Kind.integer
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            kind = .decimal
            place += 1
            guard digits(bytes, &place) != nil else { return false }
        }
        if place < bytes.count, bytes[place] | 32 == UInt8(ascii: "e") {
            kind = .decimal
            place += 1
            if place < bytes.count, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") { place += 1 }
            guard digits(bytes, &place) != nil else { return false }
        }
        add(kind, start..<place, to: &nodes)
        return true
    }

    /// - Returns: how many there were; nil for none.
    private static func digits(_ bytes: Bytes, _ place: inout Int) -> Int? {
        let start = place
        while place < bytes.count, bytes[place] &- 48 < 10 { place += 1 }
        return place > start ? place - start : nil
    }

    private static func text(_ bytes: Bytes, _ place: inout Int, into nodes: inout [Node]) -> Bool {
        place += 1
        let start = place
        var kind = Kind.text
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                add(kind, start..<place, to: &nodes)
                place += 1
                return true
            case UInt8(ascii: "\\"):
                kind = .escaped
                place += 2
            case 0..<32: return false
            default: place += 1
            }
        }
        return false
    }

    private static func container(_ kind: Kind, _ bytes: Bytes, _ place: inout Int, into nodes: inout [Node], depth: Int) -> Bool
    {
        let (own, close) = (nodes.count, UInt8(ascii: kind == .object ? "}" : "]"))
        add(kind, place..<place, to: &nodes)
        place += 1
        var (count, key): (UInt32, Int?) = (0, nil)
        while place < bytes.count, bytes[place] != close {
            if count > 0 {
                guard bytes[place] == UInt8(ascii: ",") else { return false }
                place += 1
            }
            if kind == .object {
                guard self.key(bytes, &place, after: key, into: &nodes) else { return false }
                key = nodes.count - 1
            }
            guard value(bytes, &place, into: &nodes, depth: depth + 1) else { return false }
            count += 1
        }
        guard place < bytes.count, count == 0 || bytes[place - 1] != UInt8(ascii: ",") else { return false }
        place += 1
        (nodes[own].end, nodes[own].next, nodes[own].count) = (UInt32(place), UInt32(nodes.count), count)
        return true
    }

    /// Plain ASCII, greater than the one before, with a colon behind it.
    private static func key(_ bytes: Bytes, _ place: inout Int, after previous: Int?, into nodes: inout [Node]) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\""), text(bytes, &place, into: &nodes), let key = nodes.last,
            key.kind == .text, place < bytes.count, bytes[place] == UInt8(ascii: ":")
        else { return false }
        place += 1
        let own = bytes[Int(key.start)..<Int(key.end)]
        guard own.allSatisfy({ $0 < 128 }) else { return false }
        return previous.map { bytes[Int(nodes[$0].start)..<Int(nodes[$0].end)].lexicographicallyPrecedes(own) } ?? true
    }
}

extension RecordText {
    /// A text, its escapes resolved; nil for a value of another kind, for half a pair of surrogates and for what is no UTF-8.
    func string(_ node: Node) -> String? {
        guard node.kind == .text || node.kind == .escaped else { return nil }
        let raw = bytes[Int(node.start)..<Int(node.end)]
        return String(validating: node.kind == .text ? raw : ArraySlice(unescaped(raw) ?? [0xFF]), as: UTF8.self)
    }

    private func unescaped(_ raw: ArraySlice<UInt8>) -> [UInt8]? {
        var text: [UInt8] = []
        var rest = raw[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "\"")?: text.append(UInt8(ascii: "\""))
            case UInt8(ascii: "\\")?: text.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "/")?: text.append(UInt8(ascii: "/"))
            case UInt8(ascii: "b")?: text.append(8)
            case UInt8(ascii: "f")?: text.append(12)
            case UInt8(ascii: "n")?: text.append(10)
            case UInt8(ascii: "r")?: text.append(13)
            case UInt8(ascii: "t")?: text.append(9)
            case UInt8(ascii: "u")?:
                let digits = String(decoding: rest.prefix(4), as: UTF8.self)
                guard digits.utf8.count == 4, digits.first != "+", digits.first != "-", let value = UInt32(digits, radix: 16),
                    let scalar = Unicode.Scalar(value)
                else { return nil }
                text += String(scalar).utf8
                rest = rest.dropFirst(4)
            default: return nil
            }
        }
        return text
    }

    /// A whole number without a fraction; nil for another value, one that is too large, and `-0`.
    func integer(_ node: Node) -> Int? {
        guard node.kind == .integer else { return nil }
        let isNegative = bytes[Int(node.start)] == UInt8(ascii: "-")
        var value = 0
        for byte in bytes[Int(node.start) + (isNegative ? 1 : 0)..<Int(node.end)] {
            let (ten, isOver) = value.multipliedReportingOverflow(by: 10)
            let (sum, isOverToo) = ten.subtractingReportingOverflow(Int(byte - 48))
            guard !isOver, !isOverToo else { return nil }
            value = sum
        }
        guard isNegative || value != .min, !isNegative || value != 0 else { return nil }
        return isNegative ? value : -value
    }

    /// Any number.
    func double(_ node: Node) -> Double? {
        guard node.kind == .integer || node.kind == .decimal else { return nil }
        return Double(String(decoding: bytes[Int(node.start)..<Int(node.end)], as: UTF8.self))
    }

    /// Whether a key is this one.
    func isKey(_ node: Node, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard Int(node.end - node.start) == name.count else { return false }
        for place in 0..<name.count where bytes[Int(node.start) + place] != name[place] { return false }
        return true
    }
}
