import Kernel

/// The chunks of a WebP (RFC 9649).
enum WebPStructure {
    static func read(_ file: ByteReader) throws -> ImageStructure {
        var reader = file
        reader.order = .little
        try reader.skip(4)
        let size = try reader.number(4)
        guard size >= 12 else { throw ByteReader.Malformed.cutShort }
        var form = try reader.window(size)
        try form.skip(4)
        var (canvas, picture, exif): (Size?, Size?, ByteReader?) = (nil, nil, nil)
        while form.remaining >= 8 {
            let (name, body) = try chunk(&form)
            switch name {
            case "VP8X": canvas = try extended(body)
            case "VP8 ": picture = try lossy(body)
            case "VP8L": picture = try lossless(body)
            case "ANMF": picture = picture ?? canvas
            case "EXIF": exif = exif ?? withoutPreamble(body)
            default: break
            }
        }
        guard let picture else { throw ByteReader.Malformed("holds no picture") }
        let displaySize = canvas ?? picture
        return ImageStructure(type: .webp, width: displaySize.width, height: displaySize.height, exif: exif)
    }

    private typealias Size = (width: Int, height: Int)

    private static func chunk(_ form: inout ByteReader) throws -> (name: String, body: ByteReader) {
        let name = try form.tag()
        let length = try form.number(4)
        let body = try form.window(length)
        if length % 2 == 1, !form.isAtEnd { try form.skip(1) }
        return (name, body)
    }

    /// Reads the canvas size of an extended file.
    private static func extended(_ body: ByteReader) throws -> Size {
        var body = body
        try body.skip(4)
        return (try body.number(3) + 1, try body.number(3) + 1)
    }

    /// Reads the size of a lossy picture (RFC 6386, section 9.1).
    ///
    /// The header is the tag of a key frame with the size of its first partition, a start code, and
    /// the size of the picture.
    private static func lossy(_ body: ByteReader) throws -> Size {
        var body = body
        let tag = try body.number(3)
        guard tag & 1 == 0, try body.number(3) == 0x2A019D else { throw ByteReader.Malformed.damaged }
        let size = (width: try body.number(2) & 0x3FFF, height: try body.number(2) & 0x3FFF)
        guard tag >> 5 <= body.remaining else { throw ByteReader.Malformed.cutShort }
        return size
    }

    /// Reads the size of a lossless picture.
    private static func lossless(_ body: ByteReader) throws -> Size {
        var body = body
        guard try body.byte() == 0x2F else { throw ByteReader.Malformed.damaged }
        let bits = try body.number(4)
        guard !body.isAtEnd else { throw ByteReader.Malformed.cutShort }
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }

    /// Removes the preamble of a JPEG segment, which some programs write before the block.
    private static func withoutPreamble(_ body: ByteReader) -> ByteReader {
        guard body.starts(with: Array("Exif\0\0".utf8)), let block = try? body.from(6) else { return body }
        return block
    }
}
