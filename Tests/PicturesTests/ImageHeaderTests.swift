import Kernel
import Pictures
import PicturesTesting
import TestSupport
import XCTest

final class ImageHeaderTests: XCTestCase {
    private typealias Exif = PhotoMaker.Exif

    private let samples: [(name: String, bytes: [UInt8], type: PictureFormat)] = {
        let exif = Exif(taken: "2026:11:20 23:30:00", offsetOriginal: "+09:00", orientation: 1, hasLocation: true).block
        return [
            ("jpeg", PhotoMaker.jpeg(40, 24, exif: exif), .jpeg), ("png", PhotoMaker.png(40, 24, exif: exif), .png),
            ("webp", PhotoMaker.webp(40, 24, exif: exif), .webp), ("plain webp", PhotoMaker.webp(40, 24), .webp),
            ("lossless webp", PhotoMaker.webp(40, 24, lossless: true), .webp),
            ("heic", PhotoMaker.heic(40, 24, exif: exif), .heic),
            ("turned heic", PhotoMaker.heic(24, 40, quarterTurns: 1, exif: exif), .heic),
            ("one pixel", PhotoMaker.png(1, 1), .png),
        ]
    }()

    func testPNGWithTooLittleDataIsRejected() {
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let liar =
            start + PhotoMaker.chunk("IHDR", big(24_000, 4) + big(8000, 4) + [8, 0, 0, 0, 0])
            + PhotoMaker.chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + PhotoMaker.chunk("IEND", [])
        XCTAssertEqual(code { try ImageHeader(liar) }, "loadFailed")
    }

    func testFormatAndSizeComeFromContent() throws {
        for sample in samples {
            let header = try ImageHeader(sample.bytes)
            XCTAssertEqual(header.type, sample.type, sample.name)
            let expected = sample.name == "one pixel" ? "1×1" : "40×24"
            XCTAssertEqual("\(header.width)×\(header.height)", expected, sample.name)
        }
    }

    func testCameraNotesAreReadInEachFormatAndByteOrder() throws {
        for isLittle in [false, true] {
            let exif = Exif(
                taken: "2026:11:20 23:30:05", offsetOriginal: "-03:30", offset: "+01:00", orientation: 8,
                hasLocation: true,
                isLittle: isLittle
            ).block
            let photos = [
                PhotoMaker.jpeg(8, 16, exif: exif), PhotoMaker.png(8, 16, exif: exif),
                PhotoMaker.webp(8, 16, exif: exif),
                PhotoMaker.heic(16, 8, exif: exif),
            ]
            for photo in photos {
                let header = try ImageHeader(photo)
                XCTAssertEqual(header.camera.taken?.day.description, "2026-11-20", "\(header.type)")
                XCTAssertEqual(header.camera.taken?.secondOfDay, 23 * 3600 + 30 * 60 + 5, "\(header.type)")
                XCTAssertEqual(header.camera.taken?.offset, -(3 * 3600 + 1800), "\(header.type)")
                XCTAssertEqual(header.camera.orientation, 8, "\(header.type)")
                XCTAssertTrue(header.camera.hasLocation, "\(header.type)")
                XCTAssertEqual([header.width, header.height], [16, 8], "\(header.type)")
            }
        }
    }

    func testTruncatedImageIsRejected() throws {
        for sample in samples {
            for length in 0..<sample.bytes.count {
                XCTAssertEqual(
                    code { try ImageHeader(Array(sample.bytes.prefix(length))) }, "loadFailed",
                    "\(sample.name) cut at \(length)")
            }
        }
    }

    func testTruncatedAndClosedJPEGIsRejected() {
        let photo = PhotoMaker.jpeg(400, 400)
        XCTAssertEqual(code { try ImageHeader(Array(photo.prefix(300)) + [0xFF, 0xD9]) }, "loadFailed")
    }

    func testEachDamagedByteOfPNGIsDetected() throws {
        let photo = PhotoMaker.png(5, 4)
        for index in photo.indices {
            var damaged = photo
            damaged[index] ^= 0x10
            XCTAssertEqual(code { try ImageHeader(damaged) }, "loadFailed", "byte \(index)")
        }
    }

