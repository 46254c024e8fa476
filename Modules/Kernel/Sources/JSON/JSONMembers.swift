/// Reads one JSON object of any size piece by piece: its members as they stand, and one list among them element by element, of which there may be
/// more than memory holds.
public struct JSONMembers {
    /// What stands in the object.
    public enum Part {
        /// A member, and its value as text.
        case member(String, [UInt8])
        /// An element of the list, as text.
        case element([UInt8])
    }

    private enum State { case start, members, elements, end }

    /// No value may be longer.
    private static let longest = 64 << 20

    private let list: String
    private let more: () throws -> [UInt8]?
    private var bytes: [UInt8] = []
    private var place = 0
    private var state = State.start
    private var isFirst = true

    /// - Parameters:
    ///   - list: the name of the member whose elements are given one by one.
    ///   - more: gives the next piece, nil at the end.
    public init(list: String, _ more: @escaping () throws -> [UInt8]?) { (self.list, self.more) = (list, more) }

    /// The next part; nil at the end of the object, behind which nothing may stand.
    ///
    /// - Throws: `invalidJSON`, and what reading throws.
    public mutating func next() throws -> Part? {
        switch state {
        case .end: return nil
        case .start:
            try expect(UInt8(ascii: "{"))
            (state, isFirst) = (.members, true)
            return try next()
        case .members:
            guard try goesOn(until: UInt8(ascii: "}")) else {
                state = .end
                guard try peek() == nil else { throw wrong }
                return nil
            }
            let name = try value()
            guard name.first == 34, case .string(let name)? = name.withUnsafeBytes({ JSONReader.value(of: $0) }) else {
                throw wrong
            }
            try expect(UInt8(ascii: ":"))
            guard name == list, try peek() == UInt8(ascii: "[") else { return .member(name, try value()) }
            place += 1
            (state, isFirst) = (.elements, true)
            return try next()
        case .elements:
            if try goesOn(until: UInt8(ascii: "]")) { return .element(try value()) }
            (state, isFirst) = (.members, false)
            return try next()
        }
    }

    /// Whether another member or element follows, the comma before it taken.
    private mutating func goesOn(until end: UInt8) throws -> Bool {
        defer { isFirst = false }
        if try peek() == end {
            place += 1
            return false
        }
        if !isFirst { try expect(UInt8(ascii: ",")) }
        return true
    }

    private mutating func expect(_ byte: UInt8) throws {
        guard try peek() == byte else { throw wrong }
        place += 1
    }

    /// The next byte that is no blank; nil at the end.
    private mutating func peek() throws -> UInt8? {
        while true {
            while place < bytes.count, bytes[place] == 32 || (9...13).contains(bytes[place]) { place += 1 }
            if place < bytes.count { return bytes[place] }
            guard try readMore() else { return nil }
        }
    }

    private mutating func readMore() throws -> Bool {
        guard let some = try more() else { return false }
        if place > 0 {
            bytes.removeFirst(place)
            place = 0
        }
        bytes += some
        return true
    }

    /// The bytes of one value; its form within is the affair of whoever reads it.
    private mutating func value() throws -> [UInt8] {
        guard try peek() != nil else { throw wrong }
        var scan = ValueScan()
        var offset = 0
        while true {
            let end = bytes.withUnsafeBytes { scan.end(in: UnsafeRawBufferPointer(rebasing: $0[place...]), from: &offset) }
            if let end {
                defer { place += end }
                guard end > 0 else { throw wrong }
                return Array(bytes[place..<place + end])
            }
            guard offset < JSONMembers.longest, try readMore() else { throw wrong }
        }
    }

    private var wrong: Failure {
        Failure(.invalidJSON, "It is not a JSON object, or it is cut short or damaged.", kind: .badData)
    }
}

/// Finds where a value ends: by its brackets and quotes.
private struct ValueScan {
    private var depth = 0
    private var isText = false
    private var isEscaped = false

    /// The offset behind the value; nil when it goes on behind the bytes.
    mutating func end(in bytes: UnsafeRawBufferPointer, from offset: inout Int) -> Int? {
        while offset < bytes.count {
            let byte = bytes[offset]
            if isEscaped {
                isEscaped = false
            } else if isText {
                if byte == 92 { isEscaped = true }
                if byte == 34 {
                    isText = false
                    if depth == 0 { return offset + 1 }
                }
            } else {
                switch byte {
                case 34: isText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    guard depth > 0 else { return offset }
                    depth -= 1
                    if depth == 0 { return offset + 1 }
                case UInt8(ascii: ","), UInt8(ascii: ":"), 0...32: if depth == 0 { return offset }
                default: break
                }
            }
            offset += 1
        }
        return nil
    }
}
