import Composition
import Focus
import Kernel
import Monetization
import Storage
import Synchronization
import Terminal
import TerminalContract
import XCTest

/// Every gate of every app, as its composition root rules it, in every state that a person can be in; and the matrix, printed.
final class GateMatrixTests: XCTestCase {
    func testEveryGateHasARuleAndEveryRuleAGate() throws {
        for entry in App.all {
            let app = try Bench(entry).app()
            guard let entitlements = app.entitlements else {
                XCTAssertEqual(app.gates.map(\.key), [], "\(entry.name) sells nothing, and nobody answers its gates")
                continue
            }
            XCTAssertEqual(entitlements.unknown(among: app.gates).map(\.gate.key), [], entry.name)
            guard !entitlements.access().locksNothing else { continue }
            XCTAssertEqual(entitlements.unruled(among: app.gates).map(\.key), [], entry.name)
            XCTAssertFalse(app.gates.isEmpty, entry.name)
        }
    }

    func testEveryGateInTheFourStates() throws {
        for entry in try locking() {
            var columns: [[String]] = []
            for user in UserState.allCases {
                let app = try Bench(entry, isSignedIn: user.isSignedIn, isPro: user.isPro).app()
                let access = try XCTUnwrap(app.entitlements).access()
                XCTAssertEqual(access.user, user, entry.name)
                for gate in app.gates { try check(gate, access) }
                columns.append(app.gates.map { GateMatrixTests.cell($0, access) })
            }
            let app = try Bench(entry).app()
            let rows = try app.gates.enumerated().map { number, gate in
                [gate.context, gate.key, try XCTUnwrap(GateMatrixTests.headline(gate.context, of: app))]
                    + columns.map { $0[number] }
            }
            print("\n\(entry.name): gates")
            show([["context", "gate", "headline"] + UserState.allCases.map(\.rawValue)] + rows)
        }
    }

    /// The table in the README of Focus is what the app's own rules come to.
    func testTheTableOfTheReadmeIsTrue() throws {
        let apps = try UserState.allCases.map { try Bench(entry("focusflow"), isSignedIn: $0.isSignedIn, isPro: $0.isPro).app() }
        let gates = apps[0].gates.filter { $0.key.hasPrefix("focus.") }
        XCTAssertEqual(gates.count, 14)
        let rows = try gates.map { gate in
            let cells = try apps.map { GateMatrixTests.cell(gate, try XCTUnwrap($0.entitlements).access()) }
            return "| `\(gate.key)` | \(gate.context) | \(cells.joined(separator: " | ")) |"
        }
        let table = [
            "| gate | paywall | \(UserState.allCases.map(\.rawValue).joined(separator: " | ")) |", "|---|---|---|---|---|---|",
        ]
        let place = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Modules/Focus/README.md")
        let readme = try String(contentsOf: place, encoding: .utf8)
        let wanted = (table + rows).joined(separator: "\n")
        XCTAssertTrue(readme.contains(wanted), "Modules/Focus/README.md should say:\n\(wanted)")
    }

    /// A context whose feature has not come yet has its headline all the same.
    func testEveryContextOfFocusFlowHasItsHeadlineAndMostHaveAGate() throws {
        let app = try Bench(entry("focusflow")).app()
        let asked = Set(app.gates.map(\.context))
        let silent = PaywallContext.allCases.filter { !asked.contains($0.rawValue) }
        XCTAssertEqual(Set(silent), [.general])
        for context in PaywallContext.allCases {
            XCTAssertEqual(GateMatrixTests.headline(context.rawValue, of: app), context.headline.text)
        }
        XCTAssertEqual(asked.subtracting(PaywallContext.allCases.map(\.rawValue)), [])
    }

