import Attendance
import Kernel
import Storage
import XCTest

final class ClassBookTests: XCTestCase {
    private let today = TimeSource.first.today()

    func testStudentHasOneVisitPerDay() throws {
        let book = ClassBook.over(MemoryStore())
        let first = try book.mark(["Zoë", " Jun  Park ", "zoe"], on: today)
        XCTAssertEqual(first.map(\.student), ["Zoë", "Jun Park", "Zoë"])
        XCTAssertEqual(try book.mark(["ZOE"], on: today), [first[0]], "The first spelling stays.")
        XCTAssertEqual(try book.visits(on: today).map(\.student), ["Jun Park", "Zoë"])
        XCTAssertEqual(try book.latest(), today)
    }

    func testInvalidNameRecordsNoVisit() throws {
        let book = ClassBook.over(MemoryStore())
        for name in ["", " \t", "a\u{1B}[31mb", String(repeating: "x", count: 61)] {
            XCTAssertThrowsError(try book.mark(["Mina", name], on: today))
        }
        XCTAssertEqual(try book.visits(on: today), [])
        XCTAssertNil(try book.latest())
    }

    func testFutureDayIsRefused() throws {
        let book = ClassBook.over(MemoryStore())
        XCTAssertThrowsError(try book.mark(["Mina"], on: today.adding(days: 1))) {
            XCTAssertEqual(($0 as? Failure)?.code, .attendanceInFuture)
        }
    }
}
