import Diary
import Kernel
import Pictures
import PicturesContract
import Storage
import Synchronization
import XCTest

final class LookingTests: XCTestCase {
    func testOnThisDayKnowsLeapYears() throws {
        let leap = try XCTUnwrap(Day("2024-02-29"))
        let bench = Bench()
        let repository = StoredDiaryRepository(bench.store)
        for day in ["2020-02-29", "2023-02-28", "2024-02-29", "2016-02-29"].compactMap({ Day($0) }) {
            let path = try XCTUnwrap(PhotoPath(day: day, name: "x\(day.year)", type: .png))
            let photo = PhotoFacts(path: path, width: 1, height: 1, bytes: 1, type: .png)
            try repository.write(undo: nil) { try $0.keep(Entry(day: day, note: nil, photo: photo, createdAt: Bench.noon)) }
        }
        let instant = Instant(milliseconds: Int64(leap.ordinal) * 86_400_000)
        let diary = PhotoDiary(repository: repository, photos: bench.library, ids: .counting(), time: .fixed(instant))
        // The 28th stands for the 29th where a year has none, and shows it; where it has one, they are two days.
        XCTAssertEqual(try diary.onThisDay().map(\.id), ["2023-02-28", "2020-02-29", "2016-02-29"])
        let (short, long) = (try XCTUnwrap(Day("2023-02-28")), try XCTUnwrap(Day("2020-02-28")))
        XCTAssertEqual(try diary.onThisDay(short).map(\.id), ["2024-02-29", "2023-02-28", "2020-02-29", "2016-02-29"])
        XCTAssertEqual(try diary.onThisDay(long).map(\.id), ["2023-02-28"])
    }

    func testSearchFindsAllWordsWhateverTheirCaseAndAccents() throws {
        let bench = Bench()
        let notes = ["Crème brûlée at the café", "CAFE in the rain", "비 오는 날", nil]
        for (index, note) in notes.enumerated() {
            _ = try bench.diary.add(PhotoMaker.png(1, 1), note: note, on: Bench.day(-index))
        }
        XCTAssertEqual(try bench.diary.search(["cafe"]).count, 2)
        XCTAssertEqual(try bench.diary.search(["CAFÉ creme"]).records.map(\.note), ["Crème brûlée at the café"])
        XCTAssertEqual(try bench.diary.search(["비"]).count, 1)
        XCTAssertEqual(try bench.diary.search(["snow"]).count, 0)
        XCTAssertEqual(try bench.diary.search(["  "]).count, 0)
    }

    func testThumbnailsAreMadeOnceAndGoWithTheirPhoto() throws {
        let made = Mutex(0)
        let tool = ImageTool(
            name: "counting", prepare: { photo, _ in photo.bytes },
            thumbnail: { _, _ in
                made.withLock { $0 += 1 }
                return PhotoMaker.jpeg(8, 8)
            })
        let bench = Bench(tool: tool)
        let entry = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today).entry
        for _ in 0..<3 { XCTAssertEqual(try bench.diary.thumbnail(of: entry), PhotoMaker.jpeg(8, 8)) }
        XCTAssertEqual(made.withLock { $0 }, 1)
        XCTAssertEqual(try bench.library.contents().count, 2)
        _ = try bench.diary.purge(on: Bench.today)
        XCTAssertEqual(try bench.library.contents(), [])
    }

    /// Those of a book are made at one go and kept; what is not made so, and what is no picture, is asked for by itself.
    func testPicturesOfABookAreMadeTogetherAndOnce() throws {
        let asked = Mutex((together: 0, alone: 0))
        let tool = ImageTool(
            name: "counting", prepare: { photo, _ in photo.bytes },
            thumbnail: { _, side in
                if side > PhotoPath.thumbnailSide { asked.withLock { $0.alone += 1 } }
                return PhotoMaker.jpeg(8, 8)
            },
            thumbnails: { photos, _ in
                asked.withLock { $0.together += photos.count }
                return photos.indices.map { [nil, Array("no picture".utf8), PhotoMaker.jpeg(9, 9)][min($0, 2)] }
            })
        let bench = Bench(tool: tool)
        for day in 0..<6 { _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-day)) }
        let entries = try bench.diary.entries(EntryRange())
        bench.diary.makePictures(of: entries, longestSide: 1024)
        XCTAssertEqual(asked.withLock { $0.together }, 6)
        let shown = try entries.compactMap { try bench.diary.picture(of: $0, longestSide: 1024)?.header.width }
        XCTAssertEqual(shown.sorted(), [8, 8, 9, 9, 9, 9])
        XCTAssertEqual(asked.withLock { $0.alone }, 2)
        bench.diary.makePictures(of: entries, longestSide: 1024)
        XCTAssertEqual(asked.withLock { $0.together }, 6, "what is kept is not made again")
    }

    func testTheSettingsSayWhatAPhotoBecomes() throws {
        let wishes = Mutex<[PictureWish]>([])
        let tool = ImageTool(
            name: "noting",
            prepare: { photo, wish in
                wishes.withLock { $0.append(wish) }
                return photo.bytes
            }, thumbnail: { _, _ in nil })
        let bench = Bench(tool: tool)
        let expected: [(DiarySettings.Quality, DiarySettings.Format, Bool, PictureWish)] = [
            (.high, .heic, false, PictureWish(format: .heic, longestSide: 2048, keepsLocation: false)),
            (.medium, .jpeg, true, PictureWish(format: .jpeg, longestSide: 1280, keepsLocation: true)),
        ]
        for (index, (quality, format, keeps, _)) in expected.enumerated() {
            _ = try bench.diary.changeSettings { ($0.quality, $0.format, $0.keepLocation) = (quality, format, keeps) }
            _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-index))
        }
        XCTAssertEqual(wishes.withLock { $0 }, expected.map(\.3))
    }

    func testWithoutAToolTheOriginalIsKeptByteForByte() throws {
        let bench = Bench()
        let photo = PhotoMaker.jpeg(16, 8, exif: PhotoMaker.Exif(orientation: 6, hasLocation: true).block)
        let added = try bench.diary.add(photo, on: Bench.today)
        XCTAssertEqual(try bench.diary.photo(of: added.entry), photo)
        XCTAssertEqual([added.entry.photo.width, added.entry.photo.height], [8, 16])
        XCTAssertTrue(added.keepsLocation)
        XCTAssertNil(try bench.diary.thumbnail(of: added.entry))
    }
}
