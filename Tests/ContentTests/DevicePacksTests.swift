import Content
import ContentAdapters
import Foundation
import Kernel
import TestBench
import XCTest

final class DevicePacksTests: XCTestCase {
    func testTheUsersPackLiesOnTopOfTheBundledOne() throws {
        let home = try home(with: ["own.json": pack(id: "own", term: "walking-stance", english: "Front stance of our school")]
        )
        let library = try DevicePacks(folder: home.path).library()
        XCTAssertEqual(library.term("walking-stance")?.english, "Front stance of our school")
        XCTAssertEqual(library.provenance(of: "walking-stance")?.pack, "own")
        XCTAssertNotNil(library.term("sitting-stance"), "the bundled terms are still there")
    }

    func testAPackThatCannotBeReadIsLeftOutAndTheRestWorks() throws {
        let home = try home(with: ["broken.json": "{", "own.json": pack(id: "own", term: "our-kick", english: "Our kick")])
        let shelf = DevicePacks(folder: home.path)
        XCTAssertNotNil(try shelf.library().term("our-kick"))
        XCTAssertNotNil(try shelf.library().term("walking-stance"))
    }

    /// One line, of whoever reads content; nothing where nobody did, or where all is well.
    func testABrokenPackIsComplainedOf() throws {
        let home = try home(with: ["broken.json": "{"])
        let shelf = DevicePacks(folder: home.path)
        XCTAssertNil(shelf.complaint(), "nobody asked for anything")
        _ = shelf.sources()
        let said = try XCTUnwrap(shelf.complaint())
        XCTAssertTrue(said.hasPrefix("A pack could only be read in part: broken.json"), said)
        XCTAssertTrue(said.hasSuffix(" See: content check"), said)
        XCTAssertFalse(said.contains("\n"))
        let bad = pack(id: "bad", term: "our-kick", english: "Our kick").replacingOccurrences(of: "걷는 서기", with: "walking")
        let full = try self.home(with: ["a.json": bad, "b.json": "[]", "c.json": "x"])
        let several = DevicePacks(folder: full.path)
        _ = try several.library()
        let all = try XCTUnwrap(several.complaint())
        XCTAssertTrue(all.hasPrefix("A pack could only be read in part: a.json"), all)
        XCTAssertTrue(all.contains("Nor are 2 more."), all)
        let own = try self.home(with: ["own.json": pack(id: "own", term: "our-kick", english: "Our kick")])
        let sound = DevicePacks(folder: own.path)
        _ = try sound.library()
        XCTAssertNil(sound.complaint())
        let none = DevicePacks(folder: "/nowhere/at/all")
        _ = try none.library()
        XCTAssertNil(none.complaint())
    }

    func testWithoutAFolderThereIsTheBundledPack() throws {
        let shelf = DevicePacks(folder: "/nowhere/at/all")
        XCTAssertGreaterThanOrEqual(try shelf.library().terms.count, 155)
        XCTAssertTrue(shelf.sources().unreadable.isEmpty)
        XCTAssertEqual(shelf.sources().readable.count, BundledPacks.sources.count)
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
