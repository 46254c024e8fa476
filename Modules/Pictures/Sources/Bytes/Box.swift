import Kernel

/// The header of a box (ISO/IEC 14496-12, section 4.2), the building block of MP4, MOV and HEIC.
struct BoxHead {
    let name: String
    let length: Int

    /// Reads a header. Afterwards the reader is at the start of the body.
    ///
    /// - Parameter left: the number of bytes from the header to the required end of the box. It may
    ///   exceed the number of bytes in the reader.
    init(_ reader: inout ByteReader, left: Int) throws {
        let start = reader.position
        let size = try reader.number(4)
        name = try reader.tag()
        let totalLength = size == 0 ? left : size == 1 ? try reader.longNumber() : size
        length = totalLength - (reader.position - start)
        guard length >= 0 else { throw ByteReader.Malformed.damaged }
        guard totalLength <= left else { throw ByteReader.Malformed.cutShort }
    }
}

/// A box in memory.
struct Box {
    /// The maximum number of boxes in one container. A file with more is rejected as an attack.
    static let childLimit = 10_000

    let name: String
    let body: ByteReader

    init(_ reader: inout ByteReader) throws {
        let head = try BoxHead(&reader, left: reader.remaining)
        name = head.name
        body = try reader.window(head.length)
    }

    static func all(in reader: ByteReader) throws -> [Box] {
        var reader = reader
        var boxes = [Box]()
        while !reader.isAtEnd {
            guard boxes.count < childLimit else { throw ByteReader.Malformed.damaged }
            boxes.append(try Box(&reader))
        }
        return boxes
    }

    /// Returns the version, the flags, and the body after them.
    static func fullBody(_ body: ByteReader) throws -> (version: Int, flags: Int, body: ByteReader) {
        var body = body
        return (try body.byte(), try body.number(3), body)
    }
}
