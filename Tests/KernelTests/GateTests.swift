import Kernel
import XCTest

final class GateTests: XCTestCase {
    private let tasks = Gate("tasks.active", "active tasks", context: "task")

    func testAnswerValueDefaultsToLimitOrPermission() {
        XCTAssertEqual(GateAnswer(allowed: false, used: 3, limit: 3, reason: "full", variant: "free").value, .limit(3))
        XCTAssertEqual(GateAnswer(allowed: true, reason: "yes", variant: "pro").value, .bool(true))
    }

    func testAnswerTakesUsedAndLimitFromMetadata() {
        let metadata = GateMetadata(used: 2, limit: 3, headline: "More", icon: "checklist", product: "pro")
        let answer = GateAnswer(allowed: true, value: .limit(3), reason: "room", variant: "free", metadata: metadata)
        XCTAssertEqual([answer.used, answer.limit], [2, 3])
        XCTAssertNotEqual(answer, GateAnswer(allowed: true, used: 2, limit: 3, reason: "room", variant: "free"))
    }

    func testItemsWithinTheLimitAreEditableWhenItIsExceeded() {
        let keeper = GateKeeper { _, used in
            GateAnswer(allowed: used < 3, used: used, limit: 3, reason: "three at most", variant: "free")
        }
        XCTAssertFalse(keeper.ask(tasks, 3).allowed)
        XCTAssertEqual((1...5).map { keeper.edit(tasks, $0, 5).allowed }, [true, true, true, false, false])
        XCTAssertTrue(GateKeeper.open.edit(tasks, 900, 900).allowed)
    }
}
