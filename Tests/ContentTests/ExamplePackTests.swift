import Content
import ContentAdapters
import Foundation
import XCTest

/// The example of a pack for another style, which READMEs point to: it is as good as anybody's.
final class ExamplePackTests: XCTestCase {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Modules/Content/Examples/wt-poomsae").path

    private func reading() throws -> PackReading { try PackReading(DiskPack.source(at: Self.folder)) }

    func testNothingIsWrongWithIt() throws {
        let reading = try reading()
        let bundled = try BundledPacks.sources.map { try PackReading($0).whole() }
        XCTAssertEqual(reading.findings, [])
        XCTAssertEqual(PackInspection(pack: reading.pack, library: Library(bundled + [reading.pack])).findings, [])
        XCTAssertEqual(reading.pack.terms.count, 18)
    }

    /// Beside the bundled pack each keeps all of its words: the ids of another style carry its name.
    func testItLiesBesideTheBundledPackWithoutChangingIt() throws {
        let bundled = Library(try BundledPacks.sources.map { try PackReading($0).whole() })
        let both = Library(bundled.packs + [try reading().pack])
        XCTAssertEqual(both.terms.count, bundled.terms.count + 18)
        for term in bundled.terms { XCTAssertEqual(both.term(term.id), term) }
        XCTAssertEqual(both.term("wt-taekwondo/koryo")?.hangul, "고려")
        XCTAssertEqual(both.belts().belts.map(\.grade), bundled.belts().belts.map(\.grade))
    }
}
