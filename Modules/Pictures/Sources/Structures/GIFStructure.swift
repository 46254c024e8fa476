import Kernel

/// The blocks of a GIF (GIF89a specification), read up to the trailer.
enum GIFStructure {
    static func read(_ file: ByteReader) throws -> PictureProperties {
        var reader = file
        guard reader.starts(with: "GIF87a".utf8) || reader.starts(with: "GIF89a".utf8) else {
            throw ByteReader.Malformed.damaged
        }
        try reader.skip(6)
        let width = try reader.number(2)
        let height = try reader.number(2)
        try skipColorTable(&reader, try reader.byte(), after: 2)
        var pictures = 0
        var hundredths = 0
        while true {
            switch try reader.byte() {
            // An extension.
            case 0x21:
                let label = try reader.byte()
                if label == 0xF9 { hundredths += try delay(reader) }
                try skipBlocks(&reader)
            // A picture.
            case 0x2C:
                pictures += 1
                try reader.skip(8)
                try skipColorTable(&reader, try reader.byte(), after: 0)
                try reader.skip(1)
                try skipBlocks(&reader)
            // The trailer.
            case 0x3B:
                guard pictures > 0 else { throw ByteReader.Malformed("holds no picture") }
                return PictureProperties(
                    format: .gif, width: width, height: height,
                    milliseconds: pictures > 1 && hundredths > 0 ? hundredths * 10 : nil)
            default: throw ByteReader.Malformed.damaged
            }
        }
    }

    /// Skips fields and the color table that the flags announce.
    private static func skipColorTable(_ reader: inout ByteReader, _ flags: Int, after fields: Int) throws {
        try reader.skip(fields)
        if flags & 0x80 != 0 { try reader.skip(3 << ((flags & 7) + 1)) }
    }

    /// Skips data blocks up to the empty one at their end.
    private static func skipBlocks(_ reader: inout ByteReader) throws {
        while true {
            let length = try reader.byte()
            if length == 0 { return }
            try reader.skip(length)
        }
    }

    /// Returns the delay of a graphic control block, in hundredths of a second.
    private static func delay(_ reader: ByteReader) throws -> Int {
        var reader = reader
        try reader.skip(2)
        return try reader.number(2)
    }
}
