import Interface
import Kernel
import Search
import Terminal
import TerminalTesting
import XCTest

/// Parts that many commands share: searches, destinations, hints, recovery and record files.
final class CommandPartsTests: XCTestCase {
    private struct Note: Sendable, Equatable {
        var text: String
    }

    private static let fields = [Field<Note>("text", title: "Text", "what it says") { .text($0.text) }]
    private static let today = Day(ordinal: 20_777)
    private let context = ParsingContext(today: CommandPartsTests.today, files: .none)

    private func shell(_ command: Command) -> Shell {
        Shell(
            app: AppDescription(
                name: "sample", about: "Keeps notes.", version: "0.1.0", credits: [], privacy: "", support: ""),
            commands: [command], homeCards: [], today: { CommandPartsTests.today })
    }

    private func runCommand(_ command: Command, _ words: [String] = [], terminal: Bool = false, lines: [String] = [])
        -> (
            output: String, error: String, status: Int32
        )
    {
        let console = ScriptedConsole(
            lines: lines, terminal: terminal, environment: ["NO_COLOR": "1"], edit: { $0 + "er" })
        let status = shell(command).run(command.path + words, on: console)
        return (console.output, console.error, status)
    }

    // MARK: - Searching

    private func search(_ all: [Note], usual: Int = 2, blocks: (@Sendable (Note) -> [Block])? = nil) -> Command {
        RecordSearch(
            "note find", "Find notes", subject: "the notes", example: "kick", defaultLimit: usual, returns: Self.fields,
            find: { words, limit in
                let matches = all.filter { note in words.allSatisfy { note.text.contains($0) } }
                return SearchResult(records: Array(matches.prefix(limit)), count: matches.count)
            }, blocks: blocks, next: { [$0.map { "note show \($0.text)" } ?? "note list"] }
        ).command
    }

    func testSearchPrintsTheCountAndTheLimitHint() {
        let command = search(["side kick", "front kick", "back kick"].map(Note.init))
        XCTAssertEqual(
            runCommand(command, ["kick"]).output,
            "3 found\nText\nside kick\nfront kick\n\nShowing 2 of 3; --limit shows more.\n\nNext: sample note show side kick\n"
        )
        XCTAssertEqual(
            runCommand(command, ["kick", "front"]).output,
            "1 found\nText\nfront kick\n\nNext: sample note show front kick\n"
        )
        XCTAssertFalse(runCommand(command, ["kick", "--limit", "3"]).output.contains("Showing"), "all rows are shown")
        XCTAssertEqual(
            runCommand(command, ["punch"]).output,
            "0 found\nNothing has all of these words.\n\nNext: sample note list\n")
        XCTAssertEqual(runCommand(command, ["kick", "--plain"]).output, "side kick\nfront kick\n")
        for (limit, status) in [("0", 64), ("1", 0), ("1000000", 0), ("1000001", 64)] as [(String, Int32)] {
            XCTAssertEqual(runCommand(command, ["kick", "--limit", limit]).status, status, limit)
        }
        XCTAssertEqual(runCommand(command).status, 64)
    }

    func testSearchWithoutWordsPrintsAHint() {
        XCTAssertTrue(runCommand(search([]), ["!"]).output.contains(SearchQuery.hint))
        XCTAssertFalse(runCommand(search([]), ["kick"]).output.contains(SearchQuery.hint))
    }

    func testSearchResultsCanHaveCustomBlocks() {
        let command = search(["side kick", "front kick"].map(Note.init)) { [.paragraph(StyledText("- \($0.text)"))] }
        XCTAssertEqual(runCommand(command, ["kick", "--quiet"]).output, "2 found\n\n- side kick\n\n- front kick\n")
        XCTAssertEqual(runCommand(command, ["punch", "--quiet"]).output, "0 found\nNothing has all of these words.\n")
    }

    // MARK: - Destinations

    func testAnExportGoesIntoItsFileOrToStandardOutput() throws {
        let command = Command(
            "export", "Export", examples: [.init("export", "Export")],
            .destination(.optionalArgument("file", .outputFile, "where to")), changes: true
        ) { destination in
            try destination.write(Array("AB".utf8), destination.isFile ? "a letter" : "letters")
        }
        let console = ScriptedConsole()
        func run(_ words: String...) -> Int32 { shell(command).run(["export"] + words, on: console) }
        XCTAssertEqual([run(), run("-")], [0, 0])
        XCTAssertEqual([console.output, console.error], ["ABAB", ""])
        XCTAssertEqual(run("a.txt"), 0)
        XCTAssertEqual(console.fileContents, ["a.txt": [65, 66]])
        XCTAssertEqual(console.output, "ABABWrote a letter to a.txt.\n")
        XCTAssertEqual(run("a.txt"), 73)
        XCTAssertTrue(console.error.contains("Choose another name, or add --replace to write over it."), console.error)
        XCTAssertEqual(run("a.txt", "--replace"), 0)
        XCTAssertEqual(run("b.txt", "c.txt"), 64, "only one file")
        XCTAssertEqual(run("b.txt", "--dry-run"), 0)
        XCTAssertEqual(Set(console.fileContents.keys), ["a.txt"])
        XCTAssertEqual(run("-", "--dry-run"), 0)
        XCTAssertTrue(console.output.hasSuffix("AB"))
        let file = try ValueKind<OutputFile>.outputFile.parse(
            "a.txt", ParsingContext(today: CommandPartsTests.today, files: console.files))
        XCTAssertThrowsError(try Destination(file).write([], "nothing"), "a file is replaced only on request")
    }

