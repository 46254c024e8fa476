import Composition
import FocusFlowPage
import Kernel
import Storage
import Terminal
import TerminalContract
import XCTest

/// What is locked, asked for directly: a person gets the paywall, a program the failure.
final class PaywallTests: XCTestCase {
    private static let day = MachineTime.calendar.day(of: MachineTime.now())
    private let locked = [
        (words: ["xp"], headline: "Track Your Progress with XP", lock: "Unlock XP & Levels with Pro"),
        (
            ["history", "--day", "\(PaywallTests.day)", "--today", "\(PaywallTests.day.adding(days: 4))"],
            "View Your Complete History", "View full history with Pro"
        ),
        (["theme", "use", "ocean"], "Unlock All Themes", "Ocean is for Pro"),
        (["preset", "add", "Essay"], "Create Unlimited Presets", "Presets of your own are for Pro"),
        (["preset", "edit", "Study", "--focus", "30m"], "Create Unlimited Presets", "Changing presets is for Pro"),
        (["start", "Reading", "--detach"], "Create Unlimited Presets", "Reading is for Pro"),
        (["task", "add", "Fourth"], "Unlock Unlimited Tasks", "3/3 tasks"),
    ]

    func testAPersonSeesThePaywallAndMayLeave() throws {
        let store = try fullStore()
        let before = try store.exportEverything().count
        for (words, headline, lock) in locked {
            let console = run(words, store, keys: [.escape], status: 1)
            for text in [headline, "Maybe later", "FocusFlow Pro Monthly", "Cloud Sync"] {
                XCTAssertTrue(console.output.contains(text), "\(words): \(text) in \(console.output)")
            }
            XCTAssertTrue(console.error.contains(lock), console.error)
        }
        XCTAssertEqual(try store.exportEverything().count, before)
    }

    func testAProgramNeverSeesIt() throws {
        let store = try fullStore()
        for (words, headline, lock) in locked {
            for form in [[], ["--json"], ["--plain"]] {
                let console = run(words + form, store, terminal: !form.isEmpty, status: 1)
                XCTAssertFalse(console.output.contains(headline), console.output)
                XCTAssertTrue(console.error.contains(lock), console.error)
            }
        }
    }

    func testBuyingThereOpensWhatWasLocked() throws {
        let store = try fullStore()
        let console = run(["xp"], store, keys: [.character("2"), .enter])
        XCTAssertTrue(console.output.contains("Bought FocusFlow Pro"), console.output)
        for (words, _, _) in locked { run(words, store, terminal: false) }
    }

    private func fullStore() throws -> MemoryStore {
        let store = MemoryStore()
        for title in ["One", "Two", "Three"] { run(["task", "add", title], store, terminal: false) }
        // A day that has nothing to show is locked for nobody.
        for words in [["start", "--detach"], ["stop"]] { run(words, store, terminal: false) }
        return store
    }

    @discardableResult
    private func run(
        _ words: [String], _ store: MemoryStore, keys: [Key] = [], terminal: Bool = true, status: Int32 = 0, line: UInt = #line
    ) -> ScriptedConsole {
        let variables = AppRulesTests.variables.merging(["TERM": "xterm"]) { $1 }
        let console = ScriptedConsole(keys: keys, terminal: terminal, environment: variables, columns: 100, rows: 60)
        XCTAssertEqual(
            App.run("focusflow", App.focusflow, words, on: console, adjust: { $0.with(store: store) }), status,
            "\(words): \(console.error)", line: line)
        return console
    }
}
