import Diary
import Kernel
import Pictures
import PicturesTesting
import Storage
import TestSupport
import XCTest

/// Runs the example of `Modules/Diary/README.md`.
final class DiaryReadmeTests: XCTestCase {
    func testReadmeExample() throws {
        let photo = PhotoMaker.png(4, 4)
        let clock = ManualClock("2026-11-20T12:00:00Z")
        let diary = PhotoDiary(
            repository: StoredDiaryRepository(MemoryStore()), photos: MemoryBlobStore<PhotoPath> { clock.now },
            ids: .counting(), time: clock.source())
        let added = try diary.add(photo, note: "First snow", on: Day("2026-11-19"))
        XCTAssertEqual(added.entry.note, "First snow")
        XCTAssertThrowsError(try diary.add(photo, on: added.entry.day)) {
            XCTAssertEqual(($0 as? Failure)?.code, .entryAlreadyExists)
        }
    }
}
