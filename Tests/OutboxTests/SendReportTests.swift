import Interface
import Kernel
import OutboxCommands
import XCTest

final class SendReportTests: XCTestCase {
    func testAReportFailsWithTheReasonWhileItemsWait() {
        let rows: [(sent: Int, waiting: Int, code: Failure.Code?)] = [
            (0, 0, nil), (2, 0, nil), (2, 1, .init("away")), (0, 3, .init("away")),
        ]
        for row in rows {
            let output = SendReport(sent: row.sent, waiting: row.waiting).output(because: .away, next: [])
            XCTAssertEqual(output.failure?.code, row.code, "\(row)")
        }
    }
}
