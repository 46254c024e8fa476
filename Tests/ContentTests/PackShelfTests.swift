import Content
import ContentAdapters
import Foundation
import Kernel
import XCTest

final class PackShelfTests: XCTestCase {
    func testTheUsersPackLiesOnTopOfTheBundledOne() throws {
        let folder = try folder(with: ["own.json": pack(id: "own", term: "walking-stance", english: "Front stance of our school")]
        )
        let library = try PackShelf(folder: folder).library()
        XCTAssertEqual(library.term("walking-stance")?.english, "Front stance of our school")
        XCTAssertEqual(library.provenance(of: "walking-stance")?.pack, "own")
        XCTAssertNotNil(library.term("sitting-stance"), "the bundled terms are still there")
    }

    func testAPackThatCannotBeReadIsReportedAndTheRestWorks() throws {
        let folder = try folder(with: ["broken.json": "{", "own.json": pack(id: "own", term: "our-kick", english: "Our kick")])
        let shelf = PackShelf(folder: folder)
        XCTAssertNotNil(try shelf.library().term("our-kick"))
        XCTAssertEqual(
            try shelf.reports().unreadable.keys.map { $0.split(separator: "/").last.map(String.init) }, ["broken.json"])
    }

    func testWithoutAFolderThereIsTheBundledPack() throws {
        let shelf = PackShelf(folder: "/nowhere/at/all")
        XCTAssertGreaterThanOrEqual(try shelf.library().terms.count, 155)
        XCTAssertTrue(try shelf.reports().unreadable.isEmpty)
        XCTAssertEqual(shelf.sources().readable.count, BundledPacks.sources.count)
    }

    private func pack(id: String, term: String, english: String) -> String {
        """
        {"format":"commonplace-pack","version":1,"id":"\(id)","name":"Ours","terms":[
          {"grade":"10k","category":"stances","terms":[{"id":"\(term)","english":"\(english)","hangul":"걷는 서기","romanization":"gunnun sogi"}]}]}
        """
    }

    private func folder(with files: [String: String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("packs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        return folder.path
    }
}
