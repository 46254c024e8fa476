/// JSON taken apart: its values in the order in which they stand, each knowing where it ends. Knows the form that `RecordEncoder` writes, in which
/// the keys of an object are ASCII and ascend, and no other.
///
/// Its memory serves for one payload after the other; whoever makes one frees it.
struct RecordText {
    /// A text is plain when it is ASCII without escapes.
    enum Kind: UInt8 { case null, yes, no, integer, decimal, plain, text, escaped, list, object }

    struct Node {
        let kind: Kind
        /// Where it stands, a text without its quotes.
        let start: UInt32
        var end: UInt32
        /// The first value that is no part of it, and how many elements or members it has.
        var next: UInt32
        var count: UInt32 = 0
    }

    /// The payload, and zeros behind it: no value holds one, so that nothing is read beyond.
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private var room: Int
    /// A member is its key and then its value.
    private(set) var nodes: UnsafeMutablePointer<Node>
    private var nodeRoom: Int
    private var count = 0
    private var place = 0

    /// As many zeros as are ever looked at in one step.
    private static let margin = 8

    init(room: Int = 512) {
        (self.room, nodeRoom) = (max(room, 64) + RecordText.margin, max(room, 64) / 8)
        bytes = .allocate(capacity: self.room)
        nodes = .allocate(capacity: nodeRoom)
    }

    func free() {
        bytes.deallocate()
        nodes.deallocate()
    }

    /// Takes a payload apart. False for another form, and for what is no JSON: then there is nothing to ask for.
    mutating func take(_ payload: Data) -> Bool {
        payload.withUnsafeBytes { payload in
            guard let start = payload.baseAddress, payload.count < 1 << 30 else { return false }
            if room < payload.count + RecordText.margin {
                bytes.deallocate()
                room = payload.count + RecordText.margin
                bytes = .allocate(capacity: room)
            }
            memcpy(bytes, start, payload.count)
            UnsafeMutableRawPointer(bytes).storeBytes(of: 0, toByteOffset: payload.count, as: UInt64.self)
            (count, place) = (0, 0)
            return value(below: 0) && place == payload.count
        }
    }

    // MARK: - Taking apart

    private mutating func value(below depth: Int) -> Bool {
        guard depth < 64 else { return false }
        switch bytes[place] {
        case UInt8(ascii: "\""): return text()
        case UInt8(ascii: "{"): return object(below: depth)
        case UInt8(ascii: "["): return list(below: depth)
        case UInt8(ascii: "n"): return word("null", .null)
        case UInt8(ascii: "t"): return word("true", .yes)
        case UInt8(ascii: "f"): return word("false", .no)
        default: return number()
        }
    }

    @inline(__always)
    private mutating func add(_ kind: Kind, from start: Int, to end: Int) {
        if count == nodeRoom { makeRoom() }
        (nodes + count).initialize(
            to: Node(
                kind: kind, start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
                next: UInt32(truncatingIfNeeded: count + 1)))
        count += 1
    }

    private mutating func makeRoom() {
        let more = UnsafeMutablePointer<Node>.allocate(capacity: nodeRoom * 2)
        more.moveInitialize(from: nodes, count: count)
        nodes.deallocate()
        (nodes, nodeRoom) = (more, nodeRoom * 2)
    }

    private mutating func word(_ word: StaticString, _ kind: Kind) -> Bool {
        let end = place + word.utf8CodeUnitCount
        guard memcmp(bytes + place, word.utf8Start, word.utf8CodeUnitCount) == 0 else { return false }
        add(kind, from: place, to: end)
        place = end
        return true
    }

    private mutating func number() -> Bool {
        let start = place
        if bytes[place] == UInt8(ascii: "-") { place += 1 }
        let first = place
        guard takeDigits(), place == first + 1 || bytes[first] != UInt8(ascii: "0") else { return false }
        var kind = Kind.integer
        if bytes[place] == UInt8(ascii: ".") {
            kind = .decimal
            place += 1
            guard takeDigits() else { return false }
        }
        if bytes[place] | 32 == UInt8(ascii: "e") {
            kind = .decimal
            place += 1
            if bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") { place += 1 }
            guard takeDigits() else { return false }
        }
        add(kind, from: start, to: place)
        return true
    }

    /// Whether there was one.
    private mutating func takeDigits() -> Bool {
        let start = place
        while bytes[place] &- 48 < 10 { place += 1 }
        return place > start
    }

    /// Eight bytes at a time, up to the next quote, backslash or control.
    private mutating func text() -> Bool {
        let bytes = UnsafeRawPointer(bytes)
        var (end, isEscaped, seen) = (place + 1, false, UInt64(0))
        while true {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
            let marks = (word.quoteMarks | word.controlMarks) & 0x8080_8080_8080_8080
            guard marks != 0 else {
                seen |= word
                end += 8
                continue
            }
            // The lowest mark is always right.
            let before = marks.trailingZeroBitCount & ~7
            seen |= word & (1 << UInt64(before) &- 1)
            end += before / 8
            let mark = bytes.load(fromByteOffset: end, as: UInt8.self)
            guard mark != UInt8(ascii: "\"") else { break }
            guard mark == UInt8(ascii: "\\"), bytes.load(fromByteOffset: end + 1, as: UInt8.self) >= 32 else { return false }
            isEscaped = true
            end += 2
        }
        add(isEscaped ? .escaped : seen & 0x8080_8080_8080_8080 == 0 ? .plain : .text, from: place + 1, to: end)
        place = end + 1
        return true
    }

    private mutating func list(below depth: Int) -> Bool {
        let own = count
        add(.list, from: place, to: place)
        place += 1
        var elements: UInt32 = 0
        if bytes[place] != UInt8(ascii: "]") {
            repeat {
                guard value(below: depth + 1) else { return false }
                elements += 1
            } while takeComma()
        }
        return end(of: own, with: UInt8(ascii: "]"), elements)
    }

    private mutating func object(below depth: Int) -> Bool {
        let own = count
        add(.object, from: place, to: place)
        place += 1
        var (members, previous): (UInt32, Int?) = (0, nil)
        if bytes[place] != UInt8(ascii: "}") {
            repeat {
                let key = count
                guard bytes[place] == UInt8(ascii: "\""), text(), nodes[key].kind == .plain, bytes[place] == UInt8(ascii: ":"),
                    previous.map({ precedes($0, key) }) ?? true
                else { return false }
                place += 1
                guard value(below: depth + 1) else { return false }
                previous = key
                members += 1
            } while takeComma()
        }
        return end(of: own, with: UInt8(ascii: "}"), members)
    }

    private mutating func takeComma() -> Bool {
        guard bytes[place] == UInt8(ascii: ",") else { return false }
        place += 1
        return true
    }

    private mutating func end(of own: Int, with bracket: UInt8, _ parts: UInt32) -> Bool {
        guard bytes[place] == bracket else { return false }
        place += 1
        nodes[own].end = UInt32(truncatingIfNeeded: place)
        nodes[own].next = UInt32(truncatingIfNeeded: count)
        nodes[own].count = parts
        return true
    }

    /// Whether a key stands before another in the order of their bytes.
    private func precedes(_ one: Int, _ other: Int) -> Bool {
        let (left, right) = (raw(nodes[one]), raw(nodes[other]))
        let order = memcmp(bytes + Int(nodes[one].start), bytes + Int(nodes[other].start), min(left.count, right.count))
        return order != 0 ? order < 0 : left.count < right.count
    }

    /// The bytes of a value as they stand.
    func raw(_ node: Node) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + Int(node.start), count: Int(node.end &- node.start))
    }
}
