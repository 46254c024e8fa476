/// A reader of one JSON object of any size: its members, and the elements of one list one by one.
///
/// The list may exceed memory.
public struct JSONMembers {
    /// A piece of the object as it is read.
    public enum Part {
        case member(String, [UInt8])
        case element([UInt8])
    }

    private enum State { case start, members, elements, end }

    /// No value may be longer.
    private static let greatestValueSize = 64 << 20

    private let list: String
    private let readChunk: () throws -> [UInt8]?
    private var bytes: [UInt8] = []
    private var position = 0
    private var state = State.start
    private var isFirst = true

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - list: the name of the member whose elements are returned one by one.
    ///   - readChunk: returns the next piece, or nil at the end.
    public init(list: String, _ readChunk: @escaping () throws -> [UInt8]?) {
        self.list = list
        self.readChunk = readChunk
    }

    /// Returns the next part, or nil at the end of the object. Further text is an error.
    ///
    /// - Throws: `invalidJSON`, and the errors of reading.
    public mutating func next() throws -> Part? {
        switch state {
        case .end: return nil
        case .start:
            try expect(UInt8(ascii: "{"))
            state = .members
            isFirst = true
            return try next()
        case .members:
            guard try hasNext(until: UInt8(ascii: "}")) else {
                state = .end
                guard try peek() == nil else { throw malformed }
                return nil
            }
            let name = try value()
            guard name.first == 34, case .string(let name)? = name.withUnsafeBytes({ JSONValue(plain: $0) }) else {
                throw malformed
            }
            try expect(UInt8(ascii: ":"))
            guard name == list, try peek() == UInt8(ascii: "[") else { return .member(name, try value()) }
            position += 1
            state = .elements
            isFirst = true
            return try next()
        case .elements:
            if try hasNext(until: UInt8(ascii: "]")) { return .element(try value()) }
            state = .members
            isFirst = false
            return try next()
        }
    }

    /// Takes a comma if another member or element follows, and returns whether one does.
    private mutating func hasNext(until closingByte: UInt8) throws -> Bool {
        defer { isFirst = false }
        if try peek() == closingByte {
            position += 1
            return false
        }
        if !isFirst { try expect(UInt8(ascii: ",")) }
        return true
    }

    private mutating func expect(_ byte: UInt8) throws {
        guard try peek() == byte else { throw malformed }
        position += 1
    }

    /// Returns the next byte that is no blank, or nil at the end.
    private mutating func peek() throws -> UInt8? {
        while true {
            while position < bytes.count, bytes[position] == 32 || (9...13).contains(bytes[position]) { position += 1 }
            if position < bytes.count { return bytes[position] }
            guard try readMore() else { return nil }
        }
    }

    private mutating func readMore() throws -> Bool {
        guard let chunk = try readChunk() else { return false }
        if position > 0 {
            bytes.removeFirst(position)
            position = 0
        }
        bytes += chunk
        return true
    }

    /// Returns the bytes of one value, whose inner form the caller checks.
    private mutating func value() throws -> [UInt8] {
        guard try peek() != nil else { throw malformed }
        var scan = ValueScan()
        var offset = 0
        while true {
            let end = bytes.withUnsafeBytes {
                scan.end(in: UnsafeRawBufferPointer(rebasing: $0[position...]), from: &offset)
            }
            if let end {
                defer { position += end }
                guard end > 0 else { throw malformed }
                return Array(bytes[position..<position + end])
            }
            guard offset < JSONMembers.greatestValueSize, try readMore() else { throw malformed }
        }
    }

    private var malformed: Failure {
        Failure(.invalidJSON, "It is not a JSON object, or it is cut short or damaged.", kind: .badData)
    }
}

/// A scan for the end of a value by its brackets and quotes.
private struct ValueScan {
    private var depth = 0
    private var isText = false
    private var isEscaped = false

    /// Returns the offset after the value, or nil if it continues after the bytes.
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
