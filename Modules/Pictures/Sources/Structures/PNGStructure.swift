import Kernel

/// The chunks of a PNG (ISO/IEC 15948), checksums included.
enum PNGStructure {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func read(_ whole: ByteReader) throws -> ImageStructure {
        var reader = whole
        try reader.skip(signature.count)
        var (size, exif, packed): (Header?, ByteReader?, Int) = (nil, nil, 0)
        while true {
            let (name, body) = try chunk(&reader)
            guard (name == "IHDR") == (size == nil) else { throw ByteReader.Malformed.damaged }
            switch name {
            case "IHDR": size = try header(body)
            case "IDAT": packed += body.left
            case "eXIf": exif = exif ?? body
            case "IEND":
                guard let size, packed > 0 else { throw ByteReader.Malformed("holds no picture") }
                // Deflate packs 1,032 bytes into one at best; a file with less was cut and then closed again.
                guard packed >= size.leastBytes / 1032 else { throw ByteReader.Malformed.cutShort }
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
        guard try reader.number(4) == Int(CRC32.checksum(covered)) else { throw ByteReader.Malformed.damaged }
        return (name, body)
    }

    /// A PNG with notes of a camera behind its header (the chunk eXIf of its third edition); it has none of its own.
    static func annotated(_ png: [UInt8], notes: [UInt8]) -> [UInt8] {
        // The signature, and the header of a fixed size.
        let head = signature.count + 12 + 13
        let body = Array("eXIf".utf8) + notes
        let sum = Int(CRC32.checksum(ByteReader(body)))
        var made = Array(png[..<min(head, png.count)])
        made += ByteOrder.big(notes.count, 4) + body + ByteOrder.big(sum, 4)
        return made + png[min(head, png.count)...]
    }

    private struct Header {
        let width: Int
        let height: Int
        let isGrey: Bool
        /// Of all rows, before they are packed: the pixels' bits, and a byte for each row.
        let leastBytes: Int
    }

    private static func header(_ body: ByteReader) throws -> Header {
        var body = body
        guard body.left == 13 else { throw ByteReader.Malformed.damaged }
        let (width, height) = (try body.number(4), try body.number(4))
        // What is too large is said to be just that, by whoever asked.
        guard max(width, height) <= PictureLimits.longestSide, width * height <= PictureLimits.largestArea else {
            return Header(width: width, height: height, isGrey: false, leastBytes: 0)
        }
        let (depth, kind) = (try body.byte(), try body.byte())
        guard [1, 2, 4, 8, 16].contains(depth), let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][kind] else {
            throw ByteReader.Malformed.damaged
        }
        return Header(
            width: width, height: height, isGrey: kind == 0 || kind == 4, leastBytes: height * (width / 8 * depth * channels + 1))
    }
}
