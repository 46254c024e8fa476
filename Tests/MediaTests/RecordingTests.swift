import Foundation
import Interface
import Kernel
import Media
import Pictures
import PicturesTesting
import TerminalTesting
import XCTest

/// Recordings of words, which belong to terms and never to pictures' subjects.
final class RecordingTests: XCTestCase {
    private let fixture = Fixture()

    private func add(_ bytes: [UInt8], to word: String) throws -> AppFixture.Run {
        try fixture.run("media", "add", "-", "--to", word, "--json", files: ["-": bytes])
    }

    func testRecordingBelongsToATermAndPictureToAPattern() throws {
        let word = Subject(.term, "walking-stance")
        let wav = ByteSource(name: "stance.wav", SoundMaker.wav())
        XCTAssertEqual(try fixture.media.subject(named: "walking-stance", of: wav).kind, .term)
        let picture = ByteSource(name: "stance.png", PhotoMaker.png(30, 40))
        XCTAssertEqual(try fixture.media.subject(named: "walking-stance", of: picture).kind, .pattern)
        let added = try fixture.media.add(wav, to: word)
        XCTAssertEqual(added.facts, PictureProperties(format: .wav, width: 0, height: 0, milliseconds: 500))
        XCTAssertEqual(added.warnings, [])
        XCTAssertEqual(added.path?.description, "\(added.id).wav")
        XCTAssertEqual(try fixture.media.check(isDeep: true).rows.map(\.state), [.good])
        for (source, subject) in [(wav, Subject(.move, "chon-ji/3")), (picture, word)] {
            XCTAssertThrowsError(try fixture.media.add(source, to: subject)) {
                XCTAssertEqual(($0 as? Failure)?.code, .init("otherSubject"))
            }
        }
        XCTAssertEqual(try fixture.blobStore.contents().count, 1)
        XCTAssertThrowsError(try fixture.media.subject(named: "chon-ji", of: wav), "no word of the taught language")
        // Newest first.
        fixture.clock.advance(seconds: 60)
        let newer = try fixture.media.add(ByteSource(name: "", SoundMaker.mp3()), to: word)
        XCTAssertEqual(try fixture.media.demonstrations(of: word).map(\.id), [newer.id, added.id])
    }

    func testRecordingsAreListedByTheWord() throws {
        try fixture.add(Subject(.pattern, "walking-stance"))
        _ = try fixture.media.add(ByteSource(name: "a.ogg", SoundMaker.ogg()), to: Subject(.term, "walking-stance"))
        let listed = try fixture.run("media", "list", "--to", "walking-stance", "--json").output
        let list = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]])
        XCTAssertEqual(Set(list.compactMap { $0["kind"] as? String }), ["pattern", "term"])
        let id = try XCTUnwrap(list.first { $0["format"] as? String == "ogg" }?["id"] as? String)
        let output = try fixture.run("media", "show", id).output
        XCTAssertTrue(output.contains("Says") && output.contains("OGG, ") && !output.contains("0 × 0"), output)
        XCTAssertEqual(try fixture.run("media", "list", "--to", "nothing").status, 64)
    }
}
