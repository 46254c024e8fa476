import Foundation
import Guidance
import Interface
import Kernel
import Monetization
import MonetizationCommands
import Storage
import TerminalTesting
import TestSupport
import XCTest

/// Outputs of `plan` commands, and which commands change data.
final class LicenseCommandTests: XCTestCase {
    private let app = PlanApp.focusFlow()

    /// Runs a command one second later, so that no two run at the same time.
    private func output(_ words: String, _ app: PlanApp? = nil) -> String {
        self.app.clock.advance(seconds: 1)
        let console = ScriptedConsole(columns: 200)
        XCTAssertEqual(
            (app ?? self.app).run(words.split(separator: " ").map(String.init), on: console), 0,
            "\(words): \(console.error)")
        return console.output + console.error
    }

    private func json(_ words: String, _ app: PlanApp) throws -> JSONValue {
        app.clock.advance(seconds: 1)
        return try app.json(words)
    }

    func testChangingCommandsAreMarked() throws {
        let changing = try app.shell(app.store, isInteractive: false).allCommands.filter(\.changesData).map {
            $0.name
        }
        XCTAssertEqual(
            changing.filter { $0.hasPrefix("plan") }.sorted(),
            [
                "plan activate", "plan cancel", "plan restore", "plan sandbox approve", "plan sandbox buy",
                "plan sandbox decline",
                "plan sandbox family-revoke", "plan sandbox payments", "plan sandbox refund",
            ])
    }

    func testArgumentsHaveALengthLimit() {
        func text(_ count: Int) -> String { String(repeating: "a", count: count) }
        for (words, limit, sentence) in [
            (["plan", "why"], 100, "There is no gate called"), (["plan", "buy"], 200, "There is no product"),
            (["plan", "sandbox", "buy"], 200, "There is no product"),
            (["plan", "sandbox", "refund"], 200, "There is no transaction"),
        ] {
            for (count, isTaken) in [(limit, true), (limit + 1, false)] {
                let console = ScriptedConsole()
                XCTAssertEqual(app.run(words + [text(count)], on: console), 64)
                XCTAssertEqual(console.error.contains(sentence), isTaken, console.error)
            }
        }
    }

    func testNumberColumnsAreRightAligned() throws {
        _ = output("plan sandbox buy com.focusflow.pro.lifetime --yes")
        let rate = output("plan show").split(separator: "\n").map(Array.init)
        let head = try XCTUnwrap(rate.first { String($0).contains("Used") })
        let end = try XCTUnwrap(head.indices.first { head[...$0].suffix(4).elementsEqual("Used") })
        XCTAssertTrue(
            rate.contains { String($0).contains("active tasks") && $0.indices.contains(end) && $0[end] == "3" })
        _ = output("plan sandbox buy com.focusflow.pro.yearly --yes")
        app.clock.advance(days: 8)
        for words in ["plan restore", "plan history"] {
            let lines = output(words).split(separator: "\n").map(Array.init)
            let title = try XCTUnwrap(lines.first { String($0).contains("Price") }, words)
            let end = try XCTUnwrap(title.indices.first { title[...$0].suffix(5).elementsEqual("Price") })
            XCTAssertTrue(
                lines.contains { $0.indices.contains(end) && String($0[...end]).hasSuffix("$29.99") },
                "\(words) \(lines)")
        }
    }

    func testShowPrintsTheStateOfThePurchase() {
        XCTAssertFalse(output("plan show").contains("Product"))
        XCTAssertTrue(output("plan show").contains("plan catalogue"))
        _ = output("plan sandbox buy com.focusflow.pro.monthly --yes")
        let running = output("plan show")
        for words in [
            "FocusFlow Pro Monthly", "sandbox: nothing was paid", "bought in the sandbox",
            "$4.99, yours while it renews",
            "Renews", "2026-12-20", "plan history",
        ] { XCTAssertTrue(running.contains(words), "\(words): \(running)") }
        XCTAssertFalse(running.contains("Access until"))
        _ = output("plan cancel --yes")
        XCTAssertTrue(output("plan show").contains("Access until"))
        XCTAssertFalse(output("plan show").contains("Renews"))
        XCTAssertTrue(output("plan show").contains("$4.99, until it ends"), "a cancelled plan is not permanent (F11)")
        app.clock.advance(days: 60)
        let over = output("plan show")
        for words in ["Ended", "ended", "plan catalogue"] { XCTAssertTrue(over.contains(words), over) }
    }

