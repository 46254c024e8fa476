import Kernel
import Media
import XCTest

/// What files are, by what is in them.
final class JudgingTests: XCTestCase {
    func testVideosSayHowLargeAndHowLongTheyAre() throws {
        for (bytes, facts) in [
            (MediaMaker.movie(), MediaFacts(format: .mp4, width: 640, height: 480, milliseconds: 2500)),
            (MediaMaker.movie(long: true), MediaFacts(format: .mp4, width: 640, height: 480, milliseconds: 2500)),
            (
                MediaMaker.movie(brand: "qt  ", turned: true),
                MediaFacts(format: .mov, width: 480, height: 640, milliseconds: 2500)
            ),
            (MediaMaker.movie(milliseconds: 0), MediaFacts(format: .mp4, width: 640, height: 480)),
            (Array(MediaMaker.movie().dropFirst(20)), MediaFacts(format: .mov, width: 640, height: 480, milliseconds: 2500)),
            (MediaMaker.webm(), MediaFacts(format: .webm, width: 320, height: 240, milliseconds: 1500)),
            (MediaMaker.webm(open: true), MediaFacts(format: .webm, width: 320, height: 240, milliseconds: 1500)),
            (MediaMaker.gif(), MediaFacts(format: .gif, width: 4, height: 3, milliseconds: 200)),
            (MediaMaker.gif(pictures: 1), MediaFacts(format: .gif, width: 4, height: 3)),
            (MediaMaker.png, MediaFacts(format: .png, width: 300, height: 400)),
        ] {
            XCTAssertEqual(try MediaMaker.judge.facts(of: MediaSource(name: "", bytes)), facts)
        }
    }

    func testWhatIsNoPictureAndNoVideoIsRefusedWithTheReason() {
        for (bytes, words) in [
            ([], "is empty"), (Array("#!/bin/sh\n".utf8), "of no kind"), (MediaMaker.movie(handler: "soun"), "holds no picture"),
            (MediaMaker.movie(width: 0), "has no size"), (MediaMaker.movie(width: 30_000), "25000 a side"),
            (MediaMaker.webm(kind: "matroska"), "Matroska"), (MediaMaker.webm(trackType: 2), "holds no picture"),
            (MediaMaker.gif(pictures: 0), "holds no picture"), (Array("GIF8".utf8) + [1, 2], "is damaged"),
            (MediaMaker.box("ftyp", Array("isom".utf8) + [0, 0, 2, 0]), "no video, or is cut short"),
        ] {
            XCTAssertThrowsError(try MediaMaker.judge.facts(of: MediaSource(name: "", bytes))) { error in
                XCTAssertEqual((error as? Failure)?.kind, .badData)
                XCTAssertTrue((error as? Failure)?.message.contains(words) ?? false, "\(words): \(error)")
            }
        }
    }

    func testWhatWasCutShortIsRefused() {
        for whole in [MediaMaker.movie(), MediaMaker.webm(), MediaMaker.gif()] {
            for length in 0..<whole.count {
                XCTAssertThrowsError(
                    try MediaMaker.judge.facts(of: MediaSource(name: "", Array(whole.prefix(length)))), "\(length)"
                ) {
                    XCTAssertTrue($0 is Failure, "\(length): \($0)")
                }
            }
        }
    }

    func testNothingThatIsReadStopsTheProgram() {
        let wholes = [
            MediaMaker.movie(), MediaMaker.movie(long: true), MediaMaker.webm(), MediaMaker.webm(open: true), MediaMaker.gif(),
        ]
        for seed in 0..<20_000 {
            var chance = RandomSource(seed: UInt64(seed))
            var bytes = wholes[seed % wholes.count]
            for _ in 0..<Int.random(in: 1...5, using: &chance) {
                bytes[Int.random(in: bytes.indices, using: &chance)] =
                    [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &chance)]
                    .randomElement(using: &chance) ?? 0
            }
            do { _ = try MediaMaker.judge.facts(of: MediaSource(name: "", bytes)) } catch {
                XCTAssertTrue(error is Failure, "seed \(seed): \(error)")
            }
        }
    }

    /// A video may be larger than memory: only heads are read.
    func testAVideoIsJudgedWithoutReadingIt() throws {
        var bytes = MediaMaker.movie()
        bytes.removeLast(12)
        let (head, mdat) = (bytes, MediaMaker.number(400 << 20, 4) + Array("mdat".utf8))
        let size = head.count + (400 << 20)
        let source = MediaSource(name: "large.mp4", size: size) { offset, count in
            XCTAssertLessThan(count, 1 << 16)
            guard offset + count <= size else { throw Failure(.init("cut"), "Cut.") }
            return (offset..<offset + count).map { $0 < head.count ? head[$0] : $0 - head.count < 8 ? mdat[$0 - head.count] : 0 }
        }
        XCTAssertEqual(try MediaMaker.judge.facts(of: source).width, 640)
        let tooLarge = MediaSource(name: "", size: 501 << 20, bytes: source.bytes)
        XCTAssertThrowsError(try MediaMaker.judge.facts(of: tooLarge)) {
            XCTAssertTrue(($0 as? Failure)?.message.contains("at most 500 MB") ?? false)
        }
    }

    func testANameThatLiesIsRefused() {
        for (name, isHonest) in [
            ("a.png", true), ("a.PNG", true), ("a", true), (".png", true), ("a.", true), ("a.jpg", false), ("a.png.exe", false),
            ("a.mp4", false),
        ] {
            let source = MediaSource(name: name, MediaMaker.png)
            if isHonest {
                XCTAssertNoThrow(try MediaMaker.judge.facts(of: source), name)
            } else {
                XCTAssertThrowsError(try MediaMaker.judge.facts(of: source), name) {
                    XCTAssertEqual(($0 as? Failure)?.code, .nameLies)
                }
            }
        }
        XCTAssertNoThrow(try MediaMaker.judge.facts(of: MediaSource(name: "-rf.m4v", MediaMaker.movie())))
    }
}
