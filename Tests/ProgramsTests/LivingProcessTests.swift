import Foundation
import Programs
import XCTest

/// Whether a process lives, told from its number alone by nobody.
final class LivingProcessTests: XCTestCase {
    func testWeLiveAndWhatIsOverDoesNot() throws {
        let own = try XCTUnwrap(LivingProcess.own)
        XCTAssertEqual(LivingProcess.lives(own), true)
        let parts = own.split(separator: ":").map(String.init)
        XCTAssertEqual(parts.count, 3)
        XCTAssertEqual(LivingProcess.lives("\(parts[0]):\(parts[1]):1"), false, "another process had our number")
        XCTAssertEqual(LivingProcess.lives("\(parts[0]):2147483646:1"), false, "nobody has this number")
    }

    func testOfAnotherMachineAndOfNonsenseNobodyCanTell() throws {
        let parts = try XCTUnwrap(LivingProcess.own).split(separator: ":")
        for word in ["", "x", "other:\(parts[1]):\(parts[2])", "\(parts[0]):-1:1", "\(parts[0]):0:1", "\(parts[0]):x:1", "::"] {
            XCTAssertNil(LivingProcess.lives(word), word)
        }
    }
}
