import Kernel
import Monetization
import Storage
import Sync
import Synchronization
import TestSupport
import XCTest

/// Checks and prints every gate in the four user states and at the end of Pro.
final class GateMatrixTests: XCTestCase {
    func testEveryGateInEveryState() throws {
        var lines: [String] = []
        var columns: [String: [String]] = [:]
        for user in UserState.allCases {
            let access = try access(of: user)
            XCTAssertEqual(access.user, user)
            for rule in Gates.all {
                for used in [0, 1, 2, 3, 50] { try check(access.answer(rule.gate, used: used), rule, user, used: used) }
                columns[rule.gate.key, default: []].append(cell(rule, access))
            }
        }
        for rule in Gates.all {
            lines.append(row([rule.gate.context, rule.gate.key] + (columns[rule.gate.key] ?? [])))
        }
        print(
            "gate matrix\n" + row(["context", "gate"] + UserState.allCases.map(\.rawValue)) + "\n"
                + lines.joined(separator: "\n")
        )
        for user in UserState.allCases {
            print(
                "sync \(user.rawValue): \(user.syncStatus.rawValue), “\(user.syncStatus.line)”, \(user.syncStatus.action)"
            )
        }
    }

    func testGatesAndPaywallContextsMatch() {
        let contexts = Set(Gates.all.map(\.gate.context))
        XCTAssertEqual(contexts, Set(PaywallContext.allCases.map(\.rawValue)))
    }

    func testEachUserStateHasItsSyncStatus() {
        let expected: [(UserState, Bool, SyncStatus, String, String)] = [
            (.guestFree, false, .needsUpgrade, "☁️ Upgrade for sync", "Upgrade"),
            (.guestPro, false, .needsSignIn, "☁️ Sign in to sync", "Sign In"),
            (.signedInFree, false, .needsUpgrade, "☁️ Upgrade for sync", "Upgrade"),
            (.signedInPro, true, .active, "☁️ Cloud Sync: Active", "Sync Now"),
        ]
        for (state, canSync, status, line, action) in expected {
            XCTAssertEqual(state.canUseCloudSync, canSync)
            XCTAssertEqual(
                [state.syncStatus.rawValue, state.syncStatus.line, state.syncStatus.action],
                [status.rawValue, line, action])
            XCTAssertEqual(UserState(signedIn: state.isSignedIn, isPro: state.isPro), state)
        }
    }

    /// Asks one gate keeper while Pro expires. No answer is cached, no data is lost, and the oldest
    /// items stay editable.
    func testGatesCloseWhenProExpires() throws {
        let shop = try Shop()
        let keeper = shop.purchases.entitlements(signedIn: { true }).keeper
        _ = try shop.purchases.buy("com.focusflow.pro.monthly")
        let end = try XCTUnwrap(shop.purchases.cancel().expiresAt)
        var lines: [String] = []
        for (name, moment, isPro) in [
            ("last ms of Pro", end.adding(seconds: -0.001), true), ("Pro is over", end, false),
            ("a year on", end.adding(seconds: 3.2e7), false),
        ] {
            shop.clock.now = moment
            for rule in Gates.all {
                let answer = keeper.ask(rule.gate, 7)
                XCTAssertEqual(answer.allowed, isPro, rule.gate.key)
                if !isPro {
                    XCTAssertTrue(answer.reason.contains("FocusFlow Pro (sandbox) ended on 2026-12-20."), answer.reason)
                }
                guard case .limit(let limit?) = rule.free else { continue }
                let editable = (1...7).map { keeper.edit(rule.gate, $0, 7).allowed }
                XCTAssertEqual(editable, (1...7).map { isPro || $0 <= limit }, rule.gate.key)
                lines.append(
                    row([
                        name, rule.gate.key, answer.allowed ? "new ✓" : "new 🔒",
                        "edit " + editable.map { $0 ? "✓" : "–" }.joined(),
                    ]))
            }
        }
        XCTAssertTrue(
            keeper.edit(Gates.tasks, 4, 7).reason.hasPrefix("Read-only"), keeper.edit(Gates.tasks, 4, 7).reason)
        XCTAssertTrue(keeper.ask(Gates.tasks, 2).allowed)
        print("pro ends in mid-use, 7 in use\n" + lines.joined(separator: "\n"))
    }

