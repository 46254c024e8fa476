import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

final class ShellTests: XCTestCase {
    private let app = SampleApp()

    private func run(_ words: String..., lines: [String] = [], terminal: Bool = false) -> (
        status: Int32, output: String, error: String
    ) {
        let console = ScriptedConsole(lines: lines, terminal: terminal, environment: ["NO_COLOR": "1"])
        let status = app.run(words, on: console)
        return (status, console.output, console.error)
    }

    func testAChangeIsReportedToPeopleOnStandardOutput() {
        let result = run("pupil", "add", "Kim", "--belt", "yellow")
        XCTAssertEqual(result.status, 0)
        XCTAssertTrue(result.output.contains("Added Kim (p1)."))
        XCTAssertTrue(result.output.contains("sample pupil list"))
        XCTAssertEqual(result.error, "")
    }

    func testMachineOutputIsDataAndTheNoticeGoesToStandardError() {
        let result = run("--json", "pupil", "add", "Kim")
        XCTAssertEqual(result.output, "{\n  \"id\": \"p1\",\n  \"name\": \"Kim\",\n  \"belt\": \"white\"\n}\n")
        XCTAssertEqual(result.error, "Added Kim (p1).\n")
        XCTAssertEqual(run("pupil", "list", "--plain", "--quiet").output, "p1\tKim\twhite\n")
        XCTAssertEqual(run("pupil", "list", "--plain", "--quiet").error, "")
    }

    /// A terminal wraps errors between words and keeps commands whole. A program gets one line for
    /// each sentence.
    func testErrorsWrapOnlyInATerminal() {
        let words = ["pupil", "add", "Kim", "--belt", "a colour that no belt of any school has"]
        let piped = ScriptedConsole()
        XCTAssertEqual(app.run(words, on: piped), 64)
        let sentences = piped.error.split(separator: "\n")
        XCTAssertTrue(sentences[0].hasPrefix("sample: ") && sentences[0].count > 40, piped.error)
        let console = ScriptedConsole(terminal: true, environment: ["NO_COLOR": "1"], columns: 30)
        XCTAssertEqual(app.run(words, on: console), 64)
        let lines = console.error.split(separator: "\n")
        XCTAssertGreaterThan(lines.count, sentences.count)
        for line in lines { XCTAssertLessThanOrEqual(line.count, 30, console.error) }
        XCTAssertEqual(lines.joined(separator: " "), sentences.joined(separator: " "), "the same words")
    }

    func testDryRunIsReportedAndChangesNothing() {
        let result = run("pupil", "add", "Kim", "--dry-run")
        XCTAssertTrue(result.output.contains("Dry run, nothing was changed. Otherwise: Added Kim (p1)."))
        XCTAssertEqual(app.roll.digest, "")
        XCTAssertTrue(run("pupil", "list", "--dry-run").error.contains("changes nothing"))
    }

    func testDeletingAsksInATerminalAndNeedsYesElsewhere() {
        _ = run("pupil", "add", "Kim")
        let piped = run("pupil", "remove", "p1", lines: ["y"])
        XCTAssertEqual(piped.status, 64)
        XCTAssertTrue(piped.error.contains("--yes"))
        XCTAssertEqual(run("pupil", "remove", "p1", lines: ["n"], terminal: true).status, 1)
        XCTAssertNotEqual(app.roll.digest, "")
        XCTAssertEqual(run("pupil", "remove", "p1", lines: ["y"], terminal: true).status, 0)
        XCTAssertEqual(app.roll.digest, "")
    }

    func testNearestWordIsSuggestedButNotRun() {
        for (words, suggestion) in [
            (["pupl", "list"], "“sample pupil”"), (["pupil", "lst"], "“sample pupil list”"),
            (["pupil", "add", "Kim", "--blet", "red"], "“--belt”"),
            (["pupil", "add", "Kim", "--belt", "balck"], "“black”"),
            (["pupil", "list", "--jsno"], "“--json”"), (["pupil", "list", "--color=nevr"], "“never”"),
        ] {
            let console = ScriptedConsole()
            XCTAssertEqual(app.run(words, on: console), 64, "\(words)")
            XCTAssertEqual(console.output, "")
            XCTAssertTrue(console.error.contains("Did you mean \(suggestion)?"), console.error)
        }
        XCTAssertEqual(app.roll.digest, "")
    }

