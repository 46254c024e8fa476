import Diary
import Interface
import Kernel
import Pictures
import Search
import Storage
import Synchronization
import TerminalTesting
import XCTest

/// The timeline on a terminal: arrow keys, and pages that are read on demand (G20).
final class BrowseTests: XCTestCase {
    /// Creates a diary with a photo on each of these days, counted back from today. Every third day
    /// has a note.
    private func diary(_ daysAgo: [Int], reads: @escaping @Sendable (Int) -> Void = { _ in }) throws -> (
        Fixture, PhotoDiary
    ) {
        let fixture = Fixture()
        let stored = StoredDiaryRepository(fixture.store)
        try stored.write(undo: nil) { records in
            for ago in daysAgo {
                let day = Fixture.day(-ago)
                let path = try XCTUnwrap(PhotoPath(day: day, name: "x\(ago)", type: .png))
                let photo = PhotoFacts(path: path, width: 1, height: 1, bytes: 1, type: .png)
                try records.save(
                    Entry(day: day, note: ago % 3 == 0 ? "note \(ago)" : nil, photo: photo, createdAt: Fixture.noon))
            }
        }
        let counted = CountedRepository(stored: stored, reads: reads)
        return (
            fixture,
            PhotoDiary(repository: counted, photos: fixture.library, ids: .counting(), time: .fixed(Fixture.noon))
        )
    }

    /// After any keys, the walk's position agrees with a list of all entries.
    func testWalkAgreesWithListOfAllEntries() throws {
        var random = RandomSource(seed: 20)
        for ages in [
            [0], [5, 9], Array(0..<51), Array(0..<430),
            stride(from: 3, to: 900, by: 7).map { $0 } + [5_000, 5_001, 9_000],
        ] {
            for noted in [false, true] {
                let most = Mutex(0)
                let (_, diary) = try diary(ages) { count in most.withLock { $0 = max($0, count) } }
                let all = ages.filter { !noted || $0 % 3 == 0 }.sorted().map { Fixture.day(-$0) }
                let range = EntryRange(onlyWithNotes: noted)
                guard var walk = try TimelineWalk(diary, range) else {
                    XCTAssertEqual(all, [])
                    continue
                }
                var place = 0
                for _ in 0..<120 {
                    switch Int.random(in: 0..<6, using: &random) {
                    case 0: (place, _) = (0, try walk.goToLatest())
                    case 1: (place, _) = (all.count - 1, try walk.goToFirst())
                    case 2:
                        let day = Fixture.day(-Int.random(in: 0...9_500, using: &random))
                        try walk.go(to: day, margin: 3)
                        place = all.firstIndex { $0 <= day } ?? all.count - 1
                    default:
                        let step = [1, -1, 10, -10, 200, -200].randomElement(using: &random) ?? 1
                        try walk.move(by: step, margin: 3)
                        place = min(max(place + step, 0), all.count - 1)
                        let (newer, older) = walk.around(3)
                        XCTAssertEqual(newer.map(\.day), Array(all[max(0, place - 3)..<place]))
                        XCTAssertEqual(older.map(\.day), Array(all.dropFirst(place + 1).prefix(3)))
                    }
                    XCTAssertEqual(walk.entry.day, all[place])
                    if !noted {
                        let position = try XCTUnwrap(walk.position())
                        XCTAssertEqual([position.place, position.count], [place + 1, all.count])
                    }
                }
                XCTAssertLessThanOrEqual(most.withLock { $0 }, 400, "a read returned more than a page")
            }
        }
    }

    func testWalkReadsTenThousandEntriesInPages() throws {
        let read = Mutex(0)
        let (_, diary) = try diary(Array(0..<10_000)) { count in read.withLock { $0 += count } }
        var walk = try XCTUnwrap(TimelineWalk(diary))
        try walk.goToFirst()
        XCTAssertEqual(walk.entry.day, Fixture.day(-9_999))
        for _ in 0..<60 { try walk.move(by: -1, margin: 3) }
        try walk.goToLatest()
        XCTAssertLessThan(read.withLock { $0 }, 300)
    }

