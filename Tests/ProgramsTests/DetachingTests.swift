import Foundation
import Kernel
import Programs
import TestBench
import XCTest

/// A program that is left to itself.
final class DetachingTests: XCTestCase {
    /// It has nothing to read, nobody reads what it writes, and it leads a session of its own.
    func testWhatIsLeftToItselfGoesOnWithoutATerminal() throws {
        let home = try Home()
        let script = try home.program(
            "servant",
            "cat; echo said; ps -o sid= -p $$ | tr -d ' ' > \(home.path).new; echo $$ >> \(home.path).new; mv \(home.path).new \(home.path("seen"))"
        )
        try ProgramCall(script, ["a"]).startDetached()
        for _ in 0..<400 where !FileManager.default.fileExists(atPath: home.path("seen")) { usleep(25_000) }
        let lines = home.text("seen").split(separator: "\n")
        XCTAssertEqual(lines.count, 2, "it did not go on")
        XCTAssertEqual(lines.first, lines.last, "it leads a session")
        XCTAssertThrowsError(try ProgramCall("/nowhere/at/all").startDetached())
        // A process that starts one goes its own way soon; this one stays, and others count its children.
        for _ in 0..<400 where hasChildren() { usleep(25_000) }
    }
}
