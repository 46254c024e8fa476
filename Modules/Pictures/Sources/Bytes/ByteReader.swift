import Kernel

/// A reader of untrusted bytes with checked access, without copies, and without numeric overflow.
struct ByteReader {
    /// An error in the bytes. The text continues "The file …".
    struct Malformed: Error {
        let what: String
        init(_ what: String) { self.what = what }

        static let cutShort = Malformed("is cut short")
        static let damaged = Malformed("is damaged")
        static let unknownKind = Malformed("is not an image of a known kind")
    }

    enum Order: Sendable { case big, little }

    private let bytes: [UInt8]
    let end: Int
    /// The index of the next byte in `bytes`, not relative to this window.
    private(set) var position: Int
    var order: Order

    init(_ bytes: [UInt8], order: Order = .big) {
        self.bytes = bytes
        self.order = order
        position = 0
        end = bytes.count
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>, _ order: Order) {
        self.bytes = bytes
        self.order = order
        position = range.lowerBound
        end = range.upperBound
    }

    var remaining: Int { end - position }
    var isAtEnd: Bool { position >= end }

    mutating func byte() throws -> Int {
        guard position < end else { throw Malformed.cutShort }
        defer { position += 1 }
        return Int(bytes[position])
    }

    /// Reads an unsigned number of one to seven bytes.
    mutating func number(_ size: Int) throws -> Int {
        guard (0...7).contains(size), remaining >= size else { throw Malformed.cutShort }
        var value = 0
        for index in 0..<size {
            value |= Int(bytes[position + index]) << (8 * (order == .big ? size - 1 - index : index))
        }
        position += size
        return value
    }

    /// Reads an unsigned number of eight bytes, which must not exceed the size of any file.
    mutating func longNumber() throws -> Int {
        let high = try number(4)
        let low = try number(4)
        guard high < 1 << 24 else { throw Malformed.cutShort }
        return high << 32 | low
    }

    /// Reads four bytes as text. Each byte becomes the Unicode scalar of its value.
    mutating func tag() throws -> String {
        guard remaining >= 4 else { throw Malformed.cutShort }
        defer { position += 4 }
        return String(String.UnicodeScalarView(bytes[position..<position + 4].map { Unicode.Scalar($0) }))
    }

    /// Skips a number of bytes.
    mutating func skip(_ count: Int) throws {
        guard count >= 0, count <= remaining else { throw Malformed.cutShort }
        position += count
    }

    /// Returns the next bytes as a separate reader and continues after them.
    mutating func window(_ count: Int) throws -> ByteReader {
        guard count >= 0, count <= remaining else { throw Malformed.cutShort }
        defer { position += count }
        return ByteReader(bytes, position..<position + count, order)
    }

    /// Returns a reader of the bytes from an offset, relative to the current position.
    func from(_ offset: Int) throws -> ByteReader {
        guard offset >= 0, offset <= remaining else { throw Malformed.cutShort }
        return ByteReader(bytes, position + offset..<end, order)
    }

    /// Returns whether the unread bytes begin with a prefix.
    func starts(with prefix: some Collection<UInt8>) -> Bool {
        remaining >= prefix.count && bytes[position..<end].starts(with: prefix)
    }

    /// The unread bytes.
    var rest: ArraySlice<UInt8> { bytes[position..<end] }

    /// Advances to the next byte of this value, or to the end.
    ///
    /// It uses `memchr` because a photo has millions of bytes.
    mutating func advance(to value: UInt8) {
        let distance = bytes.withUnsafeBytes { raw -> Int? in
            guard remaining > 0, let start = raw.baseAddress?.advanced(by: position) else { return nil }
            return memchr(start, Int32(value), remaining).map { start.distance(to: UnsafeRawPointer($0)) }
        }
        position = distance.map { position + $0 } ?? end
    }

    func withUnsafeRest<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[position..<end])) }
    }
}

extension CRC32 { static func checksum(_ reader: ByteReader) -> UInt32 { reader.withUnsafeRest { checksum($0) } } }
