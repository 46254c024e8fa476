import Diary
import DiaryCommands
import Kernel
import Pictures
import PicturesContract
import TerminalContract
import XCTest

/// Streaks that are repaired, badges that are said once, chance memories, and the evening.
final class ReachingTests: XCTestCase {
    private func days(_ numbers: [Int]) -> [Day] { numbers.map { Day(ordinal: 20_758 + $0) } }

    /// 20,758 is 1 November 2026.
    func testOneMissedDayOfAMonthIsRepaired() throws {
        XCTAssertEqual(Day(ordinal: 20_758).description, "2026-11-01")
        func streak(_ numbers: [Int], today: Int) -> [Int] {
            let streak = PhotoStreak(days(numbers), repairs: true, today: Day(ordinal: 20_758 + today))
            return [streak.current, streak.longest]
        }
        XCTAssertEqual(streak([0, 1, 3, 4], today: 4), [4, 4], "the third is repaired and does not count")
        XCTAssertEqual(streak([0, 1, 4, 5], today: 5), [2, 2], "two in a row are not")
        XCTAssertEqual(streak([0, 2, 4], today: 4), [1, 2], "one a month, the first")
        XCTAssertEqual(streak([27, 29, 31], today: 31), [3, 3], "the next month has its own")
        XCTAssertEqual(streak([0, 1, 2], today: 4), [3, 3], "yesterday is repaired while today is open")
        XCTAssertEqual(streak([0, 1, 2], today: 5), [0, 3], "and no longer when today passes")
        XCTAssertEqual(streak([], today: 5), [0, 0])
    }

    func testRepairedStreaksAgreeWithAPlainWalk() {
        for seed in 1...60 {
            var random = RandomSource(seed: UInt64(seed))
            let numbers = (0..<200).filter { _ in Int.random(in: 0..<6, using: &random) > 0 }
            let today = Int.random(in: 150..<220, using: &random)
            let taken = Set(numbers.filter { $0 <= today })
            var (excused, used): (Set<Int>, Set<String>) = ([], [])
            for number in 0..<today where !taken.contains(number) {
                let month = String(Day(ordinal: 20_758 + number).description.dropLast(3))
                guard taken.contains(number - 1), taken.contains(number + 1) || number + 1 == today else { continue }
                if used.insert(month).inserted { excused.insert(number) }
            }
            var (at, current) = (taken.contains(today) ? today : today - 1, 0)
            while taken.contains(at) || excused.contains(at) {
                current += taken.contains(at) ? 1 : 0
                at -= 1
            }
            let streak = PhotoStreak(days(taken.sorted()), repairs: true, today: Day(ordinal: 20_758 + today))
            XCTAssertEqual(streak.current, current, "seed \(seed)")
            XCTAssertGreaterThanOrEqual(streak.longest, current)
        }
    }

    func testTheSettingIsOffUntilAsked() throws {
        let bench = Bench()
        for ago in [0, 1, 3, 4] { _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-ago)) }
        XCTAssertEqual(try bench.diary.currentStreak(), 2)
        XCTAssertEqual(bench.run(["settings", "streak-repair", "yes"]).status, 0)
        XCTAssertEqual(try bench.diary.currentStreak(), 4)
        XCTAssertEqual(try bench.diary.photoDays().streak.longest, 4)
        XCTAssertEqual(try bench.diary.streak(before: Bench.today), 3)
        XCTAssertEqual(bench.run(["settings", "streak-repair", "maybe"]).status, 64)
    }

    func testABadgeIsSaidOnceRightAfterThePhotoThatReachedIt() throws {
        let bench = Bench()
        func add(_ ago: Int) -> String {
            let console = ScriptedConsole(files: ["-": PhotoMaker.png(1, 1)])
            let run = bench.run(["add", "-", "--date", "\(Bench.day(-ago))"], console)
            return (run.output + run.error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let first = add(6)
        XCTAssertTrue(first.contains("★ First Entry: your first photo! 1/365 days documented."), first)
        for ago in [5, 4, 3, 2, 1] { XCTAssertFalse(add(ago).contains("★"), "\(ago)") }
        XCTAssertTrue(add(0).contains("★ A Week: 7 days in a row! Well done. 7/365 days documented."))
        _ = try bench.diary.delete(on: Bench.today)
        XCTAssertFalse(add(0).contains("★"), "said once")
        _ = try bench.diary.delete(on: Bench.day(-3))
        let week = try XCTUnwrap(bench.diary.achievements().first { $0.badge == .week })
        XCTAssertEqual(week.reached, Bench.today, "and it stays")
        XCTAssertEqual(week.have, 7)
    }

    func testTheHundredthEntryIsCelebrated() throws {
        let bench = Bench()
        var reached: [[Badge]] = []
        for number in 0..<101 {
            reached.append(try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-2 * number)).reached)
        }
        XCTAssertEqual(reached.enumerated().filter { !$0.element.isEmpty }.map(\.offset), [0, 99])
        XCTAssertEqual(reached[99], [.hundredthEntry])
    }

    /// A diary from before there were badges: nobody is told of what was long ago, and the day is still known.
    func testOlderDaysAreKnownWithoutAWord() throws {
        let bench = Bench()
        let repository = StoredDiaryRepository(bench.store)
        for ago in 10...45 {
            let path = try XCTUnwrap(PhotoPath(day: Bench.day(-ago), name: "x\(ago)", type: .png))
            let photo = PhotoFacts(path: path, width: 1, height: 1, bytes: 1, type: .png)
            try repository.write(undo: nil) {
                try $0.keep(Entry(day: Bench.day(-ago), note: nil, photo: photo, createdAt: Bench.noon))
            }
        }
        let month = try XCTUnwrap(bench.diary.achievements().first { $0.badge == .month })
        XCTAssertEqual(month.reached, Bench.day(-16))
        XCTAssertEqual(try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today).reached, [])
    }

    func testAMemoryIsAnyDayAndTheSameForOneSeed() throws {
        let bench = Bench()
        for ago in 0..<20 { _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-ago)) }
        var random = RandomSource(seed: 3)
        let seen = Set(try (0..<300).compactMap { _ in try bench.diary.memory(using: &random)?.day })
        XCTAssertEqual(seen.count, 20)
        XCTAssertEqual(bench.run(["memory"]).output, bench.run(["memory"]).output)
        XCTAssertEqual(Bench().run(["memory"]).status, 1)
    }

    func testTheEveningAsksGently() throws {
        let bench = Bench()
        for ago in [1, 2] { _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.day(-ago)) }
        XCTAssertTrue(bench.run([]).output.contains("Today's photo is not taken yet."))
        bench.pass(days: 0.34)
        XCTAssertTrue(try bench.diary.isWantedTonight())
        let home = bench.run([]).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        XCTAssertTrue(home.contains("Time for your daily photo!"), home)
        XCTAssertEqual(bench.run(["settings", "evening", "21:30"]).status, 0)
        XCTAssertFalse(try bench.diary.isWantedTonight())
        XCTAssertEqual(bench.run(["settings", "evening", "never"]).status, 0)
        bench.pass(days: 0.1)
        XCTAssertFalse(try bench.diary.isWantedTonight())
        for bad in ["25:00", "soon", ""] { XCTAssertEqual(bench.run(["settings", "evening", bad]).status, 64, bad) }
        XCTAssertEqual(bench.run(["settings", "evening", "20:00"]).status, 0)
        XCTAssertTrue(try bench.diary.isWantedTonight())
        _ = try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today)
        XCTAssertFalse(try bench.diary.isWantedTonight())
    }
}
