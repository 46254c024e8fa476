import Kernel

/// The pages of an Ogg file (RFC 3533) with sound in it: Vorbis, Opus, FLAC or Speex.
enum OggStructure {
    private static let last = 4

    static func read(_ whole: ByteReader) throws -> PictureFacts {
        var reader = whole
        var (rate, granule, flags) = (0, 0, 0)
        var isFirst = true
        while !reader.isAtEnd {
            guard try reader.tag() == "OggS", try reader.byte() == 0 else { throw ByteReader.Malformed.damaged }
            flags = try reader.byte()
            let (low, high) = (try reader.number(4), try reader.number(4))
            // All ones where no packet ends on the page.
            if high < 1 << 24 { granule = high << 32 | low }
            try reader.skip(12)
            let segments = try (0..<reader.byte()).map { _ in try reader.byte() }
            let body = try reader.window(segments.reduce(0, +))
            if isFirst { rate = try samplesASecond(body) }
            isFirst = false
        }
        guard flags & last != 0 else { throw ByteReader.Malformed.cutShort }
        return PictureFacts(
            format: .ogg, width: 0, height: 0, milliseconds: Int(Double(granule) / Double(rate) * 1000))
    }

    /// What the first packet says.
    private static func samplesASecond(_ packet: ByteReader) throws -> Int {
        func number(at place: Int, _ size: Int = 4, order: ByteReader.Order = .little) throws -> Int {
            var field = try packet.from(place)
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
            // Behind the mapping and the head of its stream: 20 bits.
            rate = try number(at: 27, 3, order: .big) >> 4
        } else {
            throw ByteReader.Malformed("holds no sound of a known kind")
        }
        guard rate > 0 else { throw ByteReader.Malformed.damaged }
        return rate
    }
}
