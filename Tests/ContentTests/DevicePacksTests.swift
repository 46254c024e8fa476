import Content
import ContentAdapters
import Foundation
import Kernel
import TestSupport
import XCTest

final class DevicePacksTests: XCTestCase {
    func testUserPackOverridesTheBundledPack() throws {
        let home = try home(with: [
            "own.json": pack(id: "own", term: "walking-stance", english: "Front stance of our school")
        ]
        )
        let library = try DevicePacks(folder: home.path).library()
        XCTAssertEqual(library.term("walking-stance")?.english, "Front stance of our school")
        XCTAssertEqual(library.pack(of: "walking-stance")?.id, "own")
        XCTAssertNotNil(library.term("sitting-stance"), "the bundled terms are still there")
    }

    func testUnreadablePackIsSkipped() throws {
        let home = try home(with: [
            "broken.json": "{", "own.json": pack(id: "own", term: "our-kick", english: "Our kick"),
        ])
        let packs = DevicePacks(folder: home.path)
        XCTAssertNotNil(try packs.library().term("our-kick"))
        XCTAssertNotNil(try packs.library().term("walking-stance"))
    }

    /// The complaint is one line. It is nil before content is read, and if all packs are valid.
    func testBrokenPacksProduceOneComplaint() throws {
        let home = try home(with: ["broken.json": "{"])
        let packs = DevicePacks(folder: home.path)
        XCTAssertNil(packs.warning(), "no content was requested")
        _ = packs.sources()
        let warning = try XCTUnwrap(packs.warning())
        XCTAssertTrue(warning.hasPrefix("A pack could only be read in part: broken.json"), warning)
        XCTAssertTrue(warning.hasSuffix(" See: content check"), warning)
        XCTAssertFalse(warning.contains("\n"))
        let bad = pack(id: "bad", term: "our-kick", english: "Our kick").replacingOccurrences(
            of: "걷는 서기", with: "walking")
        let full = try self.home(with: ["a.json": bad, "b.json": "[]", "c.json": "x"])
        let several = DevicePacks(folder: full.path)
        _ = try several.library()
        let all = try XCTUnwrap(several.warning())
        XCTAssertTrue(all.hasPrefix("A pack could only be read in part: a.json"), all)
        XCTAssertTrue(all.contains("Nor are 2 more."), all)
        let own = try self.home(with: ["own.json": pack(id: "own", term: "our-kick", english: "Our kick")])
        let sound = DevicePacks(folder: own.path)
        _ = try sound.library()
        XCTAssertNil(sound.warning())
        let missingPacks = DevicePacks(folder: "/nowhere/at/all")
        _ = try missingPacks.library()
        XCTAssertNil(missingPacks.warning())
    }

    func testMissingFolderLeavesTheBundledPack() throws {
        let packs = DevicePacks(folder: "/nowhere/at/all")
        XCTAssertGreaterThanOrEqual(try packs.library().terms.count, 155)
        XCTAssertTrue(packs.sources().unreadable.isEmpty)
        XCTAssertEqual(packs.sources().readable.count, BundledPacks.sources.count)
    }

    private func pack(id: String, term: String, english: String) -> String {
        """
        {"format":"commonplace-pack","version":1,"id":"\(id)","name":"Ours","terms":[
          {"grade":"10k","category":"stances","terms":[{"id":"\(term)","english":"\(english)","hangul":"걷는 서기","romanization":"gunnun sogi"}]}]}
        """
    }

    private func home(with files: [String: String]) throws -> Home {
        let home = try Home()
        for (name, text) in files { try home.file(name, text) }
        return home
    }
}
