import Foundation
import Kernel
import Media
import Pictures
import PicturesContract
import Terminal
import TerminalContract
import XCTest

/// Recordings of words: attached to what is said, never to what is shown.
final class RecordingTests: XCTestCase {
    private let bench = Bench()

    private func add(_ bytes: [UInt8], to word: String) throws -> AppBench.Run {
        try bench.run("media", "add", "-", "--to", word, "--json", files: ["-": bytes])
    }

    func testARecordingBelongsToAWordAndAPictureToALesson() throws {
        let word = Subject(.term, "walking-stance")
        let wav = ByteSource(name: "stance.wav", SoundMaker.wav())
        XCTAssertEqual(try bench.media.subject(named: "walking-stance", of: wav).kind, .term)
        let picture = ByteSource(name: "stance.png", PhotoMaker.png(30, 40))
        XCTAssertEqual(try bench.media.subject(named: "walking-stance", of: picture).kind, .pattern)
        let added = try bench.media.add(wav, to: word)
        XCTAssertEqual(added.facts, PictureFacts(format: .wav, width: 0, height: 0, milliseconds: 500))
        XCTAssertEqual(added.warnings, [])
        XCTAssertEqual(added.place?.description, "\(added.id).wav")
        XCTAssertEqual(try bench.media.check(isDeep: true).rows.map(\.state), [.good])
        for (source, subject) in [(wav, Subject(.move, "chon-ji/3")), (picture, word)] {
            XCTAssertThrowsError(try bench.media.add(source, to: subject)) {
                XCTAssertEqual(($0 as? Failure)?.code, .init("otherSubject"))
            }
        }
        XCTAssertEqual(try bench.shelf.contents().count, 1)
        XCTAssertThrowsError(try bench.media.subject(named: "chon-ji", of: wav), "no word of this language")
        // The newest comes first.
        bench.clock.advance(seconds: 60)
        let newer = try bench.media.add(ByteSource(name: "", SoundMaker.mp3()), to: word)
        XCTAssertEqual(try bench.media.demonstrations(of: word).map(\.id), [newer.id, added.id])
    }

    func testItIsListedAndShownByTheWord() throws {
        try bench.add(Subject(.pattern, "walking-stance"))
        _ = try bench.media.add(ByteSource(name: "a.ogg", SoundMaker.ogg()), to: Subject(.term, "walking-stance"))
        let listed = try bench.run("media", "list", "--to", "walking-stance", "--json").output
        let list = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]])
        XCTAssertEqual(Set(list.compactMap { $0["kind"] as? String }), ["pattern", "term"])
        let id = try XCTUnwrap(list.first { $0["format"] as? String == "ogg" }?["id"] as? String)
        let shown = try bench.run("media", "show", id).output
        XCTAssertTrue(shown.contains("Says") && shown.contains("OGG, ") && !shown.contains("0 × 0"), shown)
        XCTAssertEqual(try bench.run("media", "list", "--to", "nothing").status, 64)
    }
}
