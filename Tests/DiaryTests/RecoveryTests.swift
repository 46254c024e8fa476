import Diary
import Kernel
import Pictures
import PicturesTesting
import TestSupport
import XCTest

/// Undo, and the state after a failed step.
final class RecoveryTests: XCTestCase {
    // MARK: - Undo

    func testUndoRevertsDeleteAddEditAndRestore() throws {
        let fixture = Fixture()
        let photo = PhotoMaker.jpeg(16, 8)
        let added = try fixture.diary.add(photo, note: "first", on: Fixture.today).entry
        _ = try fixture.diary.changeNote(on: Fixture.today, to: "second")
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.today), added)
        _ = try fixture.diary.delete(on: Fixture.today)
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.diary.photo(of: fixture.diary.entry(on: Fixture.today)), photo)
        XCTAssertEqual(try fixture.diary.trash(), [])
        let trashed = try fixture.diary.delete(on: Fixture.today)
        _ = try fixture.diary.restore(trashed.id.rawValue)
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.diary.trash().map(\.id), [trashed.id])
        _ = try fixture.store.undoLast()
        XCTAssertEqual(
            try fixture.diary.entry(on: Fixture.today), added, "several steps in a row, each over the same record")
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.diary.entries(EntryRange()), [])
        XCTAssertEqual(code { try fixture.store.undoLast() }, "nothingToUndo")
    }

    func testPurgeCannotBeUndone() throws {
        let fixture = Fixture()
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today)
        _ = try fixture.diary.delete(on: Fixture.today)
        XCTAssertEqual(try fixture.diary.emptyTrash().count, 1)
        XCTAssertEqual(code { try fixture.store.undoLast() }, "nothingToUndo")
        XCTAssertEqual(try fixture.library.contents(), [])
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today)
        _ = try fixture.diary.purge(on: Fixture.today)
        XCTAssertEqual(code { try fixture.store.undoLast() }, "nothingToUndo")
        XCTAssertEqual(try fixture.diary.check().missing, [])
    }

    func testSweepRemovesPhotoOfUndoneAddAfterAnHour() throws {
        let fixture = Fixture()
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today)
        _ = try fixture.store.undoLast()
        XCTAssertEqual(try fixture.diary.check().orphans.count, 0, "a recent photo may belong to an unfinished add")
        fixture.pass(days: 1.0 / 24)
        XCTAssertEqual(try fixture.diary.check().findings().count, 1)
        XCTAssertEqual(try fixture.diary.sweep().count, 1)
        XCTAssertEqual(try fixture.library.contents(), [])
    }

    func testDeletedEntryCanBeRestoredForThirtyDays() throws {
        let fixture = Fixture()
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today)
        let deleted = try fixture.diary.delete(on: Fixture.today)
        fixture.pass(days: 30 - 1.0 / 86_400)
        XCTAssertEqual(try fixture.diary.trash(), [deleted])
        fixture.pass(days: 1.0 / 86_400)
        XCTAssertEqual(try fixture.diary.trash(), [])
        XCTAssertEqual(code { try fixture.diary.restore(deleted.id.rawValue) }, "entryNotFound")
        XCTAssertEqual(try fixture.library.contents().count, 1, "no write has removed it yet")
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(1))
        XCTAssertEqual(
            try fixture.library.contents().map(\.path), [try fixture.diary.entry(on: Fixture.day(1)).photo.path])
    }

    // MARK: - Failures at every step

    func testFailedStepLeavesNoEntryAndNoPhoto() throws {
        for fault in FaultyBlobStore.Fault.allCases where fault != .none {
            let library = FaultyBlobStore(MemoryBlobStore<PhotoPath> { Instant(milliseconds: 0) })
            let fixture = Fixture(library: library)
            _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-1))
            library.fail(fault)
            let failed = code { try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today) } != nil
            XCTAssertEqual(failed, fault != .removeFails)
            _ = try? fixture.diary.purge(on: Fixture.day(-1))
            library.fail(.none)
            XCTAssertEqual(try fixture.diary.check().missing, [], "\(fault): an entry without a photo")
            _ = try fixture.diary.sweep()
            XCTAssertEqual(
                try fixture.library.contents().count, try fixture.diary.entries(EntryRange()).count,
                "\(fault): a photo without an entry")
        }
    }

    func testCrashLeavesAtMostAnOrphanedPhoto() throws {
        for afterwards in [false, true] {
            // The process ends before the diary removes the unused photo.
            let library = FaultyBlobStore(MemoryBlobStore<PhotoPath> { Instant(milliseconds: 0) })
            let fixture = Fixture(library: library)
            let dying = PhotoDiary(
                repository: DyingRepository(real: StoredDiaryRepository(fixture.store), afterwards: afterwards),
                photos: library,
                ids: .counting(prefix: "dying"), time: fixture.diary.time)
            library.fail(.removeFails)
            XCTAssertThrowsError(try dying.add(PhotoMaker.png(1, 1), on: Fixture.today))
            library.fail(.none)
            let check = try fixture.diary.check()
            XCTAssertEqual(check.missing, [])
            XCTAssertEqual(check.orphans.count, afterwards ? 0 : 1)
            XCTAssertEqual(try fixture.diary.sweep(), check.orphans)
            XCTAssertEqual(try library.contents().count, afterwards ? 1 : 0)
        }
    }

    func testInvalidPhotosAndToolsAddNothing() throws {
        let lying = ImageTool(name: "lying", prepare: { _, _ in Array("no image".utf8) }, thumbnail: { _, _ in [] })
        let fixture = Fixture(tool: lying)
        let before = try fixture.fingerprint()
        XCTAssertEqual(code { try fixture.diary.add(PhotoMaker.png(1, 1)) }, "conversionFailed")
        XCTAssertEqual(code { try fixture.diary.add(Array(PhotoMaker.png(1, 1).dropLast())) }, "loadFailed")
        XCTAssertEqual(code { try fixture.diary.add([]) }, "loadFailed")
        XCTAssertEqual(
            code { try fixture.diary.add(PhotoMaker.png(1, 1), note: String(repeating: "x", count: 1001)) },
            "noteTooLong")
        XCTAssertEqual(code { try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(1)) }, "dayInFuture")
        XCTAssertEqual(try fixture.fingerprint(), before)
        _ = try fixture.diary.changeSettings { $0.format = .original }
        XCTAssertEqual(try fixture.diary.add(PhotoMaker.png(3, 2)).entry.photo.width, 3, "originals need no tool")
    }
}
