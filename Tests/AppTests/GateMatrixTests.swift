import Composition
import Focus
import Interface
import Kernel
import Monetization
import Storage
import Synchronization
import TerminalTesting
import XCTest

/// Tests and prints every gate of every app in all four user states, with the rules of its
/// composition root.
final class GateMatrixTests: XCTestCase {
    func testGatesAndRulesCorrespond() throws {
        for entry in App.all {
            let app = try Fixture(entry).app()
            guard let entitlements = app.entitlements else {
                XCTAssertEqual(app.gates.map(\.key), [], "\(entry.name) sells nothing and has no gates")
                continue
            }
            XCTAssertEqual(entitlements.unknown(among: app.gates).map(\.gate.key), [], entry.name)
            guard !entitlements.access().locksNothing else { continue }
            XCTAssertEqual(entitlements.unruled(among: app.gates).map(\.key), [], entry.name)
            XCTAssertFalse(app.gates.isEmpty, entry.name)
        }
    }

    func testGateAnswersInFourUserStates() throws {
        for entry in try locking() {
            var columns: [[String]] = []
            for user in UserState.allCases {
                let app = try Fixture(entry, isSignedIn: user.isSignedIn, isPro: user.isPro).app()
                let access = try XCTUnwrap(app.entitlements).access()
                XCTAssertEqual(access.user, user, entry.name)
                for gate in app.gates { try check(gate, access) }
                columns.append(app.gates.map { GateMatrixTests.cell($0, access) })
            }
            let app = try Fixture(entry).app()
            let rows = try app.gates.enumerated().map { number, gate in
                [gate.context, gate.key, try XCTUnwrap(GateMatrixTests.headline(gate.context, of: app))]
                    + columns.map { $0[number] }
            }
            print("\n\(entry.name): gates")
            show([["context", "gate", "headline"] + UserState.allCases.map(\.rawValue)] + rows)
        }
    }

    /// The table in the README of Focus matches the rules of the app.
    func testFocusReadmeTableMatchesRules() throws {
        let apps = try UserState.allCases.map {
            try Fixture(entry("focusflow"), isSignedIn: $0.isSignedIn, isPro: $0.isPro).app()
        }
        let gates = apps[0].gates.filter { $0.key.hasPrefix("focus.") }
        XCTAssertEqual(gates.count, 14)
        let rows = try gates.map { gate in
            let cells = try apps.map { GateMatrixTests.cell(gate, try XCTUnwrap($0.entitlements).access()) }
            return "| `\(gate.key)` | \(gate.context) | \(cells.joined(separator: " | ")) |"
        }
        let table = [
            "| gate | paywall | \(UserState.allCases.map(\.rawValue).joined(separator: " | ")) |",
            "|---|---|---|---|---|---|",
        ]
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Modules/Focus/README.md")
        let readme = try String(contentsOf: place, encoding: .utf8)
        let expected = (table + rows).joined(separator: "\n")
        XCTAssertTrue(readme.contains(expected), "Modules/Focus/README.md should contain:\n\(expected)")
    }

    /// A context without a feature has a headline too.
    func testFocusFlowContextsHaveHeadlinesAndGates() throws {
        let app = try Fixture(entry("focusflow")).app()
        let contexts = Set(app.gates.map(\.context))
        let silent = PaywallContext.allCases.filter { !contexts.contains($0.rawValue) }
        XCTAssertEqual(Set(silent), [.general])
        for context in PaywallContext.allCases {
            XCTAssertEqual(GateMatrixTests.headline(context.rawValue, of: app), context.headline.text)
        }
        XCTAssertEqual(contexts.subtracting(PaywallContext.allCases.map(\.rawValue)), [])
    }

