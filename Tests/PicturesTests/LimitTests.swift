import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesTesting
import Programs
import TestSupport
import XCTest

/// Limits of the parsers, each tested on both sides.
final class LimitTests: XCTestCase {
    private func judge(_ bytes: [UInt8]) -> PictureProperties? {
        try? PictureValidator.facts(of: ByteSource(name: "", bytes))
    }

    func testPictureMayBeOnePixelWideOrHigh() {
        for (width, height) in [(1, 1), (1, 2), (2, 1)] {
            for bytes in [
                MovieMaker.gif(width: width, height: height), PhotoMaker.png(width, height),
                PhotoMaker.webp(width, height),
                PhotoMaker.webp(width, height, lossless: true), PhotoMaker.heic(width, height),
                PhotoMaker.jpeg(width, height),
                MovieMaker.movie(width: width, height: height), MovieMaker.webm(width: width, height: height),
            ] {
                let facts = judge(bytes)
                XCTAssertEqual([facts?.width, facts?.height], [width, height], "\(facts as Any)")
            }
        }
    }

    /// The size field of an element has one to eight bytes. An element longer than the file is
    /// rejected.
    func testElementSizeFieldHasOneToEightBytes() {
        for length in 1...8 {
            for body in [0, 1, 2, 3, 100, 126] {
                let size = big(body, length)
                let marked = [size[0] | 1 << UInt8(8 - length)] + size.dropFirst()
                let element = [0xEC] + marked + [UInt8](repeating: 7, count: body)
                XCTAssertNotNil(judge(MovieMaker.webm() + element), "\(length) \(body)")
                if body > 0 { XCTAssertNil(judge(MovieMaker.webm() + element.dropLast()), "\(length) \(body)") }
            }
        }
        XCTAssertNil(judge(MovieMaker.webm() + [0xEC, 0, 0x80]))
    }

    /// A JPEG with the maximum number of segments is accepted. One more is treated as an attack.
    func testJPEGHasAtMostTenThousandSegments() {
        let photo = PhotoMaker.jpeg(8, 8)
        for (count, isTaken) in [(0, true), (9994, true), (9995, false)] {
            let more = (0..<count).flatMap { _ in [0xFF, 0x01] as [UInt8] }
            XCTAssertEqual(judge(Array(photo.prefix(2)) + more + photo.dropFirst(2)) != nil, isTaken, "\(count)")
        }
    }

    /// A video is rotated only if its matrix swaps the axes.
    func testMatrixRotatesVideo() throws {
        let movie = MovieMaker.movie(width: 64, height: 48)
        let head = try XCTUnwrap(movie.indices.first { movie[$0...].starts(with: Array("tkhd".utf8)) })
        for (across, swap, down, isTurned) in [
            (0, 1, 0, true), (0, 0xFFFF, 0, true), (1, 0, 1, false), (1, 1, 0, false), (0, 1, 1, false),
            (0, 0, 0, false),
            (1, 1, 1, false), (0, 0, 1, false),
        ] {
            var bytes = movie
            for (place, number) in [(0, across), (1, swap), (4, down)] {
                let start = head + 44 + place * 4
                bytes.replaceSubrange(start..<start + 4, with: big(number << 16, 4))
            }
            let facts = judge(bytes)
            XCTAssertEqual(
                [facts?.width, facts?.height], isTurned ? [48, 64] : [64, 48], "\(across) \(swap) \(down)")
        }
    }

    func testPiecesHaveOneMebibyteExceptTheLast() throws {
        for (size, pieces) in [
            (0, []), (1, [1]), ((1 << 20) - 1, [(1 << 20) - 1]), (1 << 20, [1 << 20]),
            ((2 << 20) + 1, [1 << 20, 1 << 20, 1]),
        ] {
            var seen: [Int] = []
            try ByteSource(name: "", [UInt8](repeating: 1, count: size)).eachPiece { seen.append($0.count) }
            XCTAssertEqual(seen, pieces)
        }
        let source = ByteSource(name: "", [1, 2, 3])
        for (offset, count, bytes) in [
            (0, 3, [1, 2, 3] as [UInt8]?), (2, 1, [3]), (3, 0, []), (0, 0, []), (3, 1, nil), (0, 4, nil), (-1, 1, nil),
            (0, -1, nil), (4, 0, nil),
        ] {
            XCTAssertEqual(try? source.bytes(offset, count), bytes, "\(offset) \(count)")
        }
    }

    func testCameraTimesAndZonesAreValidated() throws {
        func takenMoment(_ time: String, _ offset: String? = nil) throws -> CameraNotes.Moment? {
            let exif = PhotoMaker.Exif(taken: "2026:11:20 \(time)", offsetOriginal: offset).block
            return try ImageHeader(PhotoMaker.jpeg(8, 8, exif: exif)).camera.taken
        }
        for (time, second) in [
            ("00:00:00", 0 as Int?), ("00:00:01", 1), ("00:01:00", 60), ("01:00:00", 3600), ("23:59:59", 86_399),
            ("23:59:60", 86_399),
            ("23:59:61", nil), ("23:60:00", nil), ("24:00:00", nil), ("00:00:0", nil),
        ] {
            XCTAssertEqual(try takenMoment(time)?.secondOfDay, second, time)
        }
        for (zone, seconds) in [
            ("+00:00", 0 as Int?), ("-00:01", -60), ("+01:00", 3600), ("+14:59", 53_940), ("-14:00", -50_400),
            ("+15:00", nil),
            ("+09:60", nil), ("09:00", nil), ("+09", nil), ("+09:00:00", nil), ("Z", nil),
        ] {
            XCTAssertEqual(try takenMoment("10:00:00", zone)?.offset, seconds, zone)
        }
    }

    func testOrientationIsOneToEight() throws {
        for number in 0...9 {
            let header = try ImageHeader(PhotoMaker.jpeg(8, 16, exif: PhotoMaker.Exif(orientation: number).block))
            XCTAssertEqual(header.camera.orientation, (1...8).contains(number) ? number : 1)
            XCTAssertEqual([header.width, header.height], (5...8).contains(number) ? [16, 8] : [8, 16], "\(number)")
        }
    }

    /// If every quality exceeds the size limit, all are tried, the best first.
    func testQualitiesAreTriedFromBestToWorst() throws {
        let bin = try Home()
        let work = try Home()
        try bin.program(
            "vipsthumbnail", "echo \"$@\" >> \(bin.path("log")); for last; do :; done; cp \"$1\" \"${last%%\\[*}\"")
        let tool = try XCTUnwrap(
            ImageTool.vips(of: ProgramPath(path: "\(bin.path):/bin:/usr/bin"), workingIn: work.path))
        _ = try? tool.prepare(
            ValidatedImage(PhotoMaker.jpeg(16, 8)),
            PictureRequest(format: .jpeg, longestSide: 2048, largestFile: 1, smallFile: 0, keepsLocation: false))
        let qualities = bin.text("log").split(separator: "\n").compactMap {
            $0.split(separator: "Q=").last?.prefix { $0.isNumber }
        }
        XCTAssertEqual(qualities, ["80", "60", "40", "25"])
    }
}
