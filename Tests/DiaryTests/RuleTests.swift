import Diary
import Kernel
import Pictures
import PicturesTesting
import TestSupport
import XCTest

final class RuleTests: XCTestCase {
    // MARK: - Notes

    func testNoteLengthCountsGraphemes() throws {
        for character in ["a", "é", "e\u{301}", "한", "👨‍👩‍👧‍👦", "🇰🇷", "👍🏽"] {
            XCTAssertEqual(try Note.checked(String(repeating: character, count: 1000))?.count, 1000, character)
            XCTAssertEqual(
                code { try Note.checked(String(repeating: character, count: 1001)) }, "noteTooLong", character)
        }
    }

    func testTooLongNoteErrorNamesTheExcess() {
        for (length, expected) in [
            (1001, "1 character too"), (1042, "42 characters too"), (200_000, "199000 characters too"),
        ] {
            do {
                _ = try Note.checked(String(repeating: "x", count: length))
                XCTFail("\(length) was taken")
            } catch { XCTAssertTrue("\(error)".contains(expected), "\(error)") }
        }
    }

    func testHugeGraphemeIsRejected() {
        XCTAssertEqual(code { try Note.checked("a" + String(repeating: "\u{301}", count: 200_000)) }, "noteTooLong")
    }

    func testNotesAreTrimmedAndKeepLineBreaks() throws {
        XCTAssertEqual(try Note.checked("  \r\n one\r\ntwo\n\nthree \t\n"), "one\ntwo\n\nthree")
        XCTAssertNil(try Note.checked(" \n\t "))
        XCTAssertNil(try Note.checked(nil))
        XCTAssertEqual(try Note.checked(String(repeating: " ", count: 500) + "x"), "x")
        XCTAssertEqual(try Note.checked("<script>alert(1)</script>"), "<script>alert(1)</script>")
    }

    func testControlCharactersAreRejected() {
        for text in ["a\u{1B}[31mb", "a\u{0}b", "a\u{7}", "a\u{85}b", "a\rb"] {
            XCTAssertEqual(code { try Note.checked("x" + text + "x") }, "noteInvalid", text.debugDescription)
        }
        XCTAssertNoThrow(try Note.checked("a\tb"))
    }

    func testPreviewHasTwoLinesAndMarksTheRest() {
        XCTAssertEqual(Note.preview("one"), "one")
        XCTAssertEqual(Note.preview("one\n\ntwo"), "one\ntwo")
        XCTAssertEqual(Note.preview("one\ntwo\nthree"), "one\ntwo …")
    }

    // MARK: - Streaks

    func testStreaksAgreeWithSimpleCountAcrossYears() throws {
        var random = RandomSource(seed: 7)
        let start = try XCTUnwrap(Day("2023-12-20")).ordinal
        for _ in 0..<500 {
            let length = Int.random(in: 0...90, using: &random)
            let density = Int.random(in: 1...9, using: &random)
            let days = (0..<length).filter { _ in Int.random(in: 0..<10, using: &random) < density }.map {
                Day(ordinal: start + $0)
            }
            let today = Day(ordinal: start + length + Int.random(in: -1...1, using: &random))
            let sums = PhotoDays(days, today: today)
            let set = Set(days)
            func run(endingAt day: Day) -> Int { set.contains(day) ? 1 + run(endingAt: day.adding(days: -1)) : 0 }
            XCTAssertEqual(sums.total, days.count)
            XCTAssertEqual(sums.streak.longest, days.map(run).max() ?? 0)
            XCTAssertEqual(sums.hasPhotoToday, set.contains(today))
            XCTAssertEqual(sums.documented, days.filter { "\($0)".prefix(4) == "\(today)".prefix(4) }.count)
            XCTAssertEqual(sums.daysOfYear, today.year == 2024 ? 366 : 365)
            XCTAssertEqual(sums.streak.current, run(endingAt: set.contains(today) ? today : today.adding(days: -1)))
        }
    }

    // MARK: - Day of a photo