    /// One process keeps running while the subscription ends.
    func testGatesCloseWhenSubscriptionEnds() throws {
        for entry in try locking() {
            let fixture = try Fixture(entry, isSignedIn: true, isPro: true)
            let app = try fixture.app()
            let entitlements = try XCTUnwrap(app.entitlements)
            let end = try XCTUnwrap(entitlements.purchases.cancel().expiresAt)
            var rows: [[String]] = []
            for (name, moment, isPro) in [
                ("last millisecond", end.adding(seconds: -0.001), true), ("over", end, false),
                ("a year later", end.adding(seconds: 3.2e7), false),
            ] {
                fixture.clock.withLock { $0 = moment }
                let access = entitlements.access()
                XCTAssertEqual(access.user, isPro ? .signedInPro : .signedInFree)
                for gate in app.gates {
                    try check(gate, access)
                    let answer = access.answer(gate, used: 50)
                    XCTAssertEqual(answer.allowed, isPro, gate.key)
                    if !isPro { XCTAssertTrue(answer.reason.contains(" ended on "), answer.reason) }
                    guard case .limit(let limit?)? = access.rule(for: gate)?.free else { continue }
                    let editable = (1...limit + 2).map { entitlements.keeper.edit(gate, $0, limit + 2).allowed }
                    XCTAssertEqual(editable, (1...limit + 2).map { isPro || $0 <= limit }, gate.key)
                    rows.append(
                        [name, gate.key, GateMatrixTests.cell(gate, access), editable.map { $0 ? "✓" : "–" }.joined()])
                }
            }
            print("\n\(entry.name): Pro ends in mid-use")
            show([["moment", "gate", "new one", "edit the 1st, 2nd, …"]] + rows)
        }
    }

    /// Runs commands and checks that each feature asks exactly the gates that it declares.
    func testFeaturesAskAllDeclaredGates() throws {
        let works: [String: [[String]]] = [
            "coin": [
                ["new", "--context", "The release"],
                [
                    "share", "latest", "--to", "mina@example.org", "--from", "jo@example.org", "--via", "eml", "--file",
                    "-",
                ],
                ["plan", "show"], ["sync", "status"], ["analytics"], ["export", "--docx", "-"],
                ["team", "create", "/nowhere/team", "Design", "--as", "Mina", "--dry-run"],
            ],
            "focusflow": [
                ["task", "add", "Write"], ["task", "add", "Call", "~09:00"], ["theme", "use", "ocean"],
                ["sound", "use", "ocean-waves"], ["ambiance", "use", "ocean"],
                ["preset", "add", "Essay", "--focus", "20m"],
                ["preset", "edit", "Study", "--focus", "30m"],
                ["start", "Reading", "--detach"], ["status"], ["history"], ["xp"], ["journey"], [], ["resume"],
                ["music", "on"],
                ["sync", "status"],
            ],
        ]
        for entry in try locking() {
            let (declared, checked) = try gates(of: entry, works[entry.name] ?? [])
            XCTAssertEqual(declared.subtracting(checked).map(\.key), [], "\(entry.name): declared and never checked")
            XCTAssertEqual(checked.subtracting(declared).map(\.key), [], "\(entry.name): checked and never declared")
        }
    }

    /// Checks the check above with fewer commands: without `xp` its gate is reported as never
    /// asked.
    func testUnaskedGateIsDetected() throws {
        let (declared, checked) = try gates(
            of: entry("focusflow"), [["task", "add", "Call", "~09:00"], ["theme", "use", "ocean"]])
        let silent = Set(declared.subtracting(checked).map(\.key))
        XCTAssertTrue(silent.contains("focus.xp") && !silent.contains("focus.tasks"), "\(silent)")
    }

    /// The declared gates and those that a user with Pro triggers by the commands.
    private func gates(of entry: App.Entry, _ works: [[String]]) throws -> (declared: Set<Gate>, asked: Set<Gate>) {
        let checked = CheckedGates()
        let fixture = try Fixture(entry, isPro: true, listener: checked.insert)
        for words in works { fixture.run(words) }
        return (Set(try fixture.app().gates), checked.gates)
    }

    // MARK: - Helpers

    private func entry(_ name: String) throws -> App.Entry { try XCTUnwrap(App.all.first { $0.name == name }) }

    private func locking() throws -> [App.Entry] {
        let apps = try App.all.filter { try Fixture($0).app().entitlements?.access().locksNothing == false }
        XCTAssertEqual(apps.map(\.name), ["coin", "focusflow"])
        return apps
    }

