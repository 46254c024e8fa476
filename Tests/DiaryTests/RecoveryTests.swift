import Diary
import Kernel
import Pictures
import PicturesContract
import TestBench
import XCTest

/// Taking back, and what is left when a step fails.
final class RecoveryTests: XCTestCase {
    // MARK: - Undo

    func testUndoTakesBackDeletingAddingEditingAndRestoring() throws {
        let bench = Bench()
        let photo = PhotoMaker.jpeg(16, 8)
        let added = try bench.diary.add(photo, note: "first", on: Bench.today).entry
        _ = try bench.diary.changeNote(on: Bench.today, to: "second")
        _ = try bench.store.undoLast()
        XCTAssertEqual(try bench.diary.entry(on: Bench.today), added)
        _ = try bench.diary.delete(on: Bench.today)
        _ = try bench.store.undoLast()
        XCTAssertEqual(try bench.diary.photo(of: bench.diary.entry(on: Bench.today)), photo)
        XCTAssertEqual(try bench.diary.trash(), [])
        let trashed = try bench.diary.delete(on: Bench.today)
        _ = try bench.diary.restore(trashed.id.rawValue)
        _ = try bench.store.undoLast()
        XCTAssertEqual(try bench.diary.trash().map(\.id), [trashed.id])
        _ = try bench.store.undoLast()
        XCTAssertEqual(try bench.diary.entry(on: Bench.today), added, "several steps in a row, each over the same record")
        _ = try bench.store.undoLast()
        XCTAssertEqual(try bench.diary.entries(EntryRange()), [])
        XCTAssertEqual(code { try bench.store.undoLast() }, "nothingToUndo")
    }

    func testWhatWasPurgedCannotBeUndoneIntoAnEntryWithoutAPhoto() throws {
        let bench = Bench()
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today)
        _ = try bench.diary.delete(on: Bench.today)
        XCTAssertEqual(try bench.diary.emptyTrash().count, 1)
        XCTAssertEqual(code { try bench.store.undoLast() }, "nothingToUndo")
        XCTAssertEqual(try bench.library.contents(), [])
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today)
        _ = try bench.diary.purge(on: Bench.today)
        XCTAssertEqual(code { try bench.store.undoLast() }, "nothingToUndo")
        XCTAssertEqual(try bench.diary.check().missing, [])
    }

    func testAnUndoneAddLeavesAPhotoThatASweepFindsAfterAnHour() throws {
        let bench = Bench()
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today)
        _ = try bench.store.undoLast()
        XCTAssertEqual(try bench.diary.check().orphans.count, 0, "a young photo may be on its way into an entry")
        bench.pass(days: 1.0 / 24)
        XCTAssertEqual(try bench.diary.check().findings().count, 1)
        XCTAssertEqual(try bench.diary.sweep().count, 1)
        XCTAssertEqual(try bench.library.contents(), [])
    }

    func testWhatIsDeletedCanBeBroughtBackForThirtyDaysAndNoLonger() throws {
        let bench = Bench()
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today)
        let deleted = try bench.diary.delete(on: Bench.today)
        bench.pass(days: 30 - 1.0 / 86_400)
        XCTAssertEqual(try bench.diary.trash(), [deleted])
        bench.pass(days: 1.0 / 86_400)
        XCTAssertEqual(try bench.diary.trash(), [])
        XCTAssertEqual(code { try bench.diary.restore(deleted.id.rawValue) }, "entryNotFound")
        XCTAssertEqual(try bench.library.contents().count, 1, "nothing has come by to clear it")
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(1))
        XCTAssertEqual(try bench.library.contents().map(\.path), [try bench.diary.entry(on: Bench.day(1)).photo.path])
    }

    // MARK: - Failures at every step

    func testNothingIsAddedAndNothingLeftWhenAStepFails() throws {
        for fault in FaultyShelf.Fault.allCases where fault != .none {
            let library = FaultyShelf(MemoryShelf<PhotoPath> { Instant(milliseconds: 0) })
            let bench = Bench(library: library)
            _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-1))
            library.fail(fault)
            let failed = code { try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today) } != nil
            XCTAssertEqual(failed, fault != .removeFails)
            _ = try? bench.diary.purge(on: Bench.day(-1))
            library.fail(.none)
            XCTAssertEqual(try bench.diary.check().missing, [], "\(fault): an entry without a photo")
            _ = try bench.diary.sweep()
            XCTAssertEqual(
                try bench.library.contents().count, try bench.diary.entries(EntryRange()).count,
                "\(fault): a photo without an entry")
        }
    }

    func testACrashBetweenPhotoAndEntryLeavesAtMostAPhotoTooMany() throws {
        for afterwards in [false, true] {
            // The process dies: what the diary would tidy up is not tidied up either.
            let library = FaultyShelf(MemoryShelf<PhotoPath> { Instant(milliseconds: 0) })
            let bench = Bench(library: library)
            let dying = PhotoDiary(
                repository: DyingRepository(real: StoredDiaryRepository(bench.store), afterwards: afterwards), photos: library,
                ids: .counting(prefix: "dying"), time: bench.diary.time)
            library.fail(.removeFails)
            XCTAssertThrowsError(try dying.add(PhotoMaker.png(1, 1), on: Bench.today))
            library.fail(.none)
            let check = try bench.diary.check()
            XCTAssertEqual(check.missing, [])
            XCTAssertEqual(check.orphans.count, afterwards ? 0 : 1)
            XCTAssertEqual(try bench.diary.sweep(), check.orphans)
            XCTAssertEqual(try library.contents().count, afterwards ? 1 : 0)
        }
    }

    func testBadPhotosAndToolsAddNothing() throws {
        let lying = ImageTool(name: "lying", prepare: { _, _ in Array("no image".utf8) }, thumbnail: { _, _ in [] })
        let bench = Bench(tool: lying)
        let before = try bench.fingerprint()
        XCTAssertEqual(code { try bench.diary.add(PhotoMaker.png(1, 1)) }, "conversionFailed")
        XCTAssertEqual(code { try bench.diary.add(Array(PhotoMaker.png(1, 1).dropLast())) }, "loadFailed")
        XCTAssertEqual(code { try bench.diary.add([]) }, "loadFailed")
        XCTAssertEqual(
            code { try bench.diary.add(PhotoMaker.png(1, 1), note: String(repeating: "x", count: 1001)) }, "noteTooLong")
        XCTAssertEqual(code { try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(1)) }, "dayInFuture")
        XCTAssertEqual(try bench.fingerprint(), before)
        _ = try bench.diary.changeSettings { $0.format = .original }
        XCTAssertEqual(try bench.diary.add(PhotoMaker.png(3, 2)).entry.photo.width, 3, "originals need no tool")
    }
}
