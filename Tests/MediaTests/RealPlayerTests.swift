import Foundation
import Kernel
import Media
import MediaAdapters
import Programs
import XCTest

/// The real mpv plays a video without window and sound, and reports its state.
final class RealPlayerTests: XCTestCase {
    private static let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    private var root = ""

    override func setUpWithError() throws {
        guard Self.programs.find("mpv") != nil, let ffmpeg = Self.programs.find("ffmpeg") else {
            throw XCTSkip("mpv and ffmpeg are not installed")
        }
        // A socket's path must be short.
        root = "/tmp/mpv-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let video = [
            "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=6", "-y",
            root + "/--a b.mp4",
        ]
        _ = try ProgramCall(ffmpeg, video).run().succeeded()
        let settings = "vo=null\nao=null\naudio=no\nforce-window=no\nhwdec=no\ninput-ipc-server=\(root)/s\n"
        try settings.write(toFile: root + "/mpv.conf", atomically: true, encoding: .utf8)
        setenv("MPV_HOME", root, 1)
    }

    override func tearDown() {
        unsetenv("MPV_HOME")
        if !root.isEmpty { try? FileManager.default.removeItem(atPath: root) }
    }

    private func play(_ playing: PlaybackOptions) throws -> MpvSocket {
        // Does not wait for a short video to end.
        XCTAssertTrue(try VideoPlayer.mpv(Self.programs, waitLimit: 0).play(root + "/--a b.mp4", playing))
        return try XCTUnwrap(MpvSocket(root + "/s"), "mpv listens")
    }

    func testPlaybackSpeed() throws {
        for (pace, speed) in [(PlaybackOptions.Pace.half, 0.5), (.normal, 1), (.double, 2)] {
            let mpv = try play(PlaybackOptions(pace))
            defer { mpv.quit() }
            XCTAssertEqual(try XCTUnwrap(mpv.number("speed")), speed, accuracy: 0.001)
            let firstMoment = try XCTUnwrap(mpv.moment(after: 0))
            let start = SuspendingClock.now
            usleep(800_000)
            let went = try XCTUnwrap(mpv.number("time-pos")) - firstMoment
            let (seconds, parts) = (SuspendingClock.now - start).components
            let took = Double(seconds) + Double(parts) / 1e18
            XCTAssertEqual(went / took, speed, accuracy: speed * 0.4, "\(pace)")
        }
    }

    func testLoopedSectionStaysInItsRange() throws {
        let mpv = try play(PlaybackOptions(.double, isLooping: true, from: 2000, to: 2500))
        defer { mpv.quit() }
        XCTAssertEqual(try XCTUnwrap(mpv.number("ab-loop-a")), 2, accuracy: 0.001)
        XCTAssertEqual(try XCTUnwrap(mpv.number("ab-loop-b")), 2.5, accuracy: 0.001)
        _ = mpv.moment(after: 1.9)
        // A second and a half at double speed is six times the section.
        for _ in 0..<15 {
            usleep(100_000)
            if let place = mpv.number("time-pos") { XCTAssertTrue((1.8...2.8).contains(place), "\(place)") }
        }
    }

    func testLoopIsEndlessAndSectionEnds() throws {
        let whole = try play(PlaybackOptions(isLooping: true))
        XCTAssertEqual(whole.text("loop-file"), "inf")
        whole.quit()
        let part = try play(PlaybackOptions(.double, from: 4000, to: 5000))
        XCTAssertGreaterThan(try XCTUnwrap(part.moment(after: 3.9)), 3.9)
        XCTAssertTrue(part.ends(within: 6), "it ends by itself")
    }

    func testUnplayableFileIsReported() throws {
        try Data("no video".utf8).write(to: URL(fileURLWithPath: root + "/--a b.mp4"))
        XCTAssertThrowsError(
            try VideoPlayer.mpv(Self.programs, waitLimit: 20).play(root + "/--a b.mp4", PlaybackOptions())
        ) {
            XCTAssertEqual(($0 as? Failure)?.code, .nothingPlayed)
        }
    }

    /// A connection to the control socket of mpv.
    private final class MpvSocket {
        private let socket: Int32

        init?(_ path: String) {
            var descriptor: Int32 = -1
            for _ in 0..<300 where descriptor < 0 {
                descriptor = MpvSocket.connected(path)
                if descriptor < 0 { usleep(20_000) }
            }
            guard descriptor >= 0 else { return nil }
            socket = descriptor
            var limit = timeval(tv_sec: 20, tv_usec: 0)
            setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }

        deinit { close(socket) }

        private static func connected(_ path: String) -> Int32 {
            #if canImport(Glibc)
                let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            #else
                let descriptor = Foundation.socket(AF_UNIX, SOCK_STREAM, 0)
            #endif
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            let isThere = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            if isThere { return descriptor }
            close(descriptor)
            return -1
        }

        private func ask(_ command: String) -> [String: Any]? {
            let line = Array((command + "\n").utf8)
            signal(SIGPIPE, SIG_IGN)
            guard write(socket, line, line.count) == line.count else { return nil }
            // Skips events that arrive before the answer.
            for _ in 0..<50 {
                var bytes = [UInt8]()
                var byte = UInt8(0)
                while read(socket, &byte, 1) == 1, byte != 10 { bytes.append(byte) }
                guard !bytes.isEmpty else { return nil }
                let json = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
                if let json, json["error"] != nil { return json }
            }
            return nil
        }

        func number(_ property: String) -> Double? {
            (ask("{\"command\":[\"get_property\",\"\(property)\"]}")?["data"] as? NSNumber)?.doubleValue
        }

        func text(_ property: String) -> String? {
            let data = ask("{\"command\":[\"get_property_string\",\"\(property)\"]}")?["data"]
            return data as? String
        }

        /// Waits until the playback position exceeds `after` seconds and returns it.
        func moment(after: Double) -> Double? {
            for _ in 0..<200 {
                if let place = number("time-pos"), place > after { return place }
                usleep(20_000)
            }
            return nil
        }

        func quit() {
            _ = ask("{\"command\":[\"quit\"]}")
            _ = ends(within: 3)
        }

        func ends(within seconds: Int) -> Bool {
            for _ in 0..<(seconds * 20) {
                if ask("{\"command\":[\"get_property\",\"pid\"]}") == nil { return true }
                usleep(50_000)
            }
            return false
        }
    }
}
