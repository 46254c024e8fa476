import CoinWiring
import Composition
import DojangWiring
import FocusFlowWiring
import Interface
import Kernel
import Storage
import Terminal
import TerminalTesting
import XCTest

/// Tests of direct access to locked features: a terminal shows the paywall, a program gets the
/// failure.
final class PaywallTests: XCTestCase {
    private static let day = MachineTime.calendar.day(of: MachineTime.now())
    private let locked = [
        (words: ["xp"], headline: "Track Your Progress with XP", lock: "Unlock XP & Levels with Pro"),
        (
            ["history", "--day", "\(PaywallTests.day)"],
            "View Your Complete History", "View full history with Pro"
        ),
        (["journey"], "Discover Your Focus Journey", "Your focus journey is for Pro"),
        (["theme", "use", "ocean"], "Unlock All Themes", "Ocean is for Pro"),
        (["preset", "add", "Essay"], "Create Unlimited Presets", "Presets of your own are for Pro"),
        (["preset", "edit", "Study", "--focus", "30m"], "Create Unlimited Presets", "Changing presets is for Pro"),
        (["start", "Reading", "--detach"], "Create Unlimited Presets", "Reading is for Pro"),
        (["task", "add", "Fourth"], "Unlock Unlimited Tasks", "3/3 tasks"),
        (["music", "on"], "Connect Your Music Apps", "Music apps are for Pro"),
    ]

    func testTerminalShowsPaywallAndAllowsLeaving() throws {
        let store = try fullStore()
        let before = try store.exportEverything().count
        for (words, headline, lock) in locked {
            let console = run(words, store, keys: [.escape], status: 1)
            for text in [
                headline, "Maybe later", "FocusFlow Pro Monthly", "10 Themes", "11 Focus Sounds",
                "14 Ambient Backgrounds",
            ] {
                XCTAssertTrue(console.output.contains(text), "\(words): \(text) in \(console.output)")
            }
            XCTAssertTrue(console.error.contains(lock), console.error)
            for text in ["Dynamic Island"] {
                XCTAssertFalse(console.output.contains(text), "missing features are not sold (F7): \(text)")
            }
        }
        XCTAssertEqual(try store.exportEverything().count, before)
    }

    func testProgramsGetFailureInsteadOfPaywall() throws {
        let store = try fullStore()
        for (words, headline, lock) in locked {
            for form in [[], ["--json"], ["--plain"]] {
                let console = run(words + form, store, terminal: !form.isEmpty, status: 1)
                XCTAssertFalse(console.output.contains(headline), console.output)
                XCTAssertTrue(console.error.contains(lock), console.error)
            }
        }
    }

    /// F6: the paywall explains how to pay and buys nothing. Only `plan sandbox buy` unlocks
    /// without payment, and its output says so.
    func testPaywallBuysNothingAndSandboxIsLabeled() throws {
        let store = try fullStore()
        let console = run(["xp"], store, keys: [.character("2"), .enter], status: 1)
        XCTAssertFalse(console.output.contains("Bought"), console.output)
        run(["plan", "buy", "com.focusflow.pro.lifetime"], store, terminal: false)
        run(["xp"], store, terminal: false, status: 1)
        let bought = run(["plan", "sandbox", "buy", "com.focusflow.pro.lifetime", "--yes"], store, terminal: false)
        XCTAssertTrue(bought.output.contains("Sandbox: bought FocusFlow Pro Lifetime"), bought.output)
        for words in [["plan", "show"], ["plan", "why", "focus.tasks"], ["plan", "history"]] {
            let output = run(words, store, terminal: false).output
            XCTAssertTrue(output.lowercased().contains("sandbox"), "\(words): \(output)")
        }
        for (words, _, _) in locked { run(words, store, terminal: false) }
    }

