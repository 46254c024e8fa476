import Interface
import Kernel
import Terminal
import TerminalTesting
import XCTest

/// Painted pieces of text, and dialogues that fill the screen.
final class PaintedTextTests: XCTestCase {
    private let piece = StyledText.painted("▚", RGBColor(0xFF0000), on: RGBColor(0x0000FF), fallback: "+")

    private func draw(_ text: StyledText, _ depth: ColorDepth, unicode: Bool = true) -> String {
        Screen(width: 20, palette: Palette(depth: depth), unicode: unicode).draw([.preformatted(text)])
    }

    func testPaintedTextUsesColorsOrAFallbackSymbol() {
        XCTAssertEqual(draw("a" + piece, .full), "a\u{1B}[38;2;255;0;0;48;2;0;0;255m▚\u{1B}[0m\n")
        XCTAssertEqual(draw(piece, .palette), "\u{1B}[38;5;196;48;5;21m▚\u{1B}[0m\n")
        XCTAssertEqual(draw(piece, .sixteen), "\u{1B}[91;104m▚\u{1B}[0m\n")
        XCTAssertEqual(draw("a" + piece, .none), "a+\n")
        XCTAssertEqual(draw(piece, .full, unicode: false), "\u{1B}[38;2;255;0;0;48;2;0;0;255m+\u{1B}[0m\n")
        let blank = StyledText.painted("  ", nil, on: .white, fallback: "##")
        XCTAssertEqual(
            draw(blank, .full), "\u{1B}[48;2;255;255;255m  \u{1B}[0m\n",
            "a background color at the end of a line is kept")
        XCTAssertEqual(draw(blank, .none, unicode: false), "##\n")
        XCTAssertEqual([piece, "b", piece].joined().text, "▚b▚")
    }

    func testFirstFittingSizeIsDrawn() {
        let forms: [[StyledText]] = [["wide wide", "wide"], ["slim"]]
        let lines = { (width: Int) in Screen(width: width, palette: .plain, unicode: true).draw([.sized(forms)]) }
        XCTAssertEqual(lines(9), "wide wide\nwide\n")
        XCTAssertEqual(lines(8), "slim\n")
        XCTAssertEqual(lines(3), "sl…\n", "if none fits, the last is cut")
        XCTAssertEqual(
            Screen(width: 3, palette: .plain, unicode: true, fit: .pipe).draw([.sized(forms)]), "wide wide\nwide\n")
    }

    /// A dialogue that shows the size of its screen and the keys that it received.
    private struct SizedDialogue: Dialogue {
        var room = ScreenRoom(columns: 0, rows: 0, hasColors: false, unicode: true)
        var receivedKeys = ""
        var takesAll = false

        var view: DialogueView {
            var view = DialogueView([.paragraph("blocks")], wanted: .key([KeyHint.named(.character("x"), "text")]))
            view.rows =
                ["\(room.columns)x\(room.rows) \(receivedKeys)", "second\nline"] + Array(repeating: "row", count: 40)
            view.helpOnlyKeys = [KeyHint.named(.character("z"), "quiet key")]
            view.takesEveryKey = takesAll
            return view
        }

        mutating func fit(_ room: ScreenRoom) { self.room = room }

        mutating func handle(_ event: DialogueEvent) -> DialogueStep {
            guard case .key(let key) = event else { return .finish(Output()) }
            receivedKeys += key.description
            takesAll = receivedKeys.contains("x")
            return .stay
        }
    }

    private func screenAfter(_ keys: [Key], columns: Int = 30, rows: Int = 6) throws -> String {
        let console = ScriptedConsole(
            keys: keys, terminal: true, environment: ["TERM": "xterm"], columns: columns, rows: rows)
        _ = try DialogueDriver(console: console, palette: .plain, unicode: true).run(SizedDialogue())
        return console.output
    }

    func testDialogueGetsTheScreenSizeBeforeTheFirstDraw() throws {
        let result = try screenAfter([])
        XCTAssertTrue(
            result.hasPrefix("\u{1B}[1;1H29x5\u{1B}[K"), "the size above the keys comes first: \(result)")
        XCTAssertTrue(result.contains("\u{1B}[2;1Hsecond\u{1B}[K"), "a line break within a row is ignored")
        XCTAssertFalse(result.contains("blocks"))
        for (columns, rows) in [(1, 1), (2, 1), (1, 2), (3, 3), (500, 200)] {
            XCTAssertFalse(try screenAfter([.character("x")], columns: columns, rows: rows).isEmpty)
        }
    }

    func testHelpOnlyKeysWorkButAreListedOnlyInHelp() throws {
        let quiet = try screenAfter([.character("z"), .character("n")])
        XCTAssertTrue(quiet.contains("29x5 z\u{1B}[K"), quiet)
        XCTAssertFalse(quiet.contains("quiet key"))
        XCTAssertTrue(try screenAfter([.character("?")], rows: 20).contains("quiet key"))
    }

    func testDialogueCanTakeEveryKey() throws {
        XCTAssertTrue(
            try screenAfter([.character("x"), .character("n"), .character("?"), .pageDown]).contains(
                "29x5 xn?page-down"))
        XCTAssertFalse(try screenAfter([.character("x"), .character("\u{15}"), .character("n")]).contains("\u{15}"))
    }

    func testContinuationRunsAfterAFileIsOpened() throws {
        let console = ScriptedConsole(terminal: true, environment: ["TERM": "xterm"])
        let command = Command("look", "Look", examples: [.init("look", "look")]) {
            Output(continuation: .open(path: "/x.png") { Output(notice: "back: \($0?.message ?? "fine")") })
        }
        let shell = Shell(
            app: AppDescription(name: "app", about: "", version: "1", credits: [], privacy: "", support: ""),
            commands: [command],
            homeCards: [], today: { Day(ordinal: 1) })
        XCTAssertEqual(shell.run(GlobalOptions(), ["look"], on: console), 0)
        XCTAssertEqual(console.opened, ["/x.png"])
        XCTAssertTrue(console.output.contains("back: fine"), console.output)
    }
}

extension KeyHint {
    fileprivate static func named(_ key: Key, _ meaning: String) -> KeyHint { KeyHint(key, meaning) }
}
