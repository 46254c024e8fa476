import Diary
import Interface
import Kernel
import Pictures
import PicturesTesting
import Synchronization
import TestSupport
import XCTest

/// Limits of pages, days and pictures, each tested on both sides.
final class LimitTests: XCTestCase {
    func testDefaultSettings() throws {
        let settings = try Fixture().diary.settings()
        XCTAssertEqual(
            [settings.camera.rawValue, settings.quality.rawValue, settings.format.rawValue], ["back", "high", "heic"])
        XCTAssertEqual([settings.keepLocation, settings.sync], [false, false])
    }

    // MARK: - Pages

    func testPageHasFiftyEntriesByDefault() throws {
        let fixture = Fixture()
        for offset in 0..<51 { _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-offset)) }
        for (limit, size) in [(nil, 50), (0, 1), (-1, 1), (1, 1), (2, 2), (51, 51)] {
            XCTAssertEqual(try fixture.diary.timeline(EntryRange(limit: limit)).entries.count, size, "\(limit ?? -9)")
        }
        let pages = [(1000, Int32(0)), (1001, 64), (1, 0), (0, 64)]
        for (limit, status) in pages {
            XCTAssertEqual(fixture.run(["timeline", "--limit", "\(limit)"]).status, status, "\(limit)")
        }
        XCTAssertEqual(fixture.run(["timeline", "--plain"]).output.split(separator: "\n").count, 50)
    }

    func testNoPageFollowsTheEarliestDay() throws {
        let fixture = Fixture()
        let first = Day(ordinal: .min)
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: first)
        XCTAssertEqual(try fixture.diary.timeline(before: first).entries, [])
        XCTAssertEqual(try fixture.diary.timeline(before: first.adding(days: 1)).entries.map(\.day), [first])
    }

    // MARK: - Days

    func testStreakBeforeDayExcludesThatDay() throws {
        let fixture = Fixture()
        for offset in [1, 2, 3, 5, 6] { _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-offset)) }
        let rows = try (-7...1).map { try fixture.diary.streak(before: Fixture.day($0)) }
        XCTAssertEqual(rows, [0, 0, 1, 2, 0, 1, 2, 3, 0])
        let reminders = try fixture.app().registry().all(.reminders)
        XCTAssertEqual(reminders.map(\.name), ["photo", "capsules"])
        XCTAssertEqual(reminders[0].rule, .daily(at: 72_000), "at eight in the evening")
        XCTAssertEqual(try reminders[0].occasions(Fixture.today).map(\.body), ["Don't break your 3-day streak!"])
        XCTAssertEqual(try reminders[0].occasions(Fixture.day(-1)), [], "that day has its photo")
    }

    func testUsageDaysCountFromFirstPhoto() throws {
        let fixture = Fixture()
        let usage = try XCTUnwrap(fixture.app().registry().all(.usage).first)
        XCTAssertEqual(try usage.usageCounts().day, 0)
        XCTAssertNil(try usage.firstUse())
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-9))
        XCTAssertEqual(try usage.usageCounts().day, 0, "it was added today")
        fixture.pass(days: 4)
        XCTAssertEqual(try usage.usageCounts().day, 4)
        XCTAssertEqual(try usage.feedbackFacts(), [.feature("Photos"), .sessions(1)])
    }

    func testFutureDayErrorNamesItsSource() throws {
        let tomorrow = Fixture.day(1)
        let clock = CameraNotes(taken: .init(day: tomorrow, secondOfDay: 0, offset: nil))
        for (given, camera, expected) in [
            (tomorrow, CameraNotes(), "is in the future"), (nil, clock, "By its camera's clock"),
        ] {
            XCTAssertThrowsError(try DateDecision(given: given, camera: camera, today: Fixture.today)) {
                XCTAssertTrue("\($0)".contains(expected) && "\($0)".contains("camera") == (given == nil), "\($0)")
            }
        }
    }

    // MARK: - Pictures

    /// Creates a diary whose image tool records the requested sizes and returns JPEGs of a given
    /// length.
    private func drawing(_ sides: RecordedSides, bytes: @escaping @Sendable (ValidatedImage) -> Int = { _ in 0 })
        -> Fixture
    {
        Fixture(
            tool: ImageTool(
                name: "noting", prepare: { photo, _ in photo.bytes },
                thumbnail: { photo, side in
                    sides.noted.withLock { $0.append(side) }
                    return jpeg(ofBytes: bytes(photo))
                }))
    }

    func testPictureUpToThumbnailSizeIsStoredAsThumbnail() throws {
        let sides = RecordedSides()
        let fixture = drawing(sides)
        let entry = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today).entry
        for (side, expected) in [(401, 1), (400, 2), (399, 2), (1, 2)] {
            _ = try fixture.diary.picture(of: entry, longestSide: side)
            XCTAssertEqual(try fixture.library.contents().count, expected, "\(side)")
        }
        XCTAssertEqual(sides.noted.withLock { $0 }, [401, 400])
        XCTAssertEqual(fixture.run(["show", "today"]).status, 0)
    }

    func testThumbnailMustBeJPEG() throws {
        let lying = ImageTool(
            name: "lying", prepare: { photo, _ in photo.bytes }, thumbnail: { _, _ in PhotoMaker.png(1, 1) })
        let fixture = Fixture(tool: lying)
        let entry = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today).entry
        XCTAssertEqual(code { try fixture.diary.thumbnail(of: entry) }, "conversionFailed")
        XCTAssertEqual(try fixture.library.contents().count, 1)
    }

    /// Pictures shrink step by step as the book grows. A second export reuses the cached pictures.
    func testBookPicturesShrinkWithDayCountAndAreCached() throws {
        let sides = RecordedSides()
        let fixture = drawing(sides)
        for (days, side) in [(1, 1024), (152, 1024), (153, 800), (251, 600), (445, 400)] {
            for offset in try fixture.diary.count()..<days {
                _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-offset))
            }
            for existingSides in [Set([side]), []] {
                sides.noted.withLock { $0 = [] }
                XCTAssertEqual(try work(fixture, ["--html", "-"]).advances, Array(1...days))
                XCTAssertEqual(Set(sides.noted.withLock { $0 }), existingSides, "\(days)")
            }
        }
    }

    func testBookPicturesAreDeletedWithTheirPhoto() throws {
        let fixture = drawing(RecordedSides())
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today)
        _ = try work(fixture, ["--html", "-"])
        XCTAssertEqual(try fixture.library.contents().count, 2)
        XCTAssertEqual(try fixture.diary.check().orphans.count, 0)
        _ = try fixture.diary.purge(on: Fixture.today)
        XCTAssertEqual(try fixture.library.contents().count, 0)
    }

    func testBookPicturesAreLimitedTo64MB() throws {
        for (second, refusedAfter) in [(32_000_000, [1, 2]), (32_000_001, [1])] {
            let sides = RecordedSides()
            let fixture = drawing(sides) { $0.header.width == 1 ? 32_000_000 : second }
            for day in 1...3 {
                _ = try fixture.diary.add(PhotoMaker.png(day, 1), on: Fixture.today.adding(days: day - 3))
            }
            var advances: [Int] = []
            XCTAssertEqual(code { try work(fixture, ["--html", "-"]) { advances.append($0) } }, "bookTooLarge")
            XCTAssertEqual(advances, refusedAfter)
        }
    }

    func testCopyReportsProgressAndOverwritesNoOtherPhoto() throws {
        let fixture = Fixture()
        for day in 0..<3 { _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-day)) }
        XCTAssertEqual(try work(fixture, ["--photos", "there"]).advances, [1, 2, 3])
        let place = try XCTUnwrap(PhotoPath(day: Fixture.today, name: "\(Fixture.today)", type: .png))
        try fixture.outlet.remove(place)
        try fixture.outlet.save(PhotoMaker.png(2, 2), at: place)
        XCTAssertEqual(fixture.run(["export", "--photos", "there"]).status, 73)
        XCTAssertEqual(try fixture.outlet.bytes(at: place), PhotoMaker.png(2, 2))
    }

    /// A photo replaced after an export stops neither the other days nor an export with
    /// `--replace`.
    func testCopyReportsReplacedPhotosAndContinues() throws {
        let fixture = Fixture()
        for day in 0..<3 { _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-day)) }
        XCTAssertEqual(fixture.run(["export", "--photos", "there", "--to", "yesterday"]).status, 0)
        _ = try fixture.diary.purge(on: Fixture.day(-2))
        _ = try fixture.diary.add(PhotoMaker.png(3, 3), on: Fixture.day(-2))
        _ = try fixture.diary.purge(on: Fixture.day(-1))
        _ = try fixture.diary.add(PhotoMaker.jpeg(16, 8), on: Fixture.day(-1))
        let again = fixture.run(["export", "--photos", "there"])
        XCTAssertEqual(again.status, 73)
        XCTAssertTrue(again.output.contains("Copied 1 photo to there."), again.output)
        XCTAssertTrue(
            again.error.contains("A different photo is already there for 2026-11-18, 2026-11-19.")
                && again.error.contains("--replace"),
            again.error)
        XCTAssertEqual(try fixture.outlet.contents().count, 3, "the day behind them was copied")
        let replaced = fixture.run(["export", "--photos", "there", "--replace"])
        XCTAssertEqual(replaced.status, 0, replaced.error)
        XCTAssertTrue(replaced.output.contains("Copied 3 photos"))
        XCTAssertEqual(
            try fixture.outlet.contents().map(\.path.description),
            ["Photos/2026/11/2026-11-18.png", "Photos/2026/11/2026-11-19.jpg", "Photos/2026/11/2026-11-20.png"])
        let place = try XCTUnwrap(PhotoPath(day: Fixture.day(-2), name: "2026-11-18", type: .png))
        XCTAssertEqual(
            try fixture.outlet.bytes(at: place),
            try fixture.diary.datedPhoto(of: fixture.diary.entry(on: Fixture.day(-2))))
    }

    func testCopySkipsMissingPhoto() throws {
        let fixture = Fixture()
        for day in 0..<3 { _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-day)) }
        try fixture.library.remove(fixture.diary.entry(on: Fixture.day(-1)).photo.path)
        let result = fixture.run(["export", "--photos", "there"])
        XCTAssertEqual(result.status, 66)
        XCTAssertTrue(result.error.contains("1 photo could not be copied."), result.error)
        XCTAssertEqual(try fixture.outlet.contents().count, 2)
    }

    func testExportAcceptsOnlyOneFormat() throws {
        let forms = [["--html", "-"], ["--text"], ["--photos", "there"]]
        for set in 0..<8 {
            let chosen = (0..<3).filter { set >> $0 & 1 == 1 }
            XCTAssertEqual(
                Fixture().run(["export"] + chosen.flatMap { forms[$0] }).status, chosen.count < 2 ? 0 : 64, "\(chosen)")
        }
    }

    /// Runs the work that an `export` command returns.
    @discardableResult private func work(
        _ fixture: Fixture, _ words: [String], _ advance: (Int) -> Void = { _ in }
    ) throws -> (advances: [Int], output: Output) {
        let command = try XCTUnwrap(fixture.app().commands().first { $0.path == ["export"] })
        let files = ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in })
        let output = try command.run(words, in: ParsingContext(today: Fixture.today, files: files))
        guard case .work(_, let total, let proceed) = output.continuation else {
            throw Failure(.init("noWork"), "\(words)")
        }
        var advances: [Int] = []
        let done = try proceed {
            advance($0)
            advances.append($0)
        }
        XCTAssertEqual(total, advances.last)
        return (advances, done)
    }
}

/// The recorded sizes, as the longest side in pixels.
private final class RecordedSides: Sendable {
    let noted = Mutex<[Int]>([])
}

/// Returns a JPEG of exactly `wanted` bytes, filled with comment segments, or the smallest one.
private func jpeg(ofBytes expected: Int) -> [UInt8] {
    let plain = PhotoMaker.jpeg(8, 8)
    var (remarks, room): ([UInt8], Int) = ([], expected - plain.count)
    while room >= 4 {
        // Leave enough bytes for another comment segment.
        let length = min(room, room - 65_537 < 4 && room > 65_537 ? 60_000 : 65_537)
        remarks += [0xFF, 0xFE] + big(length - 2, 2) + [UInt8](repeating: 0x20, count: length - 4)
        room -= length
    }
    return plain.prefix(2) + remarks + plain.dropFirst(2)
}
