import Kernel
import Terminal
import TerminalContract
import XCTest

final class CommandRulesTests: XCTestCase {
    /// The sample app with one pupil, and with what a test plants.
    private func rules(_ extra: [Command] = [], run: (@Sendable (SampleApp, [String], any Console) -> Int32)? = nil)
        -> CommandRules
    {
        CommandRules(app: "sample", commands: SampleApp(extra: extra).shell().allCommands) {
            let app = SampleApp(extra: extra)
            _ = app.run(["pupil", "add", "Kim"], on: ScriptedConsole())
            return CommandRules.Subject(
                run: { words, console in run?(app, words, console) ?? app.run(words, on: console) },
                fingerprint: { app.roll.digest })
        }
    }

    func testTheSampleAppKeepsEveryRule() throws {
        for broken in try rules().brokenRules() { XCTFail(broken.description) }
    }

    func testTheTableHasEveryRuleOnce() {
        XCTAssertEqual(CommandRules.rules.map(\.number), Array(0...20))
    }

    func testAPlantedViolationOfEachRuleIsFound() throws {
        let example = [Command.Example("planted", "Break it")]
        let plants: [(rule: Int, command: Command)] = [
            (0, Command("planted", "No example", examples: []) { Output() }),
            (0, Command("planted", "Break it", examples: example, .flag("json", "shadows")) { _ in Output() }),
            (4, planted { throw Failure(.init("broken"), "It does not run.") }),
            (4, planted(returns: .one(SampleApp.fields)) { Output(content: .one([FieldValue.Member("id", .null)])) }),
            (6, planted("planted remove", changes: true) { Output() }),
            (17, Command("planted", "Break it", examples: example, .option("api-token", .text, "a secret")) { _ in Output() }),
        ]
        for plant in plants {
            let found = try rules([plant.command]).brokenRules()
            XCTAssertTrue(found.contains { $0.rule == plant.rule }, "rule \(plant.rule): \(found)")
            XCTAssertTrue(found.allSatisfy { $0.command.hasPrefix("planted") }, "\(found)")
        }
    }

    func testAnAppThatBreaksARuleIsFound() throws {
        typealias Run = @Sendable (SampleApp, [String], any Console) -> Int32
        let shout: @Sendable (any Console, String) -> Void = { console, text in try? console.write(text) }
        let plants: [(rule: Int, run: Run)] = [
            (1, { app, words, console in words.last == "-h" ? 1 : app.run(words, on: console) }),
            (
                2,
                { app, words, console in
                    let status = app.run(words, on: console)
                    return status == 64 ? 1 : status
                }
            ),
            (3, { app, words, console in app.run(words.map { $0.hasPrefix("--") ? "--unlike-anything" : $0 }, on: console) }),
            (
                5,
                { app, words, console in
                    shout(console, "\u{1B}[31m")
                    return app.run(words, on: console)
                }
            ),
            (7, { app, words, console in app.run(words.filter { $0 != "--dry-run" }, on: console) }),
            (
                8,
                { app, words, console in
                    let aside = ScriptedConsole()
                    let status = app.run(words, on: aside)
                    shout(console, aside.output)
                    return status
                }
            ),
            (14, { app, words, console in words.first == "__complete" ? 0 : app.run(words, on: console) }),
            (15, { app, words, console in words.first == "man" ? 0 : app.run(words, on: console) }),
            (
                19,
                { app, words, console in
                    shout(console, String(repeating: "한 ", count: 30) + "\n")
                    return app.run(words, on: console)
                }
            ),
            (
                19,
                { app, words, console in
                    guard console.isOutputTerminal else { return app.run(words, on: console) }
                    let aside = ScriptedConsole(terminal: true, environment: console.environment, columns: console.size.columns)
                    let status = app.run(words, on: aside)
                    shout(console, aside.output.replacing("sample ", with: "sample\n"))
                    return status
                }
            ),
            (20, { app, words, console in words.contains("--reduced-motion") ? 1 : app.run(words, on: console) }),
        ]
        for plant in plants {
            let found = try rules(run: plant.run).brokenRules()
            XCTAssertTrue(found.contains { $0.rule == plant.rule }, "rule \(plant.rule): \(found)")
        }
    }

    func testAnAppWithoutUndoIsFound() throws {
        let commands = SampleApp().shell().allCommands.filter { $0.path != ["undo"] }
        let rules = CommandRules(app: "sample", commands: commands) {
            let app = SampleApp()
            return CommandRules.Subject(run: { app.run($0, on: $1) }, fingerprint: { app.roll.digest })
        }
        XCTAssertTrue(try rules.brokenRules().contains { $0.rule == 13 })
    }

    private func planted(
        _ path: String = "planted", returns: Returns? = nil, changes: Bool = false,
        run: @escaping @Sendable () throws -> Output
    ) -> Command {
        Command(path, "Break a rule", examples: [.init(path, "Break it")], returns: returns, changes: changes, run: run)
    }
}
