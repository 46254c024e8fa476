/// The chunks of a PNG (ISO/IEC 15948), checksums included.
enum PNGStructure {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func read(_ whole: ByteReader) throws -> ImageStructure {
        var reader = whole
        try reader.skip(signature.count)
        var (size, exif, hasData): (Header?, ByteReader?, Bool) = (nil, nil, false)
        while true {
            let (name, body) = try chunk(&reader)
            guard (name == "IHDR") == (size == nil) else { throw ByteReader.Malformed("is damaged") }
            switch name {
            case "IHDR": size = try header(body)
            case "IDAT": hasData = hasData || body.left > 0
            case "eXIf": exif = exif ?? body
            case "IEND":
                guard let size, hasData else { throw ByteReader.Malformed("holds no picture") }
                return ImageStructure(type: .png, width: size.width, height: size.height, isGrey: size.isGrey, exif: exif)
            default: break
            }
        }
    }

    private static func chunk(_ reader: inout ByteReader) throws -> (name: String, body: ByteReader) {
        let length = try reader.number(4)
        var named = reader
        let name = try reader.tag()
        let body = try reader.window(length)
        let covered = try named.window(4 + length)
        guard try reader.number(4) == Int(CRC32.checksum(covered)) else { throw ByteReader.Malformed("is damaged") }
        return (name, body)
    }

    private typealias Header = (width: Int, height: Int, isGrey: Bool)

    private static func header(_ body: ByteReader) throws -> Header {
        var body = body
        guard body.left == 13 else { throw ByteReader.Malformed("is damaged") }
        let (width, height) = (try body.number(4), try body.number(4))
        try body.skip(1)
        return (width, height, try [0, 4].contains(body.byte()))
    }
}

/// The checksum of PNG chunks: CRC-32 (ISO 3309), polynomial 0xEDB88320 reflected.
package enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    static func checksum(_ reader: ByteReader) -> UInt32 { reader.withUnsafeRest { checksum($0) } }

    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var value = UInt32.max
            for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
            return ~value
        }
    }
}
