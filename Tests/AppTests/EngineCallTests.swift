import Composition
import DojangPage
import Kernel
import Storage
import Terminal
import TerminalContract
import TestBench
import XCTest

/// How often the engine is asked for what people do most. Each figure may only fall.
final class EngineCallTests: XCTestCase {
    private func calls(_ store: CountingStore) -> Int {
        let calls = store.calls()
        print("calls of the engine: \(calls.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
        return calls.values.reduce(0, +)
    }

    private func run(_ words: [String], lines: [String] = [], over store: CountingStore, home: Home) -> Int {
        let console = ScriptedConsole(lines: lines, environment: ["HOME": home.path], columns: 100)
        let all = words + ["--today", "2026-11-20", "--seed", "1"]
        XCTAssertEqual(
            App.run("dojang", App.dojang, all, on: console) { $0.with(store: store, directory: home.path) }, 0, console.error)
        return calls(store)
    }

    func testWhatHomeAndAnAnswerCost() throws {
        let (home, store) = (try Home(), CountingStore(over: MemoryStore()))
        _ = run(["profile", "add", "Mina"], over: store, home: home)
        _ = run([], over: store, home: home)
        let first = run([], over: store, home: home)
        let one = run(["study", "--cards", "10"], lines: ["3"], over: store, home: home)
        let two = run(["study", "--cards", "10"], lines: ["3", "3"], over: store, home: home)
        print("home \(first), an answer \(two - one)")
        XCTAssertLessThanOrEqual(first, 91, "home")
        XCTAssertLessThanOrEqual(two - one, 8, "an answer")
    }
}