    func testUnknownFormatsAreRejected() {
        let others: [[UInt8]] = [
            [], [0xFF], Array("just a text that is named photo.jpg".utf8),
            Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 100),
            Array("<svg onload='alert(1)'/>".utf8), PhotoMaker.heic(4, 4, brand: "avif"),
            PhotoMaker.heic(4, 4, brand: "isom"),
            Array("RIFF\u{4}\0\0\0WAVE".utf8), [UInt8](repeating: 0, count: 5000),
            [UInt8](repeating: 0xFF, count: 5000),
        ]
        for bytes in others { XCTAssertEqual(code { try ImageHeader(bytes) }, "loadFailed") }
    }

    func testTooLargeImagesAreRejectedWithLimitInMessage() throws {
        for (width, height) in [(30_000, 30_000), (25_001, 10), (15_000, 15_000)] {
            var message = ""
            var photo = PhotoMaker.png(1, 1)
            photo.replaceSubrange(
                8..<33, with: PhotoMaker.chunk("IHDR", big(width, 4) + big(height, 4) + [8, 0, 0, 0, 0]))
            do { _ = try ImageHeader(photo) } catch let failure as Failure { message = failure.message }
            XCTAssertTrue(message.contains("\(width) × \(height)") && message.contains("200 megapixels"), message)
        }
        XCTAssertNoThrow(try ImageHeader(PhotoMaker.heic(16_320, 12_240)), "the largest phone camera")
        XCTAssertEqual(
            code { try ImageHeader(PhotoMaker.jpeg(8, 8) + [UInt8](repeating: 0, count: 64 << 20)) }, "loadFailed")
    }

    func testSizeOfZeroIsRejected() {
        XCTAssertEqual(code { try ImageHeader(PhotoMaker.heic(0, 5)) }, "loadFailed")
    }

    func testCyclicDirectoriesTerminate() throws {
        var exif = Exif(taken: "2026:11:20 10:00:00", orientation: 6, hasLocation: true).block
        // The pointers to the camera and location directories lead back to the first directory.
        for tag in [[0x87, 0x69], [0x88, 0x25]] as [[UInt8]] {
            guard let index = exif.indices.first(where: { exif[$0...].starts(with: tag) }) else {
                return XCTFail("no pointer")
            }
            exif.replaceSubrange(index + 8..<index + 12, with: big(8, 4))
        }
        let header = try ImageHeader(PhotoMaker.jpeg(8, 16, exif: exif))
        XCTAssertNil(header.camera.taken)
        XCTAssertEqual([header.width, header.height], [16, 8])
    }

    func testDamagedCameraNotesAreIgnored() throws {
        let block = Exif(taken: "2026:11:20 10:00:00", orientation: 6).block
        for length in 0..<block.count {
            XCTAssertNoThrow(try ImageHeader(PhotoMaker.jpeg(8, 8, exif: Array(block.prefix(length)))))
        }
    }

    func testInvalidDatesAreIgnored() throws {
        for text in [
            "0000:00:00 00:00:00", "2026:02:30 10:00:00", "    :  :     :  :  ", "2026:11:20 25:00:00", "2026:11:20",
            "99999999999999999999",
        ] {
            XCTAssertNil(try ImageHeader(PhotoMaker.jpeg(8, 8, exif: Exif(taken: text).block)).camera.taken, text)
        }
    }

    /// No content may stop the program. A trap would end this test run.
    func testTwentyThousandMutationsCauseNoTrap() throws {
        let day = try XCTUnwrap(Day("2026-11-20"))
        var random = RandomSource(seed: 20_261_120)
        var accepted = 0
        for round in 0..<20_000 {
            var bytes = samples[round % samples.count].bytes
            for _ in 0...Int.random(in: 0..<6, using: &random) { mutate(&bytes, &random) }
            guard let photo = try? ValidatedImage(bytes) else { continue }
            accepted += 1
            guard let dated = photo.withCaptureDay(day, secondOfDay: 0) else { continue }
            let header = try ImageHeader(dated)
            XCTAssertEqual([header.width, header.height], [photo.header.width, photo.header.height])
            XCTAssertEqual(header.camera.taken?.day, day)
        }
        XCTAssertGreaterThan(accepted, 100, "the mutations never reach beyond the first check")
        XCTAssertLessThan(accepted, 15_000, "the parser accepts everything")
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout RandomSource) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let interesting: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2:
            bytes.replaceSubrange(
                place..<min(place + 4, bytes.count), with: Array(repeating: interesting[place % 5], count: 4))
        case 3: bytes.removeSubrange(place..<min(place + Int.random(in: 1...16, using: &random), bytes.count))
        case 4: bytes.insert(contentsOf: bytes[place..<min(place + 24, bytes.count)], at: place)
        default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 0...40, using: &random)))
        }
    }
}
