import Kernel
import Pictures
import PicturesTesting
import TestSupport
import XCTest

/// Recordings of words, from untrusted sources.
final class SoundTests: XCTestCase {
    private func judge(_ bytes: [UInt8], name: String = "") throws -> PictureProperties? {
        try SoundValidator.facts(of: ByteSource(name: name, bytes))
    }

    private func refusal(_ bytes: [UInt8], name: String = "") -> String? {
        do { return try judge(bytes, name: name).map { "taken: \($0.format)" } } catch {
            return (error as? Failure)?.message
        }
    }

    private static let m4a = MovieMaker.movie(brand: "M4A ", handler: "soun")
    private static let samples: [(PictureFormat, [UInt8], Int)] = [
        (.wav, SoundMaker.wav(), 500), (.ogg, SoundMaker.ogg(), 500), (.mp3, SoundMaker.mp3(), 480), (.m4a, m4a, 2500),
    ]

    func testRecordingFormatComesFromContent() throws {
        for (format, bytes, milliseconds) in Self.samples {
            XCTAssertEqual(
                try judge(bytes), PictureProperties(format: format, width: 0, height: 0, milliseconds: milliseconds),
                "\(format)")
            XCTAssertNotNil(try judge(bytes, name: "word.\(format.fileExtension)"))
            XCTAssertEqual(
                refusal(bytes, name: "word.jpg"),
                "The file's name ends in .jpg, but it is \(format.rawValue.uppercased()).")
        }
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 2] + [UInt8](repeating: 0xFF, count: 130)
        XCTAssertEqual(try judge(SoundMaker.mp3(tag: tag))?.milliseconds, 480)
        XCTAssertEqual(
            try judge(SoundMaker.mp3() + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125))?.format, .mp3)
        XCTAssertEqual(try judge(SoundMaker.ogg(head: Array("OpusHead".utf8) + [1, 1]))?.format, .ogg)
        XCTAssertEqual(
            refusal(SoundMaker.ogg(head: Array("theora!!".utf8))), "The recording holds no sound of a known kind.")
        XCTAssertEqual(refusal(SoundMaker.wav(milliseconds: 0)), "The recording is silent: it holds no sound.")
    }

    func testPicturesAndVideosAreNotRecordings() throws {
        for other in [
            PhotoMaker.png(3, 4), PhotoMaker.jpeg(30, 40), MovieMaker.movie(), MovieMaker.movie(brand: "M4A "),
            MovieMaker.webm(),
            MovieMaker.gif(), [], [0xFF], Array("Hello".utf8),
        ] { XCTAssertNil(try judge(other)) }
    }

    /// Truncated and damaged recordings cause no trap, and no read beyond the end.
    func testTruncatedAndDamagedRecordingsCauseNoTrap() {
        for (format, bytes, _) in Self.samples {
            for count in 0..<bytes.count {
                let taken = (try? judge(Array(bytes.prefix(count)))).flatMap { $0 }
                // An MP3 with fewer frames is still valid. An M4A may lack the bytes after its
                // sound.
                if format != .mp3 || count % 96 != 0 { XCTAssertNil(taken, "\(format) cut at \(count)") }
            }
            var random = RandomSource(seed: 15)
            for _ in 0..<3000 {
                var damaged = bytes
                let place = Int.random(in: 0..<damaged.count, using: &random)
                damaged[place] = UInt8.random(in: 0...255, using: &random)
                if let facts = try? judge(damaged) { XCTAssertTrue(facts.format.isSound) }
            }
        }
    }

    func testTooLargeRecordingIsRejected() {
        let head = SoundMaker.wav()
        let source = ByteSource(name: "", size: PictureLimits.largestSound + (1 << 20)) { offset, count in
            (offset..<offset + count).map { $0 < head.count ? head[$0] : 0 }
        }
        XCTAssertThrowsError(try SoundValidator.facts(of: source)) {
            XCTAssertEqual(($0 as? Failure)?.message, "The recording is 21 MB large; at most 20 MB are taken.")
        }
    }
}