    func testTrialHasNoPriceLockUntilPayment() {
        XCTAssertTrue(
            output("plan sandbox buy com.focusflow.pro.yearly --yes").contains(
                "free until 2026-11-27, then $29.99 a year."))
        XCTAssertFalse(output("plan show").contains("Price lock"))
        app.clock.advance(days: 8)
        XCTAssertTrue(output("plan show").contains("$29.99, yours while it renews"))
        XCTAssertTrue(output("plan sandbox buy com.focusflow.pro.monthly --yes").contains("follows on 2027-11-27."))
        XCTAssertTrue(output("plan show").contains("Then"))
        let bought = output("plan sandbox buy com.focusflow.pro.lifetime --yes")
        XCTAssertTrue(bought.contains("for $79.99; nothing was paid."), bought)
        let still = "FocusFlow Pro Yearly still renews on 2027-11-27"
        XCTAssertTrue(
            bought.contains("\(still): `plan cancel` ends it."),
            "the output reports the continuing plan (F11): \(bought)")
        XCTAssertTrue(output("plan show").contains("Sandbox: \(still); `plan cancel` ends it."), "plan show warns too")
        XCTAssertTrue(output("plan show").contains("$79.99, yours for ever\n"))
    }

    func testHistoryAndWhyUseTheirTerms() throws {
        _ = output("plan sandbox buy com.focusflow.pro.monthly --yes")
        app.clock.advance(days: 1)
        _ = output("plan cancel --yes")
        app.clock.advance(days: 1)
        XCTAssertTrue(
            output("plan sandbox buy com.focusflow.pro.monthly --yes").contains("for $4.99; nothing was paid."))
        let history = output("plan history")
        for words in ["SUBSCRIBED.INITIAL_BUY", "off", "on"] { XCTAssertTrue(history.contains(words), history) }
        XCTAssertTrue(output("plan why tasks.active").contains("✓ open  active tasks"))
        let catalog = output("plan catalogue", PlanApp.dojang(clock: ManualClock("2026-01-15T09:00:00Z")))
        XCTAssertTrue(catalog.contains("· Current users keep their launch price forever."), catalog)
        XCTAssertFalse(output("plan catalogue").contains("·"), "this catalog has no note")
        XCTAssertTrue(output("plan restore").contains("Nothing was found."))
    }

    func testConfirmationContainsThePrice() {
        let console = ScriptedConsole(lines: ["n"], terminal: true, environment: ["TERM": "dumb"], columns: 200)
        _ = app.run(["plan", "sandbox", "buy", "com.focusflow.pro.yearly"], on: console)
        XCTAssertTrue(
            (console.output + console.error).contains(
                "Sandbox: buy FocusFlow Pro Yearly for $29.99 a year? Nothing is paid."))
    }

    // MARK: - Sandbox

    func testEachSandboxCommandHasItsEffect() throws {
        var app = app
        XCTAssertEqual(try json("plan sandbox payments fail", app)["entitled"], .bool(false))
        XCTAssertEqual(app.run(["plan", "sandbox", "refund"], on: ScriptedConsole()), 1, "nothing was bought")
        _ = output("plan sandbox buy com.focusflow.pro.monthly --yes")
        app.clock.advance(days: 31)
        XCTAssertEqual(try app.json("plan show")["state"], .string("inGracePeriod"))
        XCTAssertTrue(output("plan sandbox payments work").contains("Sandbox: payments work from now on."))
        XCTAssertEqual(try app.json("plan show")["entitled"], .bool(true))
        app.clock.advance(days: 1)
        XCTAssertTrue(output("plan sandbox family-revoke").contains("Sandbox: took back the transaction"))
        XCTAssertTrue(output("plan history").contains("FAMILY_REVOKE"))
        XCTAssertFalse(output("plan history").contains("REFUND_FULL"))
        _ = output("plan sandbox buy com.focusflow.pro.lifetime --yes")
        app.clock.advance(days: 1)
        XCTAssertEqual(try json("plan sandbox refund", app)["entitled"], .bool(false))
        XCTAssertTrue(output("plan history").contains("REFUND_FULL"))
        app.settings = SandboxSettings(asksToBuy: true)
        app.clock.advance(days: 1)
        XCTAssertTrue(output("plan sandbox buy com.focusflow.pro.monthly --yes", app).contains("nothing is paid yet"))
        XCTAssertTrue(output("plan sandbox decline", app).contains("Sandbox: refused com.focusflow.pro.monthly."))
        XCTAssertEqual(try app.json("plan show")["entitled"], .bool(false))
        app.clock.advance(days: 1)
        _ = output("plan sandbox buy com.focusflow.pro.monthly --yes", app)
        XCTAssertTrue(output("plan sandbox approve", app).contains("Sandbox: allowed com.focusflow.pro.monthly."))
        XCTAssertEqual(try app.json("plan show")["entitled"], .bool(true))
    }

