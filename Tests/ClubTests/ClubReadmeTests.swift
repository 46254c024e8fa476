import Club
import Kernel
import XCTest

/// Runs the example of `Modules/Club/README.md`.
final class ClubReadmeTests: XCTestCase {
    func testReadmeExample() throws {
        let fixture = Fixture()
        let book = fixture.book
        _ = try book.create("Tigers")
        let roll = try book.roll()
        _ = try roll.add(StudentDraft(name: "Ada", belt: "9k"))
        let marked = try roll.mark(["ada"])
        XCTAssertEqual(marked.marked.map(\.name), ["Ada"])
        let grading = try roll.recordGrading("Ada", .pass)
        XCTAssertEqual(grading.grading.result, .pass)
    }
}
