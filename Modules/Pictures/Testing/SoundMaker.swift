import Kernel

/// Creates small recordings, byte by byte.
package enum SoundMaker {
    /// Returns silence of this duration: one channel, 8,000 samples of 8 bits per second.
    package static func wav(milliseconds: Int = 500) -> [UInt8] {
        let sound = [UInt8](repeating: 128, count: milliseconds * 8)
        let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
        let body = Array("WAVEfmt ".utf8) + little(16, 4) + format + Array("data".utf8) + little(sound.count, 4) + sound
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    /// Returns a page with the Vorbis header, and a last page at this time.
    package static func ogg(head: [UInt8]? = nil, milliseconds: Int = 500) -> [UInt8] {
        let vorbis = [1] + Array("vorbis".utf8) + little(0, 4) + [1] + little(48_000, 4) + little(0, 8) + little(0, 6)
        return page(2, granule: 0, head ?? vorbis) + page(4, granule: milliseconds * 48, [1, 2, 3, 4])
    }

    private static func page(_ flags: UInt8, granule: Int, _ body: [UInt8]) -> [UInt8] {
        Array("OggS".utf8) + [0, flags] + little(granule, 8) + little(7, 4) + little(0, 4) + little(0, 4)
            + [1, UInt8(body.count)] + body
    }

    /// Returns frames of MPEG 1 at 32 kilobits and 48,000 samples per second, 24 ms each.
    package static func mp3(frames: Int = 20, tag: [UInt8] = []) -> [UInt8] {
        tag + (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x14, 0xC4] + [UInt8](repeating: 0, count: 92) }
    }
}
