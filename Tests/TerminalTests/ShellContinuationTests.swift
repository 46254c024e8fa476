import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// The continuations of an output: pager, editor, opener and dialogue. Also output for programs.
final class ShellContinuationTests: XCTestCase {
    private func shell(returns: Returns? = nil, _ output: @escaping @Sendable () throws -> Output) -> Shell {
        let command = Command("do", "Do it", examples: [.init("do", "Do it")], returns: returns, changes: true) {
            try output()
        }
        return Shell(app: SampleApp.description, commands: [command], homeCards: [], today: { SampleApp.today })
    }

    func testAShellRunsACommandAndEndsWithAStatus() {
        let greeting = Command("greet", "Greet", examples: []) { .text("hello\n") }
        let shell = Shell(
            app: SampleApp.description, commands: [greeting], homeCards: [], today: { Day(ordinal: 0) })
        let console = ScriptedConsole()
        XCTAssertEqual(shell.run(["greet", "--plain"], on: console), 0)
        XCTAssertEqual(console.output, "hello\n")
    }

    private let quiet = ["NO_COLOR": "1", "TERM": "xterm"]

    func testLongOutputGoesThroughThePagerOnATerminalOnly() {
        let long = shell { Output(blocks: (0..<50).map { .paragraph("line \($0)") }) }
        let terminal = ScriptedConsole(terminal: true, environment: quiet)
        XCTAssertEqual(long.run(["do"], on: terminal), 0)
        XCTAssertEqual(terminal.output, "")
        XCTAssertTrue(terminal.paged.first?.hasSuffix("line 49\n") ?? false)
        let pipe = ScriptedConsole()
        XCTAssertEqual(long.run(["do"], on: pipe), 0)
        XCTAssertEqual(pipe.output, terminal.paged.first)
        XCTAssertEqual(long.run(["do", "--plain"], on: terminal), 0)
        XCTAssertEqual(terminal.paged.count, 1)
    }

