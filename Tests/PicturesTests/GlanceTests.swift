import Kernel
import Pictures
import PicturesTesting
import XCTest

/// Reading the beginning of a photo gives the same facts as reading all of it.
final class GlanceTests: XCTestCase {
    func testGlanceAgreesWithFullHeader() throws {
        let exif = PhotoMaker.Exif(
            taken: "2024:02:29 08:15:30", offsetOriginal: "+09:00", orientation: 6, hasLocation: true)
        for notes in [nil, exif.block] {
            for photo in [
                PhotoMaker.jpeg(640, 480, exif: notes), PhotoMaker.png(9, 9, exif: notes),
                PhotoMaker.webp(9, 9, exif: notes),
                PhotoMaker.heic(9, 9, exif: notes),
            ] {
                let glance = try XCTUnwrap(PhotoPreview(ByteSource(name: "", photo)))
                let header = try ImageHeader(photo)
                XCTAssertEqual(glance.type, header.type)
                XCTAssertEqual(glance.camera, header.camera, "\(header.type)")
                for length in 0..<min(photo.count, 400) {
                    _ = try PhotoPreview(ByteSource(name: "", Array(photo.prefix(length))))
                }
            }
        }
        XCTAssertNil(try PhotoPreview(ByteSource(name: "", Array("GIF89a".utf8))))
    }

    /// A phone's photo has its notes after the picture. They are read in place, and nothing else is
    /// read.
    func testGlanceReadsLittleOfLargePhoto() throws {
        let notes = PhotoMaker.Exif(taken: "2024:02:29 08:15:30").block
        for photo in [PhotoMaker.jpeg(4000, 3000, exif: notes), PhotoMaker.heic(8, 8, exif: notes)] {
            nonisolated(unsafe) var read = 0
            let source = ByteSource(name: "", size: photo.count) { offset, count in
                read += count
                return Array(photo[offset..<offset + count])
            }
            XCTAssertEqual(try PhotoPreview(source)?.camera.taken?.day, Day("2024-02-29"))
            XCTAssertLessThan(read, 300 << 10)
        }
    }

    func testUndatedPhotoReceivesDateAndKeepsItsPicture() throws {
        let day = try XCTUnwrap(Day("2026-11-20"))
        for photo in [
            PhotoMaker.jpeg(64, 48),
            PhotoMaker.jpeg(64, 48, exif: PhotoMaker.Exif(hasLocation: true, model: "Seed 1").block),
            PhotoMaker.png(9, 9), PhotoMaker.heic(8, 8),
            PhotoMaker.heic(8, 8, exif: PhotoMaker.Exif(model: "Seed 1").block),
        ] {
            let dated = try XCTUnwrap(ValidatedImage(photo).withCaptureDay(day, secondOfDay: 43_200))
            let glance = try XCTUnwrap(PhotoPreview(ByteSource(name: "", dated)))
            XCTAssertEqual(glance.camera.taken?.day, day)
            let header = try ImageHeader(dated)
            XCTAssertEqual(header.camera.taken, CameraNotes.Moment(day: day, secondOfDay: 43_200, offset: nil))
            XCTAssertEqual(header.camera.hasLocation, try ImageHeader(photo).camera.hasLocation)
            XCTAssertTrue(dated.count > photo.count && dated.suffix(40) == photo.suffix(40))
            XCTAssertNil(
                try ValidatedImage(dated).withCaptureDay(day, secondOfDay: 0), "a photo with a date keeps its time")
        }
        let secret = PhotoMaker.Exif(model: "Seed", secret: "s").block
        for photo in [PhotoMaker.jpeg(64, 48, exif: secret), PhotoMaker.heic(8, 8, exif: secret)] {
            XCTAssertNil(
                try ValidatedImage(photo).withCaptureDay(day, secondOfDay: 0),
                "a photo that would lose data stays unchanged")
        }
    }
}

/// The location of a photo.
final class SpotTests: XCTestCase {
    private typealias Angle = PhotoMaker.Exif.Angle

    private func spot(_ latitude: Angle, _ longitude: Angle, isLittle: Bool = false) throws -> String? {
        var exif = PhotoMaker.Exif(isLittle: isLittle)
        exif.spot = (latitude, longitude)
        let photo = PhotoMaker.jpeg(8, 8, exif: exif.block)
        let camera = try PhotoPreview(ByteSource(name: "", photo))?.camera
        XCTAssertEqual(try ImageHeader(photo).camera.coordinates, camera?.coordinates)
        XCTAssertEqual(camera?.hasLocation, true)
        return camera?.coordinates?.description
    }

    func testDegreesMinutesAndSecondsGiveLocation() throws {
        for isLittle in [false, true] {
            XCTAssertEqual(
                try spot(
                    ("N", [(48, 1), (12, 1), (3056, 100)]), ("E", [(16, 1), (22, 1), (1949, 100)]), isLittle: isLittle),
                "48.20849, 16.37208")
        }
        XCTAssertEqual(
            try spot(("S", [(33, 1), (51_413, 1000), (0, 1)]), ("W", [(70, 1), (0, 1), (0, 1)])), "-33.85688, -70.00000"
        )
        XCTAssertEqual(
            try spot(("N", [(0, 1), (0, 1), (1, 100_000)]), ("W", [(180, 1), (0, 1), (0, 1)])), "0.00000, -180.00000")
        XCTAssertEqual(
            try spot(("S", [(0, 1), (0, 1), (1, 100_000)]), ("E", [(9, 1), (0, 1), (0, 1)])), "0.00000, 9.00000")
    }

    /// Invalid coordinates give no location: some cameras write them without a fix.
    func testInvalidCoordinatesGiveNoLocation() throws {
        let fine: Angle = ("N", [(48, 1), (0, 1), (0, 1)]), east: Angle = ("E", [(16, 1), (0, 1), (0, 1)])
        for (latitude, longitude) in [
            (("N", [(0, 1), (0, 1), (0, 1)]), ("E", [(0, 1), (0, 1), (0, 1)])),
            (("N", [(91, 1), (0, 1), (0, 1)]), east),
            (fine, ("E", [(180, 1), (0, 1), (1, 1)])), (("N", [(48, 0), (0, 1), (0, 1)]), east),
            (("X", fine.parts), east),
            (("N", [(48, 1)]), east), (fine, ("N", east.parts)), (("N", [(4_294_967_295, 1), (0, 1), (0, 1)]), east),
        ] as [(Angle, Angle)] {
            XCTAssertNil(try spot(latitude, longitude), "\(latitude) \(longitude)")
        }
    }
}
