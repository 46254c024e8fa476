import Kernel
import Monetization
import XCTest

/// Answers of gates at their limits, and their reasons.
final class AccessTests: XCTestCase {
    private let few = Gate("few", "own presets", context: "preset")
    private let one = Gate("one", "reminders", context: "reminder")
    private let none = Gate("none", "exports", context: "general")
    private let endless = Gate("endless", "days", context: "history")
    private let free = Gate("free", "the clock", context: "general")
    private let sold = Gate("sold", "themes", context: "theme")

    private func entitlements(_ account: Account, _ plan: Plan = .freeAndPro("Pro"), signedIn: Bool = false)
        -> Entitlements
    {
        Entitlements(
            plan,
            rules: [
                GateRule(few, free: .limit(3), pro: .limit(5)), GateRule(one, free: .limit(1)),
                GateRule(none, free: .limit(0)),
                GateRule(endless, free: .limit(nil)), GateRule(free, free: .bool(true)),
                GateRule(sold, free: .bool(false), lock: "Themes are sold", product: "once"),
            ], paywall: .focusFlow, purchases: account.purchases, signedIn: { signedIn })
    }

    private func account() -> Account { Account([.once("once"), .plan("plan")]) }

    func testGatesCloseAtTheirLimits() {
        let access = entitlements(account()).access()
        for (gate, used, isAllowed) in [
            (few, nil, true), (few, 2, true), (few, 3, false), (one, nil, true), (one, 0, true), (one, 1, false),
            (none, nil, false),
            (none, 0, false), (endless, 10_000, true), (free, nil, true), (sold, nil, false),
        ] as [(Gate, Int?, Bool)] {
            let answer = access.answer(gate, used: used)
            XCTAssertEqual(answer.allowed, isAllowed, "\(gate.key) \(used ?? -1)")
            XCTAssertEqual(answer.metadata.product, isAllowed ? nil : gate == sold ? "once" : "plan")
        }
        for (gate, position, used, isAllowed) in [
            (few, 3, 9, true), (few, 4, 9, false), (one, 1, 9, true), (one, 2, 9, false), (endless, 9, 9, true),
            (free, 1, 1, true),
            (sold, 1, 1, false), (Gate("open", "x", context: "general"), 99, 99, true),
        ] {
            XCTAssertEqual(
                access.edit(gate, position: position, used: used).allowed, isAllowed, "\(gate.key) \(position)")
        }
    }

    func testAnswersContainTheGateValueOfThePlan() throws {
        let account = account()
        for (gate, before, after) in [
            (few, GateValue.limit(3), GateValue.limit(5)), (one, .limit(1), .limit(nil)),
            (free, .bool(true), .bool(true)),
            (sold, .bool(false), .bool(true)), (Gate("open", "x", context: "general"), .bool(true), .bool(true)),
        ] {
            let account = self.account()
            XCTAssertEqual(entitlements(account).access().answer(gate, used: 0).value, before, gate.key)
            _ = try account.purchases.buy("plan")
            let pro = entitlements(account).access()
            XCTAssertEqual(pro.answer(gate, used: 0).value, after, gate.key)
            XCTAssertTrue(pro.answer(gate, used: 0).allowed)
            XCTAssertNil(pro.answer(gate, used: 99).metadata.product)
        }
        XCTAssertEqual(entitlements(account, .paidOnce).access().answer(sold, used: nil).value, .bool(true))
        XCTAssertFalse(GateRule(sold, free: .bool(false)).needsSignIn)
        let guest = try Shop()
        _ = try guest.purchases.buy("com.focusflow.pro.lifetime")
        for (isSignedIn, value) in [(false, GateValue.bool(false)), (true, .bool(true))] {
            let answer = guest.purchases.entitlements(signedIn: { isSignedIn }).access().answer(Gates.cloud, used: nil)
            XCTAssertEqual(answer.value, value)
            XCTAssertEqual(answer.allowed, isSignedIn)
        }
    }