    func testHelpHasThreeRoutesAndWinsOverBadOptions() {
        let pages = [
            run("pupil", "add", "--help"), run("help", "pupil", "add"),
            run("pupil", "add", "-h", "--nonsense", "--color", "x"),
        ]
        XCTAssertEqual(Set(pages.map(\.output)).count, 1)
        XCTAssertEqual(pages.map(\.status), [0, 0, 0])
        for part in ["NAME", "--belt KIND", "white|yellow", "sample pupil add Kim", "--data"] {
            XCTAssertTrue(pages[0].output.contains(part), part)
        }
        XCTAssertEqual(run("pupil").status, 0)
        XCTAssertTrue(run("pupil").output.contains("pupil remove"))
        XCTAssertEqual(run("help", "pupl").status, 64)
    }

    func testNegativeNumbersAndWordsAfterDashesAreNotOptions() {
        XCTAssertEqual(run("count", "-5", "--step", "-2", "--plain").output, "-7\n")
        XCTAssertEqual(run("count", "-5", "--step=2", "--plain").output, "-3\n")
        XCTAssertEqual(run("note", "--", "--json", "-h").output, "--json -h\n")
        XCTAssertEqual(run("note", "- milk", "-").output, "- milk -\n")
        XCTAssertEqual(run("count", "3", "--step", "--json").status, 64)
    }

    func testControlCharactersNeverReachATerminal() {
        let hostile = "a\u{1B}[31mb\u{9B}c\u{7}"
        for words in [
            ["note", hostile], [hostile], ["pupil", hostile], ["count", hostile], ["count", "1", "--" + hostile],
            ["about"],
        ] {
            for form in [[], ["--json"], ["--plain"]] {
                let console = ScriptedConsole(terminal: true, environment: ["NO_COLOR": "1"])
                _ = app.run(words + form, on: console)
                let written = console.output + console.error + console.paged.joined()
                XCTAssertFalse(
                    written.unicodeScalars.contains {
                        $0 != "\n" && $0 != "\t" && $0.properties.generalCategory == .control
                    },
                    "\(words)")
            }
        }
    }

    func testTheHomeViewShowsCardsAndAnObjectForPrograms() {
        XCTAssertTrue(run().output.contains("0 pupils"))
        XCTAssertEqual(run("--json").output, "{\n  \"pupils\": {\n    \"count\": 0\n  }\n}\n")
        XCTAssertEqual(run("--plain", "--quiet").output, "pupils\tcount=0\n")
    }

    func testVersionExternalCommandAndClosedOutput() {
        XCTAssertEqual(run("--version").output, "sample 0.1.0\n")
        XCTAssertEqual(run("outside", "a", "b").status, 2)
        let console = ScriptedConsole(closesAfter: 10)
        XCTAssertEqual(app.run(["help"], on: console), 0)
        XCTAssertEqual(console.error, "")
    }

    func testAboutShowsUsageWhereTheAppCountsIt() {
        let usage = Command("usage", "Show usage", examples: [.init("usage", "Show it")]) { .text("counted") }
        func run(_ commands: [Command], _ words: String...) -> (String, Int32) {
            let console = ScriptedConsole(columns: 200)
            let status = Shell(
                app: SampleApp.description, commands: commands, homeCards: [], today: { SampleApp.today }
            ).run(
                words, on: console)
            return (console.output, status)
        }
        XCTAssertEqual(run([usage], "about", "--usage").0, "counted")
        XCTAssertTrue(run([usage], "about").0.contains("Version  0.1.0\n"))
        XCTAssertEqual(run([], "about", "--usage").1, 64)
        let taking = Command("usage", "Show usage", examples: [.init("usage", "Show it")], .flag("x", "x")) { _ in
            .text("counted")
        }
        XCTAssertEqual(run([taking], "about", "--usage").1, 64)
        let own = Command("help", "Mine", examples: [.init("help", "Mine")]) { .text("mine") }
        XCTAssertFalse(run([own], "help").0.contains("mine"), "a built-in command wins")
    }
}