    // MARK: - Paywall

    private func plugin(_ account: Account, isInteractive: Bool = true) -> MonetizationPlugin {
        let entitlements = Entitlements(
            .freeAndPro("Pro"), rules: Gates.all, paywall: .coin, purchases: account.purchases, signedIn: { false })
        return MonetizationPlugin(
            entitlements, used: { _ in nil }, exampleGate: "x", time: account.clock.source(),
            isInteractive: { isInteractive })
    }

    private func screen(_ output: Output) throws -> any Dialogue {
        guard case .dialogue(let dialogue) = output.continuation else { throw Failure(.init("noScreen"), "none") }
        return dialogue
    }

    func testPaywallKeysChooseConfirmAndClose() throws {
        let account = Account((1...10).map { .once(Identifier("p\($0)"), cents: $0 * 100) })
        let denied = GateAnswer(allowed: false, reason: "No.", variant: "free")
        var dialogue = try screen(plugin(account).paywall(for: Gates.tasks, denied))
        let text = dialogue.text()
        XCTAssertTrue(text.contains("9  p9 ") && !text.contains("p10"), "nine keys select nine products\n\(text)")
        XCTAssertTrue(text.contains("1  p1  $1.00 once"), text)
        XCTAssertFalse(text.contains("esc  esc"))
        XCTAssertNil(try dialogue.press("x"))
        XCTAssertTrue(dialogue.text().contains("Maybe Later"))
        XCTAssertNil(try dialogue.press("9"))
        XCTAssertTrue(dialogue.text().contains("p9: $9.00 once"))
        XCTAssertNil(try dialogue.press("x"), "any other key goes back")
        XCTAssertNil(try dialogue.press("2"))
        XCTAssertTrue(dialogue.text().contains("p2: $2.00 once"))
        guard case .finish = try dialogue.handle(.key(.enter)) else { return XCTFail("not left") }
        XCTAssertNil(try account.status, "a paywall explains payment, and buys nothing (F6)")
        var other = try screen(plugin(account).paywall(for: Gates.tasks, denied))
        guard case .finish(let output) = try other.handle(.key(.escape)) else { return XCTFail("not left") }
        XCTAssertNil(output.failure)
    }

    func testPaywallReplacesOnlyFailuresThatAPurchaseSolves() throws {
        let account = Account([.plan()])
        func denial(_ product: String?) -> Failure {
            let answer = GateAnswer(
                allowed: false, value: .bool(false), reason: "No.", variant: "free",
                metadata: GateMetadata(product: product))
            return Failure(.init("denied"), "No.", denial: Denial(Gates.tasks, answer))
        }
        XCTAssertNoThrow(try screen(plugin(account).paywall(insteadOf: denial("plan"))))
        for (plugin, failure) in [
            (plugin(account, isInteractive: false), denial("plan")), (plugin(account), denial(nil)),
            (plugin(Account([])), denial("plan")), (plugin(account), Failure(.init("other"), "Other.")),
        ] {
            XCTAssertThrowsError(try plugin.paywall(insteadOf: failure)) {
                XCTAssertEqual(($0 as? Failure)?.code, failure.code)
            }
        }
        var dialogue = try screen(plugin(account).paywall(insteadOf: denial("plan")))
        guard case .finish(let output) = try dialogue.handle(.key(.escape)) else { return XCTFail("not left") }
        XCTAssertNotNil(output.failure, "the output reports that nothing was done")
        for account in [Account([]), account] {
            XCTAssertFailure(.needsUpgrade) {
                try plugin(account, isInteractive: try account.purchases.offers().isEmpty).paywall(
                    for: Gates.tasks, GateAnswer(allowed: false, reason: "No.", variant: "free"))
            }
        }
    }

    func testHelpTopicOfTheAppReplacesTheDefault() throws {
        struct Own: Plugin {
            let name = "Own"
            func contribute(to registry: inout Registry) { registry.add(HelpTopic("plan", "Ours"), to: .helpTopics) }
        }
        let registry = try Registry([plugin(Account([.plan()])), Own()])
        XCTAssertEqual(Guidebook(registry).topics.map(\.title), ["Ours"])
    }

    func testSandboxCommandsNeedASandbox() throws {
        let registry = try Registry([plugin(Account([.plan()]))])
        XCTAssertFalse(registry.all(.commands).contains { $0.path.contains("sandbox") })
        XCTAssertFalse(registry.collections.contains { $0.name == "monetization.sandbox" })
        XCTAssertTrue(registry.collections.contains { $0.name == "monetization.ledger" })
    }
}
