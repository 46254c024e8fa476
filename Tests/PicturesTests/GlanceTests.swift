import Kernel
import Pictures
import PicturesContract
import XCTest

/// A look at the beginning of a photo says what reading all of it says.
final class GlanceTests: XCTestCase {
    func testAGlanceSeesWhatTheWholeSays() throws {
        let exif = PhotoMaker.Exif(taken: "2024:02:29 08:15:30", offsetOriginal: "+09:00", orientation: 6, hasLocation: true)
        for notes in [nil, exif.block] {
            for photo in [
                PhotoMaker.jpeg(640, 480, exif: notes), PhotoMaker.png(9, 9, exif: notes), PhotoMaker.webp(9, 9, exif: notes),
                PhotoMaker.heic(9, 9, exif: notes),
            ] {
                let glance = try XCTUnwrap(CameraGlance(ByteSource(name: "", photo)))
                let header = try ImageHeader(photo)
                XCTAssertEqual(glance.type, header.type)
                XCTAssertEqual(glance.camera, header.camera, "\(header.type)")
                for length in 0..<min(photo.count, 400) {
                    _ = try CameraGlance(ByteSource(name: "", Array(photo.prefix(length))))
                }
            }
        }
        XCTAssertNil(try CameraGlance(ByteSource(name: "", Array("GIF89a".utf8))))
    }

    /// The notes of a phone's photo lie behind the picture: they are looked up where they are, and nothing else is read.
    func testOfALargePhotoLittleIsRead() throws {
        let notes = PhotoMaker.Exif(taken: "2024:02:29 08:15:30").block
        for photo in [PhotoMaker.jpeg(4000, 3000, exif: notes), PhotoMaker.heic(8, 8, exif: notes)] {
            nonisolated(unsafe) var read = 0
            let source = ByteSource(name: "", size: photo.count) { offset, count in
                read += count
                return Array(photo[offset..<offset + count])
            }
            XCTAssertEqual(try CameraGlance(source)?.camera.taken?.day, Day("2024-02-29"))
            XCTAssertLessThan(read, 300 << 10)
        }
    }

    func testAPhotoThatDoesNotSayWhenItWasTakenIsToldSoAndStaysTheSame() throws {
        let day = try XCTUnwrap(Day("2026-11-20"))
        for photo in [
            PhotoMaker.jpeg(64, 48), PhotoMaker.jpeg(64, 48, exif: PhotoMaker.Exif(hasLocation: true, model: "Seed 1").block),
            PhotoMaker.png(9, 9),
        ] {
            guard let dated = try JudgedImage(photo).dated(day, secondOfDay: 43_200) else { continue }
            let header = try ImageHeader(dated)
            XCTAssertEqual(header.camera.taken, CameraNotes.Moment(day: day, secondOfDay: 43_200, offset: nil))
            XCTAssertEqual(header.camera.hasLocation, try ImageHeader(photo).camera.hasLocation)
            XCTAssertTrue(dated.count > photo.count && dated.suffix(100) == photo.suffix(100))
            XCTAssertNil(try JudgedImage(dated).dated(day, secondOfDay: 0), "what says it is not told another time")
        }
        XCTAssertNotNil(try JudgedImage(PhotoMaker.jpeg(64, 48)).dated(day, secondOfDay: 0))
        XCTAssertNil(
            try JudgedImage(PhotoMaker.jpeg(64, 48, exif: PhotoMaker.Exif(model: "Seed", secret: "s").block)).dated(
                day, secondOfDay: 0),
            "what would lose something by it stays")
        XCTAssertNil(try JudgedImage(PhotoMaker.heic(8, 8)).dated(day, secondOfDay: 0))
    }
}
