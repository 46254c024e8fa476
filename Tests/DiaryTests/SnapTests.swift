import Diary
import Kernel
import Pictures
import PicturesContract
import TerminalContract
import XCTest

/// Taking the photo of the day: preview, retake, use, and what goes wrong.
final class SnapTests: XCTestCase {
    private func snap(_ bench: Bench, _ words: [String] = [], lines: [String]) -> (status: Int32, said: String) {
        let run = bench.run(["snap"] + words, ScriptedConsole(lines: lines))
        return (run.status, (run.output + run.error).split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    func testAPhotoIsTakenAgainUntilItIsUsed() throws {
        let bench = Bench()
        bench.camera.withLock { $0 = [.success(PhotoMaker.png(13, 1)), .success(PhotoMaker.png(6, 4))] }
        let run = snap(bench, ["-m", "here", "--tag", "me"], lines: ["", "r", ""])
        XCTAssertEqual(run.status, 0, run.said)
        for words in ["Take Photo", "Use Photo", "It is black", "Added the photo of \(Bench.today)"] {
            XCTAssertTrue(run.said.contains(words), "\(words): \(run.said)")
        }
        let entry = try bench.diary.entry(on: Bench.today)
        XCTAssertEqual([entry.photo.width, entry.photo.height], [6, 4])
        XCTAssertEqual([entry.note, entry.tags.first], ["here", "me"])
    }

    func testNothingIsKeptUnlessSomebodySaysSo() throws {
        for lines in [["q"], ["", "q"], [], [""]] {
            let bench = Bench()
            bench.camera.withLock { $0 = [.success(PhotoMaker.png(6, 4))] }
            XCTAssertEqual(snap(bench, lines: lines).status, 0, "\(lines)")
            XCTAssertEqual(try bench.diary.count(), 0, "\(lines)")
            XCTAssertEqual(try bench.library.contents().count, 0)
        }
    }

    func testWhatGoesWrongIsSaidAndOneCanTryAgain() throws {
        let bench = Bench()
        let busy = Failure.cameraFailed("it is busy")
        bench.camera.withLock { $0 = [.failure(busy), .success([1, 2, 3]), .success(PhotoMaker.png(6, 4))] }
        let run = snap(bench, lines: ["", "", "", ""])
        XCTAssertTrue(run.said.contains(busy.message), run.said)
        XCTAssertEqual(try bench.diary.count(), 1, run.said)
        XCTAssertEqual(snap(bench, lines: ["", ""]).status, 1, "today has its photo")
        bench.camera.withLock { $0 = [.success(PhotoMaker.png(8, 8))] }
        XCTAssertEqual(snap(bench, ["--replace", "--now"], lines: []).status, 0)
        XCTAssertEqual(try bench.diary.entry(on: Bench.today).photo.width, 8)
        let none = Bench()
        XCTAssertEqual(snap(none, ["--now"], lines: []).status, 69)
        XCTAssertTrue(snap(none, lines: ["", "q"]).said.contains("settings camera-command"))
    }

    /// Where a camera is, the first screen and the tour tell of it; where none is, they do not.
    func testACameraThatIsThereIsOffered() throws {
        let bench = Bench(programs: ["ffmpeg"])
        func offered() throws -> [Bool] {
            let first = bench.run([]).output
            let tour = try bench.app().registry().all(.welcomeSteps).flatMap { $0.step.facts() }
            return [
                first.contains("grain snap"), tour.contains { $0.name == "APP snap" },
                tour.contains { $0.name == "Camera" && $0.value.hasPrefix("ready: ") },
            ]
        }
        XCTAssertEqual(try offered(), [false, false, false])
        bench.camera.withLock { $0 = [.success(PhotoMaker.png(6, 4))] }
        XCTAssertEqual(try offered(), [true, true, true])
        _ = try bench.diary.add(PhotoMaker.png(6, 4), on: Bench.day(-1))
        XCTAssertEqual(try offered(), [true, true, true])
        _ = try bench.diary.add(PhotoMaker.png(6, 4), on: Bench.today)
        XCTAssertEqual(try offered()[0], false, "today has its photo")
        let titles = try bench.app().registry().all(.welcomeSteps).map(\.step.title)
        XCTAssertTrue(titles.contains("Permission"), "\(titles)")
    }

    func testTheChoiceStaysOnThisDevice() throws {
        let bench = Bench()
        XCTAssertEqual(bench.run(["settings", "camera-command", "ffmpeg -i x {}"]).status, 0)
        XCTAssertEqual(try bench.diary.cameraChoice().command, "ffmpeg -i x {}")
        XCTAssertEqual(bench.run(["settings", "camera-folder", "/phone"]).status, 0)
        XCTAssertNil(try bench.diary.cameraChoice().command)
        XCTAssertEqual(bench.run(["settings", "camera", "front"]).status, 0)
        XCTAssertEqual(try bench.diary.cameraChoice().side, .front)
        for bad in [["camera-folder", "phone"], ["camera-folder", ""], ["camera", "side"], ["camera-command", "a\u{1B}b"]] {
            XCTAssertEqual(bench.run(["settings"] + bad).status, 64, "\(bad)")
        }
        XCTAssertEqual(bench.run(["settings", "camera-folder", "none"]).status, 0)
        XCTAssertNil(try bench.diary.cameraChoice().folder)
    }
}