    /// F7: every listed feature has a command that works with Pro.
    func testPaywallFeaturesHaveWorkingCommands() throws {
        let commands: [String: [[String]]] = [
            "10 Themes": [["theme", "use", "ocean"]], "11 Focus Sounds": [["sound", "use", "ocean-waves"]],
            "14 Ambient Backgrounds": [["ambiance", "use", "ocean"]],
            "Unlimited Presets": [["preset", "add", "Essay"], ["start", "Essay", "--detach"]],
            "Unlimited Tasks": [["task", "add", "Fourth"]], "Full History": [["history", "--day", "2020-01-01"]],
            "XP & 50 Levels": [["xp"]], "Cloud Sync": [["sync", "status"]], "All Widgets": [["status", "--json"]],
            "Live Activity": [["resume"]], "Journey View": [["journey"], ["journey", "week"], ["journey", "day"]],
            "Music Apps": [["music", "on"]],
            "Analytics": [["analytics", "--by", "person"]], "Export to PDF/Word": [["export", "--docx", "-"]],
            "Team collaboration": [["team", "create", "/nowhere/team", "Design", "--as", "Mina", "--dry-run"]],
            "Unlimited Sharing": [
                ["new", "--context", "The release"],
                [
                    "share", "latest", "--to", "mina@example.org", "--from", "jo@example.org", "--via", "eml", "--file",
                    "-",
                ],
            ],
        ]
        var listed: Set<String> = []
        for (entry, product) in [("coin", "com.coin.premium.yearly"), ("focusflow", "com.focusflow.pro.lifetime")] {
            let entry = try XCTUnwrap(App.all.first { $0.name == entry })
            let store = MemoryStore()
            let adjust: @Sendable (Environment) -> Environment = { $0.with(store: store) }
            let variables = AppRulesTests.variables
            func works(_ words: [String]) {
                let console = ScriptedConsole(environment: variables)
                XCTAssertEqual(
                    App.run(entry.name, entry.build, words, on: console, adjust: adjust), 0,
                    "\(words): \(console.error)")
            }
            for title in ["One", "Two", "Three"] where entry.name == "focusflow" { works(["task", "add", title]) }
            works(["plan", "sandbox", "buy", product, "--yes"])
            let app = try entry.build(
                adjust(Environment(app: entry.name, options: GlobalOptions(), variables: variables)))
            let features = try XCTUnwrap(app.entitlements).features.map(\.title)
            XCTAssertFalse(features.isEmpty)
            for title in features {
                let lines = try XCTUnwrap(commands[title], "\(title) is sold, and no command uses it")
                lines.forEach(works)
                listed.insert(title)
            }
        }
        XCTAssertEqual(Set(commands.keys).subtracting(listed), [], "not sold any more")
    }

    /// F10: gates and prices follow the machine's clock.
    func testTodayOptionChangesNeitherGatesNorPrices() throws {
        let store = try fullStore()
        run(["history", "--day", "\(Self.day)", "--today", "\(Self.day)"], store, terminal: false, status: 1)
        for day in ["2025-11-05", "2025-11-29", "2026-01-15"] {
            let console = ScriptedConsole(environment: AppRulesTests.variables)
            let now = Instant("2026-11-20T12:00:00Z") ?? .earliest
            let status = App.run(
                "dojang", App.dojang, ["plan", "catalogue", "--today", day, "--json"], on: console,
                adjust: {
                    var copy = $0.with(store: MemoryStore())
                    copy.time = TimeSource(calendar: .utc, today: $0.options.today) { now }
                    return copy
                })
            XCTAssertEqual(status, 0)
            XCTAssertTrue(console.output.contains("£5.99"), console.output)
        }
    }

    private func fullStore() throws -> MemoryStore {
        let store = MemoryStore()
        for title in ["One", "Two", "Three"] { run(["task", "add", title], store, terminal: false, days: 0) }
        // A day without records is never locked.
        for words in [["start", "--detach"], ["stop"]] { run(words, store, terminal: false, days: 0) }
        return store
    }

    @discardableResult
    private func run(
        _ words: [String], _ store: MemoryStore, keys: [Key] = [], terminal: Bool = true, status: Int32 = 0,
        days: Double = 4,
        line: UInt = #line
    ) -> ScriptedConsole {
        let variables = AppRulesTests.variables.merging(["TERM": "xterm"]) { $1 }
        let console = ScriptedConsole(keys: keys, terminal: terminal, environment: variables, columns: 100, rows: 60)
        XCTAssertEqual(
            App.run(
                "focusflow", App.focusflow, words, on: console,
                adjust: { environment in
                    var later = environment.with(store: store)
                    later.time = TimeSource(calendar: environment.time.calendar, today: environment.options.today) {
                        environment.time.now().adding(seconds: days * 86_400)
                    }
                    return later
                }), status, "\(words): \(console.error)", line: line)
        return console
    }
}
