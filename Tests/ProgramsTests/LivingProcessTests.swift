import Foundation
import Programs
import XCTest

/// A process number alone does not identify a living process.
final class LivingProcessTests: XCTestCase {
    func testCurrentProcessIsAliveAndStaleIdsAreDead() throws {
        let own = try XCTUnwrap(LivingProcess.currentIdentifier)
        XCTAssertEqual(LivingProcess.isAlive(own), true)
        let components = own.split(separator: ":").map(String.init)
        XCTAssertEqual(components.count, 3)
        XCTAssertEqual(
            LivingProcess.isAlive("\(components[0]):\(components[1]):1"), false, "another process had this number")
        XCTAssertEqual(LivingProcess.isAlive("\(components[0]):2147483646:1"), false, "no process has this number")
    }

    func testForeignAndInvalidIdsAreUnknown() throws {
        let components = try XCTUnwrap(LivingProcess.currentIdentifier).split(separator: ":")
        for word in [
            "", "x", "other:\(components[1]):\(components[2])", "\(components[0]):-1:1", "\(components[0]):0:1",
            "\(components[0]):x:1", "::",
        ] {
            XCTAssertNil(LivingProcess.isAlive(word), word)
        }
    }
}