    /// A terminal needs a file name or `-`. A pipe receives the page without either.
    func testTerminalOutputNeedsAnExplicitDestination() {
        let command = Command(
            "report", "Report", examples: [.init("report", "Report")],
            .destination(.option("to", .outputFile, "where to"), suggesting: "--to report.html"), changes: true
        ) { try $0.write(Array("<p>A</p>".utf8), "the report") }
        let person = ScriptedConsole(terminal: true)
        XCTAssertEqual(shell(command).run(["report"], on: person), 64)
        XCTAssertEqual(person.output, "")
        XCTAssertTrue(person.error.contains("Say where it goes: `--to report.html`."), person.error)
        XCTAssertEqual(shell(command).run(["report", "--to", "-"], on: person), 0)
        XCTAssertTrue(person.output.contains("<p>A</p>"), person.output)
        let pipe = ScriptedConsole()
        XCTAssertEqual(shell(command).run(["report"], on: pipe), 0)
        XCTAssertEqual(pipe.output, "<p>A</p>")
    }

    // MARK: - Afterwords and ways out

    private func doing(_ output: @escaping @Sendable () throws -> Output) -> Command {
        Command("note do", "Do it", examples: [.init("note do", "Do it")], changes: true) { try output() }
    }

    private static let word = PostCommandHint("tip") { command in [.paragraph(StyledText("Tip for \(command)."))] }
    private static let silence = PostCommandHint("silence") { _ in [] }

    func testHintFollowsTheOutputOfEveryContinuation() {
        let done: @Sendable () -> Output = { Output(blocks: [.paragraph("Shown.")], notice: "Done.") }
        let expected = "Shown.\n\nDone.\n\nTip for note.\n"
        let commands: [(Command, String)] = [
            (doing { done() }, expected), (doing { .confirm("Sure?") { done() } }, expected),
            (doing { Output(continuation: .edit(text: "old", fileName: "n") { _ in done() }) }, expected),
            (doing { Output(continuation: .work(title: "Work", total: 3) { _ in done() }) }, expected),
            (doing { .confirm("A?") { .confirm("B?") { done() } } }, expected),
            (doing { Output() }, "Tip for note.\n"),
            (doing { Output(blocks: [.paragraph("Shown.")]) }, "Shown.\n\nTip for note.\n"),
        ]
        for (command, output) in commands {
            let followed = command.followed(by: [Self.silence, Self.word])
            XCTAssertEqual(runCommand(followed, ["--plain"], terminal: true, lines: ["y", "y"]).status, 0)
            XCTAssertTrue(
                runCommand(followed, terminal: true, lines: ["y", "y"]).output.hasSuffix(output),
                "\(runCommand(followed, terminal: true, lines: ["y", "y"]))")
        }
        let session = doing { .dialogue(ConfirmingDialogue(output: done())) }.followed(by: [Self.word])
        XCTAssertEqual(runCommand(session, lines: ["x", "y"]).output, "View\n" + expected)
        let silent = runCommand(doing { done() }.followed(by: [Self.silence]))
        XCTAssertEqual(silent.output, "Shown.\n\nDone.\n", "without a hint the output is unchanged")
        XCTAssertEqual(runCommand(doing { done() }.followed(by: [Self.silence]), ["--json"]).error, "Done.\n")
    }

    func testNoHintAfterAFailure() {
        let failing = doing {
            var output = Output(blocks: [.paragraph("Shown.")])
            output.failure = Failure(.init("broken"), "It broke.")
            return output
        }
        let ending = runCommand(failing.followed(by: [Self.word]))
        XCTAssertEqual([ending.output, ending.error], ["Shown.\n", "sample: It broke.\n"])
        XCTAssertEqual(ending.status, 1)
        XCTAssertEqual(
            runCommand(doing { throw Failure(.init("broken"), "It broke.") }.followed(by: [Self.word])).output, "")
    }

    /// A dialogue that ends with the line “y”.
    private struct ConfirmingDialogue: Dialogue {
        let output: Output
        var view: DialogueView { DialogueView([.paragraph("View")], wanted: .line(prompt: "")) }
        func handle(_ event: DialogueEvent) -> DialogueStep { event == .line("y") ? .finish(output) : .stay }
    }

