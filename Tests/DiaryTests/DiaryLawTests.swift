import Diary
import Kernel
import Pictures
import PicturesAdapters
import PicturesTesting
import Storage
import Synchronization
import TestSupport
import XCTest

final class DiaryLawTests: XCTestCase {
    /// Random additions, edits, deletions, restorations, undo steps and waits agree with a model.
    func testDiaryAgreesWithModel() throws {
        for seed in 1...12 {
            var random = RandomSource(seed: UInt64(seed))
            let fixture = Fixture()
            var model = Model()
            for step in 0..<150 {
                try model.step(fixture, &random, "seed \(seed), step \(step)")
            }
        }
    }

    private struct Model {
        var entries: [Day: (note: String?, photo: String)] = [:]
        var trash: [(day: Day, note: String?, photo: String, deletedAt: Double)] = []
        var clock = 0.0

        mutating func step(_ fixture: Fixture, _ random: inout RandomSource, _ place: String) throws {
            let day = Fixture.day(-Int.random(in: 0...8, using: &random))
            let note = Bool.random(using: &random) ? "note \(random.next() % 100)" : nil
            switch Int.random(in: 0..<10, using: &random) {
            case 0...3:
                let seen = code { try fixture.diary.add(PhotoMaker.png(2, 2), note: note, on: day) }
                XCTAssertEqual(seen, entries[day] == nil ? nil : "entryAlreadyExists", place)
                if seen == nil { entries[day] = (note, try fixture.diary.entry(on: day).photo.path.name) }
                expire()
            case 4:
                let seen = code { try fixture.diary.changeNote(on: day, to: note) }
                XCTAssertEqual(seen, entries[day] == nil ? "entryNotFound" : nil, place)
                entries[day]?.note = note
            case 5, 6:
                let seen = code { try fixture.diary.delete(on: day) }
                XCTAssertEqual(seen, entries[day] == nil ? "entryNotFound" : nil, place)
                if let gone = entries.removeValue(forKey: day) { trash.append((day, gone.note, gone.photo, clock)) }
                expire()
            case 7:
                guard let expected = trash.randomElement(using: &random) else { return }
                let seen = code { try fixture.diary.restore(expected.photo) }
                XCTAssertEqual(seen, entries[expected.day] == nil ? nil : "entryAlreadyExists", place)
                if seen == nil {
                    trash.removeAll { $0.photo == expected.photo }
                    entries[expected.day] = (expected.note, expected.photo)
                }
            case 8:
                clock += 86_400 * 9.7
                fixture.pass(days: 9.7)
                trash.removeAll { $0.deletedAt + 30 * 86_400 <= clock }
            default:
                let actual = code { try fixture.diary.purge(on: day) }
                XCTAssertEqual(actual, entries[day] == nil ? "entryNotFound" : nil, place)
                entries[day] = nil
            }
            try compare(fixture, place)
        }

        private mutating func expire() { trash.removeAll { $0.deletedAt + 30 * 86_400 <= clock } }

        private func compare(_ fixture: Fixture, _ place: String) throws {
            let days = entries.keys.sorted()
            XCTAssertEqual(try fixture.diary.entries(EntryRange()).map(\.day), days.reversed(), place)
            XCTAssertEqual(
                try fixture.diary.entries(EntryRange(onlyWithNotes: true)).map(\.note),
                days.reversed().compactMap { entries[$0]?.note }, place)
            XCTAssertEqual(try Set(fixture.diary.trash().map(\.id.rawValue)), Set(trash.map(\.photo)), place)
            XCTAssertEqual(try fixture.diary.photoDays(), PhotoDays(days, today: fixture.diary.time.today()), place)
            XCTAssertEqual(try fixture.diary.currentStreak(), try fixture.diary.photoDays().streak.current, place)
            XCTAssertEqual(try fixture.diary.isTaken(), entries[fixture.diary.time.today()] != nil, place)
            let check = try fixture.diary.check()
            XCTAssertEqual(check.missing, [], place)
            let photoNames = Set(entries.values.map(\.photo) + trash.map(\.photo))
            XCTAssertTrue(photoNames.isSubset(of: try fixture.library.contents().map(\.path.name)), place)
        }
    }

