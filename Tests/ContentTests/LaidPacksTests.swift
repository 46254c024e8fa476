import Content
import ContentAdapters
import Kernel
import TestBench
import XCTest

/// Packs that others hand over, and where they are laid.
final class LaidPacksTests: XCTestCase {
    private static let words = """
        {"format": "commonplace-pack", "version": 1, "id": "tigers", "name": "Tigers", "description": "Our words.",
         "terms": [{"grade": "9k", "category": "technique", "terms": [
           {"id": "tiger-block", "english": "tiger block", "hangul": "호랑이 막기", "romanization": "horangi makgi"}]}],
         "rules": [{"id": "tigers", "name": "Tigers"}]}
        """

    func testWhatAPackBringsIsToldBeforeItIsLaidAndWhatCannotBeReadIsRefused() throws {
        let read = try PackContents(Array(Self.words.utf8))
        XCTAssertEqual(read.pack.id, "tigers")
        XCTAssertEqual(read.brings, ["1 word", "1 rule set"])
        for (text, part) in [
            ("hello", "line 1"), ("[]", ""),
            ("{\"format\": \"commonplace-pack\", \"version\": 9, \"id\": \"x\", \"name\": \"X\"}", ""),
            (Self.words.replacing("\"9k\"", with: "\"99k\""), "grade"),
            (Self.words.replacing("Our words.", with: "Evil\\u001b[2J"), ""),
            (Self.words.replacing("[{\"id\": \"tigers\"", with: "[\"rules.json\", {\"id\": \"tigers\""), "rules.json"),
            (String(repeating: "[", count: 100_000), ""),
        ] {
            XCTAssertThrowsError(try PackContents(Array(text.utf8)), String(text.prefix(200))) { error in
                let message = (error as? Failure)?.message ?? ""
                XCTAssertTrue(!message.isEmpty && (part.isEmpty || message.contains(part)), message)
                XCTAssertFalse(message.contains("\u{1B}"))
            }
        }
    }

    func testALaidPackIsOnTheShelfAndGoesAlone() throws {
        let home = try Home()
        let laid = LaidPacks(in: home.path("packs"), beginning: "club-mina-", isRehearsal: false)
        try laid.put("tigers.json", Array(Self.words.utf8))
        let shelf = { try DevicePacks(folder: home.path("packs")).library() }
        XCTAssertNotNil(try shelf().term("tiger-block"))
        XCTAssertEqual(try laid.files().keys.sorted(), ["tigers.json"])
        let other = LaidPacks(in: home.path("packs"), beginning: "club-zoe-", isRehearsal: false)
        XCTAssertTrue(try other.files().isEmpty, "what somebody else took is theirs")
        try other.remove("tigers.json")
        XCTAssertNotNil(try shelf().term("tiger-block"))
        try laid.remove("tigers.json")
        XCTAssertNil(try shelf().term("tiger-block"))
        let rehearsal = LaidPacks(in: home.path("packs"), beginning: "club-mina-", isRehearsal: true)
        try rehearsal.put("tigers.json", Array(Self.words.utf8))
        XCTAssertTrue(try laid.files().isEmpty)
    }
}
