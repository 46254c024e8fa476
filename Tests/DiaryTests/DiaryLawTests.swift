import Diary
import Kernel
import Pictures
import PicturesAdapters
import PicturesContract
import Storage
import Synchronization
import TestBench
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
                XCTAssertFalse(page.entries.isEmpty, "a page that another one promised")
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
        let home = try Home()
        let ids = IDSource.counting(prefix: "p")
        let open: @Sendable () throws -> PhotoDiary = {
            PhotoDiary(
                repository: StoredDiaryRepository(try FileStore(directory: home.path("store"), now: { Bench.noon })),
                photos: FolderShelf<PhotoPath>(root: home.path("photos")), ids: ids, time: .fixed(Bench.noon))
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
        XCTAssertEqual(try FolderShelf<PhotoPath>(root: home.path("photos")).contents().count, 21)
        XCTAssertEqual(try diary.check().missing, [])
    }
}