    func testPagesAddUpToWholeTimeline() throws {
        let fixture = Fixture()
        for offset in [0, 1, 2, 5, 9, 30, 31, 400] {
            _ = try fixture.diary.add(PhotoMaker.png(1, 1), note: offset % 2 == 0 ? "n" : nil, on: Fixture.day(-offset))
        }
        for (noted, size) in [(false, 1), (false, 3), (false, 8), (true, 2), (true, 50)] {
            var (entries, cursor, pages): ([Entry], Day?, Int) = ([], nil, 0)
            repeat {
                let page = try fixture.diary.timeline(EntryRange(onlyWithNotes: noted, limit: size), before: cursor)
                XCTAssertLessThanOrEqual(page.entries.count, size)
                XCTAssertFalse(page.entries.isEmpty, "the previous page announced another one")
                entries += page.entries
                cursor = page.next
                pages = pages + 1
            } while cursor != nil && pages < 20
            XCTAssertEqual(entries, try fixture.diary.entries(EntryRange(onlyWithNotes: noted)))
        }
    }

    func testOneOfEightThreadsAddsTheSameDay() throws {
        let fixture = Fixture()
        let outcomes = Mutex<[String?]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            let outcome = code { try fixture.diary.add(PhotoMaker.png(2, 2), note: "\(thread)", on: Fixture.today) }
            outcomes.withLock { $0.append(outcome) }
        }
        XCTAssertEqual(outcomes.withLock { $0.filter { $0 == nil }.count }, 1)
        XCTAssertEqual(outcomes.withLock { $0.filter { $0 == "entryAlreadyExists" }.count }, 7)
        XCTAssertEqual(try fixture.library.contents().count, 1, "the losers' photos are removed")
    }

    func testTwentyThreadsAddTwentyDays() throws {
        let fixture = Fixture()
        DispatchQueue.concurrentPerform(iterations: 20) { day in
            _ = try? fixture.diary.add(PhotoMaker.png(2, 2), on: Fixture.day(-day))
        }
        XCTAssertEqual(
            try fixture.diary.photoDays(), PhotoDays((0..<20).map { Fixture.day($0 - 19) }, today: Fixture.today))
    }

    /// Each thread opens the store and the folder itself, as a process does.
    func testConcurrentAdditionsToFilesLoseNothing() throws {
        let home = try Home()
        let ids = IDSource.counting(prefix: "p")
        let open: @Sendable () throws -> PhotoDiary = {
            PhotoDiary(
                repository: StoredDiaryRepository(try FileStore(directory: home.path("store"), now: { Fixture.noon })),
                photos: FolderBlobStore<PhotoPath>(root: home.path("photos")), ids: ids, time: .fixed(Fixture.noon))
        }
        _ = try open()
        let outcomes = Mutex<[String?]>([])
        DispatchQueue.concurrentPerform(iterations: 28) { number in
            let day = Fixture.day(number < 20 ? -number : -100)
            let outcome = code { try open().add(PhotoMaker.png(2, 2), on: day) }
            outcomes.withLock { $0.append(outcome) }
        }
        XCTAssertEqual(outcomes.withLock { $0.filter { $0 == nil }.count }, 21)
        XCTAssertEqual(outcomes.withLock { $0.filter { $0 == "entryAlreadyExists" }.count }, 7)
        let diary = try open()
        XCTAssertEqual(try diary.photoDays().streak.longest, 20)
        XCTAssertEqual(try FolderBlobStore<PhotoPath>(root: home.path("photos")).contents().count, 21)
        XCTAssertEqual(try diary.check().missing, [])
    }
}
