import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

final class CommandRulesTests: XCTestCase {
    /// Returns the rules over the sample app with one pupil and extra commands.
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

    func testCommandsThatBreakARuleAreFound() throws {
        let example = [Command.Example("planted", "Break it")]
        let violations: [(rule: Int, command: Command)] = [
            (0, Command("planted", "No example", examples: []) { Output() }),
            (0, Command("planted", "Break it", examples: example, .flag("json", "shadows")) { _ in Output() }),
            (4, violatingCommand { throw Failure(.init("broken"), "It does not run.") }),
            (
                4,
                violatingCommand(returns: .one(SampleApp.fields)) {
                    Output(content: .one([OutputValue.Member("id", .null)]))
                }
            ),
            (6, violatingCommand("planted remove", changes: true) { Output() }),
            (
                17,
                Command("planted", "Break it", examples: example, .option("api-token", .text, "a secret")) { _ in
                    Output()
                }
            ),
        ]
        for violation in violations {
            let broken = try rules([violation.command]).brokenRules()
            XCTAssertTrue(broken.contains { $0.rule == violation.rule }, "rule \(violation.rule): \(broken)")
            XCTAssertTrue(broken.allSatisfy { $0.command.hasPrefix("planted") }, "\(broken)")
        }
    }

    private typealias Run = @Sendable (SampleApp, [String], any Console) -> Int32

    func testAnAppThatBreaksARuleIsFound() throws {
        let shout: @Sendable (any Console, String) -> Void = { console, text in try? console.write(text) }
        let violations: [(rule: Int, run: Run)] = [
            (1, { app, words, console in words.last == "-h" ? 1 : app.run(words, on: console) }),
            (
                2,
                { app, words, console in
                    let status = app.run(words, on: console)
                    return status == 64 ? 1 : status
                }
            ),
            (3, { $0.run($1.map { $0.hasPrefix("--") ? "--unlike-anything" : $0 }, on: $2) }),
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
                    let aside = ScriptedConsole(
                        terminal: true, environment: console.environment, columns: console.size.columns)
                    let status = app.run(words, on: aside)
                    shout(console, aside.output.replacing("sample ", with: "sample\n"))
                    return status
                }
            ),
            (20, { app, words, console in words.contains("--reduced-motion") ? 1 : app.run(words, on: console) }),
        ]
        for violation in violations {
            let broken = try rules(run: violation.run).brokenRules()
            XCTAssertTrue(broken.contains { $0.rule == violation.rule }, "rule \(violation.rule): \(broken)")
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

    private func violatingCommand(
        _ path: String = "planted", returns: Returns? = nil, changes: Bool = false,
        run: @escaping @Sendable () throws -> Output
    ) -> Command {
        Command(path, "Break a rule", examples: [.init(path, "Break it")], returns: returns, changes: changes, run: run)
    }
}
