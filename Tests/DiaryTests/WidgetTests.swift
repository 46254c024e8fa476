import Diary
import Foundation
import Kernel
import Pictures
import PicturesContract
import TerminalContract
import XCTest

/// The newest photo as a file for wallpapers and bars.
final class WidgetTests: XCTestCase {
    private var folder = ""
    private var file: String { "\(folder)/bar/today.png" }

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("grain-widget-\(UUID().uuidString)").path
    }

    override func tearDownWithError() throws { try? FileManager.default.removeItem(atPath: folder) }

    private func shown() -> [UInt8]? { FileManager.default.contents(atPath: file).map { Array($0) } }

    private func add(_ bench: Bench, _ offset: Int, _ photo: [UInt8], _ more: String...) -> String {
        let run = bench.run(
            ["add", "a.png", "--date", "\(Bench.day(offset))"] + more, ScriptedConsole(files: ["a.png": photo]))
        XCTAssertEqual(run.status, 0, run.error)
        return run.output
    }

    /// Whoever changes a day finds the file changed; it is always what `widget` would write.
    func testTheFileIsWrittenAnewWheneverADayChanges() throws {
        let bench = Bench()
        let photos = (0...3).map { PhotoMaker.png(8 + $0, 8) }
        XCTAssertEqual(bench.run(["settings", "widget-file", file]).status, 0)
        XCTAssertNil(shown(), "there is no photo yet")
        _ = add(bench, -1, photos[0])
        XCTAssertEqual(shown(), photos[0])
        _ = add(bench, 0, photos[1])
        XCTAssertEqual(shown(), photos[1])
        _ = add(bench, -3, photos[2])
        XCTAssertEqual(shown(), photos[1], "an older day is not the newest")
        XCTAssertEqual(bench.run(["edit", "today", "--seal"]).status, 0)
        XCTAssertEqual(shown(), photos[0], "what is sealed is not shown")
        XCTAssertEqual(bench.run(["unseal", "today", "--yes"]).status, 0)
        XCTAssertEqual(shown(), photos[1])
        bench.camera.withLock { $0 = [.success(photos[3])] }
        XCTAssertEqual(bench.run(["snap", "--now", "--replace"]).status, 0)
        XCTAssertEqual(shown(), photos[3])
        for day in ["today", "\(Bench.day(-1))"] { XCTAssertEqual(bench.run(["delete", day, "--yes"]).status, 0) }
        XCTAssertEqual(shown(), photos[2])
        let last = bench.run(["delete", "\(Bench.day(-3))", "--yes"])
        XCTAssertTrue(last.output.replacing("\n", with: " ").contains("no photo to show any more"), last.output)
        let facts = try FileManager.default.attributesOfItem(atPath: file)
        XCTAssertEqual(facts[.posixPermissions] as? Int, 0o600)
        XCTAssertEqual(bench.run(["settings", "widget-file", "none"]).status, 0)
        _ = add(bench, 0, photos[0])
        XCTAssertEqual(shown(), photos[2], "nobody wishes it any more")
    }

    func testNothingLeavesALockedDiaryOrARehearsal() throws {
        let bench = Bench()
        XCTAssertEqual(bench.run(["settings", "widget-file", file]).status, 0)
        _ = add(bench, 0, PhotoMaker.png(8, 8), "--dry-run")
        bench.isLocked.withLock { $0 = true }
        _ = add(bench, 0, PhotoMaker.png(8, 8))
        XCTAssertNil(shown())
    }

    func testTheDaysInARowStandOnIt() throws {
        let bench = Bench()
        for offset in -6...0 { _ = try bench.diary.add(PhotoMaker.png(400, 300), on: Bench.day(offset)) }
        let console = ScriptedConsole()
        XCTAssertEqual(bench.run(["widget", "a.png", "--streak"], console).status, 0, console.error)
        XCTAssertEqual(console.fileContents["a.png"], PhotoMaker.png(4, 3), "there is a line below the photo")
        XCTAssertTrue(bench.painted.withLock { $0.last ?? "" }.contains("7 days in a row!"))
        XCTAssertEqual(bench.run(["widget", "b.png"], console).status, 0)
        XCTAssertEqual(console.fileContents["b.png"], PhotoMaker.png(400, 300))
        XCTAssertEqual(bench.run(["settings", "widget-file", file]).status, 0)
        XCTAssertEqual(bench.run(["settings", "widget-streak", "yes"]).status, 0)
        XCTAssertEqual(shown(), PhotoMaker.png(4, 3))
    }

    /// A file that cannot be written is said; the day was kept.
    func testWhatGoesWrongIsSaidAndStopsNothing() throws {
        let bench = Bench()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(folder)/bar"))
        XCTAssertEqual(bench.run(["settings", "widget-file", file]).status, 0)
        let said = add(bench, 0, PhotoMaker.png(8, 8)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        XCTAssertTrue(said.contains("could not be renewed"), said)
        XCTAssertEqual(try bench.diary.count(), 1)
        for bad in ["today.png", "/a/", ""] { XCTAssertEqual(bench.run(["settings", "widget-file", bad]).status, 64, bad) }
    }
}
