import Foundation
import Interface
import Kernel
import Storage
import Terminal
import TerminalAdapters
import TerminalTesting
import XCTest

final class DisplayTests: XCTestCase {
    private var folder = ""

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("display-\(UUID().uuidString)").path
    }

    override func tearDown() { try? FileManager.default.removeItem(atPath: folder) }

    /// Shows a warning color and ends with the first key.
    private struct WarningDialogue: Dialogue {
        var view: DialogueView { DialogueView([.paragraph(StyledText("Late", .bad))], wanted: .key([KeyTable.quit()])) }
        func handle(_ event: DialogueEvent) -> DialogueStep { .finish(Output(notice: "Left.")) }
    }

    private func run(_ words: [String], dryRunning: Bool = false, display: String? = nil) throws -> ScriptedConsole {
        let registry = try Registry([DisplayPlugin(at: folder, isDryRun: dryRunning)])
        let asking = Command("ask", "Ask", examples: [.init("ask", "it asks")]) { .dialogue(WarningDialogue()) }
        let shell = Shell(
            app: AppDescription(
                name: "sample", about: "A sample.", version: "1", credits: [], privacy: "", support: ""),
            commands: registry.all(.commands) + [asking],
            homeCards: [], today: { Day(ordinal: 0) }, displays: registry.all(.displays))
        let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(
            display.map { [DisplayChoice.variable: $0] } ?? [:]
        ) { $1 }
        let console = ScriptedConsole(lines: ["q"], keys: [.character("q")], terminal: true, environment: environment)
        XCTAssertEqual(shell.run(words, on: console), 0, console.error)
        return console
    }

    func testDisplayChoiceIsSavedAndCanBeReset() throws {
        XCTAssertTrue(try run(["display"]).output.contains("usual"))
        XCTAssertTrue(try run(["display", "--contrast", "high", "--lines", "on"]).output.contains("contrast, lines"))
        XCTAssertTrue(try run(["display", "--plain"]).output.hasPrefix("high\tusual\ton\tpixels\n"))
        _ = try run(["display", "--lines", "off"], dryRunning: true)
        XCTAssertTrue(
            try run(["display", "--plain"]).output.hasPrefix("high\tusual\ton\tpixels\n"), "a dry run saves nothing")
        _ = try run(["display", "--lines", "off", "--contrast", "usual"])
        XCTAssertTrue(try run(["display", "--plain"]).output.hasPrefix("usual\tusual\toff\tpixels\n"))
    }

    func testDisplayOptionsChangeADialogue() throws {
        XCTAssertTrue(try run(["ask"]).output.contains("\u{1B}[1;1H"), "a full screen by default")
        for display in ["lines", "LINES,contrast", " contrast lines "] {
            XCTAssertFalse(try run(["ask"], display: display).output.contains("\u{1B}[1;1H"), display)
        }
        XCTAssertTrue(try run(["ask"], display: "contrast lines").output.contains("\u{1B}[1;7mLate\u{1B}[0m"))
        _ = try run(["display", "--lines", "on"])
        XCTAssertFalse(try run(["ask"]).output.contains("\u{1B}[1;1H"), "kept")
    }

    func testDisplayWordsParseBackAndUnknownWordsAreIgnored() {
        for wishes in [[], [.contrast], [.contrast, .still, .lines]] as [Set<DisplayChoice.DisplayOption>] {
            XCTAssertEqual(DisplayChoice(words: DisplayChoice(wishes).words), DisplayChoice(wishes))
        }
        XCTAssertEqual(DisplayChoice(words: "\u{0}nonsense, Still;contrastx"), DisplayChoice([.still]))
        XCTAssertTrue(Theme.contrast.colors.isEmpty, "the terminal's own two colors have the highest contrast")
    }
}
