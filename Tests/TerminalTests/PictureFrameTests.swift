import Interface
import Kernel
import Synchronization
import Terminal
import TerminalTesting
import XCTest

final class PictureFrameTests: XCTestCase {
    private struct PictureDialogue: Dialogue {
        var name = "a"

        var view: DialogueView {
            DialogueView(
                [.paragraph("words"), .paragraph("more")], wanted: .key([KeyHint(.down, "older"), KeyTable.quit()]),
                picture: .init(name) { [1, 2, 3] })
        }

        mutating func handle(_ event: DialogueEvent) throws -> DialogueStep {
            if event == .key(.down) { name += "b" }
            return event == .key(.down) ? .stay : .finish(Output())
        }
    }

    /// Returns the drawn rows and the canvases that were requested.
    private func playDialogue(_ keys: [Key], columns: Int, rows: Int, drawing: String? = "####\n####\n") throws -> (
        rows: [String], canvases: [ConsoleCompanions.Canvas]
    ) {
        let canvases = Mutex<[ConsoleCompanions.Canvas]>([])
        let console = ScriptedConsole(
            keys: keys, terminal: true, environment: ["TERM": "xterm-256color"], columns: columns, rows: rows,
            draw: { _, canvas in
                canvases.withLock { $0.append(canvas) }
                return drawing
            })
        _ = try DialogueDriver(console: console, palette: .plain, unicode: true).run(PictureDialogue())
        let first = console.output.split(separator: "\u{1B}[").compactMap { piece -> String? in
            guard let place = piece.firstIndex(of: "H") else { return nil }
            return String(piece[piece.index(after: place)...])
        }
        return (first, canvases.withLock { $0 })
    }

    func testPictureIsRightOfTheTextOnWideScreens() throws {
        let (rows, canvases) = try playDialogue([.character("q")], columns: 81, rows: 20)
        XCTAssertEqual(rows[0], "words" + String(repeating: " ", count: 38) + "####")
        XCTAssertEqual(rows[1], "more" + String(repeating: " ", count: 39) + "####")
        XCTAssertEqual(canvases, [.init(columns: 37, rows: 18, colors: .none, unicode: true)])
    }

    func testPictureIsAboveTheTextOnNarrowScreens() throws {
        let (rows, canvases) = try playDialogue([.character("q")], columns: 41, rows: 20)
        XCTAssertEqual(rows.prefix(5), ["####", "####", "", "words", "more"])
        XCTAssertEqual(canvases, [.init(columns: 40, rows: 15, colors: .none, unicode: true)])
    }

    func testOnlyTextIsShownWhenThePictureCannotBeDrawn() throws {
        for (columns, rows, drawing) in [(41, 8, "#\n"), (81, 5, "#\n"), (9, 20, "#\n"), (81, 20, nil), (41, 20, "")]
            as [(Int, Int, String?)]
        {
            let first = try playDialogue([.character("q")], columns: columns, rows: rows, drawing: drawing).rows
            XCTAssertEqual(first.first, "words", "\(columns) × \(rows)")
        }
    }

    func testSamePictureIsDrawnOnce() throws {
        XCTAssertEqual(try playDialogue([.character("x"), .character("q")], columns: 81, rows: 20).canvases.count, 1)
        XCTAssertEqual(try playDialogue([.down, .down, .character("q")], columns: 81, rows: 20).canvases.count, 3)
    }

    func testDrawnPictureIsSanitized() throws {
        let rows = try playDialogue(
            [.character("q")], columns: 81, rows: 20, drawing: "\u{1B}]2;title\u{07}##\u{1B}[2J\n"
        )
        .rows
        XCTAssertFalse(rows.joined().contains("\u{07}") || rows.joined().contains("2J"))
    }
}
