import Diary
import DiaryCommands
import Kernel
import Pictures
import PicturesTesting
import TerminalTesting
import XCTest

/// Repaired streaks, badges, random memories and the evening reminder.
final class StreakAndBadgeTests: XCTestCase {
    private func days(_ numbers: [Int]) -> [Day] { numbers.map { Day(ordinal: 20_758 + $0) } }

    /// Day 20,758 is 1 November 2026.
    func testRepairBridgesOneMissedDayAMonth() throws {
        XCTAssertEqual(Day(ordinal: 20_758).description, "2026-11-01")
        func streak(_ numbers: [Int], today: Int) -> [Int] {
            let streak = PhotoDays(days(numbers), repairs: true, today: Day(ordinal: 20_758 + today)).streak
            return [streak.current, streak.longest]
        }
        XCTAssertEqual(streak([0, 1, 3, 4], today: 4), [4, 4], "the third is repaired and does not count")
        XCTAssertEqual(streak([0, 1, 4, 5], today: 5), [2, 2], "two gaps in a row are not repaired")
        XCTAssertEqual(streak([0, 2, 4], today: 4), [1, 2], "one repair a month, for the first gap")
        XCTAssertEqual(streak([27, 29, 31], today: 31), [3, 3], "the next month has its own")
        XCTAssertEqual(streak([0, 1, 2], today: 4), [3, 3], "yesterday is repaired while today is open")
        XCTAssertEqual(streak([0, 1, 2], today: 5), [0, 3], "the repair ends when today passes")
        XCTAssertEqual(streak([], today: 5), [0, 0])
    }

    func testRepairedStreaksAgreeWithSimpleCount() {
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
            var at = taken.contains(today) ? today : today - 1
            var current = 0
            while taken.contains(at) || excused.contains(at) {
                current += taken.contains(at) ? 1 : 0
                at -= 1
            }
            let streak = PhotoDays(days(taken.sorted()), repairs: true, today: Day(ordinal: 20_758 + today)).streak
            XCTAssertEqual(streak.current, current, "seed \(seed)")
            XCTAssertGreaterThanOrEqual(streak.longest, current)
        }
    }

    func testStreakRepairIsOffByDefault() throws {
        let fixture = Fixture()
        for ago in [0, 1, 3, 4] { _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-ago)) }
        XCTAssertEqual(try fixture.diary.currentStreak(), 2)
        XCTAssertEqual(fixture.run(["settings", "streak-repair", "yes"]).status, 0)
        XCTAssertEqual(try fixture.diary.currentStreak(), 4)
        XCTAssertEqual(try fixture.diary.photoDays().streak.longest, 4)
        XCTAssertEqual(try fixture.diary.streak(before: Fixture.today), 3)
        XCTAssertEqual(fixture.run(["settings", "streak-repair", "maybe"]).status, 64)
    }

    func testBadgeIsAnnouncedOnceAfterItsPhoto() throws {
        let fixture = Fixture()
        func add(_ ago: Int) -> String {
            let console = ScriptedConsole(files: ["-": PhotoMaker.png(1, 1)])
            let run = fixture.run(["add", "-", "--date", "\(Fixture.day(-ago))"], console)
            return (run.output + run.error).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let first = add(6)
        XCTAssertTrue(first.contains("★ First Entry: your first photo! 1/365 days documented."), first)
        for ago in [5, 4, 3, 2, 1] { XCTAssertFalse(add(ago).contains("★"), "\(ago)") }
        XCTAssertTrue(add(0).contains("★ A Week: 7 days in a row! Well done. 7/365 days documented."))
        _ = try fixture.diary.delete(on: Fixture.today)
        XCTAssertFalse(add(0).contains("★"), "a badge is announced once")
        _ = try fixture.diary.delete(on: Fixture.day(-3))
        let week = try XCTUnwrap(fixture.diary.achievements().all.first { $0.id == "7-days" })
        XCTAssertEqual(week.reached, Fixture.today, "an earned badge stays")
        XCTAssertEqual([week.have, week.need], [3, 7])
        let json = Data(fixture.run(["achievements", "--json"]).output.utf8)
        let list = try XCTUnwrap(JSONSerialization.jsonObject(with: json) as? [[String: Any]])
        XCTAssertEqual(
            list.first { $0["id"] as? String == "7-days" }?["have"] as? Int, 7, "an earned badge has full progress")
    }

    func testHundredthEntryAwardsBadge() throws {
        let fixture = Fixture()
        var reached: [[String]] = []
        for number in 0..<101 {
            reached.append(try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-2 * number)).reached.map(\.id))
        }
        XCTAssertEqual(reached.enumerated().filter { !$0.element.isEmpty }.map(\.offset), [0, 99])
        XCTAssertEqual(reached[99], ["100th-entry"])
    }

    /// A diary that is older than badges: no badge is announced, but its day is known.
    func testOldBadgesAreKnownButNotAnnounced() throws {
        let fixture = Fixture()
        let repository = StoredDiaryRepository(fixture.store)
        for ago in 10...45 {
            let path = try XCTUnwrap(PhotoPath(day: Fixture.day(-ago), name: "x\(ago)", type: .png))
            let photo = PhotoFacts(path: path, width: 1, height: 1, bytes: 1, type: .png)
            try repository.write(undo: nil) {
                try $0.save(Entry(day: Fixture.day(-ago), note: nil, photo: photo, createdAt: Fixture.noon))
            }
        }
        let month = try XCTUnwrap(fixture.diary.achievements().all.first { $0.id == "30-days" })
        XCTAssertEqual(month.reached, Fixture.day(-16))
        XCTAssertEqual(try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today).reached, [])
    }

    func testMemoryIsRandomAndRepeatableForOneSeed() throws {
        let fixture = Fixture()
        for ago in 0..<20 { _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-ago)) }
        var random = RandomSource(seed: 3)
        let days = Set(try (0..<300).compactMap { _ in try fixture.diary.memory(using: &random)?.day })
        XCTAssertEqual(days.count, 20)
        XCTAssertEqual(fixture.run(["memory"]).output, fixture.run(["memory"]).output)
        XCTAssertEqual(Fixture().run(["memory"]).status, 1)
    }

    func testEveningReminderFollowsItsSetting() throws {
        let fixture = Fixture()
        for ago in [1, 2] { _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.day(-ago)) }
        XCTAssertTrue(fixture.run([]).output.contains("Today's photo is not taken yet."))
        fixture.pass(days: 0.34)
        XCTAssertTrue(try fixture.diary.isPhotoOverdue())
        let home = fixture.run([]).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        XCTAssertTrue(home.contains("Time for your daily photo!"), home)
        XCTAssertEqual(fixture.run(["settings", "evening", "21:30"]).status, 0)
        XCTAssertFalse(try fixture.diary.isPhotoOverdue())
        XCTAssertEqual(fixture.run(["settings", "evening", "never"]).status, 0)
        fixture.pass(days: 0.1)
        XCTAssertFalse(try fixture.diary.isPhotoOverdue())
        for bad in ["25:00", "soon", ""] { XCTAssertEqual(fixture.run(["settings", "evening", bad]).status, 64, bad) }
        XCTAssertEqual(fixture.run(["settings", "evening", "20:00"]).status, 0)
        XCTAssertTrue(try fixture.diary.isPhotoOverdue())
        _ = try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today)
        XCTAssertFalse(try fixture.diary.isPhotoOverdue())
    }
}
