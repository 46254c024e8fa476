import Foundation
import Kernel
import Reminders
import RemindersCommands
import Storage
import Terminal
import TerminalContract
import TestBench
import XCTest

/// `remind …` as a person and cron meet it.
final class CommandTests: XCTestCase {
    private static func shell(
        _ store: any Store, _ told: ToldList = ToldList(), slept: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> Shell {
        let time = HandClock("2026-11-20T19:00:00Z").source()
        let photo = Reminder.onceADay("photo", "the daily photo", at: 18 * 3600, saying: "Time for your daily photo!") { _ in
            false
        }
        let undo = Command("undo", "Undo", examples: [.init("undo", "Undo", runs: false)]) { Output() }
        let registry = try Registry([
            RemindersPlugin(
                repository: StoredReminderRepository(store), notifier: .memory(told), installer: .none, app: "grain",
                command: ["/opt/grain"], time: time, sleep: slept),
            Reminding(reminder: photo),
        ])
        let app = AppDescription(name: "grain", about: "A diary.", version: "1", credits: [], privacy: "", support: "")
        return Shell(app: app, commands: registry.all(.commands) + [undo], homeCards: registry.all(.homeCards), today: time.today)
    }

    func testEveryCommandKeepsTheRulesOfTheCommandLine() throws {
        let commands = try Self.shell(MemoryStore()).allCommands
        let rules = CommandRules(app: "grain", commands: commands) {
            let store = MemoryStore()
            return CommandRules.Subject(
                run: { words, console in
                    let dry = words.contains("--dry-run")
                    guard let shell = try? Self.shell(dry ? MemoryStore() : store) else { return 99 }
                    return shell.run(words, on: console)
                },
                fingerprint: {
                    let encoder = JSONEncoder()
                    encoder.outputFormatting = .sortedKeys
                    return String(decoding: try encoder.encode(store.exportEverything()), as: UTF8.self)
                })
        }
        for broken in try rules.brokenRules() { XCTFail(broken.description) }
    }

    func testDueIsSaidOnceAndShown() throws {
        let (store, told) = (MemoryStore(), ToldList())
        let first = ScriptedConsole()
        XCTAssertEqual(try Self.shell(store, told).run(["remind", "due"], on: first), 0)
        XCTAssertTrue(first.output.contains("Time for your daily photo!"), first.output)
        let second = ScriptedConsole()
        XCTAssertEqual(try Self.shell(store, told).run(["remind", "due", "--json"], on: second), 0)
        XCTAssertEqual(second.output, "[]\n")
        XCTAssertEqual(told.lines, ["Time for your daily photo!"])
    }

    func testRunLooksAgainAndAgain() throws {
        let (told, naps) = (ToldList(), ToldList())
        let console = ScriptedConsole()
        let shell = try Self.shell(MemoryStore(), told) { try? Notifier.memory(naps).tell("\($0)", "") }
        XCTAssertEqual(shell.run(["remind", "run", "--times", "3", "--every", "30s"], on: console), 0)
        XCTAssertEqual(naps.lines, ["30.0", "30.0"])
        XCTAssertEqual(told.lines.count, 1)
    }

    func testTheAppSaysInTheEveningWhatIsStillToBeDone() throws {
        let console = ScriptedConsole()
        XCTAssertEqual(try Self.shell(MemoryStore()).run([], on: console), 0)
        XCTAssertTrue(console.output.contains("Time for your daily photo!"), console.output)
    }

    func testInstallShowsTheLine() throws {
        let console = ScriptedConsole()
        XCTAssertEqual(try Self.shell(MemoryStore()).run(["remind", "install", "--with", "cron", "--print"], on: console), 0)
        XCTAssertEqual(console.output, try ReminderSchedule(app: "grain", command: ["/opt/grain"]).cronLine + "\n")
    }
}

/// A feature that reminds.
private struct Reminding: Plugin {
    let name = "Reminding"
    let reminder: Reminder

    func contribute(to registry: inout Registry) { registry.add(reminder, to: .reminders) }
}