    /// Checks the answer against the rule, computed independently of the implementation.
    private func check(_ gate: Gate, _ access: Access) throws {
        let rule = try XCTUnwrap(access.rule(for: gate), gate.key)
        for used in [0, 1, 2, 3, 9, 10, 50] {
            let answer = access.answer(gate, used: used)
            let isFree =
                switch rule.free {
                case .bool(let isOn): isOn
                case .limit(let limit): limit.map { used < $0 } ?? true
                }
            let expected = access.user.isPro ? !rule.needsSignIn || access.user.isSignedIn : isFree
            XCTAssertEqual(answer.allowed, expected, "\(gate.key) \(access.user) \(used)")
            XCTAssertFalse(answer.reason.isEmpty, gate.key)
            XCTAssertEqual(answer.variant, access.user.isPro ? "pro" : "free")
            XCTAssertNotNil(answer.metadata.headline, gate.key)
            XCTAssertEqual(answer.metadata.product == nil, answer.allowed || access.user.isPro, gate.key)
        }
    }

    private static func headline(_ context: String, of app: App) -> String? {
        app.entitlements?.paywall.headline(for: context).text
    }

    /// A table cell for the gate. "2✓ 3🔒" means: with two in use one more is allowed, with three
    /// not.
    private static func cell(_ gate: Gate, _ access: Access) -> String {
        guard case .limit(let limit?)? = access.rule(for: gate)?.free else {
            return access.answer(gate, used: 0).allowed ? "✓" : "🔒"
        }
        return [limit - 1, limit].filter { $0 >= 0 }.map { "\($0)\(access.answer(gate, used: $0).allowed ? "✓" : "🔒")" }
            .joined(separator: " ")
    }

    private func show(_ rows: [[String]]) {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        for row in rows {
            print(zip(row, widths).map { $0.padding(toLength: $1 + 2, withPad: " ", startingAt: 0) }.joined())
        }
    }

    /// An app over a store in memory with an adjustable clock.
    private final class Fixture: Sendable {
        let entry: App.Entry
        let store = MemoryStore()
        let clock = Mutex(Instant("2026-11-20T12:00:00Z") ?? Instant(milliseconds: 0))
        let isSignedIn: Bool
        let listener: (@Sendable (Gate) -> Void)?

        init(
            _ entry: App.Entry, isSignedIn: Bool = false, isPro: Bool = false,
            listener: (@Sendable (Gate) -> Void)? = nil
        ) throws {
            self.entry = entry
            self.isSignedIn = isSignedIn
            self.listener = listener
            guard isPro else { return }
            let purchases = try entitlements().purchases
            let monthly = try XCTUnwrap(
                purchases.catalog.products.first { $0.subscription?.period.description == "P1M" })
            _ = try purchases.buy(monthly.id)
        }

        func app() throws -> App {
            try entry.build(
                adjusted(Environment(app: entry.name, options: GlobalOptions(), variables: AppRulesTests.variables)))
        }

        func entitlements() throws -> Entitlements { try XCTUnwrap(app().entitlements) }

        func run(_ words: [String]) {
            let console = ScriptedConsole(environment: AppRulesTests.variables)
            XCTAssertEqual(
                App.run(entry.name, entry.build, words, on: console, adjust: adjusted), 0, "\(words): \(console.error)")
        }

        private func adjusted(_ environment: Environment) -> Environment {
            var environment = environment.with(store: store)
            environment.time = TimeSource(calendar: .utc) { [self] in clock.withLock { $0 } }
            environment.isSignedIn = { [isSignedIn] in isSignedIn }
            environment.gateListener = listener
            return environment
        }
    }

    /// The gates that features have checked.
    private final class CheckedGates: Sendable {
        private let all = Mutex<Set<Gate>>([])

        var gates: Set<Gate> { all.withLock { $0 } }

        @Sendable func insert(_ gate: Gate) { all.withLock { _ = $0.insert(gate) } }
    }
}
