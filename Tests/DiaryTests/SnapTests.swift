import Diary
import Kernel
import Pictures
import PicturesTesting
import TerminalTesting
import XCTest

/// Taking the photo of the day: preview, retake, acceptance and errors.
final class SnapTests: XCTestCase {
    private func snap(_ fixture: Fixture, _ words: [String] = [], lines: [String]) -> (status: Int32, output: String) {
        let run = fixture.run(["snap"] + words, ScriptedConsole(lines: lines))
        return (run.status, (run.output + run.error).split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    func testPhotoIsRetakenUntilAccepted() throws {
        let fixture = Fixture()
        fixture.camera.withLock { $0 = [.success(PhotoMaker.png(13, 1)), .success(PhotoMaker.png(6, 4))] }
        let run = snap(fixture, ["-m", "here", "--tag", "me"], lines: ["", "r", ""])
        XCTAssertEqual(run.status, 0, run.output)
        for words in ["Take Photo", "Use Photo", "It is black", "Added the photo of \(Fixture.today)"] {
            XCTAssertTrue(run.output.contains(words), "\(words): \(run.output)")
        }
        let entry = try fixture.diary.entry(on: Fixture.today)
        XCTAssertEqual([entry.photo.width, entry.photo.height], [6, 4])
        XCTAssertEqual([entry.note, entry.tags.first], ["here", "me"])
    }

    func testUnacceptedPhotoIsDiscarded() throws {
        for lines in [["q"], ["", "q"], [], [""]] {
            let fixture = Fixture()
            fixture.camera.withLock { $0 = [.success(PhotoMaker.png(6, 4))] }
            XCTAssertEqual(snap(fixture, lines: lines).status, 0, "\(lines)")
            XCTAssertEqual(try fixture.diary.count(), 0, "\(lines)")
            XCTAssertEqual(try fixture.library.contents().count, 0)
        }
    }

    func testCameraErrorIsShownAndCanBeRetried() throws {
        let fixture = Fixture()
        let busy = Failure.cameraFailed("it is busy")
        fixture.camera.withLock { $0 = [.failure(busy), .success([1, 2, 3]), .success(PhotoMaker.png(6, 4))] }
        let run = snap(fixture, lines: ["", "", "", ""])
        XCTAssertTrue(run.output.contains(busy.message), run.output)
        XCTAssertEqual(try fixture.diary.count(), 1, run.output)
        XCTAssertEqual(snap(fixture, lines: ["", ""]).status, 1, "today has its photo")
        fixture.camera.withLock { $0 = [.success(PhotoMaker.png(8, 8))] }
        XCTAssertEqual(snap(fixture, ["--replace", "--now"], lines: []).status, 0)
        XCTAssertEqual(try fixture.diary.entry(on: Fixture.today).photo.width, 8)
        let withoutCamera = Fixture()
        XCTAssertEqual(snap(withoutCamera, ["--now"], lines: []).status, 69)
        XCTAssertTrue(snap(withoutCamera, lines: ["", "q"]).output.contains("settings camera-command"))
    }

    /// The home screen and the tour mention `snap` only if a camera exists.
    func testAvailableCameraIsOffered() throws {
        let fixture = Fixture(programs: ["ffmpeg"])
        func offered() throws -> [Bool] {
            let first = fixture.run([]).output
            let tour = try fixture.app().registry().all(.welcomeSteps).flatMap { $0.step.facts() }
            return [
                first.contains("grain snap"), tour.contains { $0.name == "APP snap" },
                tour.contains { $0.name == "Camera" && $0.value.hasPrefix("ready: ") },
            ]
        }
        XCTAssertEqual(try offered(), [false, false, false])
        fixture.camera.withLock { $0 = [.success(PhotoMaker.png(6, 4))] }
        XCTAssertEqual(try offered(), [true, true, true])
        _ = try fixture.diary.add(PhotoMaker.png(6, 4), on: Fixture.day(-1))
        XCTAssertEqual(try offered(), [true, true, true])
        _ = try fixture.diary.add(PhotoMaker.png(6, 4), on: Fixture.today)
        XCTAssertEqual(try offered()[0], false, "today has its photo")
        let titles = try fixture.app().registry().all(.welcomeSteps).map(\.step.title)
        XCTAssertTrue(titles.contains("Permission"), "\(titles)")
    }

    func testCameraSettingsAreStored() throws {
        let fixture = Fixture()
        XCTAssertEqual(fixture.run(["settings", "camera-command", "ffmpeg -i x {}"]).status, 0)
        XCTAssertEqual(try fixture.diary.cameraChoice().command, "ffmpeg -i x {}")
        XCTAssertEqual(fixture.run(["settings", "camera-folder", "/phone"]).status, 0)
        XCTAssertNil(try fixture.diary.cameraChoice().command)
        XCTAssertEqual(fixture.run(["settings", "camera", "front"]).status, 0)
        XCTAssertEqual(try fixture.diary.cameraChoice().side, .front)
        for bad in [
            ["camera-folder", "phone"], ["camera-folder", ""], ["camera", "side"], ["camera-command", "a\u{1B}b"],
        ] {
            XCTAssertEqual(fixture.run(["settings"] + bad).status, 64, "\(bad)")
        }
        XCTAssertEqual(fixture.run(["settings", "camera-folder", "none"]).status, 0)
        XCTAssertNil(try fixture.diary.cameraChoice().folder)
    }
}
