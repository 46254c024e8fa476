import Kernel

/// A window on bytes that nobody vouches for: every access is checked, nothing is copied, and no number can overflow.
struct ByteReader {
    /// What is wrong with the bytes, to stand behind "The file …".
    struct Malformed: Error {
        let what: String
        init(_ what: String) { self.what = what }

        static let cutShort = Malformed("is cut short")
        static let damaged = Malformed("is damaged")
        static let unknownKind = Malformed("is not an image of a known kind")
    }

    enum Order: Sendable { case big, little }

    private let bytes: [UInt8]
    /// Where this window ends, in the whole.
    let end: Int
    /// Where the next byte is read, in the whole.
    private(set) var position: Int
    var order: Order

    init(_ bytes: [UInt8], order: Order = .big) {
        (self.bytes, self.order) = (bytes, order)
        (position, end) = (0, bytes.count)
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>, _ order: Order) {
        (self.bytes, self.order) = (bytes, order)
        (position, end) = (range.lowerBound, range.upperBound)
    }

    var left: Int { end - position }
    var isAtEnd: Bool { position >= end }

    mutating func byte() throws -> Int {
        guard position < end else { throw Malformed.cutShort }
        defer { position += 1 }
        return Int(bytes[position])
    }

    /// An unsigned number of one to seven bytes.
    mutating func number(_ size: Int) throws -> Int {
        guard (0...7).contains(size), left >= size else { throw Malformed.cutShort }
        var value = 0
        for index in 0..<size { value |= Int(bytes[position + index]) << (8 * (order == .big ? size - 1 - index : index)) }
        position += size
        return value
    }

    /// An unsigned number of eight bytes that must not be greater than any file.
    mutating func longNumber() throws -> Int {
        let (high, low) = (try number(4), try number(4))
        guard high < 1 << 24 else { throw Malformed.cutShort }
        return high << 32 | low
    }

    /// Four characters; what is not ASCII stays distinguishable.
    mutating func tag() throws -> String {
        guard left >= 4 else { throw Malformed.cutShort }
        defer { position += 4 }
        return String(String.UnicodeScalarView(bytes[position..<position + 4].map { Unicode.Scalar($0) }))
    }

    mutating func skip(_ count: Int) throws {
        guard count >= 0, count <= left else { throw Malformed.cutShort }
        position += count
    }

    /// The next bytes as a window of their own; reading goes on behind it.
    mutating func window(_ count: Int) throws -> ByteReader {
        guard count >= 0, count <= left else { throw Malformed.cutShort }
        defer { position += count }
        return ByteReader(bytes, position..<position + count, order)
    }

    /// The part of this window from an offset on, counted from where reading stands.
    func from(_ offset: Int) throws -> ByteReader {
        guard offset >= 0, offset <= left else { throw Malformed.cutShort }
        return ByteReader(bytes, position + offset..<end, order)
    }

    func starts(with prefix: some Collection<UInt8>) -> Bool {
        left >= prefix.count && bytes[position..<end].starts(with: prefix)
    }

    /// What is left, copied.
    var rest: ArraySlice<UInt8> { bytes[position..<end] }

    /// Goes on to the next byte of this value; to the end when there is none. By `memchr`: a photo has millions of bytes.
    mutating func advance(to value: UInt8) {
        let found = bytes.withUnsafeBytes { raw -> Int? in
            guard left > 0, let start = raw.baseAddress?.advanced(by: position) else { return nil }
            return memchr(start, Int32(value), left).map { start.distance(to: UnsafeRawPointer($0)) }
        }
        position = found.map { position + $0 } ?? end
    }

    func withUnsafeRest<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[position..<end])) }
    }
}

extension CRC32 {
    static func checksum(_ reader: ByteReader) -> UInt32 { reader.withUnsafeRest { checksum($0) } }
}
