import Foundation
import Interface
import Kernel
import Monetization
import Storage
import TerminalTesting
import TestSupport
import XCTest

final class PlanCommandTests: XCTestCase {
    func testSubscriptionAppMeetsTheCommandRules() throws {
        let app = PlanApp.focusFlow()
        let rules = CommandRules(app: "focusflow", commands: try app.shell(app.store, isInteractive: false).allCommands)
        {
            let app = PlanApp.focusFlow()
            app.run(["plan", "sandbox", "buy", "com.focusflow.pro.monthly", "--yes"], on: ScriptedConsole())
            app.clock.advance(days: 3)
            return CommandRules.Subject(run: { app.run($0, on: $1) }, fingerprint: { try app.fingerprint })
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testPaidOnceAppMeetsTheCommandRules() throws {
        let clock = ManualClock()
        let app = PlanApp.dojang(clock: clock)
        let rules = CommandRules(app: "dojang", commands: try app.shell(app.store, isInteractive: false).allCommands) {
            let app = PlanApp.dojang(clock: clock)
            return CommandRules.Subject(run: { app.run($0, on: $1) }, fingerprint: { try app.fingerprint })
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testADryRunCancelsAndRefundsNothing() throws {
        let app = PlanApp.focusFlow()
        _ = try app.json("plan sandbox buy com.focusflow.pro.monthly --yes")
        let before = try app.fingerprint
        for line in [
            "plan cancel", "plan sandbox refund", "plan sandbox family-revoke",
            "plan sandbox buy com.focusflow.pro.lifetime",
        ] {
            let console = ScriptedConsole()
            XCTAssertEqual(
                app.run(line.split(separator: " ").map(String.init) + ["--dry-run"], on: console), 0, console.error)
            XCTAssertEqual(try app.fingerprint, before, line)
            let pipe = ScriptedConsole()
            guard !line.contains("refund"), !line.contains("revoke") else { continue }
            XCTAssertEqual(app.run(line.split(separator: " ").map(String.init), on: pipe), 64)
            XCTAssertTrue(pipe.error.contains("--yes"))
        }
    }

    func testPlanShowHasTheDocumentedKeys() throws {
        let app = PlanApp.focusFlow()
        let console = ScriptedConsole()
        XCTAssertEqual(app.run(["plan", "show", "--json"], on: console), 0)
        let order = [
            "plan", "state", "entitled", "sandbox", "signedIn", "product", "renews", "expires", "syncStatus",
            "alsoRenewing",
            "licences", "gates",
        ]
        let places = order.compactMap { console.output.range(of: "\"\($0)\"")?.lowerBound }
        XCTAssertEqual(places.count, order.count)
        XCTAssertEqual(places, places.sorted())
        let json = try app.json("plan show")
        XCTAssertEqual(keys(json), Set(order))
        XCTAssertEqual(
            [json["plan"], json["state"], json["entitled"], json["syncStatus"]],
            [.string("free"), .null, .bool(false), .string("needsUpgrade")])
        guard case .array(let gates) = json["gates"] else { return XCTFail("no gates") }
        XCTAssertEqual(gates.count, Gates.all.count)
        for gate in gates { XCTAssertEqual(keys(gate), ["key", "allowed", "used", "limit", "reason"]) }
        let tasks = try XCTUnwrap(gates.first { $0["key"] == .string("tasks.active") })
        XCTAssertEqual([tasks["allowed"], tasks["used"], tasks["limit"]], [.bool(false), .integer(3), .integer(3)])
        let history = try XCTUnwrap(gates.first { $0["key"] == .string("history.days") })
        XCTAssertEqual([history["used"], history["limit"]], [.null, .integer(3)], "the count in use is unknown")
    }

    func testPlanShowReflectsPurchaseAndCancellation() throws {
        var app = PlanApp.focusFlow()
        app.signedIn = true
        XCTAssertEqual(app.run(["plan", "sandbox", "buy", "com.focusflow.pro.monthly"], on: ScriptedConsole()), 64)
        let bought = try app.json("plan sandbox buy com.focusflow.pro.monthly --yes")
        XCTAssertEqual([bought["state"], bought["price"]], [.string("subscribed"), .string("$4.99")])
        var json = try app.json("plan show")
        XCTAssertEqual(
            [json["plan"], json["entitled"], json["syncStatus"]], [.string("pro"), .bool(true), .string("active")])
        XCTAssertEqual(
            [json["renews"], json["expires"]],
            [.string("2026-12-20T12:00:00.000Z"), .string("2026-12-20T12:00:00.000Z")])
        app.clock.advance(days: 1)
        XCTAssertEqual(try app.json("plan cancel --yes")["renews"], .null)
        json = try app.json("plan show")
        XCTAssertEqual([json["entitled"], json["renews"]], [.bool(true), .null])
        app.clock.advance(days: 30)
        XCTAssertEqual(try app.json("plan show")["state"], .string("expired"))
    }

    func testTrialPurchaseStatesItsEnd() {
        let console = ScriptedConsole(columns: 200)
        PlanApp.focusFlow().run(["plan", "sandbox", "buy", "com.focusflow.pro.yearly", "--yes"], on: console)
        XCTAssertTrue(console.output.contains("free until 2026-11-27, then $29.99 a year."), console.output)
    }

    func testCOINLimitsOnlySharedEntries() throws {
        let sharing = GateRule(
            Gate("sharing.entries", "shared entries", context: "sharing"), free: .limit(10), lock: "Unlimited Sharing")
        let app = PlanApp(
            app: "coin", plan: .freeAndPro("COIN Premium"), rules: [sharing], paywall: .coin, store: MemoryStore(),
            clock: ManualClock())
        let why = try app.json("plan why sharing.entries")
        XCTAssertEqual(
            [why["allowed"], why["limit"], why["headline"]],
            [.bool(true), .integer(10), .string("Share as often as you like")])
        XCTAssertEqual(why["reason"], .string("The free plan has room for 10 shared entries."))
        _ = try app.json("plan sandbox buy com.coin.premium.monthly --yes")
        XCTAssertEqual(try app.json("plan why sharing.entries")["limit"], .null)
        XCTAssertEqual(try app.json("plan show")["product"], .string("com.coin.premium.monthly"))
    }

    func testWhyExplainsLockedAndOpenGates() throws {
        let app = PlanApp.focusFlow()
        let why = try app.json("plan why tasks.active")
        XCTAssertEqual(
            [why["allowed"], why["headline"], why["icon"]],
            [.bool(false), .string("Unlock Unlimited Tasks"), .string("checklist")])
        let console = ScriptedConsole()
        app.run(["plan", "why", "reminders.task"], on: console)
        XCTAssertTrue(console.output.contains("✓ open"), console.output)
        XCTAssertEqual(app.run(["plan", "why", "nothing"], on: ScriptedConsole()), 64)
    }

    func testDojangKeepsItsPriceAndLocksNothing() throws {
        let clock = ManualClock("2026-01-15T09:00:00Z")
        let app = PlanApp.dojang(clock: clock)
        XCTAssertEqual(try app.json("plan show")["plan"], .string("unpaid"))
        _ = try app.json("plan sandbox buy com.tkdojang.complete --yes")
        clock.advance(days: 400)
        let json = try app.json("plan show")
        XCTAssertEqual(
            [json["plan"], json["state"], json["expires"], json["gates"]],
            [.string("paid"), .string("subscribed"), .null, .array([])])
        guard case .array(let history) = try app.json("plan history") else { return XCTFail("no history") }
        XCTAssertEqual([history.first?["price"], history.first?["version"]], [.string("£4.49"), .string("1.1")])
        let console = ScriptedConsole()
        app.run(["plan", "show"], on: console)
        XCTAssertTrue(console.output.contains("£4.49, version 1.1, yours for ever"), console.output)
        guard case .array(let offers) = try app.json("plan catalogue") else { return XCTFail("no catalogue") }
        XCTAssertEqual(offers.first?["price"], .string("£5.99"))
    }

    func testSandboxCommandsRefundAskAndFail() throws {
        var app = PlanApp.focusFlow()
        _ = try app.json("plan sandbox buy com.focusflow.pro.lifetime --yes")
        app.clock.advance(days: 1)
        XCTAssertEqual(try app.json("plan sandbox refund")["state"], .string("revoked"))
        XCTAssertEqual(try app.json("plan show")["plan"], .string("free"))
        app.settings = SandboxSettings(asksToBuy: true)
        app.clock.advance(days: 1)
        XCTAssertEqual(try app.json("plan sandbox buy com.focusflow.pro.monthly --yes")["state"], .string("pending"))
        app.clock.advance(days: 1)
        XCTAssertEqual(try app.json("plan sandbox approve")["state"], .string("subscribed"))
        app.settings = SandboxSettings(failsTransactions: true)
        let console = ScriptedConsole()
        XCTAssertEqual(app.run(["plan", "sandbox", "buy", "com.focusflow.pro.lifetime", "--yes"], on: console), 75)
        XCTAssertEqual(console.output, "")
    }

    private func keys(_ value: JSONValue) -> Set<String> {
        if case .object(let members) = value { Set(members.keys) } else { [] }
    }
}
