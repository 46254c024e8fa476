import Interchange
import XCTest

/// The example in `Modules/Interchange/README.md`.
final class InterchangeReadmeTests: XCTestCase {
    func testReadmeExample() throws {
        let bytes = Array("(A) Call Mina +garden due:2026-11-27\nx 2026-11-20 Pay the rent\n".utf8)
        let form = try XCTUnwrap(FileFormat.detect(bytes))
        let file = try form.read(bytes, fieldPrefix: "focusflow")
        XCTAssertEqual(form, .todoTxt)
        XCTAssertEqual(file.todos.map(\.value.title), ["Call Mina", "Pay the rent"])
        XCTAssertEqual(file.todos.map(\.value.state), [.open, .done])
        XCTAssertTrue(file.faults.groups.isEmpty)
    }
}
