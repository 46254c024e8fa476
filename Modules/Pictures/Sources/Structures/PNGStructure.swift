import Kernel

/// The chunks of a PNG (ISO/IEC 15948), including checksums.
enum PNGStructure {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func read(_ file: ByteReader) throws -> ImageStructure {
        var reader = file
        try reader.skip(signature.count)
        var (size, exif, compressedBytes): (Header?, ByteReader?, Int) = (nil, nil, 0)
        while true {
            let (name, body) = try chunk(&reader)
            guard (name == "IHDR") == (size == nil) else { throw ByteReader.Malformed.damaged }
            switch name {
            case "IHDR": size = try header(body)
            case "IDAT": compressedBytes += body.remaining
            case "eXIf": exif = exif ?? body
            case "IEND":
                guard let size, compressedBytes > 0 else { throw ByteReader.Malformed("holds no picture") }
                // Deflate compresses at most 1,032 bytes into one. A file with fewer bytes was
                // truncated and then given an end chunk.
                guard compressedBytes >= size.minimumBytes / 1032 else { throw ByteReader.Malformed.cutShort }
                return ImageStructure(
                    type: .png, width: size.width, height: size.height, isGray: size.isGray, exif: exif)
            default: break
            }
        }
    }

    /// Reads a chunk and verifies its checksum.
    private static func chunk(_ reader: inout ByteReader) throws -> (name: String, body: ByteReader) {
        let length = try reader.number(4)
        var checksumReader = reader
        let name = try reader.tag()
        let body = try reader.window(length)
        let checksumBytes = try checksumReader.window(4 + length)
        guard try reader.number(4) == Int(CRC32.checksum(checksumBytes)) else { throw ByteReader.Malformed.damaged }
        return (name, body)
    }

    /// Returns a PNG with camera notes after its header (the chunk eXIf of its third edition).
    ///
    /// The PNG must not have notes.
    static func annotated(_ png: [UInt8], notes: [UInt8]) -> [UInt8] {
        // The signature and the header chunk have a fixed size.
        let headerEnd = signature.count + 12 + 13
        let body = Array("eXIf".utf8) + notes
        let checksum = Int(CRC32.checksum(ByteReader(body)))
        var result = Array(png[..<min(headerEnd, png.count)])
        result += ByteOrder.big(notes.count, 4) + body + ByteOrder.big(checksum, 4)
        return result + png[min(headerEnd, png.count)...]
    }

    /// The properties in the chunk IHDR.
    private struct Header {
        let width: Int
        let height: Int
        let isGray: Bool
        /// The uncompressed size of all rows: the bits of the pixels, and one byte for each row.
        let minimumBytes: Int
    }

    private static func header(_ body: ByteReader) throws -> Header {
        var body = body
        guard body.remaining == 13 else { throw ByteReader.Malformed.damaged }
        let width = try body.number(4)
        let height = try body.number(4)
        // The caller reports the excessive size.
        guard max(width, height) <= PictureLimits.longestSide, width * height <= PictureLimits.largestArea else {
            return Header(width: width, height: height, isGray: false, minimumBytes: 0)
        }
        let depth = try body.byte()
        let colorType = try body.byte()
        // The channels by color type.
        guard [1, 2, 4, 8, 16].contains(depth), let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] else {
            throw ByteReader.Malformed.damaged
        }
        return Header(
            width: width, height: height, isGray: colorType == 0 || colorType == 4,
            minimumBytes: height * (width / 8 * depth * channels + 1))
    }
}