    /// Refund, grace period and sign-out between two questions.
    func testGatesFollowRefundGraceAndSignOut() throws {
        let shop = try Shop(
            clock: ManualClock("2026-01-01T00:00:00Z"),
            settings: SandboxSettings(failsRenewals: true, hasGracePeriod: true))
        let isSignedIn = Mutex(true)
        let keeper = shop.purchases.entitlements(signedIn: { isSignedIn.withLock { $0 } }).keeper
        let bought = try XCTUnwrap(shop.purchases.buy("com.focusflow.pro.monthly").status)
        XCTAssertTrue(keeper.ask(Gates.cloud, 0).allowed)
        isSignedIn.withLock { $0 = false }
        XCTAssertEqual(keeper.ask(Gates.cloud, 0).reason, "☁️ Sign in to sync")
        XCTAssertNil(keeper.ask(Gates.cloud, 0).metadata.product, "it is bought already")
        shop.clock.advance(days: 35)
        XCTAssertEqual(
            keeper.ask(Gates.tasks, 9).reason,
            "FocusFlow Pro (sandbox) has no limit on active tasks. A payment is due; you keep access until 2026-02-17.")
        shop.clock.advance(days: 20)
        XCTAssertTrue(
            keeper.ask(Gates.tasks, 9).reason.hasSuffix("FocusFlow Pro (sandbox) could not be renewed on 2026-02-17."))
        try shop.sandbox.revoke(bought.receipt.id, at: shop.clock.now)
        XCTAssertTrue(
            keeper.ask(Gates.tasks, 9).reason.hasSuffix("FocusFlow Pro (sandbox) was taken back on 2026-02-25."))
        XCTAssertEqual(keeper.ask(Gates.tasks, 3).reason.prefix(9), "3/3 tasks")
    }

    func testUnreadableLedgerFallsBackToTheFreePlan() throws {
        let shop = try Shop()
        let purchases = Purchases(
            catalogue: shop.catalogue, repository: BrokenLedger(), storeFront: shop.sandbox, time: shop.clock.source())
        let answer = purchases.entitlements().keeper.ask(Gates.tasks, 3)
        XCTAssertFalse(answer.allowed)
        XCTAssertTrue(answer.reason.contains("The disk is on fire."), answer.reason)
        XCTAssertTrue(purchases.entitlements().keeper.edit(Gates.tasks, 3, 9).allowed)
    }

    func testGatesWithoutRulesAreReported() throws {
        let entitlements = try Shop().purchases.entitlements()
        let stray = Gate("stray", "stray things", context: "general")
        XCTAssertEqual(entitlements.unruled(among: Gates.all.map(\.gate) + [stray]), [stray])
        XCTAssertEqual(
            entitlements.unknown(among: Gates.all.map(\.gate).filter { $0 != Gates.cloud }).map(\.gate), [Gates.cloud])
        XCTAssertTrue(entitlements.keeper.ask(stray, 99).allowed)
    }

    func testPaidOnceAppLocksNothing() throws {
        for (app, isBought) in [("dojang", false), ("dojang", true), ("grain", false)] {
            let shop = try Shop(app)
            let plan = Entitlements(
                .paidOnce, rules: Gates.all, paywall: .none, purchases: shop.purchases, signedIn: { false })
            if isBought { _ = try shop.purchases.buy(shop.catalogue.products[0].id) }
            XCTAssertEqual(plan.access().planName, isBought ? "paid" : "unpaid")
            for rule in Gates.all {
                XCTAssertTrue(plan.keeper.ask(rule.gate, 1000).allowed)
                XCTAssertTrue(plan.keeper.edit(rule.gate, 1000, 1000).allowed)
            }
        }
    }

    // MARK: - Helpers

    private func access(of user: UserState) throws -> Access {
        let shop = try Shop()
        if user.isPro { _ = try shop.purchases.buy("com.focusflow.pro.yearly") }
        return shop.purchases.entitlements(signedIn: { user.isSignedIn }).access()
    }

    /// Checks an answer against the rule, independently of the implementation.
    private func check(_ answer: GateAnswer, _ rule: GateRule, _ user: UserState, used: Int) throws {
        let isFree =
            switch rule.free {
            case .bool(let isOn): isOn
            case .limit(let limit): limit.map { used < $0 } ?? true
            }
        let expected = user.isPro ? !rule.needsSignIn || user.isSignedIn : isFree
        XCTAssertEqual(answer.allowed, expected, "\(rule.gate.key) \(user) \(used)")
        XCTAssertFalse(answer.reason.isEmpty)
        XCTAssertEqual(answer.variant, user.isPro ? "pro" : "free")
        let context = try XCTUnwrap(PaywallContext(rawValue: rule.gate.context))
        XCTAssertEqual(
            [answer.metadata.headline, answer.metadata.icon], [context.headline.text, context.headline.icon])
        XCTAssertEqual(answer.metadata.product, answer.allowed || user.isPro ? nil : "com.focusflow.pro.yearly")
        if case .limit = rule.free { XCTAssertEqual(answer.used, used) } else { XCTAssertNil(answer.used) }
    }

    private func cell(_ rule: GateRule, _ access: Access) -> String {
        guard case .limit(let limit?) = rule.free else { return access.answer(rule.gate, used: 0).allowed ? "✓" : "🔒" }
        return [limit - 1, limit].map { "\($0)\(access.answer(rule.gate, used: $0).allowed ? "✓" : "🔒")" }.joined(
            separator: " ")
    }

    private func row(_ cells: [String]) -> String {
        cells.map { $0.padding(toLength: max(18, $0.count), withPad: " ", startingAt: 0) }.joined(separator: " ")
    }
}

private struct BrokenLedger: LedgerRepository {
    private static let fire = Failure(.init("disk"), "The disk is on fire.")
    func read<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value { throw BrokenLedger.fire }
    func write<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value { throw BrokenLedger.fire }
}
