import Foundation
import Kernel
import Media
import MediaAdapters
import MediaCommands
import Pictures
import PicturesAdapters
import PicturesTesting
import Programs
import Storage
import Synchronization
import TerminalTesting
import XCTest

/// Videos at half, normal and double speed, looped, and in sections.
final class PlayingTests: XCTestCase {
    private var root = ""

    override func setUp() { root = NSTemporaryDirectory() + "playing-\(UUID().uuidString)" }
    override func tearDown() { try? FileManager.default.removeItem(atPath: root) }

    func testTimesAreParsed() {
        for (text, milliseconds) in [
            ("0", 0), ("12", 12000), ("12.5", 12500), ("1:05", 65000), ("01:02:03.25", 3_723_250), ("75", 75000),
            ("0.001", 1),
            ("3.1415", 3141), ("24:00:00", 86_400_000),
        ] { XCTAssertEqual(PlaybackOptions.milliseconds(text), milliseconds, text) }
        for wrong in [
            "", ":", "1:", ":5", "-1", "1.", ".5", "1.2.3", "1:60", "1:2:3:4", "a", "١", "1e3", "99999999999999999999",
            "999999:00:00", "24:00:01", "0x10", " 1", "1\u{0}",
        ] { XCTAssertNil(PlaybackOptions.milliseconds(wrong), wrong) }
    }

    func testSectionMustStartBeforeItEnds() throws {
        XCTAssertThrowsError(try PlaybackOptions(from: 5000, to: 5000))
        XCTAssertThrowsError(try PlaybackOptions(from: 5000, to: 4000))
        XCTAssertThrowsError(try PlaybackOptions(to: 0))
        XCTAssertTrue(try PlaybackOptions().isPlain)
        XCTAssertFalse(try PlaybackOptions(isLooping: true).isPlain)
        XCTAssertEqual(
            try PlaybackOptions(.half, isLooping: true, from: 12000, to: 65250).text,
            "at 0.5×, from 0:12, to 1:05.250, again and again")
        XCTAssertEqual(try PlaybackOptions().text, "")
    }

    /// The player receives the requested options once.
    func testPlayCommandPassesOptionsToThePlayer() throws {
        let played = RecordingPlayer()
        let app = try fixture(VideoPlayer { path, playing in played.take(path, playing) })
        for (words, playing) in [
            (["--speed", "0.5"], try PlaybackOptions(.half)),
            (["--speed", "2", "--loop"], try PlaybackOptions(.double, isLooping: true)),
            (["--from", "0:00.5", "--to", "1.5"], try PlaybackOptions(from: 500, to: 1500)),
            ([], try PlaybackOptions()),
        ] {
            let run = app.run(["media", "play", "chon-ji/3"] + words, files: [:])
            XCTAssertEqual(run.status, 0, run.error)
            XCTAssertEqual(played.last, playing, "\(words)")
        }
        XCTAssertEqual(played.count, 4)
        for (words, status) in [
            (["--speed", "3"], Int32(64)), (["--from", "5", "--to", "2"], 64), (["--from", "9"], 64),
            (["--to", "x"], 64),
        ] { XCTAssertEqual(app.run(["media", "play", "chon-ji/3"] + words, files: [:]).status, status, "\(words)") }
        XCTAssertEqual(played.count, 4, "refused options play nothing")
    }

    func testMissingPlayerSuggestsAnInstallation() throws {
        let app = try fixture(.none)
        let run = app.run(["media", "play", "chon-ji/3", "--loop"], files: [:])
        XCTAssertEqual(run.status, 69)
        XCTAssertTrue(run.error.contains("mpv"), run.error)
    }

    func testMpvArguments() throws {
        let folder = root
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        XCTAssertFalse(
            try VideoPlayer.mpv(ProgramPath(path: folder)).play("/x.mp4", PlaybackOptions()), "there is none")
        let script =
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(folder)/told.new'\nmv '\(folder)/told.new' '\(folder)/told'\n"
        try script.write(toFile: folder + "/mpv", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/mpv")
        for (playing, expected) in [
            (
                try PlaybackOptions(.half, isLooping: true, from: 12000, to: 18500),
                ["--speed=0.5", "--start=12.000", "--ab-loop-a=12.000", "--ab-loop-b=18.500"]
            ),
            (try PlaybackOptions(.double, to: 3000), ["--speed=2", "--end=3.000"]),
            (try PlaybackOptions(isLooping: true), ["--speed=1", "--loop-file=inf"]),
        ] {
            XCTAssertTrue(try VideoPlayer.mpv(ProgramPath(path: folder)).play("/a b/--x.mp4", playing))
            var words: [String]?
            for _ in 0..<500 where words == nil {
                words = (try? String(contentsOfFile: folder + "/told", encoding: .utf8))?.split(separator: "\n").map(
                    String.init)
                if words == nil { usleep(20000) }
            }
            try FileManager.default.removeItem(atPath: folder + "/told")
            let list = try XCTUnwrap(words)
            XCTAssertEqual(list.suffix(2), ["--", "/a b/--x.mp4"])
            XCTAssertEqual(Array(list.dropFirst(3).dropLast(2)), expected)
        }
    }

    /// The phase of a photo is stored and returned. Older attachments have none.
    func testPhotoPhaseIsStored() throws {
        let fixture = Fixture()
        let added = try fixture.media.add(
            ByteSource(name: "", PhotoMaker.png(30, 40)), to: Subject(.move, "chon-ji/3"), phase: .finish)
        XCTAssertEqual(try fixture.media.attachment(named: added.id.rawValue).phase, .finish)
        XCTAssertNil(try fixture.add(Subject(.move, "chon-ji/3")).phase)
        XCTAssertTrue(try fixture.run("media", "show", added.id.rawValue).output.contains("finish"))
    }

    // MARK: - Help

    private func fixture(_ player: VideoPlayer) throws -> AppFixture {
        let fixture = Fixture(blobStore: FolderBlobStore<MediaPath>(root: root))
        _ = try fixture.media.add(
            ByteSource(name: "", MovieMaker.movie(milliseconds: 2000)), to: Subject(.move, "chon-ji/3"))
        return AppFixture("dojang", over: fixture.store, time: fixture.clock.source()) { [media = fixture.media] in
            [MediaPlugin(media, open: { _ in ByteSource(name: "", []) }, player: player)]
        }
    }

    /// A player that records its calls.
    private final class RecordingPlayer: Sendable {
        private let list = Mutex<[PlaybackOptions]>([])
        var count: Int { list.withLock { $0.count } }
        var last: PlaybackOptions? { list.withLock { $0.last } }
        func take(_ path: String, _ playing: PlaybackOptions) -> Bool {
            list.withLock { $0.append(playing) }
            return true
        }
    }
}