    private func type(
        _ keys: [Key], _ words: [String] = ["timeline"], ages: [Int], columns: Int = 80,
        environment: [String: String] = [:]
    )
        throws -> ScriptedConsole
    {
        let (fixture, diary) = try diary(ages)
        let console = ScriptedConsole(
            keys: keys, terminal: true,
            environment: ["TERM": "xterm-256color", "NO_COLOR": "1"].merging(environment) { $1 },
            columns: columns)
        XCTAssertEqual(fixture.app(diary).run(words, on: console), 0, console.error)
        return console
    }

    func testEnterShowsSelectedDayAndQQuits() throws {
        let output = try type([.down, .down, .enter], ages: [0, 1, 4, 6]).output
        XCTAssertTrue(output.contains("Timeline · 3 of 4"), output)
        XCTAssertTrue(output.contains("▸ Monday, 16 November 2026"), output)
        XCTAssertTrue(output.contains("The photo is missing: Photos/2026/11/x4.png."), "the output of show: \(output)")
        XCTAssertFalse(try type([.end, .character("q")], ages: [0, 1, 4, 6]).output.contains("Next:"))
        XCTAssertTrue(try type([.end], ages: [0, 1, 4, 6]).output.contains("▸ Saturday, 14 November 2026"))
    }

    func testGoToDaySelectsNearestEarlierPhoto() throws {
        let typed = "yesterday".map { Key.character($0) }
        let there = try type([.character("g")] + typed + [.enter, .character("q")], ages: [0, 1, 4]).output
        XCTAssertTrue(there.contains("Go to day: ") && there.contains("▸ Thursday, 19 November 2026"), there)
        let missing = "2026-11-18".map { Key.character($0) }
        XCTAssertTrue(
            try type([.character("g")] + missing + [.enter, .character("q")], ages: [0, 4]).output.contains(
                "has no photo; this is the nearest before it."))
        let junk = try type([.character("g"), .character("z"), .enter, .character("q")], ages: [0, 4]).output
        XCTAssertTrue(junk.contains("▸ Friday, 20 November 2026"), "the cursor stays: \(junk)")
    }

    /// An explicit page, a dumb terminal, line mode and an empty diary print a list.
    func testTimelinePrintsListWithoutInteractiveScreen() throws {
        for (words, environment) in [
            (["timeline", "--limit", "2"], [:]), (["timeline", "--before", "2026-11-20"], [:]),
            (["timeline"], ["TERM": "dumb"]),
            (["timeline"], ["COMMONPLACE_DISPLAY": "lines"]),
        ] {
            let result = try type([.enter], words, ages: [0, 1, 4], environment: environment)
            XCTAssertFalse(result.output.contains("▸"), "\(words) \(environment)")
            XCTAssertTrue(result.output.contains("Next: grain "), result.output)
        }
        XCTAssertTrue(try type([], ages: []).output.contains("Take your first photo!"))
        let (fixture, diary) = try diary([0, 1])
        XCTAssertTrue(fixture.app(diary).run(["timeline"]).output.contains("Friday, 20 November 2026"))
    }
}

/// A repository that reports the number of entries of each read.
private struct CountedRepository: DiaryRepository {
    let stored: StoredDiaryRepository
    let reads: @Sendable (Int) -> Void

    func read<Value>(_ body: (any DiaryRecords) throws -> Value) throws -> Value {
        let value = try stored.read(body)
        if let entries = value as? [Entry] { reads(entries.count) }
        return value
    }

    func write<Value>(undo label: String?, _ body: (any DiaryRecords) throws -> Value) throws -> Value {
        try stored.write(undo: label, body)
    }

    func search(_ query: SearchQuery, on today: Day, limit: Int?) throws -> SearchResult<Entry> {
        try stored.search(query, on: today, limit: limit)
    }
}
