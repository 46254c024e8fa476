import Kernel
import Pictures
import PicturesTesting
import TestSupport
import XCTest

/// Formats and sizes, determined from the content of files.
final class JudgingTests: XCTestCase {
    func testVideosReportSizeAndDuration() throws {
        for (bytes, facts) in [
            (MovieMaker.movie(), PictureProperties(format: .mp4, width: 640, height: 480, milliseconds: 2500)),
            (MovieMaker.movie(.long), PictureProperties(format: .mp4, width: 640, height: 480, milliseconds: 2500)),
            (
                MovieMaker.movie(brand: "qt  ", .turned),
                PictureProperties(format: .mov, width: 480, height: 640, milliseconds: 2500)
            ),
            (MovieMaker.movie(milliseconds: 0), PictureProperties(format: .mp4, width: 640, height: 480)),
            (
                Array(MovieMaker.movie().dropFirst(20)),
                PictureProperties(format: .mov, width: 640, height: 480, milliseconds: 2500)
            ),
            (MovieMaker.webm(), PictureProperties(format: .webm, width: 320, height: 240, milliseconds: 1500)),
            (
                MovieMaker.webm(open: true),
                PictureProperties(format: .webm, width: 320, height: 240, milliseconds: 1500)
            ),
            (
                MovieMaker.webm(kind: "webm\0x"),
                PictureProperties(format: .webm, width: 320, height: 240, milliseconds: 1500)
            ),
            (MovieMaker.gif(), PictureProperties(format: .gif, width: 4, height: 3, milliseconds: 200)),
            (MovieMaker.gif(pictures: 1), PictureProperties(format: .gif, width: 4, height: 3)),
            (PhotoMaker.png(30, 40), PictureProperties(format: .png, width: 30, height: 40)),
        ] {
            XCTAssertEqual(try PictureValidator.facts(of: ByteSource(name: "", bytes)), facts)
        }
    }

    func testOtherContentIsRejectedWithReason() {
        for (bytes, words) in [
            ([], "is empty"), (Array("#!/bin/sh\n".utf8), "not an image of a known kind"),
            (MovieMaker.movie(handler: "soun"), "holds no picture"),
            (MovieMaker.movie(width: 0), "has no size"), (MovieMaker.movie(width: 30_000), "25000 a side"),
            (MovieMaker.webm(kind: "matroska"), "Matroska"), (MovieMaker.webm(kind: "webm2"), "Matroska"),
            (MovieMaker.webm(trackType: 2), "holds no picture"),
            (MovieMaker.gif(pictures: 0), "holds no picture"), (Array("GIF8".utf8) + [1, 2], "is damaged"),
            (PhotoMaker.box("ftyp", Array("isom".utf8) + [0, 0, 2, 0]), "no video, or is cut short"),
        ] {
            XCTAssertThrowsError(try PictureValidator.facts(of: ByteSource(name: "", bytes))) { error in
                XCTAssertEqual((error as? Failure)?.kind, .badData)
                XCTAssertTrue((error as? Failure)?.message.contains(words) ?? false, "\(words): \(error)")
            }
        }
    }

    func testLimitsAreInclusive() throws {
        func judge(_ bytes: [UInt8]) -> String? {
            code { try PictureValidator.facts(of: ByteSource(name: "", bytes)) }
        }
        func free(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in PhotoMaker.box("free", []) } }
        func void(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in [0xEC, 0x80] as [UInt8] } }
        XCTAssertNil(judge(MovieMaker.movie(width: 25_000)))
        XCTAssertEqual(judge(MovieMaker.movie(width: 25_001)), "badMedia")
        XCTAssertNil(judge(MovieMaker.movie() + free(99_996)))
        XCTAssertEqual(judge(MovieMaker.movie() + free(99_997)), "badMedia")
        XCTAssertNil(judge(MovieMaker.webm() + void(99_997)))
        XCTAssertEqual(judge(MovieMaker.webm() + void(99_998)), "badMedia")
        for (width, height, isTaken) in [(25_000, 8_000, true), (14_000, 14_286, false), (25_001, 1, false)] {
            XCTAssertEqual(judge(PhotoMaker.heic(width, height)) == nil, isTaken, "\(width) × \(height)")
        }
    }

    func testTruncatedFilesAreRejected() {
        for movie in [MovieMaker.movie(), MovieMaker.webm(), MovieMaker.gif()] {
            for length in 0..<movie.count {
                XCTAssertThrowsError(
                    try PictureValidator.facts(of: ByteSource(name: "", Array(movie.prefix(length)))), "\(length)"
                ) {
                    XCTAssertTrue($0 is Failure, "\(length): \($0)")
                }
            }
        }
    }

    func testMutatedFilesCauseNoTrap() {
        let wholes = [
            MovieMaker.movie(), MovieMaker.movie(.long), MovieMaker.webm(), MovieMaker.webm(open: true),
            MovieMaker.gif(),
        ]
        for seed in 0..<20_000 {
            var random = RandomSource(seed: UInt64(seed))
            var bytes = wholes[seed % wholes.count]
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] =
                    [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            }
            do { _ = try PictureValidator.facts(of: ByteSource(name: "", bytes)) } catch {
                XCTAssertTrue(error is Failure, "seed \(seed): \(error)")
            }
        }
    }

    /// A video may be larger than memory, so only headers are read.
    func testVideoIsExaminedWithoutReadingAllOfIt() throws {
        var bytes = MovieMaker.movie()
        bytes.removeLast(12)
        let head = bytes
        let mdat = big(400 << 20, 4) + Array("mdat".utf8)
        let size = head.count + (400 << 20)
        let source = ByteSource(name: "large.mp4", size: size) { offset, count in
            XCTAssertLessThan(count, 1 << 16)
            guard offset + count <= size else { throw Failure(.init("cut"), "Cut.") }
            return (offset..<offset + count).map {
                $0 < head.count ? head[$0] : $0 - head.count < 8 ? mdat[$0 - head.count] : 0
            }
        }
        XCTAssertEqual(try PictureValidator.facts(of: source).width, 640)
        let tooLarge = ByteSource(name: "", size: 501 << 20, bytes: source.bytes)
        XCTAssertThrowsError(try PictureValidator.facts(of: tooLarge)) {
            XCTAssertTrue(($0 as? Failure)?.message.contains("at most 500 MB") ?? false)
        }
    }

    func testWrongFileExtensionIsRejected() {
        for (name, isHonest) in [
            ("a.png", true), ("a.PNG", true), ("a", true), (".png", true), ("a.", true), ("a.jpg", false),
            ("a.png.exe", false),
            ("a.mp4", false),
        ] {
            let source = ByteSource(name: name, PhotoMaker.png(30, 40))
            if isHonest {
                XCTAssertNoThrow(try PictureValidator.facts(of: source), name)
            } else {
                XCTAssertThrowsError(try PictureValidator.facts(of: source), name) {
                    XCTAssertEqual(($0 as? Failure)?.code, .nameLies)
                }
            }
        }
        XCTAssertNoThrow(try PictureValidator.facts(of: ByteSource(name: "-rf.m4v", MovieMaker.movie())))
    }
}
