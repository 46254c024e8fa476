import Foundation
import Programs
import XCTest

/// Checks that `Modules/Systems/PORTING.md` lists exactly the files with platform differences. The
/// rule `systemsApart` checks that they belong to one module.
final class PortingTests: XCTestCase {
    func testPortingListNamesAllPlatformDependentFiles() throws {
        let list = try String(
            contentsOf: Repository.root.appendingPathComponent("Modules/Systems/PORTING.md"), encoding: .utf8)
        let namedPaths = Set(
            list.split(separator: "`").map(String.init).filter { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") })
        let files = try Repository.tree.get().swiftFiles { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }
        let paths = Set(files.filter(tellsApart).map(\.path))
        XCTAssertGreaterThan(paths.count, 15, "the sources were not found")
        XCTAssertEqual(
            paths.subtracting(namedPaths).sorted(), [], "they distinguish Linux and macOS: explain how in PORTING.md")
        XCTAssertEqual(
            namedPaths.subtracting(paths).sorted(), [], "PORTING.md names them, and they contain no such distinction")
    }

    private func tellsApart(_ file: SourceFile) -> Bool {
        file.code.contains { $0.contains("canImport(") || $0.contains("Platform.isMac") }
    }

    /// On macOS the compiler checks this.
    #if os(Linux)
        func testDarwinSourcesMatchDeclarations() throws {
            let tool = Repository.root.appendingPathComponent("Tools/darwin").path
            let result = try ProgramCall(tool).run()
            XCTAssertEqual(result.ending, .exited(0), String(decoding: result.errors, as: UTF8.self))
        }
    #endif
}
