import Foundation
import XCTest

/// What is different on macOS stands in PORTING.md, file by file, and nothing else does.
final class PortingTests: XCTestCase {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    func testFilesThatTellTheSystemsApartAreThoseOfTheList() throws {
        let list = try String(contentsOf: root.appendingPathComponent("PORTING.md"), encoding: .utf8)
        let named = Set(list.split(separator: "`").map(String.init).filter { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") })
        let found = try Set(["Modules", "Apps"].flatMap { try sources(in: $0) }.filter(tellsApart))
        XCTAssertGreaterThan(found.count, 20, "the sources were not found")
        XCTAssertEqual(found.subtracting(named).sorted(), [], "they tell Linux and macOS apart: say how in PORTING.md")
        XCTAssertEqual(named.subtracting(found).sorted(), [], "PORTING.md names them, and they tell nothing apart")
    }

    private func sources(in folder: String) throws -> [String] {
        try XCTUnwrap(FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)).compactMap {
            ($0 as? String).map { "\(folder)/\($0)" }
        }
        .filter { $0.hasSuffix(".swift") }
    }

    private func tellsApart(_ path: String) -> Bool {
        let text = (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
        return ["#if os(", "#if canImport(", "/proc/", "Platform.isMac"].contains(where: text.contains)
    }
}
