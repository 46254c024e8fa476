import DiskKit
import Kernel
import TestSupport
import XCTest

/// Runs the example of `Modules/DiskKit/README.md`.
final class DiskKitReadmeTests: XCTestCase {
    func testExampleReplacesAFile() throws {
        let home = try Home()
        let directory = try StoreDirectory(path: home.path("store"), access: .owner, system: SystemCalls())
        try directory.replace("note", with: [1, 2])
        XCTAssertEqual(try directory.existing("note", flags: O_RDONLY).read(9, at: 0), [1, 2])
    }
}
