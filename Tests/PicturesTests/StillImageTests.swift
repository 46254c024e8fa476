import Kernel
import Pictures
import PicturesTesting
import TestSupport
import XCTest

/// JPEG, PNG and WebP at minimum length and one byte below.
final class StillImageTests: XCTestCase {
    private func size(_ bytes: [UInt8]) -> String {
        (try? ImageHeader(bytes)).map { "\($0.width)×\($0.height)" } ?? "refused"
    }

    // MARK: - JPEG

    private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(body.count + 2, 2) + body
    }

    private func jpeg(
        _ width: Int, _ height: Int, marker: UInt8 = 0xC0, channels: UInt8 = 1, scan: [UInt8], before: [UInt8] = []
    ) -> [UInt8] {
        [0xFF, 0xD8] + before + segment(marker, [8] + big(height, 2) + big(width, 2) + [channels, 1, 0x11, 0])
            + segment(0xDA, [1, 1, 0, 0, 63, 0]) + scan + [0xFF, 0xD9]
    }

    /// A JPEG needs a quarter of a byte for each block of 8 × 8, except in progressive ones.
    func testJPEGNeedsDataForItsBlocks() {
        for (width, height, least) in [
            (8, 8, 1), (32, 8, 1), (64, 8, 2), (32, 32, 4), (33, 32, 5), (32, 33, 5), (320, 32, 40), (32, 320, 40),
            (320, 320, 400),
        ] {
            for marker in [0xC0, 0xC1] as [UInt8] {
                for (count, isRead) in [(least, true), (least - 1, false)] {
                    let bytes = jpeg(width, height, marker: marker, scan: [UInt8](repeating: 7, count: count))
                    XCTAssertEqual(size(bytes), isRead ? "\(width)×\(height)" : "refused", "\(marker): \(count)")
                }
            }
        }
        XCTAssertEqual(size(jpeg(800, 800, marker: 0xC2, scan: [7])), "800×800")
        XCTAssertEqual(size(jpeg(800, 800, marker: 0xC2, scan: [])), "refused")
    }

    func testFrameMarkersAreDistinguishedFromTables() {
        let frames: Set<UInt8> = Set(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])
        for marker in 0xC0...0xCF as ClosedRange<UInt8> {
            XCTAssertEqual(
                size(jpeg(8, 8, marker: marker, scan: [7])), frames.contains(marker) ? "8×8" : "refused", "\(marker)")
        }
        let frame = segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
        XCTAssertEqual(size(jpeg(8, 8, scan: [7], before: frame)), "refused", "two frames")
        XCTAssertEqual(try? ImageHeader(jpeg(8, 8, channels: 1, scan: [7])).isGray, true)
        XCTAssertEqual(try? ImageHeader(jpeg(8, 8, channels: 3, scan: [7])).isGray, false)
    }

    func testMarkersWithoutLengthAreAllowedAnywhere() {
        for code in [0x01] + Array(0xD0...0xD7) as [UInt8] {
            XCTAssertEqual(size(jpeg(8, 8, scan: [7], before: [0xFF, code])), "8×8", "\(code)")
        }
        for code in Array(0xD0...0xD7) + [0] as [UInt8] {
            XCTAssertEqual(size(jpeg(8, 8, scan: [7, 0xFF, code, 7])), "8×8", "\(code)")
        }
        XCTAssertEqual(size(jpeg(8, 8, scan: [7], before: [0xFF, 0xFF, 0xFF, 0x01])), "8×8", "fill bytes")
        for before in [[0xFF, 0x00], [0x07], [0xFF, 0xFE, 0, 1], [0xFF, 0xFE, 0, 0]] as [[UInt8]] {
            XCTAssertEqual(size(jpeg(8, 8, scan: [7], before: before)), "refused", "\(before)")
        }
        XCTAssertEqual(size(jpeg(8, 8, scan: [7], before: segment(0xFE, []))), "8×8", "an empty remark")
    }

    func testFirstCameraNotesAreUsed() throws {
        let notes = [6, 1].map { segment(0xE1, Array("Exif\0\0".utf8) + PhotoMaker.Exif(orientation: $0).block) }
        XCTAssertEqual(size(jpeg(8, 16, scan: [7], before: notes[0] + notes[1])), "16×8")
        XCTAssertEqual(size(jpeg(8, 16, scan: [7], before: notes[1] + notes[0])), "8×16")
        XCTAssertEqual(size(jpeg(8, 16, scan: [7], before: segment(0xE1, Array("http".utf8)) + notes[0])), "16×8")
    }

    /// Both entry points read a photo of 64 MiB and reject one more byte.
    func testPhotoOfMaximumSizeIsRead() {
        let start = jpeg(8, 8, scan: [7])
        let missing = (64 << 20) - start.count
        var remarks: [UInt8] = []
        while missing - remarks.count > 70_000 { remarks += segment(0xFE, [UInt8](repeating: 1, count: 65_533)) }
        for more in [0, 1] {
            let rest = missing - remarks.count + more
            let halves = [rest / 2, rest - rest / 2].flatMap { segment(0xFE, [UInt8](repeating: 1, count: $0 - 4)) }
            let bytes = jpeg(8, 8, scan: [7], before: remarks + halves)
            XCTAssertEqual(bytes.count, (64 << 20) + more)
            XCTAssertEqual(size(bytes), more == 0 ? "8×8" : "refused")
            XCTAssertEqual(
                code { try PictureValidator.facts(of: ByteSource(name: "", bytes)) }, more == 0 ? nil : "badMedia")
        }
    }

    // MARK: - PNG

    private func png(_ chunks: [(String, [UInt8])]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.flatMap { PhotoMaker.chunk($0, $1) }
    }

    private func png(_ width: Int, _ height: Int, depth: UInt8 = 8, kind: UInt8 = 0, packed: Int) -> [UInt8] {
        png([
            ("IHDR", big(width, 4) + big(height, 4) + [depth, kind, 0, 0, 0]),
            ("IDAT", [UInt8](repeating: 1, count: packed)),
            ("IEND", []),
        ])
    }

    /// A PNG needs one byte for 1,032 bytes of its rows. Each row begins with a filter byte.
    func testPNGNeedsDataForItsRows() {
        for (width, height, kind, least) in [
            (1, 1, 0, 1), (1032, 1, 0, 1), (1032, 1, 2, 3), (1032, 2, 3, 2), (1032, 1, 4, 2), (1032, 1, 6, 4),
            (8, 1032, 0, 9),
            (1024, 1032, 0, 1025), (25_000, 1, 0, 24), (25_000, 8000, 0, 193_806),
        ] {
            for (count, isRead) in [(least, true), (least - 1, false)] {
                XCTAssertEqual(
                    size(png(width, height, kind: UInt8(kind), packed: count)),
                    isRead ? "\(width)×\(height)" : "refused",
                    "\(kind): \(count)")
            }
        }
    }

    func testValidPNGDepthsAndColorTypes() {
        for depth in 0...33 as ClosedRange<UInt8> {
            XCTAssertEqual(
                size(png(1, 1, depth: depth, packed: 9)) == "1×1", [1, 2, 4, 8, 16].contains(depth), "\(depth)")
        }
        for kind in 0...8 as ClosedRange<UInt8> {
            let header = try? ImageHeader(png(1, 1, kind: kind, packed: 9))
            XCTAssertEqual(header != nil, [0, 2, 3, 4, 6].contains(kind), "\(kind)")
            XCTAssertEqual(header?.isGray ?? false, [0, 4].contains(kind), "\(kind)")
        }
    }

    func testPNGChunksMustBeInOrder() {
        let header = big(1, 4) + big(1, 4) + [8, 0, 0, 0, 0]
        for (chunks, isRead) in [
            ([("IHDR", header), ("IDAT", [1]), ("IEND", [])], true), ([("IHDR", header), ("IEND", [])], false),
            ([("IHDR", header), ("IDAT", []), ("IEND", [])], false), ([("IHDR", header), ("IDAT", [1])], false),
            ([("IHDR", header), ("IHDR", header), ("IDAT", [1]), ("IEND", [])], false),
            ([("tEXt", [1]), ("IHDR", header), ("IDAT", [1]), ("IEND", [])], false),
            ([("IHDR", header), ("tEXt", [1]), ("IDAT", [1]), ("IEND", [])], true),
            ([("IHDR", header + [0]), ("IDAT", [1]), ("IEND", [])], false),
            ([("IHDR", header.dropLast()), ("IDAT", [1]), ("IEND", [])], false),
        ] as [([(String, [UInt8])], Bool)] {
            XCTAssertEqual(size(png(chunks)), isRead ? "1×1" : "refused", "\(chunks)")
        }
        let notes = [6, 1].map { ("eXIf", PhotoMaker.Exif(orientation: $0).block) }
        let tall = big(1, 4) + big(2, 4) + [8, 0, 0, 0, 0]
        XCTAssertEqual(size(png([("IHDR", tall), notes[0], notes[1], ("IDAT", [1]), ("IEND", [])])), "2×1")
    }

    // MARK: - WebP

    private func riff(_ name: String, _ body: [UInt8], isPadded: Bool = true) -> [UInt8] {
        Array(name.utf8) + little(body.count, 4) + body + (isPadded && body.count % 2 == 1 ? [0] : [])
    }

    private func webp(_ chunks: [UInt8]...) -> [UInt8] {
        let form = Array("WEBP".utf8) + chunks.flatMap(\.self)
        return Array("RIFF".utf8) + little(form.count, 4) + form
    }

    private func lossy(
        _ width: Int, _ height: Int, tag: Int = 4 << 5, rest: Int = 4, start: [UInt8] = [0x9D, 0x01, 0x2A]
    )
        -> [UInt8]
    {
        riff("VP8 ", little(tag, 3) + start + little(width, 2) + little(height, 2) + [UInt8](repeating: 9, count: rest))
    }

    private func canvas(_ width: Int, _ height: Int) -> [UInt8] {
        riff("VP8X", [0, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    }

    func testChunksOfAnyLengthMayPrecedePicture() {
        for length in 0...9 {
            let other = [UInt8](repeating: 1, count: length)
            XCTAssertEqual(size(webp(riff("ICCP", other), lossy(40, 24))), "40×24", "\(length)")
            XCTAssertEqual(size(webp(lossy(40, 24), riff("XMP ", other, isPadded: false))), "40×24", "\(length)")
        }
    }

    func testCanvasSizeIsUsedAndSufficesForAnimation() {
        XCTAssertEqual(size(webp(canvas(40, 24), lossy(8, 8))), "40×24")
        XCTAssertEqual(size(webp(canvas(300, 70_000 / 7), riff("ANMF", []))), "300×10000")
        XCTAssertEqual(size(webp(canvas(40, 24))), "refused")
        XCTAssertEqual(size(webp(riff("ANMF", []))), "refused")
    }

    func testLossyPictureNeedsKeyFrameAndFirstPartition() {
        for (bytes, isRead) in [
            (lossy(40, 24), true), (lossy(40 | 0xC000, 24 | 0x4000), true), (lossy(40, 24, tag: 4 << 5 | 0x1E), true),
            (lossy(40, 24, tag: 4 << 5 | 1), false), (lossy(40, 24, tag: 5 << 5), false),
            (lossy(40, 24, tag: 6 << 5), false),
            (lossy(40, 24, tag: 0, rest: 0), true), (lossy(40, 24, start: [0x9D, 0x01, 0x2B]), false),
        ] {
            XCTAssertEqual(size(webp(bytes)), isRead ? "40×24" : "refused", "\(bytes)")
        }
    }

    func testLosslessPictureNeedsData() {
        for (width, height) in [(1, 1), (40, 24), (16_384, 3), (3, 16_384)] {
            let bits = little(width - 1 | (height - 1) << 14, 4)
            XCTAssertEqual(size(webp(riff("VP8L", [0x2F] + bits + [1]))), "\(width)×\(height)")
            XCTAssertEqual(size(webp(riff("VP8L", [0x2F] + bits))), "refused")
            XCTAssertEqual(size(webp(riff("VP8L", [0x2E] + bits + [1]))), "refused")
        }
        XCTAssertEqual(try? ImageHeader(webp(lossy(40, 24))).isGray, false)
        XCTAssertEqual(try? ImageHeader(PhotoMaker.heic(4, 4)).isGray, false)
    }

    func testNotesMayBeginWithJPEGPreambleAndFirstAreUsed() {
        let notes = [6, 1].map { PhotoMaker.Exif(orientation: $0).block }
        for preamble in [[], Array("Exif\0\0".utf8)] {
            XCTAssertEqual(
                size(webp(lossy(40, 24), riff("EXIF", preamble + notes[0]), riff("EXIF", notes[1]))), "24×40")
        }
    }
}
