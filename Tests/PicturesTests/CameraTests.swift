import Foundation
import Kernel
import Pictures
import PicturesAdapters
import PicturesTesting
import Programs
import TestSupport
import XCTest

/// Cameras: built-in devices, custom commands, and folders that a phone fills.
final class CameraTests: XCTestCase {
    private var programs: ProgramPath { ProgramPath(path: "/usr/bin:/bin:/usr/local/bin") }

    func testCamerasSatisfyContract() throws {
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

    func testContractDetectsBadCamera() {
        let bad = CameraContract.over { Camera(name: "", take: { _ in [1] }, isBlack: { _ in true }) }
        XCTAssertEqual(bad.brokenPromises().count, 4)
    }

    func testBlackPhotoIsDetected() throws {
        try XCTSkipIf(programs.find("ffmpeg") == nil, "the camera needs ffmpeg")
        let home = try Home()
        for (color, isBlack) in [("black", true), ("white", false), ("0x202040", false)] {
            let camera = Camera.command(
                "ffmpeg -loglevel error -f lavfi -i color=\(color):size=64x48:rate=1 -frames:v 1 -y {}", programs,
                workingIn: home.path("work"))
            XCTAssertEqual(camera.isBlack(try camera.take(.back)), isBlack, color)
        }
    }

    func testCameraFailuresHaveSpecificCodes() throws {
        let home = try Home()
        func code(_ camera: Camera) -> String? {
            do {
                _ = try camera.take(.back)
                return nil
            } catch { return (error as? Failure)?.code.description }
        }
        XCTAssertEqual(code(.machine(ProgramPath(path: "/usr/bin"), devices: home.path("nothing"))), "cameraMissing")
        XCTAssertEqual(code(.newest(in: home.path("nothing"))), "cameraMissing")
        XCTAssertEqual(code(.command("no-such-program {}", programs, workingIn: home.path("work"))), "cameraMissing")
        XCTAssertEqual(code(.command("false {}", programs, workingIn: home.path("work"))), "cameraFailed")
        XCTAssertEqual(code(.command("true {}", programs, workingIn: home.path("work"))), "cameraFailed")
        XCTAssertEqual(code(.command("true", programs, workingIn: home.path("work"))), "cameraFailed")
        // Programs that print the error messages of a real ffmpeg.
        for (message, expected) in [
            ("Device or resource busy", "cameraBusy"), ("Permission denied", "cameraDenied"),
            ("No such device", "cameraMissing"),
            ("Something else", "cameraFailed"),
        ] {
            let folder = home.path(expected)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("#!/bin/sh\necho \"/dev/video0: \(message)\" >&2\nexit 1\n".utf8).write(
                to: URL(filePath: folder + "/ffmpeg"))
            chmod(folder + "/ffmpeg", 0o755)
            try Data().write(to: URL(filePath: folder + "/video0"))
            XCTAssertEqual(code(.machine(ProgramPath(path: folder), devices: folder)), expected, message)
        }
    }

    /// Installs a script as `ffmpeg`. It logs its arguments, lists the devices of a Mac, and
    /// returns a photo.
    private func scripted(_ home: Home, photo: [UInt8], black: Bool = false) throws -> ProgramPath {
        try Data(photo).write(to: URL(filePath: home.path("shot.jpg")))
        let level = black ? "head -c 1024 /dev/zero" : "head -c 1024 /dev/zero | tr '\\0' '\\377'"
        let script = """
            #!/bin/sh
            for word in "$@"; do printf '%s\\n' "$word"; done > '\(home.path("told"))'
            case "$*" in
            *list_devices*) cat '\(home.path("list"))' >&2; exit 1 ;;
            *pipe:0*) cat > /dev/null; \(level) ;;
            *) cat '\(home.path("shot.jpg"))' ;;
            esac

            """
        try Data(script.utf8).write(to: URL(filePath: home.path("ffmpeg")))
        chmod(home.path("ffmpeg"), 0o755)
        return ProgramPath(path: home.path("") + ":/usr/bin:/bin")
    }

    private func programArguments(_ home: Home) throws -> [String] {
        try String(contentsOfFile: home.path("told"), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The second node of a webcam delivers no pictures and is skipped. A single camera serves as
    /// front and back.
    func testFrontAndBackDevicesAreChosen() throws {
        // The index of each node within its camera, or nil if the system does not report one.
        let machines: [(nodes: [(Int, String?)], front: String, back: String)] = [
            ([(0, "0"), (1, "1")], "video0", "video0"), ([(0, "0"), (1, "1"), (2, "0"), (3, "1")], "video0", "video2"),
            ([(10, "0"), (2, "0")], "video2", "video10"), ([(0, nil), (1, nil)], "video0", "video1"),
            ([(4, "0")], "video4", "video4"),
        ]
        for (number, machine) in machines.enumerated() {
            let home = try Home()
            let devices = home.path("dev")
            let facts = home.path("facts")
            try FileManager.default.createDirectory(atPath: devices, withIntermediateDirectories: true)
            for (node, index) in machine.nodes {
                try Data().write(to: URL(filePath: "\(devices)/video\(node)"))
                let folder = "\(facts)/video\(node)"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                if let index { try Data("\(index)\n".utf8).write(to: URL(filePath: "\(folder)/index")) }
            }
            let photo = PhotoMaker.jpeg(12, 8)
            let camera = Camera.machine(try scripted(home, photo: photo), devices: devices, facts: facts, isMac: false)
            XCTAssertTrue(camera.isAvailable())
            for (side, name) in [(Camera.Side.front, machine.front), (.back, machine.back)] {
                XCTAssertEqual(try camera.take(side), photo, "machine \(number)")
                XCTAssertEqual(
                    try programArguments(home),
                    [
                        "-hide_banner", "-loglevel", "error", "-nostdin", "-f", "v4l2", "-i", "\(devices)/\(name)",
                        "-vf",
                        #"select=gte(n\,8)"#, "-frames:v", "1", "-c:v", "mjpeg", "-q:v", "2", "-f", "image2pipe",
                        "pipe:1",
                    ], "machine \(number), \(side)")
            }
        }
        let emptyHome = try Home()
        try FileManager.default.createDirectory(atPath: emptyHome.path("dev"), withIntermediateDirectories: true)
        XCTAssertFalse(
            Camera.machine(
                try scripted(emptyHome, photo: []), devices: emptyHome.path("dev"), facts: emptyHome.path("facts"),
                isMac: false
            )
            .isAvailable())
    }

    func testBlackFrameOfDeviceIsDetected() throws {
        for isBlack in [true, false] {
            let home = try Home()
            try Data().write(to: URL(filePath: home.path("video0")))
            let programs = try scripted(home, photo: PhotoMaker.jpeg(12, 8), black: isBlack)
            let camera = Camera.machine(programs, devices: home.path(""), facts: home.path("none"), isMac: false)
            XCTAssertEqual(camera.isBlack(try camera.take(.front)), isBlack)
        }
    }

    /// Based on the manual, never run on a Mac.
    func testMacCamerasAreAddressedByNumber() throws {
        let home = try Home()
        let programs = try scripted(home, photo: PhotoMaker.jpeg(12, 8))
        let start = "[AVFoundation indev @ 0x7f8]"
        try Data(
            """
            \(start) AVFoundation video devices:
            \(start) [0] FaceTime HD Camera
            \(start) [1] Capture screen 0
            \(start) [2] A phone's camera
            \(start) AVFoundation audio devices:
            \(start) [0] Microphone

            """.utf8
        ).write(to: URL(filePath: home.path("list")))
        let camera = Camera.machine(programs, isMac: true)
        XCTAssertTrue(camera.isAvailable())
        for (side, device) in [(Camera.Side.front, "0:none"), (.back, "2:none")] {
            _ = try camera.take(side)
            XCTAssertEqual(
                Array(try programArguments(home)[4..<10]), ["-f", "avfoundation", "-framerate", "30", "-i", device])
        }
        try Data(
            "\(start) AVFoundation video devices:\n\(start) AVFoundation audio devices:\n\(start) [0] Microphone\n".utf8
        )
        .write(to: URL(filePath: home.path("list")))
        XCTAssertThrowsError(try camera.take(.front)) { XCTAssertEqual(($0 as? Failure)?.code, .cameraMissing) }
    }

    /// A folder offers only photos of today, by file date and camera date.
    func testFolderOffersOlderPhotosOnlyOnRequest() throws {
        let home = try Home()
        let today = Day(ordinal: 20_777)
        let noon = Double(today.ordinal) * 86_400 + 43_200
        func put(_ name: String, _ photo: [UInt8], hours: Double) throws {
            try Data(photo).write(to: URL(filePath: home.path(name)))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: noon + hours * 3600)], ofItemAtPath: home.path(name))
        }
        func code(_ camera: Camera) -> String? {
            do { _ = try camera.take(.front) } catch { return (error as? Failure)?.code.description }
            return nil
        }
        let camera = Camera.newest(in: home.path(""), of: .init(today, by: .utc))
        XCTAssertEqual(code(camera), "cameraMissing")
        let old = PhotoMaker.jpeg(8, 8)
        let sent = PhotoMaker.jpeg(16, 8)
        let new = PhotoMaker.jpeg(24, 8)
        try put("old.jpg", old, hours: -13)
        XCTAssertEqual(code(camera), "photoNotOfToday")
        XCTAssertEqual(try Camera.newest(in: home.path("")).take(.front), old)
        // The file arrived today, but the photo is older.
        let exif = PhotoMaker.jpeg(16, 8, exif: PhotoMaker.Exif(taken: "2026:11:18 10:00:00").block)
        try put("sent.jpg", exif, hours: 2)
        XCTAssertEqual(code(camera), "photoNotOfToday")
        do { _ = try camera.take(.front) } catch {
            XCTAssertTrue("\((error as? Failure)?.message ?? "")".contains("2026-11-18"), "\(error)")
        }
        try put("today.jpg", new, hours: 1)
        XCTAssertEqual(try camera.take(.front), new, "older photos are ignored")
        try put("later.jpg", sent, hours: 3)
        XCTAssertEqual(try camera.take(.front), sent)
    }
}
