import Content
import ContentAdapters
import Kernel
import TestSupport
import XCTest

/// Packs received from others, and their installation in the user's folder.
final class LaidPacksTests: XCTestCase {
    private static let words = """
        {"format": "commonplace-pack", "version": 1, "id": "tigers", "name": "Tigers", "description": "Our words.",
         "terms": [{"grade": "9k", "category": "technique", "terms": [
           {"id": "tiger-block", "english": "tiger block", "hangul": "호랑이 막기", "romanization": "horangi makgi"}]}],
         "rules": [{"id": "tigers", "name": "Tigers"}]}
        """

    func testPackContentsSummarizeValidPacksAndRejectOthers() throws {
        let read = try PackContents(Array(Self.words.utf8))
        XCTAssertEqual(read.pack.id, "tigers")
        XCTAssertEqual(read.summary, ["1 word", "1 rule set"])
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

    func testInstalledPackIsLoadedAndRemovedSeparately() throws {
        let home = try Home()
        let laid = InstalledPacks(in: home.path("packs"), prefix: "club-mina-", isDryRun: false)
        try laid.put("tigers.json", Array(Self.words.utf8))
        let packs = { try DevicePacks(folder: home.path("packs")).library() }
        XCTAssertNotNil(try packs().term("tiger-block"))
        XCTAssertEqual(try laid.files().keys.sorted(), ["tigers.json"])
        let other = InstalledPacks(in: home.path("packs"), prefix: "club-zoe-", isDryRun: false)
        XCTAssertTrue(try other.files().isEmpty, "another profile has its own packs")
        try other.remove("tigers.json")
        XCTAssertNotNil(try packs().term("tiger-block"))
        try laid.remove("tigers.json")
        XCTAssertNil(try packs().term("tiger-block"))
        let dryRun = InstalledPacks(in: home.path("packs"), prefix: "club-mina-", isDryRun: true)
        try dryRun.put("tigers.json", Array(Self.words.utf8))
        XCTAssertTrue(try laid.files().isEmpty)
    }
}