    func testJSONOutputIsAlwaysOneValue() throws {
        for (text, json) in [
            ("<p>\"hi\"</p>\n", #"{"text":"<p>\"hi\"</p>\n"}"#), ("[1]\n", "[1]"),
            ("{}\n{}\n", #"{"text":"{}\n{}\n"}"#),
        ] {
            let console = ScriptedConsole()
            XCTAssertEqual(shell { .text(text) }.run(["do", "--json"], on: console), 0)
            XCTAssertEqual(try JSONValue(Data(console.output.utf8)), try JSONValue(Data(json.utf8)), console.output)
        }
        let writing = Command(
            "write", "Write it", examples: [.init("write --to x", "it")], .option("to", .outputFile, "where")
        ) {
            file in
            try file?.write([1])
            return Output()
        }
        let shell = Shell(app: SampleApp.description, commands: [writing], homeCards: [], today: { SampleApp.today })
        let console = ScriptedConsole()
        XCTAssertEqual(shell.run(["write", "--to", "-", "--json"], on: console), 64)
        XCTAssertEqual(console.output, "")
        XCTAssertTrue(console.error.contains("one JSON value"), console.error)
        XCTAssertEqual(shell.run(["write", "--to", "x", "--json"], on: console), 0)
    }

    func testEditorReturnsTheSavedTextOrNil() {
        let editing = shell {
            Output(continuation: .edit(text: "old", fileName: "note.txt") { .text($0 ?? "unchanged") })
        }
        let changed = ScriptedConsole(terminal: true, edit: { $0 + "er" })
        XCTAssertEqual(editing.run(["do"], on: changed), 0)
        XCTAssertEqual(changed.output, "older")
        let same = ScriptedConsole(terminal: true)
        XCTAssertEqual(editing.run(["do"], on: same), 0)
        XCTAssertEqual(same.output, "unchanged")
        XCTAssertEqual(editing.run(["do"], on: ScriptedConsole()), 64)
    }

    func testDryRunOpensNoAddress() {
        let opening = shell { Output(continuation: .open(path: "https://example.org")) }
        let console = ScriptedConsole()
        XCTAssertEqual(opening.run(["do", "--dry-run"], on: console), 0)
        XCTAssertEqual(console.opened, [])
        XCTAssertEqual(opening.run(["do"], on: console), 0)
        XCTAssertEqual(console.opened, ["https://example.org"])
    }

    private struct Count: Dialogue {
        var sum = 0
        var view: DialogueView { DialogueView([.paragraph("Sum \(sum)")], wanted: .line(prompt: "Add")) }
        mutating func handle(_ event: DialogueEvent) -> DialogueStep {
            guard case .line(let line) = event, let number = Int(line) else {
                return .finish(
                    .changed(
                        "Counted.", sum, [Field<Int>("sum", title: "Sum", "the sum") { .integer($0) }], next: ["do"]))
            }
            sum += number
            return .stay
        }
    }

    func testDialogueReadsPipeLinesAndKeepsStandardOutputForData() {
        let counting = shell { .dialogue(Count()) }
        let people = ScriptedConsole(lines: ["1", "2"])
        XCTAssertEqual(counting.run(["do"], on: people), 0)
        XCTAssertTrue(people.output.contains("Sum 3") && people.output.contains("Counted."), people.output)
        let program = ScriptedConsole(lines: ["1", "2"])
        XCTAssertEqual(counting.run(["do", "--json"], on: program), 0)
        XCTAssertEqual(program.output, "{\n  \"sum\": 3\n}\n")
        XCTAssertTrue(program.error.contains("Sum 3") && program.error.contains("Counted."), program.error)
    }

    func testQuestionsCanFollowQuestions() {
        let asking = shell { .confirm("One?") { .confirm("Two?") { .text("done") } } }
        for (lines, status) in [(["y", "YES"], 0), (["y", "n"], 1), (["y"], 1), ([], 1)] as [([String], Int32)] {
            let console = ScriptedConsole(lines: lines, terminal: true)
            XCTAssertEqual(asking.run(["do"], on: console), status, "\(lines)")
            XCTAssertEqual(console.output, status == 0 ? "done" : "")
        }
    }

    func testExitStatusesFollowSysexits() {
        let statuses: [Failure.Kind: Int32] = [
            .failed: 1, .usage: 64, .badData: 65, .missingInput: 66, .missingProgram: 69, .cannotCreate: 73,
            .temporary: 75,
        ]
        for kind in Failure.Kind.allCases { XCTAssertEqual(kind.exitStatus, statuses[kind], "\(kind)") }
    }

    func testEveryKindOfFailureHasItsStatusAndTwoLines() {
        for kind in Failure.Kind.allCases {
            let console = ScriptedConsole()
            let status = shell { throw Failure(.init("odd"), "It is\nodd.", advice: "Try.", kind: kind) }.run(
                ["do"], on: console)
            XCTAssertEqual(status, kind.exitStatus)
            XCTAssertEqual(console.error, "sample: It is odd.\nTry.\n")
            XCTAssertEqual(console.output, "")
        }
        struct Surprise: Error {}
        let console = ScriptedConsole()
        XCTAssertEqual(shell { throw Surprise() }.run(["do"], on: console), 1)
        XCTAssertEqual(console.error, "sample: An unexpected error happened (Surprise).\n")
    }

    func testJSONKeepsEveryValueAndEscapesEveryControlCharacter() throws {
        var random = RandomSource(seed: 17)
        for _ in 0..<500 {
            let value = randomValue(&random, depth: 3)
            let console = ScriptedConsole()
            let members = [OutputValue.Member("value", value)]
            XCTAssertEqual(shell { Output(content: .one(members)) }.run(["do", "--json"], on: console), 0)
            XCTAssertEqual(try JSONValue(Data(console.outputBytes))["value"], json(value))
            XCTAssertFalse(
                console.output.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        }
        let infinite = shell { Output(content: .one([OutputValue.Member("n", .number(.infinity))])) }
        XCTAssertEqual(infinite.run(["do", "--json"], on: ScriptedConsole()), 1)
    }

    func testJSONNumbersHaveNoSuperfluousDigits() {
        let facts: [(Double, String)] = [
            (3, "3"), (-0.5, "-0.5"), (0, "0"), (999_999_999_999_999, "999999999999999"),
            (1e20, "1e+20"),
            (0.1, "0.1"),
        ]
        for (number, text) in facts {
            let console = ScriptedConsole()
            let members = [
                OutputValue.Member("n", .number(number)), .init("empty", .list([])), .init("none", .object([])),
            ]
            XCTAssertEqual(shell { Output(content: .one(members)) }.run(["do", "--json"], on: console), 0)
            XCTAssertEqual(console.output, "{\n  \"n\": \(text),\n  \"empty\": [],\n  \"none\": {}\n}\n")
        }
    }

    private func randomValue(_ random: inout RandomSource, depth: Int) -> OutputValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int.random(in: Int.min...Int.max, using: &random))
        case 3: return .number(Double.random(in: -1e9...1e9, using: &random))
        case 4:
            let scalars = (0..<8).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random)) }
            return .text(String(String.UnicodeScalarView(scalars)))
        case 5: return .list((0..<3).map { _ in randomValue(&random, depth: depth - 1) })
        default: return .object(["b", "a\"\n"].map { OutputValue.Member($0, randomValue(&random, depth: depth - 1)) })
        }
    }

    private func json(_ value: OutputValue) -> JSONValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .text(let value): .string(value)
        case .list(let values): .array(values.map(json))
        case .object(let members): .object(Dictionary(uniqueKeysWithValues: members.map { ($0.name, json($0.value)) }))
        }
    }
}
