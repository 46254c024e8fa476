/// Parsed JSON: its values in document order, each with the position of its end.
///
/// It accepts only the form that `RecordEncoder` writes, in which the keys of an object are ASCII
/// and ascending. Its memory is reused for each payload, and its creator must free it.
struct RecordText {
    /// The kind of a value. A plain text is ASCII without escapes.
    enum Kind: UInt8 { case null, yes, no, integer, decimal, plain, text, escaped, list, object }

    struct Node {
        let kind: Kind
        /// The position of the value. For a text, it excludes the quotes.
        let start: UInt32
        var end: UInt32
        /// The first value after this one and all its parts, and the number of its elements or
        /// members.
        var next: UInt32
        var count: UInt32 = 0
    }

    /// The payload, followed by zeros. No value contains a zero, so no read goes past the end.
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var nodes: UnsafeMutablePointer<Node>
    private var nodeCapacity: Int
    private var count = 0
    private var position = 0

    /// The number of zeros, equal to the bytes read in one step.
    private static let margin = 8

    init(capacity: Int = 512) {
        self.capacity = max(capacity, 64) + RecordText.margin
        nodeCapacity = max(capacity, 64) / 8
        bytes = .allocate(capacity: self.capacity)
        nodes = .allocate(capacity: nodeCapacity)
    }

    func free() {
        bytes.deallocate()
        nodes.deallocate()
    }

    /// Parses a payload. The result is false for another form and for invalid JSON, and then the
    /// values must not be read.
    mutating func parse(_ payload: Data) -> Bool {
        payload.withUnsafeBytes { payload in
            guard let start = payload.baseAddress, payload.count < 1 << 30 else { return false }
            if capacity < payload.count + RecordText.margin {
                bytes.deallocate()
                capacity = payload.count + RecordText.margin
                bytes = .allocate(capacity: capacity)
            }
            memcpy(bytes, start, payload.count)
            UnsafeMutableRawPointer(bytes).storeBytes(of: 0, toByteOffset: payload.count, as: UInt64.self)
            count = 0
            position = 0
            return value(below: 0) && position == payload.count
        }
    }

    private mutating func value(below depth: Int) -> Bool {
        guard depth < 64 else { return false }
        switch bytes[position] {
        case UInt8(ascii: "\""): return text()
        case UInt8(ascii: "{"): return object(below: depth)
        case UInt8(ascii: "["): return list(below: depth)
        case UInt8(ascii: "n"): return word("null", .null)
        case UInt8(ascii: "t"): return word("true", .yes)
        case UInt8(ascii: "f"): return word("false", .no)
        default: return number()
        }
    }

    @inline(__always) private mutating func add(_ kind: Kind, from start: Int, to end: Int) {
        if count == nodeCapacity { growNodes() }
        (nodes + count).initialize(
            to: Node(
                kind: kind, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
                next: UInt32(truncatingIfNeeded: count + 1)))
        count += 1
    }

    private mutating func growNodes() {
        let largerNodes = UnsafeMutablePointer<Node>.allocate(capacity: nodeCapacity * 2)
        largerNodes.moveInitialize(from: nodes, count: count)
        nodes.deallocate()
        nodes = largerNodes
        nodeCapacity = nodeCapacity * 2
    }

    private mutating func word(_ word: StaticString, _ kind: Kind) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard memcmp(bytes + position, word.utf8Start, word.utf8CodeUnitCount) == 0 else { return false }
        add(kind, from: position, to: end)
        position = end
        return true
    }

    private mutating func number() -> Bool {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        guard skipDigits(), position == firstDigit + 1 || bytes[firstDigit] != UInt8(ascii: "0") else { return false }
        var kind = Kind.integer
        if bytes[position] == UInt8(ascii: ".") {
            kind = .decimal
            position += 1
            guard skipDigits() else { return false }
        }
        if bytes[position] | 32 == UInt8(ascii: "e") {
            kind = .decimal
            position += 1
            if bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") { position += 1 }
            guard skipDigits() else { return false }
        }
        add(kind, from: start, to: position)
        return true
    }

    /// Returns whether there was at least one digit.
    private mutating func skipDigits() -> Bool {
        let start = position
        while bytes[position] &- 48 < 10 { position += 1 }
        return position > start
    }

    /// Reads a text eight bytes at a time, up to the next quote, backslash or control character.
    private mutating func text() -> Bool {
        let bytes = UnsafeRawPointer(bytes)
        var end = position + 1
        var isEscaped = false
        var seenBits = UInt64(0)
        while true {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
            let marks = (word.quoteMarks | word.controlMarks) & 0x8080_8080_8080_8080
            guard marks != 0 else {
                seenBits |= word
                end += 8
                continue
            }
            // The lowest mark is always correct.
            let bitsBefore = marks.trailingZeroBitCount & ~7
            seenBits |= word & (1 << UInt64(bitsBefore) &- 1)
            end += bitsBefore / 8
            let markedByte = bytes.load(fromByteOffset: end, as: UInt8.self)
            guard markedByte != UInt8(ascii: "\"") else { break }
            guard markedByte == UInt8(ascii: "\\"), bytes.load(fromByteOffset: end + 1, as: UInt8.self) >= 32 else {
                return false
            }
            isEscaped = true
            end += 2
        }
        add(isEscaped ? .escaped : seenBits & 0x8080_8080_8080_8080 == 0 ? .plain : .text, from: position + 1, to: end)
        position = end + 1
        return true
    }

    private mutating func list(below depth: Int) -> Bool {
        let index = count
        add(.list, from: position, to: position)
        position += 1
        var elements: UInt32 = 0
        if bytes[position] != UInt8(ascii: "]") {
            repeat {
                guard value(below: depth + 1) else { return false }
                elements += 1
            } while skipComma()
        }
        return end(of: index, with: UInt8(ascii: "]"), elements)
    }

    private mutating func object(below depth: Int) -> Bool {
        let index = count
        add(.object, from: position, to: position)
        position += 1
        var (members, previous): (UInt32, Int?) = (0, nil)
        if bytes[position] != UInt8(ascii: "}") {
            repeat {
                let key = count
                guard bytes[position] == UInt8(ascii: "\""), text(), nodes[key].kind == .plain,
                    bytes[position] == UInt8(ascii: ":"),
                    previous.map({ precedes($0, key) }) ?? true
                else { return false }
                position += 1
                guard value(below: depth + 1) else { return false }
                previous = key
                members += 1
            } while skipComma()
        }
        return end(of: index, with: UInt8(ascii: "}"), members)
    }

    private mutating func skipComma() -> Bool {
        guard bytes[position] == UInt8(ascii: ",") else { return false }
        position += 1
        return true
    }

    private mutating func end(of index: Int, with bracket: UInt8, _ parts: UInt32) -> Bool {
        guard bytes[position] == bracket else { return false }
        position += 1
        nodes[index].end = UInt32(truncatingIfNeeded: position)
        nodes[index].next = UInt32(truncatingIfNeeded: count)
        nodes[index].count = parts
        return true
    }

    /// Returns whether a key sorts before another by bytes.
    private func precedes(_ leftKey: Int, _ rightKey: Int) -> Bool {
        let left = raw(nodes[leftKey])
        let right = raw(nodes[rightKey])
        let order = memcmp(
            bytes + Int(nodes[leftKey].start), bytes + Int(nodes[rightKey].start), min(left.count, right.count))
        return order != 0 ? order < 0 : left.count < right.count
    }

    /// Returns the unprocessed bytes of a value.
    func raw(_ node: Node) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + Int(node.start), count: Int(node.end &- node.start))
    }
}
