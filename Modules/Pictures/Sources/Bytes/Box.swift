import Kernel

/// The head of a box (ISO/IEC 14496-12, section 4.2): MP4, MOV and HEIC are made of boxes.
struct BoxHead {
    let name: String
    /// Bytes of the body behind it.
    let length: Int

    /// Reads a head; reading goes on with its body.
    ///
    /// - Parameter left: bytes from the head on, to where the box must end: a reader may see less of them.
    init(_ reader: inout ByteReader, left: Int) throws {
        let start = reader.position
        let size = try reader.number(4)
        name = try reader.tag()
        let whole = size == 0 ? left : size == 1 ? try reader.longNumber() : size
        length = whole - (reader.position - start)
        guard length >= 0 else { throw ByteReader.Malformed.damaged }
        guard whole <= left else { throw ByteReader.Malformed.cutShort }
    }
}

/// A box that lies in memory.
struct Box {
    /// More in one place are taken for an attack.
    static let mostInOne = 10_000

    let name: String
    let body: ByteReader

    init(_ reader: inout ByteReader) throws {
        let head = try BoxHead(&reader, left: reader.left)
        name = head.name
        body = try reader.window(head.length)
    }

    static func all(in reader: ByteReader) throws -> [Box] {
        var (reader, boxes) = (reader, [Box]())
        while !reader.isAtEnd {
            guard boxes.count < mostInOne else { throw ByteReader.Malformed.damaged }
            boxes.append(try Box(&reader))
        }
        return boxes
    }

    /// What stands behind version and flags.
    static func fullBody(_ body: ByteReader) throws -> (version: Int, flags: Int, body: ByteReader) {
        var body = body
        return (try body.byte(), try body.number(3), body)
    }
}
