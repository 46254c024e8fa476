import Diary
import Kernel
import Pictures
import PicturesTesting
import Storage
import Synchronization
import XCTest

final class SearchAndThumbnailTests: XCTestCase {
    func testOnThisDayHandlesLeapYears() throws {
        let leap = try XCTUnwrap(Day("2024-02-29"))
        let fixture = Fixture()
        let repository = StoredDiaryRepository(fixture.store)
        for day in ["2020-02-29", "2023-02-28", "2024-02-29", "2016-02-29"].compactMap({ Day($0) }) {
            let path = try XCTUnwrap(PhotoPath(day: day, name: "x\(day.year)", type: .png))
            let photo = PhotoFacts(path: path, width: 1, height: 1, bytes: 1, type: .png)
            try repository.write(undo: nil) {
                try $0.save(Entry(day: day, note: nil, photo: photo, createdAt: Fixture.noon))
            }
        }
        let instant = Instant(milliseconds: Int64(leap.ordinal) * 86_400_000)
        let diary = PhotoDiary(repository: repository, photos: fixture.library, ids: .counting(), time: .fixed(instant))
        // In years without a 29th, the 28th represents it. In leap years they are two days.
        XCTAssertEqual(try diary.onThisDay().map(\.id), ["2023-02-28", "2020-02-29", "2016-02-29"])
        let short = try XCTUnwrap(Day("2023-02-28"))
        let long = try XCTUnwrap(Day("2020-02-28"))
        XCTAssertEqual(try diary.onThisDay(short).map(\.id), ["2024-02-29", "2023-02-28", "2020-02-29", "2016-02-29"])
        XCTAssertEqual(try diary.onThisDay(long).map(\.id), ["2023-02-28"])
    }

    func testSearchRequiresAllWordsAndIgnoresCaseAndAccents() throws {
        let fixture = Fixture()
        let notes = ["Crème brûlée at the café", "CAFE in the rain", "비 오는 날", nil]
        for (index, note) in notes.enumerated() {
            _ = try fixture.diary.add(PhotoMaker.png(1, 1), note: note, on: Fixture.day(-index))
        }
        XCTAssertEqual(try fixture.diary.search(["cafe"]).count, 2)
        XCTAssertEqual(try fixture.diary.search(["CAFÉ creme"]).records.map(\.note), ["Crème brûlée at the café"])
        XCTAssertEqual(try fixture.diary.search(["비"]).count, 1)
        XCTAssertEqual(try fixture.diary.search(["snow"]).count, 0)
        XCTAssertEqual(try fixture.diary.search(["  "]).count, 0)
    }

    func testThumbnailsAreCreatedOnceAndDeletedWithTheirPhoto() throws {
        let callCount = Mutex(0)
        let tool = ImageTool(
            name: "counting", prepare: { photo, _ in photo.bytes },
            thumbnail: { _, _ in
                callCount.withLock { $0 += 1 }
                return PhotoMaker.jpeg(8, 8)
            })
        let fixture = Fixture(tool: tool)
        let entry = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today).entry
        for _ in 0..<3 { XCTAssertEqual(try fixture.diary.thumbnail(of: entry), PhotoMaker.jpeg(8, 8)) }
        XCTAssertEqual(callCount.withLock { $0 }, 1)
        XCTAssertEqual(try fixture.library.contents().count, 2)
        _ = try fixture.diary.purge(on: Fixture.today)
        XCTAssertEqual(try fixture.library.contents(), [])
    }

    /// The tool creates the pictures of a book in one call. The diary requests the failed ones one
    /// by one.
    func testBookPicturesAreCreatedTogetherAndOnce() throws {
        let callCounts = Mutex((together: 0, alone: 0))
        let tool = ImageTool(
            name: "counting", prepare: { photo, _ in photo.bytes },
            thumbnail: { _, side in
                if side > PhotoPath.thumbnailSide { callCounts.withLock { $0.alone += 1 } }
                return PhotoMaker.jpeg(8, 8)
            },
            thumbnails: { photos, _ in
                callCounts.withLock { $0.together += photos.count }
                return photos.indices.map { [nil, Array("no picture".utf8), PhotoMaker.jpeg(9, 9)][min($0, 2)] }
            })
        let fixture = Fixture(tool: tool)
        for day in 0..<6 { _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-day)) }
        let entries = try fixture.diary.entries(EntryRange())
        fixture.diary.makePictures(of: entries, longestSide: 1024)
        XCTAssertEqual(callCounts.withLock { $0.together }, 6)
        let widths = try entries.compactMap { try fixture.diary.picture(of: $0, longestSide: 1024)?.header.width }
        XCTAssertEqual(widths.sorted(), [8, 8, 9, 9, 9, 9])
        XCTAssertEqual(callCounts.withLock { $0.alone }, 2)
        fixture.diary.makePictures(of: entries, longestSide: 1024)
        XCTAssertEqual(callCounts.withLock { $0.together }, 6, "cached thumbnails are not rendered again")
    }

    func testSettingsDetermineConversion() throws {
        let wishes = Mutex<[PictureRequest]>([])
        let tool = ImageTool(
            name: "noting",
            prepare: { photo, wish in
                wishes.withLock { $0.append(wish) }
                return photo.bytes
            }, thumbnail: { _, _ in nil })
        let fixture = Fixture(tool: tool)
        let expected: [(DiarySettings.Quality, DiarySettings.Format, Bool, PictureRequest)] = [
            (.high, .heic, false, PictureRequest(format: .heic, longestSide: 2048, keepsLocation: false)),
            (.medium, .jpeg, true, PictureRequest(format: .jpeg, longestSide: 1280, keepsLocation: true)),
        ]
        for (index, (quality, format, keeps, _)) in expected.enumerated() {
            _ = try fixture.diary.changeSettings { ($0.quality, $0.format, $0.keepLocation) = (quality, format, keeps) }
            _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-index))
        }
        XCTAssertEqual(wishes.withLock { $0 }, expected.map(\.3))
    }

    func testOriginalIsStoredUnchangedWithoutTool() throws {
        let fixture = Fixture()
        let photo = PhotoMaker.jpeg(16, 8, exif: PhotoMaker.Exif(orientation: 6, hasLocation: true).block)
        let added = try fixture.diary.add(photo, on: Fixture.today)
        XCTAssertEqual(try fixture.diary.photo(of: added.entry), photo)
        XCTAssertEqual([added.entry.photo.width, added.entry.photo.height], [8, 16])
        XCTAssertTrue(added.keepsLocation)
        XCTAssertNil(try fixture.diary.thumbnail(of: added.entry))
    }
}
