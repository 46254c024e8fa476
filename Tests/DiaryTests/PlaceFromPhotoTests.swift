import Diary
import Interface
import Kernel
import PicturesTesting
import TerminalTesting
import XCTest

/// A photo's coordinates become the place only on request.
final class PlaceFromPhotoTests: XCTestCase {
    private var photo: [UInt8] {
        var exif = PhotoMaker.Exif()
        exif.spot = (("N", [(48, 1), (12, 1), (3056, 100)]), ("E", [(16, 1), (22, 1), (1949, 100)]))
        return PhotoMaker.jpeg(16, 8, exif: exif.block)
    }

    func testPhotoCoordinatesAreUsedOnlyOnRequest() throws {
        for (words, photo, place, isReported) in [
            ([String](), photo, String?.none, false), (["--place-from-photo"], photo, "48.20849, 16.37208", false),
            (["--place-from-photo", "--place", "Vienna"], photo, "Vienna", false),
            (["--place-from-photo"], PhotoMaker.png(2, 2), nil, true),
        ] {
            let app = Fixture()
            let run = app.run(["add", "x.jpg", "--date", "today"] + words, ScriptedConsole(files: ["x.jpg": photo]))
            XCTAssertEqual(run.status, 0, run.error)
            XCTAssertEqual(try app.diary.entry(on: Fixture.today).place, place, "\(words)")
            XCTAssertEqual(run.output.contains("does not say where"), isReported, run.output)
        }
    }
}
