import Kernel
import Programs
import XCTest

/// Runs the example of `Modules/Programs/README.md`.
final class ProgramsReadmeTests: XCTestCase {
    func testExampleCapturesOutput() throws {
        let call = ProgramCall("/bin/cat", input: Array("one line\n".utf8), deadline: .seconds(10))
        let result = try call.run().succeeded()
        XCTAssertEqual(result.text, "one line\n")
    }
}
