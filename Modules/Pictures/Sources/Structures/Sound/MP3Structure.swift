import Kernel

/// The frames of an MP3 (ISO/IEC 11172-3 and 13818-3, layer III), after an ID3v2 tag and before an
/// ID3v1 or APE tag.
enum MP3Structure {
    /// The minimum number of frames. Fewer may match by accident.
    private static let minimumFrames = 2
    private static let kilobits = [
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    /// Samples per second by the version's two bits: 2.5, none, 2, 1.
    private static let rates = [[11_025, 12_000, 8000], [], [22_050, 24_000, 16_000], [44_100, 48_000, 32_000]]

    static func begins(_ head: ByteReader) -> Bool {
        var reader = head
        return head.starts(with: "ID3".utf8) || (try? frame(&reader)) != nil
    }

    static func read(_ whole: ByteReader) throws -> PictureProperties {
        var reader = try afterTag(whole)
        var count = 0
        var milliseconds = 0.0
        while !reader.isAtEnd, !reader.starts(with: "TAG".utf8), !reader.starts(with: "APETAGEX".utf8) {
            let frame = try frame(&reader)
            try reader.skip(frame.length - 4)
            count = count + 1
            milliseconds = milliseconds + frame.milliseconds
        }
        guard count >= minimumFrames else { throw ByteReader.Malformed.cutShort }
        return PictureProperties(format: .mp3, width: 0, height: 0, milliseconds: Int(milliseconds))
    }

    /// Returns a reader after the ID3v2 tag, if there is one.
    private static func afterTag(_ whole: ByteReader) throws -> ByteReader {
        guard whole.starts(with: "ID3".utf8) else { return whole }
        var reader = whole
        try reader.skip(5)
        let flags = try reader.byte()
        // Each byte has seven bits, so that the size does not look like the start of a frame.
        let size = try (0..<4).reduce(0) { size, _ in try size << 7 | reader.byte() & 0x7F }
        try reader.skip(size + (flags & 0x10 != 0 ? 10 : 0))
        return reader
    }

    /// Reads the header of a frame, and returns the length of the frame with its header.
    private static func frame(_ reader: inout ByteReader) throws -> (length: Int, milliseconds: Double) {
        let (sync, versionByte, rateByte, _) = (
            try reader.byte(), try reader.byte(), try reader.byte(), try reader.byte()
        )
        let version = versionByte >> 3 & 3
        let layer = versionByte >> 1 & 3
        let bitrateIndex = rateByte >> 4
        let rateIndex = rateByte >> 2 & 3
        guard sync == 0xFF, versionByte & 0xE0 == 0xE0, version != 1, layer == 1, (1...14).contains(bitrateIndex),
            rateIndex < 3
        else {
            throw ByteReader.Malformed.damaged
        }
        let isVersion1 = version == 3
        let rate = rates[version][rateIndex]
        let length =
            (isVersion1 ? 144 : 72) * kilobits[isVersion1 ? 0 : 1][bitrateIndex] * 1000 / rate + (rateByte >> 1 & 1)
        return (length, Double(isVersion1 ? 1152 : 576) / Double(rate) * 1000)
    }
}
