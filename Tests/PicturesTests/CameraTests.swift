import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesContract
import Programs
import TestBench
import XCTest

/// Cameras: those of the machine, commands of one's own, and folders that a phone fills.
final class CameraTests: XCTestCase {
    private var programs: Programs { Programs(path: "/usr/bin:/bin:/usr/local/bin") }

    func testCamerasKeepTheirContract() throws {
        let home = try Home()
        try Data(PhotoMaker.jpeg(4, 4)).write(to: URL(filePath: home.path("a.JPG")))
        var cameras: [() -> Camera] = [
            { Camera(name: "script") { _ in PhotoMaker.png(2, 2) } }, { .newest(in: home.path("")) },
            { [programs] in .chosen("cat \(home.path("a.JPG"))", nil, programs, workingIn: home.path("work")) },
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
