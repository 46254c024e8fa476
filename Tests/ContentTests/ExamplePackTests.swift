import Content
import ContentAdapters
import Foundation
import XCTest

/// The example pack that READMEs link to passes all checks.
final class ExamplePackTests: XCTestCase {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Modules/Content/Examples/wt-poomsae").path

    private func reading() throws -> PackReading { try PackReading(DiskPack.source(at: Self.folder)) }

    func testExamplePackHasNoFindings() throws {
        let reading = try reading()
        let bundled = try BundledPacks.sources.map { try PackReading($0).validPack() }
        XCTAssertEqual(reading.findings, [])
        XCTAssertEqual(PackInspection(pack: reading.pack, library: Library(bundled + [reading.pack])).findings, [])
        XCTAssertEqual(reading.pack.terms.count, 18)
    }

    /// IDs of another discipline are prefixed with its name, so both packs keep all terms.
    func testExamplePackLeavesBundledTermsUnchanged() throws {
        let bundled = Library(try BundledPacks.sources.map { try PackReading($0).validPack() })
        let both = Library(bundled.packs + [try reading().pack])
        XCTAssertEqual(both.terms.count, bundled.terms.count + 18)
        for term in bundled.terms { XCTAssertEqual(both.term(term.id), term) }
        XCTAssertEqual(both.term("wt-taekwondo/koryo")?.hangul, "고려")
        XCTAssertEqual(both.belts().belts.map(\.grade), bundled.belts().belts.map(\.grade))
    }
}
