import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// The first page of help, with the command groups of the plugins.
final class FirstPageTests: XCTestCase {
    private func run(_ words: String...) -> String {
        let commands = ["plan add", "plan", "goal set"].map { Command($0, "Do \($0)", examples: []) { Output() } }
        let shell = Shell(
            app: SampleApp.description, commands: commands,
            groups: [
                CommandGroup("Later", order: 2, ["about"]), CommandGroup("Plan", order: 1, ["plan"]),
                CommandGroup("Plan", order: 3, ["plan add", "nothing"]),
            ], homeCards: [], today: { SampleApp.today })
        let console = ScriptedConsole(columns: 400)
        XCTAssertEqual(shell.run(words, on: console), 0, console.error)
        return console.output
    }

    func testHelpShowsCommandGroupsInOrder() {
        let name = SampleApp.description.name
        let page = """
            \(name) help COMMAND

            Plan
            plan      Do plan
            plan add  Do plan add

            Later
            about  Show version, credits, privacy and support

            All commands, also the rarely used ones: \(name) help --all

            Options of every command

            """
        XCTAssertTrue(run("help").contains(page), run("help"))
        XCTAssertEqual(run("help"), run("--help"))
    }

    func testAboutListsCreditsAndIgnoresFailingSources() {
        let sources = [
            CreditSource { ["Tips of Tigers: Mina, Jun."] },
            CreditSource { throw Failure(.init("away"), "It is away.") },
        ]
        let shell = Shell(
            app: SampleApp.description, commands: [], credits: sources, homeCards: [], today: { SampleApp.today })
        let console = ScriptedConsole(columns: 400)
        XCTAssertEqual(shell.run(["about"], on: console), 0, console.error)
        XCTAssertTrue(console.output.contains("Tips of Tigers: Mina, Jun."), console.output)
    }

    func testHelpAllListsEveryCommand() {
        let all = run("help", "--all").split(separator: "\n").map { $0.prefix { $0 != " " } }
        XCTAssertEqual(all.prefix(8), ["Commands", "plan", "plan", "goal", "help", "about", "completions", "man"])
        XCTAssertEqual(run("help", "goal", "--all"), run("help", "goal"))
    }
}
