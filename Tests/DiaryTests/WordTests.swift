import Diary
import Kernel
import Pictures
import PicturesContract
import TerminalContract
import XCTest

/// What people read: marks, sums and sentences.
final class WordTests: XCTestCase {
    private let bench = Bench()

    private func add(_ offset: Int, _ note: String? = nil, _ photo: [UInt8] = PhotoMaker.png(1, 1)) throws {
        _ = try bench.diary.add(photo, note: note, on: Bench.day(offset))
    }

    /// What a command line says, on one line.
    private func said(_ words: String..., files: [String: [UInt8]] = [:]) -> String {
        let (status, output, error) = bench.run(words, ScriptedConsole(columns: 200, files: files))
        XCTAssertEqual(status, 0, error)
        return output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    func testAMonthIsDrawnMondayFirst() throws {
        for offset in [0, -1, -14] { try add(offset) }
        XCTAssertEqual(
            bench.run(["calendar", "2026-11", "--color", "never"]).output.split(separator: "\n").prefix(8).map {
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
        bench.pass(days: 1)
        XCTAssertTrue(bench.run(["calendar"]).output.contains(" 20* [21]  22"))
        bench.pass(days: 9)
        let next = bench.run(["calendar", "2027-02", "--color", "never"]).output
        XCTAssertTrue(
            next.contains("\n  1    2    3    4    5    6    7\n") && next.contains("\n 22   23   24   25   26   27   28\n"))
        XCTAssertTrue(next.contains("0 of 28 days have a photo (*).") && next.contains("grain calendar 2027-01"), next)
    }

    func testTheRowIsSaidForNoneOneAndMany() throws {
        XCTAssertTrue(said("streak").hasPrefix("No photo yesterday or today: your next photo starts a new streak."))
        try add(0)
        XCTAssertTrue(said("streak").hasPrefix("1 day in a row. "))
        XCTAssertTrue(said().contains("Today's photo is taken.") && said().contains("In a row 1 day "), said())
        XCTAssertTrue(said().contains("Th· Fr● Sa Su "), "the week so far, and what is still to come: \(said())")
        try add(-1)
        XCTAssertTrue(said("streak").hasPrefix("2 days in a row!"))
    }

    func testTheLineOfStatusBarsSaysWhetherTodayIsTaken() throws {
        let item = try XCTUnwrap(bench.app().registry().all(.statusItems).first)
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

    func testAnEntryIsMarkedOnceItsNoteWasChanged() throws {
        try add(0, "one")
        XCTAssertFalse(said("timeline").contains("edited"))
        XCTAssertFalse(said("show", "today").contains("Edited on"))
        bench.pass(days: 0.5 / 24)
        XCTAssertTrue(said("edit", "today", "-m", "two").hasPrefix("Changed the note of 2026-11-20. "))
        XCTAssertTrue(said("timeline").contains("20 November 2026 · edited two"))
        XCTAssertTrue(said("show", "today").contains("Added on 2026-11-20 12:00 Edited on 2026-11-20 12:30"))
        XCTAssertTrue(said("edit", "today", "-m", "").hasPrefix("Took the note of 2026-11-20 away. "))
        XCTAssertTrue(said("timeline").contains("No note"))
    }

    func testTheTrashShowsTheFirstLineOfANote() throws {
        try add(0, "one\ntwo\nthree")
        _ = try bench.diary.delete(on: Bench.today)
        XCTAssertTrue(said("trash", "list").contains("2026-11-20 one … Each is deleted for good after 30 days"))
    }

    func testWhatASweepTakesIsCountedInPhotosAndBytes() throws {
        let photos = [PhotoMaker.png(1, 1), PhotoMaker.png(9, 9)]
        let bytes = photos.reduce(0) { $0 + $1.count }
        for (index, photo) in photos.enumerated() {
            try add(-index, nil, photo)
            _ = try bench.store.undoLast()
        }
        bench.pass(days: 1)
        XCTAssertEqual(
            try bench.diary.check().findings().map(\.message),
            ["2 photos belong to no entry and take \(bytes) bytes; `trash sweep` removes them."])
        let console = ScriptedConsole(lines: ["y"], terminal: true, columns: 200)
        XCTAssertEqual(bench.run(["trash", "sweep"], console).status, 0)
        XCTAssertTrue(console.error.contains("Remove 2 photos that belong to no entry, \(bytes) bytes?"), console.error)
        XCTAssertTrue(console.output.contains("Removed 2 photos that belonged to no entry, \(bytes) bytes."), console.output)
        XCTAssertEqual(try bench.diary.check().findings().count, 0)
    }

    func testAPhotoThatStillSaysWhereItWasTakenIsCalledSoUnlessThatIsWished() throws {
        let located = PhotoMaker.jpeg(8, 8, exif: PhotoMaker.Exif(hasLocation: true).block)
        let files = ["there": located, "nowhere": PhotoMaker.jpeg(8, 8)]
        let notice = "The photo still says where it was taken"
        XCTAssertTrue(said("add", "there", "--date", "today", files: files).contains(notice))
        XCTAssertFalse(said("add", "nowhere", "--date", "yesterday", files: files).contains(notice))
        _ = try bench.diary.changeSettings { $0.keepLocation = true }
        XCTAssertFalse(said("add", "there", "--date", "2026-11-01", files: files).contains(notice))
    }

    func testAPhotoThatCannotBeConvertedIsAdvisedToBeKeptAsItComes() throws {
        for (failure, advised) in [
            (Failure.conversionFailed("it hangs"), true), (Failure(.loadFailed, "No.", advice: "None."), false),
        ] {
            let bench = Bench(tool: ImageTool(name: "failing", prepare: { _, _ in throw failure }, thumbnail: { _, _ in nil }))
            XCTAssertThrowsError(try bench.diary.add(PhotoMaker.png(1, 1), on: Bench.today)) {
                XCTAssertEqual(($0 as? Failure)?.advice.contains("`settings format original`"), advised)
            }
        }
    }

    func testNothingThatTheSystemWouldCutOffIsAFolder() {
        XCTAssertEqual(bench.run(["export", "--photos", "a\u{0}b"]).status, 64)
        XCTAssertEqual(bench.run(["export", "--photos", "a\u{1}b"]).status, 0)
    }
}
