import Kernel

/// The pages of an Ogg file (RFC 3533) with sound: Vorbis, Opus, FLAC or Speex.
enum OggStructure {
    private static let lastPageFlag = 4

    static func read(_ whole: ByteReader) throws -> PictureProperties {
        var reader = whole
        var rate = 0
        var lastGranule = 0
        var flags = 0
        var isFirst = true
        while !reader.isAtEnd {
            guard try reader.tag() == "OggS", try reader.byte() == 0 else { throw ByteReader.Malformed.damaged }
            flags = try reader.byte()
            let low = try reader.number(4)
            let high = try reader.number(4)
            // The field is all ones if no packet ends on the page.
            if high < 1 << 24 { lastGranule = high << 32 | low }
            try reader.skip(12)
            let segments = try (0..<reader.byte()).map { _ in try reader.byte() }
            let body = try reader.window(segments.reduce(0, +))
            if isFirst { rate = try sampleRate(body) }
            isFirst = false
        }
        guard flags & lastPageFlag != 0 else { throw ByteReader.Malformed.cutShort }
        return PictureProperties(
            format: .ogg, width: 0, height: 0, milliseconds: Int(Double(lastGranule) / Double(rate) * 1000))
    }

    /// Returns the samples per second that the first packet records.
    private static func sampleRate(_ packet: ByteReader) throws -> Int {
        func number(at offset: Int, _ size: Int = 4, order: ByteReader.Order = .little) throws -> Int {
            var field = try packet.from(offset)
            field.order = order
            return try field.number(size)
        }
        let rate: Int
        if packet.starts(with: [1] + "vorbis".utf8) {
            rate = try number(at: 12)
        } else if packet.starts(with: "OpusHead".utf8) {
            rate = 48_000
        } else if packet.starts(with: "Speex   ".utf8) {
            rate = try number(at: 36)
        } else if packet.starts(with: [0x7F] + "FLAC".utf8) {
            // The rate has 20 bits, after the mapping and the header of the FLAC stream.
            rate = try number(at: 27, 3, order: .big) >> 4
        } else {
            throw ByteReader.Malformed("holds no sound of a known kind")
        }
        guard rate > 0 else { throw ByteReader.Malformed.damaged }
        return rate
    }
}
