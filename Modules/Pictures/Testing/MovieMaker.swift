import Kernel

/// Creates small videos and moving pictures, byte by byte.
package enum MovieMaker {
    /// An unusual property of a video.
    package enum Oddity: Sendable {
        /// A rotated video, as from a phone held upright.
        case turned
        /// A video with numbers of eight bytes.
        case long
    }

    /// Returns a video of one track.
    package static func movie(
        brand: String = "isom", width: Int = 640, height: Int = 480, milliseconds: Int = 2500, handler: String = "vide",
        _ oddity: Oddity? = nil
    ) -> [UInt8] {
        let long = oddity == .long
        let zero = { [UInt8](repeating: 0, count: $0) }
        let head =
            (long ? [1, 0, 0, 0] + zero(16) : zero(12)) + big(1000, 4) + big(milliseconds, long ? 8 : 4) + zero(80)
        let fixedPointOne = 0x10000
        let matrix =
            oddity == .turned
            ? [0, fixedPointOne, 0, 0xFFFF_0000, 0, 0, 0, 0, 0x4000_0000]
            : [fixedPointOne, 0, 0, 0, fixedPointOne, 0, 0, 0, 0x4000_0000]
        let track =
            (long ? [1, 0, 0, 7] + zero(32) : [0, 0, 0, 7] + zero(20)) + zero(16) + matrix.flatMap { big($0, 4) }
            + big(width << 16, 4) + big(height << 16, 4)
        let kind = PhotoMaker.box("hdlr", zero(8) + Array(handler.utf8) + zero(13))
        let moov = PhotoMaker.box(
            "moov",
            PhotoMaker.box("mvhd", head)
                + PhotoMaker.box("trak", PhotoMaker.box("tkhd", track) + PhotoMaker.box("mdia", kind)))
        return PhotoMaker.box("ftyp", Array(brand.utf8) + big(512, 4) + Array("isom".utf8)) + moov
            + PhotoMaker.box("mdat", [1, 2, 3, 4])
    }

    /// Returns an EBML element, or one of unknown size if `open` is true.
    package static func element(_ id: [UInt8], _ body: [UInt8], open: Bool = false) -> [UInt8] {
        id
            + (open
                ? [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
                : [0x10 | UInt8(body.count >> 24)] + big(body.count & 0xFF_FFFF, 3)) + body
    }

    /// Returns a WebM of one track, 1.5 seconds long.
    package static func webm(
        kind: String = "webm", width: Int = 320, height: Int = 240, open: Bool = false, trackType: UInt8 = 1
    )
        -> [UInt8]
    {
        // The identifiers of elements, see RFC 8794 and RFC 9559: EBML with its DocType.
        let header = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array(kind.utf8)))
        let duration = Double(1500).bitPattern
        // Info with the length of a tick in nanoseconds and the duration in ticks.
        let info = element(
            [0x15, 0x49, 0xA9, 0x66],
            element([0x2A, 0xD7, 0xB1], big(1_000_000, 3)) + element([0x44, 0x89], big(Int(duration), 8)))
        let video = element([0xE0], element([0xB0], big(width, 2)) + element([0xBA], big(height, 2)))
        let tracks = element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], element([0x83], [trackType]) + video))
        let cluster = element([0x1F, 0x43, 0xB6, 0x75], [0xE7, 0x81, 0x00], open: open)
        return header + element([0x18, 0x53, 0x80, 0x67], info + tracks + cluster, open: open)
    }

    /// Returns a GIF with this number of pictures of one pixel, a tenth of a second each.
    package static func gif(width: Int = 4, height: Int = 3, pictures: Int = 2) -> [UInt8] {
        let frame: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
        let size = [UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8)]
        return Array("GIF89a".utf8) + size + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + (0..<pictures).flatMap { _ in frame } + [0x3B]
    }
}