    func testEachAnswerHasItsReason() throws {
        let account = account()
        func reason(_ gate: Gate, _ used: Int?) -> String {
            entitlements(account).access().answer(gate, used: used).reason
        }
        XCTAssertEqual(reason(few, 2), "2 of 3 own presets on the free plan.")
        XCTAssertEqual(reason(few, nil), "The free plan has room for 3 own presets.")
        XCTAssertEqual(reason(few, 3), "3/3 own presets: the free plan has room for 3, Pro has no limit.")
        XCTAssertEqual(reason(one, 1), "1/1 reminders: the free plan has room for 1, Pro has no limit.")
        XCTAssertEqual(reason(none, 0), "Exports: part of Pro.")
        XCTAssertEqual(reason(free, nil), "The clock: free.")
        XCTAssertEqual(reason(sold, nil), "Themes are sold.")
        XCTAssertEqual(reason(Gate("x", "export", context: "general"), nil), "Export: on every plan.")
        XCTAssertEqual(
            entitlements(account).access().edit(few, position: 4, used: 9).reason,
            "Read-only: the free plan has room for 3 own presets and there are 9. Nothing was removed, and export has everything."
        )
        _ = try account.purchases.buy("plan")
        XCTAssertEqual(reason(sold, nil), "Themes: part of Pro (sandbox).")
        XCTAssertEqual(reason(few, 2), "2 of 5 own presets on Pro (sandbox).")
        XCTAssertEqual(reason(one, 2), "Pro (sandbox) has no limit on reminders.")
        _ = try account.purchases.cancel()
        account.pass(31 * 86_400)
        XCTAssertEqual(reason(sold, nil), "Themes are sold. Pro (sandbox) ended on 2026-02-01.")
        XCTAssertEqual(reason(none, 0), "Exports: part of Pro. Pro (sandbox) ended on 2026-02-01.")
        XCTAssertEqual(
            entitlements(account, .paidOnce).access().answer(sold, used: nil).reason,
            "Nothing in this app is locked, whether you have paid or not.")
    }

    func testPlanNameFollowsFromThePurchase() throws {
        let account = account()
        XCTAssertEqual(entitlements(account).access().planName, "free")
        XCTAssertEqual(entitlements(account, .paidOnce).access().planName, "unpaid")
        let why = { self.entitlements(account, .paidOnce).access().answer(self.sold, used: nil).reason }
        XCTAssertEqual(why(), "Nothing in this app is locked, whether you have paid or not.")
        _ = try account.purchases.buy("once")
        XCTAssertEqual(why(), "Everything in this app is yours (sandbox).")
        XCTAssertEqual(entitlements(account).access().planName, "pro")
        XCTAssertEqual(entitlements(account, .paidOnce).access().planName, "paid")
        try account.sandbox.revoke(XCTUnwrap(account.status?.receipt.id), at: Account.start)
        XCTAssertEqual(entitlements(account, .paidOnce).access().planName, "unpaid")
        XCTAssertEqual(entitlements(account).access().user, .guestFree)
        XCTAssertEqual(
            entitlements(account).unknown(among: []).map(\.gate.key), ["endless", "few", "free", "none", "one", "sold"])
    }

    func testFirstProductIsOfferedWithoutSubscriptions() {
        let account = Account([.once("first"), .once("second")])
        XCTAssertEqual(entitlements(account).access().answer(few, used: 3).metadata.product, "first")
    }

    // MARK: - Purchases

    func testOnlyConsumablesCanBeBoughtRepeatedly() throws {
        let account = Account([
            .once("once"), .once("other"), .once("coins", .consumable), .once("year", .nonRenewing), .plan(),
        ])
        _ = try account.purchases.buy("once")
        XCTAssertFailure(.alreadyBought) { try account.purchases.buy("once") }
        _ = try account.purchases.buy("other")
        for _ in 0..<2 { _ = try account.purchases.buy("coins") }
        _ = try account.purchases.buy("plan")
        XCTAssertFailure(.alreadyBought) { try account.purchases.buy("plan") }
        XCTAssertEqual(try account.purchases.ledger().receipts.count, 5)
        XCTAssertEqual(try account.purchases.ledger().statuses(at: Account.start).count, 3)
        XCTAssertEqual(try Set(account.purchases.ledger().receipts.map(\.series)).count, 5)
        try account.sandbox.revoke(
            XCTUnwrap(account.purchases.ledger().receipts.first { $0.product == "once" }).id, at: Account.start)
        account.pass(1)
        XCTAssertEqual(
            try account.purchases.buy("once").status?.product, "once", "a refunded product can be bought again")
    }

    func testOffersDescribeTheirPrice() throws {
        for (product, words) in [
            (Product.once("a"), "$9.99 once"), (.once("b", .consumable), "$9.99"), (.once("c", .nonRenewing), "$9.99"),
            (.plan(), "$4.99 a month"), (.plan("d", "P3M"), "$4.99 every 3 months"),
            (.plan("e", "P1Y"), "$4.99 a year"),
        ] {
            let offer = try Account([product]).purchases.offers().first
            XCTAssertEqual(offer?.price, words)
            XCTAssertNil(offer?.introduction)
        }
    }
}
