import Focus
import Foundation
import Interface
import Kernel
import TerminalTesting
import XCTest

/// Simulates a whole day through the commands and compares it with a model that counts every
/// second.
///
/// Each minute is focus, a break, a pause, a wait for the next round or nothing. All queries must
/// agree afterwards.
final class DayTests: XCTestCase {
    private static let words = [
        FocusSession.Phase.focus: "Focus", .shortBreak: "Short break", .longBreak: "Long break",
    ]

    private struct Stretch: Decodable { let focused: Int }
    private struct Sums: Decodable { let today: Int }

    func testSimulatedDayMatchesTheModelInEveryQuery() throws {
        var kinds: Set<String> = []
        for seed in 1...3 {
            let fixture = Fixture("2026-11-20T00:00:00Z")
            var random = RandomSource(seed: UInt64(seed))
            var model: SecondBySecond?
            var minutes: [String: Int] = [:]
            var focused = 0
            for minute in 0..<24 * 60 {
                // Acts once in eight minutes on average.
                if Int.random(in: 0..<8, using: &random) == 0 { try act(&model, fixture, &random) }
                let before = model?.focused ?? 0
                for _ in 0..<60 { model?.second() }
                let kind = model.map { $0.stage == .running ? $0.phase.rawValue : $0.stage.rawValue } ?? "idle"
                minutes[kind, default: 0] += 1
                focused += (model?.focused ?? 0) - before
                fixture.pass(minutes: 1)
                let output = fixture.run("status", "--format", "%st %ph").output
                let expected = model.map { "\($0.stage.rawValue) \(DayTests.words[$0.phase] ?? "")\n" } ?? " \n"
                guard output == expected else {
                    return XCTFail("seed \(seed), minute \(minute): \(output), not \(expected)")
                }
            }
            XCTAssertEqual(minutes.values.reduce(0, +), 24 * 60)
            if model != nil { XCTAssertEqual(fixture.run("stop").status, 0) }
            kinds.formUnion(minutes.keys)
            try check(fixture, focused: focused)
        }
        XCTAssertEqual(kinds, ["focus", "shortBreak", "longBreak", "paused", "ready", "idle"])
    }

    /// Applies one random action of a user to the app and to the model.
    private func act(_ model: inout SecondBySecond?, _ fixture: Fixture, _ random: inout RandomSource) throws {
        guard var running = model else {
            guard Bool.random(using: &random) else { return }
            XCTAssertEqual(fixture.run("start", "Study", "--detach").status, 0)
            model = SecondBySecond(Preset.defaultPreset.plan)
            return
        }
        let (words, event): ([String], FocusSession.Event) =
            switch Int.random(in: 0..<10, using: &random) {
            case 0...2: (["pause"], .pause)
            case 3...6: (["resume", "--detach"], .resume(countingGap: false))
            case 7: (["skip"], .skip)
            case 8: (["extend", "3m"], .extend(seconds: 180))
            default: (["stop"], .stop)
            }
        let makesSense = running.take(event)
        let result = fixture.app.run(words, on: ScriptedConsole())
        XCTAssertEqual(result == 0, makesSense, "\(words) in \(running.stage) of \(running.phase)")
        model = running.stage == .over ? nil : running
    }

    private func check(_ fixture: Fixture, focused: Int) throws {
        fixture.set("2026-11-20T23:59:59Z")
        let export: [Stretch] = try json(fixture, ["export"])
        XCTAssertEqual(export.reduce(0) { $0 + $1.focused }, focused)
        XCTAssertGreaterThan(export.count, 5)
        let day = try json(fixture, ["history", "--day", "today", "--json"], as: [Stretch].self)
        XCTAssertEqual(day.reduce(0) { $0 + $1.focused }, focused)
        XCTAssertEqual(try json(fixture, ["stats", "--json"], as: Sums.self).today, focused)
    }

    private func json<Value: Decodable>(_ fixture: Fixture, _ words: [String], as type: Value.Type = Value.self) throws
        -> Value
    {
        let console = ScriptedConsole()
        XCTAssertEqual(fixture.app.run(words, on: console), 0, console.error)
        return try JSONDecoder().decode(type, from: Data(console.outputBytes))
    }
}
