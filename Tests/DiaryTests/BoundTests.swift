import Diary
import Kernel
import Pictures
import PicturesContract
import Synchronization
import Terminal
import TestBench
import XCTest

/// Where pages, days and pictures begin and end.
final class BoundTests: XCTestCase {
    func testWhatHoldsUntilAPersonSaysOtherwise() throws {
        let settings = try Bench().diary.settings()
        XCTAssertEqual(
            [settings.camera.rawValue, settings.quality.rawValue, settings.format.rawValue], ["back", "high", "heic"])
        XCTAssertEqual([settings.keepLocation, settings.sync], [false, false])
    }

    // MARK: - Pages

    func testAPageHasFiftyEntriesUnlessItIsTold() throws {
        let bench = Bench()
        for offset in 0..<51 { _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-offset)) }
        for (limit, size) in [(nil, 50), (0, 1), (-1, 1), (1, 1), (2, 2), (51, 51)] {
            XCTAssertEqual(try bench.diary.timeline(EntryRange(limit: limit)).entries.count, size, "\(limit ?? -9)")
        }
        let pages = [(1000, Int32(0)), (1001, 64), (1, 0), (0, 64)]
        for (limit, status) in pages {
            XCTAssertEqual(bench.run(["timeline", "--limit", "\(limit)"]).status, status, "\(limit)")
        }
        XCTAssertEqual(bench.run(["timeline", "--plain"]).output.split(separator: "\n").count, 50)
    }

    func testBehindThePageOfTheFirstDayThereIsNone() throws {
        let bench = Bench()
        let first = Day(ordinal: .min)
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: first)
        XCTAssertEqual(try bench.diary.timeline(before: first).entries, [])
        XCTAssertEqual(try bench.diary.timeline(before: first.adding(days: 1)).entries.map(\.day), [first])
    }

    // MARK: - Days

    func testTheRowBeforeADayDoesNotCountIt() throws {
        let bench = Bench()
        for offset in [1, 2, 3, 5, 6] { _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-offset)) }
        let rows = try (-7...1).map { try bench.diary.streak(before: Bench.day($0)) }
        XCTAssertEqual(rows, [0, 0, 1, 2, 0, 1, 2, 3, 0])
        let reminders = try bench.app().registry().all(.reminders)
        XCTAssertEqual(reminders.map(\.name), ["photo", "capsules"])
        XCTAssertEqual(reminders[0].rule, .daily(at: 72_000), "at eight in the evening")
        XCTAssertEqual(try reminders[0].occasions(Bench.today).map(\.body), ["Don't break your 3-day streak!"])
        XCTAssertEqual(try reminders[0].occasions(Bench.day(-1)), [], "that day has its photo")
    }

    func testDaysOfUseCountFromTheFirstPhotoOn() throws {
        let bench = Bench()
        let headway = try XCTUnwrap(bench.app().registry().all(.headway).first)
        XCTAssertEqual(try headway.deeds().day, 0)
        XCTAssertNil(try headway.firstUse())
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-9))
        XCTAssertEqual(try headway.deeds().day, 0, "it was added today")
        bench.pass(days: 4)
        XCTAssertEqual(try headway.deeds().day, 4)
        XCTAssertEqual(try headway.told(), [.feature("Photos"), .sessions(1)])
    }

    func testOnlyADayThatWasGivenIsCalledOnesOwn() throws {
        let tomorrow = Bench.day(1)
        let clock = CameraNotes(taken: .init(day: tomorrow, secondOfDay: 0, offset: nil))
        for (given, camera, said) in [(tomorrow, CameraNotes(), "is in the future"), (nil, clock, "By its camera's clock")] {
            XCTAssertThrowsError(try DateDecision(given: given, camera: camera, today: Bench.today)) {
                XCTAssertTrue("\($0)".contains(said) && "\($0)".contains("camera") == (given == nil), "\($0)")
            }
        }
    }

    // MARK: - Pictures

    /// A diary whose tool notes how large pictures are wished for, and answers with JPEGs of so many bytes.
    private func drawing(_ sides: Sides, bytes: @escaping @Sendable (JudgedImage) -> Int = { _ in 0 }) -> Bench {
        Bench(
            tool: ImageTool(
                name: "noting", prepare: { photo, _ in photo.bytes },
                thumbnail: { photo, side in
                    sides.noted.withLock { $0.append(side) }
                    return jpeg(ofBytes: bytes(photo))
                }))
    }

    func testAPictureOfAThumbnailsSizeIsTheThumbnailAndIsKept() throws {
        let sides = Sides()
        let bench = drawing(sides)
        let entry = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today).entry
        for (side, kept) in [(401, 1), (400, 2), (399, 2), (1, 2)] {
            _ = try bench.diary.picture(of: entry, longestSide: side)
            XCTAssertEqual(try bench.library.contents().count, kept, "\(side)")
        }
        XCTAssertEqual(sides.noted.withLock { $0 }, [401, 400])
        XCTAssertEqual(bench.run(["show", "today"]).status, 0)
    }

    func testAThumbnailThatIsNoJPEGIsRefused() throws {
        let lying = ImageTool(
            name: "lying", prepare: { photo, _ in photo.bytes }, thumbnail: { _, _ in PhotoMaker.png(1, 1) })
        let bench = Bench(tool: lying)
        let entry = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today).entry
        XCTAssertEqual(code { try bench.diary.thumbnail(of: entry) }, "conversionFailed")
        XCTAssertEqual(try bench.library.contents().count, 1)
    }

    /// The more days, the smaller the pictures, without a cliff; what was made once is not made again.
    func testTheMoreDaysABookHasTheSmallerAreItsPicturesAndTheNextOneMakesNone() throws {
        let sides = Sides()
        let bench = drawing(sides)
        for (days, side) in [(1, 1024), (152, 1024), (153, 800), (251, 600), (445, 400)] {
            for offset in try bench.diary.count()..<days { _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-offset)) }
            for made in [Set([side]), []] {
                sides.noted.withLock { $0 = [] }
                XCTAssertEqual(try work(bench, ["--html", "-"]).advances, Array(1...days))
                XCTAssertEqual(Set(sides.noted.withLock { $0 }), made, "\(days)")
            }
        }
    }

    func testPicturesOfABookBelongToTheirPhotoAndGoWithIt() throws {
        let bench = drawing(Sides())
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today)
        _ = try work(bench, ["--html", "-"])
        XCTAssertEqual(try bench.library.contents().count, 2)
        XCTAssertEqual(try bench.diary.check().orphans.count, 0)
        _ = try bench.diary.purge(on: Bench.today)
        XCTAssertEqual(try bench.library.contents().count, 0)
    }

    func testThePicturesOfABookHave64MBTogetherAndNotAByteMore() throws {
        for (second, refusedAfter) in [(32_000_000, [1, 2]), (32_000_001, [1])] {
            let sides = Sides()
            let bench = drawing(sides) { $0.header.width == 1 ? 32_000_000 : second }
            for day in 1...3 { _ = try bench.diary.add(PhotoMaker.png(day, 1), on: Bench.today.adding(days: day - 3)) }
            var advances: [Int] = []
            XCTAssertEqual(code { try work(bench, ["--html", "-"]) { advances.append($0) } }, "bookTooLarge")
            XCTAssertEqual(advances, refusedAfter)
        }
    }

    func testCopyingTellsAfterEachPhotoHowManyAreDoneAndOverwritesNoOther() throws {
        let bench = Bench()
        for day in 0..<3 { _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-day)) }
        XCTAssertEqual(try work(bench, ["--photos", "there"]).advances, [1, 2, 3])
        let place = try XCTUnwrap(PhotoPath(day: Bench.today, name: "\(Bench.today)", type: .png))
        try bench.outlet.remove(place)
        try bench.outlet.keep(PhotoMaker.png(2, 2), at: place)
        XCTAssertEqual(bench.run(["export", "--photos", "there"]).status, 73)
        XCTAssertEqual(try bench.outlet.bytes(at: place), PhotoMaker.png(2, 2))
    }

    /// A photo that was exchanged since stops neither the days behind it nor the export when it is told to replace.
    func testAnExchangedPhotoIsNamedAndStopsNothing() throws {
        let bench = Bench()
        for day in 0..<3 { _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-day)) }
        XCTAssertEqual(bench.run(["export", "--photos", "there", "--to", "yesterday"]).status, 0)
        _ = try bench.diary.purge(on: Bench.day(-2))
        _ = try bench.diary.add(PhotoMaker.png(3, 3), on: Bench.day(-2))
        _ = try bench.diary.purge(on: Bench.day(-1))
        _ = try bench.diary.add(PhotoMaker.jpeg(16, 8), on: Bench.day(-1))
        let again = bench.run(["export", "--photos", "there"])
        XCTAssertEqual(again.status, 73)
        XCTAssertTrue(again.output.contains("Copied 1 photo to there."), again.output)
        XCTAssertTrue(
            again.error.contains("A different photo is already there for 2026-11-18, 2026-11-19.")
                && again.error.contains("--replace"),
            again.error)
        XCTAssertEqual(try bench.outlet.contents().count, 3, "the day behind them was copied")
        let replaced = bench.run(["export", "--photos", "there", "--replace"])
        XCTAssertEqual(replaced.status, 0, replaced.error)
        XCTAssertTrue(replaced.output.contains("Copied 3 photos"))
        XCTAssertEqual(
            try bench.outlet.contents().map(\.path.description),
            ["Photos/2026/11/2026-11-18.png", "Photos/2026/11/2026-11-19.jpg", "Photos/2026/11/2026-11-20.png"])
        let place = try XCTUnwrap(PhotoPath(day: Bench.day(-2), name: "2026-11-18", type: .png))
        XCTAssertEqual(
            try bench.outlet.bytes(at: place), try bench.diary.datedPhoto(of: bench.diary.entry(on: Bench.day(-2))))
    }

    func testAPhotoThatIsMissingStopsNoOtherDay() throws {
        let bench = Bench()
        for day in 0..<3 { _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-day)) }
        try bench.library.remove(bench.diary.entry(on: Bench.day(-1)).photo.path)
        let result = bench.run(["export", "--photos", "there"])
        XCTAssertEqual(result.status, 66)
        XCTAssertTrue(result.error.contains("1 photo could not be copied."), result.error)
        XCTAssertEqual(try bench.outlet.contents().count, 2)
    }

    func testAnExportHasOneForm() throws {
        let forms = [["--html", "-"], ["--text"], ["--photos", "there"]]
        for set in 0..<8 {
            let chosen = (0..<3).filter { set >> $0 & 1 == 1 }
            XCTAssertEqual(
                Bench().run(["export"] + chosen.flatMap { forms[$0] }).status, chosen.count < 2 ? 0 : 64, "\(chosen)")
        }
    }

    /// Does the work of an `export`.
    @discardableResult private func work(
        _ bench: Bench, _ words: [String], _ advance: (Int) -> Void = { _ in }
    ) throws -> (advances: [Int], output: Output) {
        let command = try XCTUnwrap(bench.app().commands().first { $0.path == ["export"] })
        let files = ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in })
        let output = try command.run(words, in: ParsingContext(today: Bench.today, files: files))
        guard case .work(_, let total, let proceed) = output.continuation else { throw Failure(.init("noWork"), "\(words)") }
        var advances: [Int] = []
        let done = try proceed {
            advance($0)
            advances.append($0)
        }
        XCTAssertEqual(total, advances.last)
        return (advances, done)
    }
}

private final class Sides: Sendable {
    let noted = Mutex<[Int]>([])
}

/// A JPEG of exactly so many bytes, filled up with remarks; a small one where they are too few.
private func jpeg(ofBytes wanted: Int) -> [UInt8] {
    let plain = PhotoMaker.jpeg(8, 8)
    var (remarks, room): ([UInt8], Int) = ([], wanted - plain.count)
    while room >= 4 {
        // No remark may leave a rest that is too short for another one.
        let length = min(room, room - 65_537 < 4 && room > 65_537 ? 60_000 : 65_537)
        remarks += [0xFF, 0xFE] + big(length - 2, 2) + [UInt8](repeating: 0x20, count: length - 4)
        room -= length
    }
    return plain.prefix(2) + remarks + plain.dropFirst(2)
}
