import Diary
import Kernel
import Pictures
import PicturesTesting
import TerminalTesting
import XCTest

/// User texts: marks, totals and sentences.
final class OutputTextTests: XCTestCase {
    private let fixture = Fixture()

    private func add(_ offset: Int, _ note: String? = nil, _ photo: [UInt8] = PhotoMaker.png(1, 1)) throws {
        _ = try fixture.diary.add(photo, note: note, on: Fixture.day(offset))
    }

    /// Returns the output of a command line, with all white space collapsed.
    private func outputLine(_ words: String..., files: [String: [UInt8]] = [:]) -> String {
        let (status, output, error) = fixture.run(words, ScriptedConsole(columns: 200, files: files))
        XCTAssertEqual(status, 0, error)
        return output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    func testMonthBeginsWithMonday() throws {
        for offset in [0, -1, -14] { try add(offset) }
        XCTAssertEqual(
            fixture.run(["calendar", "2026-11", "--color", "never"]).output.split(separator: "\n").prefix(8).map {
                String($0)
            },
            [
                "2026-11",
                " Mo   Tu   We   Th   Fr   Sa   Su",
                "                                1",
                "  2    3    4    5    6*   7    8",
                "  9   10   11   12   13   14   15",
                " 16   17   18   19* [20*  21   22",
                " 23   24   25   26   27   28   29",
                " 30",
            ])
        fixture.pass(days: 1)
        XCTAssertTrue(fixture.run(["calendar"]).output.contains(" 20* [21]  22"))
        fixture.pass(days: 9)
        let next = fixture.run(["calendar", "2027-02", "--color", "never"]).output
        XCTAssertTrue(
            next.contains("\n  1    2    3    4    5    6    7\n")
                && next.contains("\n 22   23   24   25   26   27   28\n"))
        XCTAssertTrue(next.contains("0 of 28 days have a photo (*).") && next.contains("grain calendar 2027-01"), next)
    }

    func testStreakSentenceForZeroOneAndManyDays() throws {
        XCTAssertTrue(
            outputLine("streak").hasPrefix("No photo yesterday or today: your next photo starts a new streak."))
        try add(0)
        XCTAssertTrue(outputLine("streak").hasPrefix("1 day in a row. "))
        XCTAssertTrue(
            outputLine().contains("Today's photo is taken.") && outputLine().contains("In a row 1 day "), outputLine())
        XCTAssertTrue(
            outputLine().contains("Th· Fr● Sa Su "), "the week so far, and what is still to come: \(outputLine())")
        try add(-1)
        XCTAssertTrue(outputLine("streak").hasPrefix("2 days in a row!"))
    }

    func testStatusItemShowsIfTodayHasPhoto() throws {
        let item = try XCTUnwrap(fixture.app().registry().all(.statusItems).first)
        for (offset, text, short, values) in [
            (-1, "No photo today yet, 1 day in a row", "– 1d", ["1", "no"]),
            (0, "Today's photo is taken, 2 days in a row", "✓ 2d", ["2", "yes"]),
        ] {
            try add(offset)
            let content = try XCTUnwrap(item.content())
            XCTAssertEqual([content.text, content.short], [text, short])
            XCTAssertEqual(content.values, values)
        }
    }

    func testChangedNoteMarksEntryAsEdited() throws {
        try add(0, "one")
        XCTAssertFalse(outputLine("timeline").contains("edited"))
        XCTAssertFalse(outputLine("show", "today").contains("Edited on"))
        fixture.pass(days: 0.5 / 24)
        XCTAssertTrue(outputLine("edit", "today", "-m", "two").hasPrefix("Changed the note of 2026-11-20. "))
        XCTAssertTrue(outputLine("timeline").contains("20 November 2026 · edited two"))
        XCTAssertTrue(outputLine("show", "today").contains("Added on 2026-11-20 12:00 Edited on 2026-11-20 12:30"))
        XCTAssertTrue(outputLine("edit", "today", "-m", "").hasPrefix("Took the note of 2026-11-20 away. "))
        XCTAssertTrue(outputLine("timeline").contains("No note"))
    }

    func testTrashShowsFirstLineOfNote() throws {
        try add(0, "one\ntwo\nthree")
        _ = try fixture.diary.delete(on: Fixture.today)
        XCTAssertTrue(outputLine("trash", "list").contains("2026-11-20 one … Each is deleted for good after 30 days"))
    }

    func testSweepReportsPhotosAndBytes() throws {
        let photos = [PhotoMaker.png(1, 1), PhotoMaker.png(9, 9)]
        let bytes = photos.reduce(0) { $0 + $1.count }
        for (index, photo) in photos.enumerated() {
            try add(-index, nil, photo)
            _ = try fixture.store.undoLast()
        }
        fixture.pass(days: 1)
        XCTAssertEqual(
            try fixture.diary.check().findings().map(\.message),
            ["2 photos belong to no entry and take \(bytes) bytes; `trash sweep` removes them."])
        let console = ScriptedConsole(lines: ["y"], terminal: true, columns: 200)
        XCTAssertEqual(fixture.run(["trash", "sweep"], console).status, 0)
        XCTAssertTrue(console.error.contains("Remove 2 photos that belong to no entry, \(bytes) bytes?"), console.error)
        XCTAssertTrue(
            console.output.contains("Removed 2 photos that belonged to no entry, \(bytes) bytes."), console.output)
        XCTAssertEqual(try fixture.diary.check().findings().count, 0)
    }

    func testKeptLocationIsReportedUnlessSettingAllowsIt() throws {
        let located = PhotoMaker.jpeg(8, 8, exif: PhotoMaker.Exif(hasLocation: true).block)
        let files = ["there": located, "nowhere": PhotoMaker.jpeg(8, 8)]
        let notice = "The photo still says where it was taken"
        XCTAssertTrue(outputLine("add", "there", "--date", "today", files: files).contains(notice))
        XCTAssertFalse(outputLine("add", "nowhere", "--date", "yesterday", files: files).contains(notice))
        _ = try fixture.diary.changeSettings { $0.keepLocation = true }
        XCTAssertFalse(outputLine("add", "there", "--date", "2026-11-01", files: files).contains(notice))
    }

    func testConversionFailureAdvisesKeepingOriginal() throws {
        for (failure, advised) in [
            (Failure.conversionFailed("it hangs"), true), (Failure(.loadFailed, "No.", advice: "None."), false),
        ] {
            let fixture = Fixture(
                tool: ImageTool(name: "failing", prepare: { _, _ in throw failure }, thumbnail: { _, _ in nil }))
            XCTAssertThrowsError(try fixture.diary.add(PhotoMaker.png(1, 1), on: Fixture.today)) {
                XCTAssertEqual(($0 as? Failure)?.advice.contains("`settings format original`"), advised)
            }
        }
    }

    func testExportFolderContainsNoNullCharacter() {
        XCTAssertEqual(fixture.run(["export", "--photos", "a\u{0}b"]).status, 64)
        XCTAssertEqual(fixture.run(["export", "--photos", "a\u{1}b"]).status, 0)
    }
}