    /// One process that lives on while what was bought runs out.
    func testProEndsInMidUse() throws {
        for entry in try locking() {
            let bench = try Bench(entry, isSignedIn: true, isPro: true)
            let app = try bench.app()
            let entitlements = try XCTUnwrap(app.entitlements)
            let end = try XCTUnwrap(entitlements.purchases.cancel().expires)
            var rows: [[String]] = []
            for (name, moment, isPro) in [
                ("last millisecond", end.adding(seconds: -0.001), true), ("over", end, false),
                ("a year later", end.adding(seconds: 3.2e7), false),
            ] {
                bench.clock.withLock { $0 = moment }
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

    /// Features ask what they declare, through the gates that the composition gives them.
    func testEveryGateIsAskedByItsFeature() throws {
        let works: [String: [[String]]] = [
            "coin": [
                ["new", "--context", "The release"],
                ["share", "latest", "--to", "mina@example.org", "--from", "jo@example.org", "--via", "eml", "--file", "-"],
                ["plan", "show"], ["sync", "status"], ["analytics"], ["export", "--docx", "-"],
                ["team", "create", "/nowhere/team", "Design", "--as", "Mina", "--dry-run"],
            ],
            "focusflow": [
                ["task", "add", "Write"], ["task", "add", "Call", "~09:00"], ["theme", "use", "ocean"],
                ["sound", "use", "ocean-waves"], ["ambiance", "use", "ocean"], ["preset", "add", "Essay", "--focus", "20m"],
                ["preset", "edit", "Study", "--focus", "30m"],
                ["start", "Reading", "--detach"], ["status"], ["history"], ["xp"], ["journey"], [], ["resume"], ["music", "on"],
                ["sync", "status"],
            ],
        ]
        for entry in try locking() {
            let (declared, asked) = try gates(of: entry, works[entry.name] ?? [])
            XCTAssertEqual(declared.subtracting(asked).map(\.key), [], "\(entry.name): declared and never asked")
            XCTAssertEqual(asked.subtracting(declared).map(\.key), [], "\(entry.name): asked and never declared")
        }
    }

    /// The check above notices what it is for: were `xp` gone, its gate would be one that nothing asks.
    func testAGateThatNothingAsksIsFound() throws {
        let (declared, asked) = try gates(
            of: entry("focusflow"), [["task", "add", "Call", "~09:00"], ["theme", "use", "ocean"]])
        let silent = Set(declared.subtracting(asked).map(\.key))
        XCTAssertTrue(silent.contains("focus.xp") && !silent.contains("focus.tasks"), "\(silent)")
    }

    /// What an app declares, and what is asked while somebody with Pro works with it.
    private func gates(of entry: App.Entry, _ works: [[String]]) throws -> (declared: Set<Gate>, asked: Set<Gate>) {
        let asked = Asked()
        let bench = try Bench(entry, isPro: true, listener: asked.insert)
        for words in works { bench.run(words) }
        return (Set(try bench.app().gates), asked.gates)
    }

    // MARK: - What the tests share

    private func entry(_ name: String) throws -> App.Entry { try XCTUnwrap(App.all.first { $0.name == name }) }

    private func locking() throws -> [App.Entry] {
        let apps = try App.all.filter { try Bench($0).app().entitlements?.access().locksNothing == false }
        XCTAssertEqual(apps.map(\.name), ["coin", "focusflow"])
        return apps
    }

    /// The rule as it reads, apart from how it is carried out.
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

    /// What the free limit is worth in a state: "2✓ 3🔒" reads: with two in use there may be one more, with three not.
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

    /// An app over a store in memory, with a clock that a test moves.
    private final class Bench: Sendable {
        let entry: App.Entry
        let store = MemoryStore()
        let clock = Mutex(Instant("2026-11-20T12:00:00Z") ?? Instant(milliseconds: 0))
        let isSignedIn: Bool
        let listener: (@Sendable (Gate) -> Void)?

        init(
            _ entry: App.Entry, isSignedIn: Bool = false, isPro: Bool = false,
            listener: (@Sendable (Gate) -> Void)? = nil
        ) throws {
            (self.entry, self.isSignedIn, self.listener) = (entry, isSignedIn, listener)
            guard isPro else { return }
            let purchases = try entitlements().purchases
            let monthly = try XCTUnwrap(purchases.catalogue.products.first { $0.subscription?.period.description == "P1M" })
            _ = try purchases.buy(monthly.id)
        }

        func app() throws -> App {
            try entry.build(adjusted(Environment(app: entry.name, options: GlobalOptions(), variables: AppRulesTests.variables)))
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

    private final class Asked: Sendable {
        private let all = Mutex<Set<Gate>>([])

        var gates: Set<Gate> { all.withLock { $0 } }

        @Sendable func insert(_ gate: Gate) { all.withLock { _ = $0.insert(gate) } }
    }
}
