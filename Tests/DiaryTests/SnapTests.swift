import Diary
import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesContract
import Programs
import TerminalContract
import TestBench
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

    // MARK: - Real cameras

    private var programs: Programs { Programs(path: "/usr/bin:/bin:/usr/local/bin") }

    func testCamerasKeepTheirContract() throws {
        let home = try Home()
        try Data(PhotoMaker.jpeg(4, 4)).write(to: URL(filePath: home.path("a.JPG")))
        var cameras: [() -> Camera] = [
            { Camera(name: "script") { _ in PhotoMaker.png(2, 2) } }, { .newest(in: home.path("")) },
            { [programs] in .command("cat \(home.path("a.JPG"))", programs, workingIn: home.path("work")) },
        ]
        if programs.find("ffmpeg") != nil {
            let source = "ffmpeg -loglevel error -f lavfi -i testsrc=size=320x240:rate=1 -frames:v 1"
            cameras.append { [programs] in .command(source + " -y {}", programs, workingIn: home.path("work")) }
            cameras.append { [programs] in
                .command(source + " -c:v mjpeg -f image2pipe pipe:1", programs, workingIn: home.path("work"))
            }
        }
        for camera in cameras {
            for broken in CameraContract.over(camera).brokenPromises() { XCTFail(broken.description) }
        }
    }

    func testTheContractNoticesABadCamera() {
        let bad = CameraContract.over { Camera(name: "", take: { _ in [1] }, isBlack: { _ in true }) }
        XCTAssertEqual(bad.brokenPromises().count, 4)
    }

    func testABlackPhotoIsKnownAsOne() throws {
        try XCTSkipIf(programs.find("ffmpeg") == nil, "it wants ffmpeg")
        let home = try Home()
        for (colour, isBlack) in [("black", true), ("white", false), ("0x202040", false)] {
            let camera = Camera.command(
                "ffmpeg -loglevel error -f lavfi -i color=\(colour):size=64x48:rate=1 -frames:v 1 -y {}", programs,
                workingIn: home.path("work"))
            XCTAssertEqual(camera.isBlack(try camera.take(.back)), isBlack, colour)
        }
    }

    func testMissingCamerasSayWhatToDo() throws {
        let home = try Home()
        func code(_ camera: Camera) -> String? {
            do {
                _ = try camera.take(.back)
                return nil
            } catch { return (error as? Failure)?.code.description }
        }
        XCTAssertEqual(code(.machine(Programs(path: "/usr/bin"), devices: home.path("nothing"))), "cameraMissing")
        XCTAssertEqual(code(.newest(in: home.path("nothing"))), "cameraMissing")
        XCTAssertEqual(code(.command("no-such-program {}", programs, workingIn: home.path("work"))), "cameraMissing")
        XCTAssertEqual(code(.command("false {}", programs, workingIn: home.path("work"))), "cameraFailed")
        XCTAssertEqual(code(.command("true {}", programs, workingIn: home.path("work"))), "cameraFailed")
        XCTAssertEqual(code(.command("true", programs, workingIn: home.path("work"))), "cameraFailed")
        // Programs that say what a real ffmpeg says of a device.
        for (said, expected) in [
            ("Device or resource busy", "cameraBusy"), ("Permission denied", "cameraDenied"), ("No such device", "cameraMissing"),
            ("Something else", "cameraFailed"),
        ] {
            let folder = home.path(expected)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("#!/bin/sh\necho \"/dev/video0: \(said)\" >&2\nexit 1\n".utf8).write(to: URL(filePath: folder + "/ffmpeg"))
            chmod(folder + "/ffmpeg", 0o755)
            try Data().write(to: URL(filePath: folder + "/video0"))
            XCTAssertEqual(code(.machine(Programs(path: folder), devices: folder)), expected, said)
        }
    }
}