    func testRecoveryAppliesToEveryContinuation() {
        let broken: @Sendable () throws -> Output = { throw Failure(.init("broken"), "It broke.") }
        let commands = [
            doing(broken), doing { .confirm("Sure?") { try broken() } },
            doing { .confirm("A?") { .confirm("B?") { try broken() } } },
            doing { Output(continuation: .edit(text: "old", fileName: "n") { _ in try broken() }) },
            doing { Output(continuation: .work(title: "Work", total: 3) { _ in try broken() }) },
        ]
        for failing in commands {
            XCTAssertEqual(runCommand(failing, terminal: true, lines: ["y", "y"]).status, 1)
            let recovered = failing.recovering { .text("instead: \($0.message)") }
            XCTAssertEqual(runCommand(recovered, terminal: true, lines: ["y", "y"]).output, "instead: It broke.")
        }
        XCTAssertEqual(runCommand(doing { .text("fine") }.recovering { _ in .text("instead") }).output, "fine")
        struct Surprise: Error {}
        XCTAssertEqual(
            runCommand(doing { throw Surprise() }.recovering { _ in .text("instead") }).status, 1,
            "only a Failure is recovered")
    }

    // MARK: - Files of records

    /// The output equals that of Foundation's encoder byte for byte.
    func testRecordFileEqualsTheEncoderOutput() throws {
        var random = RandomSource(seed: 77)
        let texts = ["", "a", "\"q\" \\ /", "\u{8}\t\n\u{c}\r\u{0}\u{1f}\u{7f}", "Ünïcode 한글 👨‍👩‍👧", "\u{2028}"]
        func value(_ depth: Int) -> (OutputValue, JSONValue) {
            switch Int.random(in: 0...(depth > 2 ? 4 : 6), using: &random) {
            case 0: return (.null, .null)
            case 1: return (.bool(true), .bool(true))
            case 2:
                let number = Int.random(in: .min ... .max, using: &random)
                return (.integer(number), .integer(number))
            case 3:
                let number = Double.random(in: -1e9...1e9, using: &random)
                return (.number(number), .number(number))
            case 4:
                let text = texts.randomElement(using: &random) ?? ""
                return (.text(text), .string(text))
            case 5:
                let all = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth + 1) }
                return (.list(all.map(\.0)), .array(all.map(\.1)))
            default:
                let names = ["b", "a", "Z", "ä", "a1"].prefix(Int.random(in: 0...5, using: &random))
                let all = names.map { ($0, value(depth + 1)) }
                let members = Dictionary(uniqueKeysWithValues: all.map { ($0.0, $0.1.1) })
                return (.object(all.map { .init($0.0, $0.1.0) }), .object(members))
            }
        }
        let encoder = JSONValue.encoder
        encoder.outputFormatting.insert(.prettyPrinted)
        for _ in 0..<300 {
            let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in (value(0), value(0)) }
            let fields: [Field<((OutputValue, JSONValue), (OutputValue, JSONValue))>] = [
                Field("two", "2") { $0.1.0 }, Field("one", "1") { $0.0.0 },
            ]
            let expected = JSONValue.array(rows.map { .object(["one": $0.0.1, "two": $0.1.1]) })
            XCTAssertEqual(
                String(decoding: try RecordFile.json(rows, fields), as: UTF8.self),
                String(decoding: try encoder.encode(expected), as: UTF8.self) + "\n")
        }
    }

    func testRecordFileKeysAreSortedAndUnique() throws {
        let fields: [Field<Int>] = [
            Field("z", "text") { .text("é\($0)") },
            Field("a", "list") { .list([.integer($0), .null, .bool(true), .number(1.5)]) },
            Field("m", "object") { .object([.init("y", .integer($0)), .init("x", .bool(false))]) },
            Field("z", "again") { _ in .null },
        ]
        let text = String(decoding: try RecordFile.json([1], fields), as: UTF8.self)
        XCTAssertTrue(text.hasSuffix("]\n"))
        XCTAssertEqual(text.matches(of: /"([a-z])"/).map { String($0.1) }, ["a", "m", "x", "y", "z"], "sorted")
        guard case .array(let records) = try JSONValue(Data(text.utf8)) else { return XCTFail(text) }
        XCTAssertEqual(records.count, 1)
        XCTAssertEqual(records[0]["z"], .string("é1"), "the first field of a name")
        XCTAssertEqual(records[0]["a"], .array([.integer(1), .null, .bool(true), .number(1.5)]))
        XCTAssertEqual(records[0]["m"], .object(["x": .bool(false), "y": .integer(1)]))
        XCTAssertThrowsError(try RecordFile.json([1], [Field("n", "n") { _ in .number(.nan) }]))
    }
}
