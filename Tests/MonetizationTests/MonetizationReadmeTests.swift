import Kernel
import Monetization
import XCTest

/// Runs the example of `Modules/Monetization/README.md`.
final class MonetizationReadmeTests: XCTestCase {
    func testExampleOpensAGate() throws {
        let tasks = Gate("tasks", "tasks", context: "general")
        let purchases = Account([.plan("plan")]).purchases
        let rules = [GateRule(tasks, free: .limit(3))]
        let entitlements = Entitlements(
            .freeAndPro("Pro"), rules: rules, paywall: .focusFlow, purchases: purchases, signedIn: { false })
        XCTAssertFalse(entitlements.access().answer(tasks, used: 3).allowed)
        _ = try purchases.buy("plan")
        XCTAssertTrue(entitlements.access().answer(tasks, used: 3).allowed)
    }
}
