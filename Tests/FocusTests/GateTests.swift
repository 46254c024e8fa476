import Focus
import FocusCommands
import Interface
import Kernel
import Synchronization
import TerminalTesting
import XCTest

/// Every gate is declared, contributed and asked.
final class GateTests: XCTestCase {
    func testGatesAreContributed() throws {
        let gates = try Fixture().app.registry().all(.gates)
        XCTAssertEqual(Set(gates.map(\.key)), Set(FocusGates.all.map(\.key)))
        XCTAssertEqual(Set(FocusGates.all.map(\.key)).count, 14)
        let contexts: Set = [
            "theme", "sound", "ambiance", "preset", "task", "reminder", "history", "xpLevels", "journey", "widget",
            "liveActivity", "externalMusic",
        ]
        XCTAssertEqual(Set(gates.map(\.context)), contexts)
    }

    func testEveryGateIsAsked() throws {
        let checkedGates = Mutex<Set<Gate>>([])
        let recording = GateKeeper { gate, used in
            _ = checkedGates.withLock { $0.insert(gate) }
            return GateAnswer(allowed: true, used: used, reason: "", variant: "test")
        }
        let fixture = Fixture(gates: recording)
        for line in [
            "task add Write", "task add 'Call ~09:00'", "theme use ocean", "sound use ocean-waves",
            "ambiance use ocean",
            "preset add Essay --focus 20m",
            "preset edit Study --focus 30m",
            "start Reading --detach", "status", "history", "xp", "journey", "music on",
        ] {
            let words = line.split(separator: "'").enumerated().flatMap {
                $0 % 2 == 0 ? $1.split(separator: " ").map(String.init) : [String($1)]
            }
            let console = ScriptedConsole()
            XCTAssertEqual(fixture.app.run(words, on: console), 0, "\(line): \(console.error)")
        }
        fixture.run()
        fixture.run("resume")
        let silent = FocusGates.all.filter { gate in !checkedGates.withLock { $0.contains(gate) } }
        XCTAssertEqual(silent.map(\.key), [], "declared and never checked")
        XCTAssertEqual(
            checkedGates.withLock { $0 }.subtracting(FocusGates.all).map(\.key), [], "checked and never declared")
    }
}