    func testDayOfPhotoFollowsPriorityOfSources() throws {
        let today = try XCTUnwrap(Day("2026-11-20"))
        typealias Exif = PhotoMaker.Exif
        // given day, camera notes, expected day, part of the message
        let table: [(String?, Exif, String, String)] = [
            ("2026-11-01", Exif(taken: "2026:11:19 10:00:00"), "2026-11-01", "as you said"),
            (nil, Exif(taken: "2026:11:19 10:00:00"), "2026-11-19", "by its camera's clock."),
            (nil, Exif(taken: "2026:11:19 23:59:59", offsetOriginal: "+14:00"), "2026-11-19", "(UTC+14:00)"),
            (
                nil, Exif(taken: "2026:11:19 00:00:01", offsetOriginal: "-11:30", offset: "+05:00"), "2026-11-19",
                "(UTC-11:30)"
            ),
            (nil, Exif(taken: "2026:11:19 00:00:01", offset: "+05:00"), "2026-11-19", "(UTC+05:00)"),
            (
                nil, Exif(taken: "2026:11:19 12:00:00", offsetOriginal: "junk", offset: "+05:45"), "2026-11-19",
                "(UTC+05:45)"
            ),
            (nil, Exif(taken: "2026:11:19 12:00:00", offset: "+99:00"), "2026-11-19", "by its camera's clock."),
            (nil, Exif(taken: "2026:11:20 23:59:59"), "2026-11-20", "camera's clock"),
            (nil, Exif(taken: "2025:12:31 23:59:59", offsetOriginal: "-05:00"), "2025-12-31", "camera's clock"),
            (nil, Exif(taken: "0000:00:00 00:00:00"), "2026-11-20", "today"),
            (nil, Exif(offset: "+05:00"), "2026-11-20", "today"),
            (nil, Exif(), "2026-11-20", "today"),
        ]
        for (given, exif, day, expected) in table {
            let camera = try ImageHeader(PhotoMaker.jpeg(8, 8, exif: exif.block)).camera
            let decision = try DateDecision(given: given.flatMap(Day.init), camera: camera, today: today)
            XCTAssertEqual(decision.day.description, day, "\(exif)")
            XCTAssertTrue(decision.sentence.contains(expected), decision.sentence)
        }
    }

    func testFutureDayIsRejected() throws {
        let today = try XCTUnwrap(Day("2026-11-20"))
        let tomorrow = CameraNotes(taken: .init(day: today.adding(days: 1), secondOfDay: 0, offset: nil))
        XCTAssertEqual(
            code { try DateDecision(given: today.adding(days: 1), camera: CameraNotes(), today: today) }, "dayInFuture")
        XCTAssertEqual(code { try DateDecision(given: nil, camera: tomorrow, today: today) }, "dayInFuture")
        XCTAssertEqual(try DateDecision(given: today, camera: tomorrow, today: today).day, today)
    }

    // MARK: - Paths

    func testPathsRoundTripForEveryMonth() throws {
        for year in [1, 99, 2026, 9999] {
            for month in 1...12 {
                let path = PhotoPath(day: try XCTUnwrap(Day(year: year, month: month, day: 1)), name: "a", type: .heic)
                XCTAssertEqual(PhotoPath(try XCTUnwrap(path).description), path, "\(year) \(month)")
                XCTAssertEqual(path?.components.map(\.count), [6, 4, 2, 6])
            }
        }
    }

    func testUnsafePathsAreRejected() throws {
        let day = try XCTUnwrap(Day("2026-01-05"))
        XCTAssertEqual(PhotoPath(day: day, name: "a1", type: .jpeg)?.description, "Photos/2026/01/a1.jpg")
        for name in ["", "..", "a/b", "-a", "A", ".a", "a.b", "ä", "a\0", "a b", String(repeating: "a", count: 65)] {
            XCTAssertNil(PhotoPath(day: day, name: name, type: .jpeg), name)
        }
        for text in [
            "Photos/2026/1/a.jpg", "/Photos/2026/01/a.jpg", "Photos/2026/13/a.jpg", "Photos/../01/a.jpg",
            "Photos/2026/01/a.jpeg",
            "Photos/2026/01/a.exe", "Photos/2026/01/../../a.jpg", "Other/2026/01/a.jpg", "Photos/+026/01/a.jpg", "",
        ] {
            XCTAssertNil(PhotoPath(text), text)
        }
        XCTAssertEqual(PhotoPath("Photos/2026/01/a1.heic")?.thumbnail.description, "Thumbnails/2026/01/a1.jpg")
    }

    /// Replacing a photo keeps the note, undo restores the old photo, and a day without a photo
    /// gets its first.
    func testReplacingPhotoKeepsNote() throws {
        let fixture = Fixture()
        let first = try fixture.diary.add(PhotoMaker.jpeg(16, 8), note: "First frost", on: Fixture.today).entry
        XCTAssertEqual(code { try fixture.diary.add(PhotoMaker.jpeg(8, 8), on: Fixture.today) }, "entryAlreadyExists")
        let second = try fixture.diary.add(PhotoMaker.jpeg(8, 8), on: Fixture.today, replacing: true)
        XCTAssertEqual([second.entry.note, second.replacedEntry?.entry.note], ["First frost", "First frost"])
        XCTAssertEqual(second.replacedEntry?.entry.photo, first.photo)
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.today).photo, second.entry.photo)
        let third = try fixture.diary.add(PhotoMaker.jpeg(24, 8), note: "Snow", on: Fixture.today, replacing: true)
        XCTAssertEqual(third.entry.note, "Snow")
        XCTAssertEqual(try fixture.diary.trash().count, 2)
        XCTAssertEqual(fixture.run(["undo"]).status, 0)
        XCTAssertEqual(
            try fixture.diary.entry(on: Fixture.today).photo, second.entry.photo, "undo restores the previous photo")
        XCTAssertEqual(try fixture.diary.photo(of: second.entry).isEmpty, false)
        let other = try fixture.diary.add(PhotoMaker.jpeg(8, 8), on: Fixture.day(-1), replacing: true)
        XCTAssertNil(other.replacedEntry)
        XCTAssertEqual(try fixture.diary.check().missing, [])
    }
}
