import Diary
import Kernel
import Pictures
import PicturesAdapters
import PicturesContract
import Storage
import Synchronization
import XCTest

final class DiaryLawTests: XCTestCase {
    /// Random adding, editing, deleting, restoring, undoing and waiting, beside a model of what should be there.
    func testTheDiaryAgreesWithAModel() throws {
        for seed in 1...12 {
            var random = RandomSource(seed: UInt64(seed))
            let bench = Bench()
            var model = Model()
            for step in 0..<150 {
                try model.step(bench, &random, "seed \(seed), step \(step)")
            }
        }
    }

    private struct Model {
        var entries: [Day: (note: String?, photo: String)] = [:]
        var trash: [(day: Day, note: String?, photo: String, deletedAt: Double)] = []
        var clock = 0.0

        mutating func step(_ bench: Bench, _ random: inout RandomSource, _ place: String) throws {
            let day = Bench.day(-Int.random(in: 0...8, using: &random))
            let note = Bool.random(using: &random) ? "note \(random.next() % 100)" : nil
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3:
                let seen = code { try bench.diary.add(PhotoMaker.png(2, 2), note: note, on: day) }
                XCTAssertEqual(seen, entries[day] == nil ? nil : "entryAlreadyExists", place)
                if seen == nil { entries[day] = (note, try bench.diary.entry(on: day).photo.path.name) }
                expire()
            case 4:
                let seen = code { try bench.diary.changeNote(on: day, to: note) }
                XCTAssertEqual(seen, entries[day] == nil ? "entryNotFound" : nil, place)
                entries[day]?.note = note
            case 5, 6:
                let seen = code { try bench.diary.delete(on: day) }
                XCTAssertEqual(seen, entries[day] == nil ? "entryNotFound" : nil, place)
                if let gone = entries.removeValue(forKey: day) { trash.append((day, gone.note, gone.photo, clock)) }
                expire()
            case 7:
                guard let wanted = trash.randomElement(using: &random) else { return }
                let seen = code { try bench.diary.restore(wanted.photo) }
                XCTAssertEqual(seen, entries[wanted.day] == nil ? nil : "entryAlreadyExists", place)
                if seen == nil {
                    trash.removeAll { $0.photo == wanted.photo }
                    entries[wanted.day] = (wanted.note, wanted.photo)
                }
            case 8:
                clock += 86_400 * 9.7
                bench.pass(days: 9.7)
                trash.removeAll { $0.deletedAt + 30 * 86_400 <= clock }
            default:
                let seen = code { try bench.diary.purge(on: day) }
                XCTAssertEqual(seen, entries[day] == nil ? "entryNotFound" : nil, place)
                entries[day] = nil
            }
            try compare(bench, place)
        }

        private mutating func expire() { trash.removeAll { $0.deletedAt + 30 * 86_400 <= clock } }

