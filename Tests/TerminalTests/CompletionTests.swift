import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// Completion of an unfinished line, in the words that a shell passes.
final class CompletionTests: XCTestCase {
    private func candidates(_ words: String...) -> [String] {
        let names = ValueKind<String>.text.completed { _ in ["alpha", "beta", "b\u{7}d"] }
        let others = ValueKind<String>.text.completed { _ in ["one", "two"] }
        let commands = [
            Command(
                "go", "Go", examples: [.init("go", "Go")], .argument("profile", names, "first"),
                .argument("second", others, "second"),
                .option("size", short: "s", others, shown: nil, "size"), .flag("fast", short: "f", "fast")
            ) { _, _, _, _ in Output() },
            Command("go on", "Go on", examples: [.init("go on", "Go on")], .rest("words", others, "words")) { _ in
                Output()
            },
            Command("go hidden", "Hide", examples: [.init("go hidden", "Hide")], isHidden: true) { Output() },
        ]
        let shell = Shell(
            app: SampleApp.description, commands: commands, homeCards: [], today: { SampleApp.today },
            profiles: { ["kim"] })
        let console = ScriptedConsole()
        XCTAssertEqual(shell.run(["__complete", "--"] + words, on: console), 0, console.error)
        return console.output.split(separator: "\n").map(String.init)
    }

    func testArgumentsCompleteByPosition() {
        XCTAssertEqual(candidates(), ["go", "help", "about", "completions", "man"])
        XCTAssertEqual(candidates("go", ""), ["on", "alpha", "beta"], "no control characters")
        XCTAssertEqual(
            candidates("go", "alpha", ""), ["one", "two"], "a command with an argument has no subcommands here")
        XCTAssertEqual(candidates("go", "alpha", "one", ""), [])
        XCTAssertEqual(candidates("go", "on", "one", "t"), ["two"])
        XCTAssertEqual(candidates("go", "on", "one", "two", "x", ""), ["one", "two"], "any number of words")
        XCTAssertEqual(candidates("nothing", "go", ""), [])
    }

    func testOptionsCompleteTheirValuesAndFlagsTakeNone() {
        XCTAssertEqual(candidates("go", "--s"), ["--size", "--store", "--seed"])
        XCTAssertEqual(candidates("go", "--size", ""), ["one", "two"])
        XCTAssertEqual(candidates("go", "-s", "o"), ["one"])
        XCTAssertEqual(candidates("go", "--size", "one", ""), ["on", "alpha", "beta"])
        XCTAssertEqual(candidates("go", "--size=one", ""), ["on", "alpha", "beta"])
        XCTAssertEqual(candidates("go", "--fast", ""), ["on", "alpha", "beta"])
        XCTAssertEqual(candidates("go", "--zzz", ""), ["on", "alpha", "beta"])
        XCTAssertEqual(candidates("go", "--", "--s"), [], "an argument")
        XCTAssertEqual(candidates("go", "--", "a"), ["alpha"])
        XCTAssertEqual(candidates("go", "--", "--size", ""), ["one", "two"], "the second argument")
        XCTAssertEqual(candidates("--profile", ""), ["kim"])
        XCTAssertEqual(candidates("go", "--profile", "k"), ["kim"])
        XCTAssertEqual(candidates("--profile=k"), ["--profile=kim"])
    }

    func testCompletionHandlesOptionValuesThatBashSplits() {
        XCTAssertEqual(candidates("go", "--size", "="), ["one", "two"])
        XCTAssertEqual(candidates("go", "--size", "=", "t"), ["two"])
        XCTAssertEqual(candidates("go", "--size", "=", "one", ""), ["one", "two"], "the value of an earlier option")
        XCTAssertEqual(candidates("go", "size", "=", "a"), [], "no option")
        XCTAssertEqual(candidates("=", "g"), [])
        XCTAssertEqual(candidates("="), [])
        XCTAssertEqual(candidates("go", "--zzz", "=", ""), [])
        XCTAssertEqual(candidates("go", "--profile", "=", "k"), ["kim"])
    }
}
