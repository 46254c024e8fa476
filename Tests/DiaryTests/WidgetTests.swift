import Diary
import Foundation
import Kernel
import Pictures
import PicturesTesting
import TerminalTesting
import XCTest

/// The latest photo as a file for wallpapers and status bars.
final class WidgetTests: XCTestCase {
    private var folder = ""
    private var file: String { "\(folder)/bar/today.png" }

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("grain-widget-\(UUID().uuidString)").path
    }

    override func tearDownWithError() throws { try? FileManager.default.removeItem(atPath: folder) }

    private func widgetFile() -> [UInt8]? { FileManager.default.contents(atPath: file).map { Array($0) } }

    private func add(_ fixture: Fixture, _ offset: Int, _ photo: [UInt8], _ more: String...) -> String {
        let run = fixture.run(
            ["add", "a.png", "--date", "\(Fixture.day(offset))"] + more, ScriptedConsole(files: ["a.png": photo]))
        XCTAssertEqual(run.status, 0, run.error)
        return run.output
    }

    /// Each change of a day updates the file to what `widget` would write.
    func testFileIsRewrittenAfterEachChange() throws {
        let fixture = Fixture()
        let photos = (0...3).map { PhotoMaker.png(8 + $0, 8) }
        XCTAssertEqual(fixture.run(["settings", "widget-file", file]).status, 0)
        XCTAssertNil(widgetFile(), "there is no photo yet")
        _ = add(fixture, -1, photos[0])
        XCTAssertEqual(widgetFile(), photos[0])
        _ = add(fixture, 0, photos[1])
        XCTAssertEqual(widgetFile(), photos[1])
        _ = add(fixture, -3, photos[2])
        XCTAssertEqual(widgetFile(), photos[1], "an older day is not the newest")
        XCTAssertEqual(fixture.run(["edit", "today", "--seal"]).status, 0)
        XCTAssertEqual(widgetFile(), photos[0], "sealed photos are not shown")
        XCTAssertEqual(fixture.run(["unseal", "today", "--yes"]).status, 0)
        XCTAssertEqual(widgetFile(), photos[1])
        fixture.camera.withLock { $0 = [.success(photos[3])] }
        XCTAssertEqual(fixture.run(["snap", "--now", "--replace"]).status, 0)
        XCTAssertEqual(widgetFile(), photos[3])
        for day in ["today", "\(Fixture.day(-1))"] { XCTAssertEqual(fixture.run(["delete", day, "--yes"]).status, 0) }
        XCTAssertEqual(widgetFile(), photos[2])
        let last = fixture.run(["delete", "\(Fixture.day(-3))", "--yes"])
        XCTAssertTrue(last.output.replacing("\n", with: " ").contains("no photo to show any more"), last.output)
        let facts = try FileManager.default.attributesOfItem(atPath: file)
        XCTAssertEqual(facts[.posixPermissions] as? Int, 0o600)
        XCTAssertEqual(fixture.run(["settings", "widget-file", "none"]).status, 0)
        _ = add(fixture, 0, photos[0])
        XCTAssertEqual(widgetFile(), photos[2], "the setting is off")
    }

    func testLockedDiaryAndDryRunWriteNoFile() throws {
        let fixture = Fixture()
        XCTAssertEqual(fixture.run(["settings", "widget-file", file]).status, 0)
        _ = add(fixture, 0, PhotoMaker.png(8, 8), "--dry-run")
        fixture.isLocked.withLock { $0 = true }
        _ = add(fixture, 0, PhotoMaker.png(8, 8))
        XCTAssertNil(widgetFile())
    }

    func testStreakIsDrawnOnPicture() throws {
        let fixture = Fixture()
        for offset in -6...0 { _ = try fixture.diary.add(PhotoMaker.png(400, 300), on: Fixture.day(offset)) }
        let console = ScriptedConsole()
        XCTAssertEqual(fixture.run(["widget", "a.png", "--streak"], console).status, 0, console.error)
        XCTAssertEqual(console.fileContents["a.png"], PhotoMaker.png(4, 3), "there is a line below the photo")
        XCTAssertTrue(fixture.painted.withLock { $0.last ?? "" }.contains("7 days in a row!"))
        XCTAssertEqual(fixture.run(["widget", "b.png"], console).status, 0)
        XCTAssertEqual(console.fileContents["b.png"], PhotoMaker.png(400, 300))
        XCTAssertEqual(fixture.run(["settings", "widget-file", file]).status, 0)
        XCTAssertEqual(fixture.run(["settings", "widget-streak", "yes"]).status, 0)
        XCTAssertEqual(widgetFile(), PhotoMaker.png(4, 3))
    }

    /// A file that cannot be written is reported, and the entry is stored.
    func testWriteErrorIsReportedAndEntryStored() throws {
        let fixture = Fixture()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(folder)/bar"))
        XCTAssertEqual(fixture.run(["settings", "widget-file", file]).status, 0)
        let output = add(fixture, 0, PhotoMaker.png(8, 8)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        XCTAssertTrue(output.contains("could not be renewed"), output)
        XCTAssertEqual(try fixture.diary.count(), 1)
        for bad in ["today.png", "/a/", ""] {
            XCTAssertEqual(fixture.run(["settings", "widget-file", bad]).status, 64, bad)
        }
    }
}