        private func compare(_ bench: Bench, _ place: String) throws {
            let days = entries.keys.sorted()
            XCTAssertEqual(try bench.diary.entries(EntryRange()).map(\.day), days.reversed(), place)
            XCTAssertEqual(
                try bench.diary.entries(EntryRange(onlyWithNotes: true)).map(\.note),
                days.reversed().compactMap { entries[$0]?.note }, place)
            XCTAssertEqual(try Set(bench.diary.trash().map(\.id.rawValue)), Set(trash.map(\.photo)), place)
            XCTAssertEqual(try bench.diary.photoDays(), PhotoDays(days, today: bench.diary.time.today()), place)
            XCTAssertEqual(try bench.diary.currentStreak(), try bench.diary.photoDays().streak.current, place)
            XCTAssertEqual(try bench.diary.isTaken(), entries[bench.diary.time.today()] != nil, place)
            let check = try bench.diary.check()
            XCTAssertEqual(check.missing, [], place)
            let named = Set(entries.values.map(\.photo) + trash.map(\.photo))
            XCTAssertTrue(named.isSubset(of: try bench.library.contents().map(\.path.name)), place)
        }
    }

    func testPagesTogetherAreTheWholeTimeline() throws {
        let bench = Bench()
        for offset in [0, 1, 2, 5, 9, 30, 31, 400] {
            _ = try bench.diary.add(PhotoMaker.png(1, 1), note: offset % 2 == 0 ? "n" : nil, on: Bench.day(-offset))
        }
        for (noted, size) in [(false, 1), (false, 3), (false, 8), (true, 2), (true, 50)] {
            var (seen, cursor, pages): ([Entry], Day?, Int) = ([], nil, 0)
            repeat {
                let page = try bench.diary.timeline(EntryRange(onlyWithNotes: noted, limit: size), before: cursor)
                XCTAssertLessThanOrEqual(page.entries.count, size)
                seen += page.entries
                (cursor, pages) = (page.next, pages + 1)
            } while cursor != nil && pages < 20
            XCTAssertEqual(seen, try bench.diary.entries(EntryRange(onlyWithNotes: noted)))
        }
    }

    func testOneDayUnderEightThreadsOneWins() throws {
        let bench = Bench()
        let outcomes = Mutex<[String?]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            let outcome = code { try bench.diary.add(PhotoMaker.png(2, 2), note: "\(thread)", on: Bench.today) }
            outcomes.withLock { $0.append(outcome) }
        }
        XCTAssertEqual(outcomes.withLock { $0.filter { $0 == nil }.count }, 1)
        XCTAssertEqual(outcomes.withLock { $0.filter { $0 == "entryAlreadyExists" }.count }, 7)
        XCTAssertEqual(try bench.library.contents().count, 1, "the losers' photos are removed")
    }

    func testTwentyDaysUnderTwentyThreadsAreAllKept() throws {
        let bench = Bench()
        DispatchQueue.concurrentPerform(iterations: 20) { day in
            _ = try? bench.diary.add(PhotoMaker.png(2, 2), on: Bench.day(-day))
        }
        XCTAssertEqual(try bench.diary.photoDays(), PhotoDays((0..<20).map { Bench.day($0 - 19) }, today: Bench.today))
    }

    /// Each thread opens the store and the folder for itself, as processes do.
    func testOnFilesOneDayHasOneWinnerAndTwentyDaysAreAllKept() throws {
        let folder = try TestFolder()
        let ids = IDSource.counting(prefix: "p")
        let open: @Sendable () throws -> PhotoDiary = { [root = folder.root] in
            PhotoDiary(
                repository: StoredDiaryRepository(try FileStore(directory: root + "/store", now: { Bench.noon })),
                photos: FolderShelf<PhotoPath>(root: root + "/photos"), ids: ids, time: .fixed(Bench.noon))
        }
        _ = try open()
        let outcomes = Mutex<[String?]>([])
        DispatchQueue.concurrentPerform(iterations: 28) { number in
            let day = Bench.day(number < 20 ? -number : -100)
            let outcome = code { try open().add(PhotoMaker.png(2, 2), on: day) }
            outcomes.withLock { $0.append(outcome) }
        }
        XCTAssertEqual(outcomes.withLock { $0.filter { $0 == nil }.count }, 21)
        XCTAssertEqual(outcomes.withLock { $0.filter { $0 == "entryAlreadyExists" }.count }, 7)
        let diary = try open()
        XCTAssertEqual(try diary.photoDays().streak.longest, 20)
        XCTAssertEqual(try FolderShelf<PhotoPath>(root: folder.path("photos")).contents().count, 21)
        XCTAssertEqual(try diary.check().missing, [])
    }

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
        XCTAssertEqual(code { try bench.store.undoLast() }, "changedSince")
        XCTAssertEqual(try bench.library.contents(), [])
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today)
        _ = try bench.diary.purge(on: Bench.today)
        XCTAssertEqual(code { try bench.store.undoLast() }, "changedSince")
        XCTAssertEqual(try bench.diary.check().missing, [])
    }

    func testAnUndoneAddLeavesAPhotoThatASweepFindsAfterAnHour() throws {
        let bench = Bench()
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today)
        _ = try bench.store.undoLast()
        XCTAssertEqual(try bench.diary.check().orphans.count, 0, "a young photo may be on its way into an entry")
        bench.pass(days: 1.0 / 24)
        XCTAssertEqual(try bench.diary.check().findings.count, 1)
        XCTAssertEqual(try bench.diary.sweep().count, 1)
        XCTAssertEqual(try bench.library.contents(), [])
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

    // MARK: - Looking

    func testOnThisDayKnowsLeapYears() throws {
        let leap = try XCTUnwrap(Day("2024-02-29"))
        let bench = Bench()
        let repository = StoredDiaryRepository(bench.store)
        for day in ["2020-02-29", "2023-02-28", "2024-02-29", "2016-02-29"].compactMap({ Day($0) }) {
            let path = try XCTUnwrap(PhotoPath(day: day, name: "x\(day.year)", type: .png))
            try repository.insert(
                Entry(
                    day: day, note: nil, photo: PhotoFacts(path: path, width: 1, height: 1, bytes: 1, type: .png),
                    createdAt: Bench.noon))
        }
        let instant = Instant(milliseconds: Int64(leap.ordinal) * 86_400_000)
        let diary = PhotoDiary(repository: repository, photos: bench.library, ids: .counting(), time: .fixed(instant))
        XCTAssertEqual(try diary.onThisDay().map(\.day.year), [2020, 2016])
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
