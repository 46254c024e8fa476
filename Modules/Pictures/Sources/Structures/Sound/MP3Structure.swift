import Kernel

/// The frames of an MP3 (ISO/IEC 11172-3 and 13818-3, layer III), behind a tag of ID3v2 and before one of ID3v1 or APE.
enum MP3Structure {
    /// Fewer are taken for bytes that look like one by accident.
    private static let fewest = 2
    private static let kilobits = [
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    /// Samples a second by the version's two bits: 2.5, none, 2, 1.
    private static let rates = [[11_025, 12_000, 8000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]]

    static func begins(_ head: ByteReader) -> Bool {
        var reader = head
        return head.starts(with: "ID3".utf8) || (try? frame(&reader)) != nil
    }

    static func read(_ whole: ByteReader) throws -> PictureFacts {
        var reader = try behindTag(whole)
        var (count, milliseconds) = (0, 0.0)
        while !reader.isAtEnd, !reader.starts(with: "TAG".utf8), !reader.starts(with: "APETAGEX".utf8) {
            let one = try frame(&reader)
            try reader.skip(one.length - 4)
            (count, milliseconds) = (count + 1, milliseconds + one.milliseconds)
        }
        guard count >= fewest else { throw ByteReader.Malformed.cutShort }
        return PictureFacts(format: .mp3, width: 0, height: 0, milliseconds: Int(milliseconds))
    }

    private static func behindTag(_ whole: ByteReader) throws -> ByteReader {
        guard whole.starts(with: "ID3".utf8) else { return whole }
        var reader = whole
        try reader.skip(5)
        let flags = try reader.byte()
        // Seven bits a byte, so that no size looks like a frame.
        let size = try (0..<4).reduce(0) { size, _ in try size << 7 | reader.byte() & 0x7F }
        try reader.skip(size + (flags & 0x10 != 0 ? 10 : 0))
        return reader
    }

    /// Reads the head of a frame.
    private static func frame(_ reader: inout ByteReader) throws -> (length: Int, milliseconds: Double) {
        let (sync, head, sound, _) = (try reader.byte(), try reader.byte(), try reader.byte(), try reader.byte())
        let (version, layer, bits, speed) = (head >> 3 & 3, head >> 1 & 3, sound >> 4, sound >> 2 & 3)
        guard sync == 0xFF, head & 0xE0 == 0xE0, version != 1, layer == 1, (1...14).contains(bits), speed < 3 else {
            throw ByteReader.Malformed.damaged
        }
        let (isFull, rate) = (version == 3, rates[version][speed])
        let length = (isFull ? 144 : 72) * kilobits[isFull ? 0 : 1][bits] * 1000 / rate + (sound >> 1 & 1)
        return (length, Double(isFull ? 1152 : 576) / Double(rate) * 1000)
    }
}
