import Interface
import Kernel
import Synchronization
import Terminal
import TestSupport
import XCTest

@testable import Terminal
@testable import TerminalTesting

/// Pictures next to the text of a command, drawn with pixels.
final class PixelPageTests: XCTestCase {
    private static let kitty = ["TERM": "xterm-kitty", "LANG": "C.UTF-8"]

    private func map(_ color: [UInt8], _ width: Int = 40, _ height: Int = 30) throws -> PixelMap {
        try XCTUnwrap(PixelMap(width: width, height: height, bytes: (0..<width * height).flatMap { _ in color }))
    }

    private func pageOutput(
        _ blocks: [Block], picture: ShownPicture? = nil, environment: [String: String] = kitty, columns: Int = 60,
        rows: Int = 24,
        terminal: Bool = true, options: [String] = []
    ) -> ScriptedConsole {
        let console = ScriptedConsole(
            terminal: terminal, environment: environment, columns: columns, rows: rows, draw: { _, _ in "####\n" })
        let command = Command("do", "Do it", examples: [.init("do", "Do it")]) {
            var output = Output(blocks: blocks)
            output.picture = picture
            return output
        }
        let shell = Shell(app: SampleApp.description, commands: [command], homeCards: [], today: { SampleApp.today })
        XCTAssertEqual(shell.run(["do"] + options, on: console), 0)
        return console
    }

    private func day(_ words: [String], _ map: PixelMap?) -> Block {
        .illustrated(
            Illustration(ShownPicture(pixels: { _ in map }, { [1] }), beside: words.map { .paragraph(StyledText($0)) }))
    }

    /// Returns the screen of a kitty terminal that already contained `above` lines.
    private func screen(_ console: ScriptedConsole, columns: Int = 60, rows: Int = 24, above: Int = 0) -> PixelScreen {
        var screen = PixelScreen(columns: columns, rows: rows, cell: (10, 20))
        screen.take(String(repeating: "before\n", count: above) + console.output)
        XCTAssertEqual(screen.complaints, [])
        return screen
    }

    /// Each picture is next to its own text and covers none, even if the page scrolls.
    func testEachPictureIsNextToItsText() throws {
        let days =
            [
                ([255, 0, 0], ["one"]), ([0, 255, 0], ["two", "a", "b", "c"]),
                ([0, 0, 255], ["three", "a", "b", "c", "d", "e"]),
            ]
            as [([UInt8], [String])]
        let console = pageOutput(try days.map { day($0.1, try map($0.0)) } + [.paragraph("End")])
        for above in [0, 5, 12, 23, 30] {
            let screen = screen(console, above: above)
            let lines = screen.lines
            for (color, words) in days {
                let row = try XCTUnwrap(
                    lines.firstIndex { $0 == String(repeating: " ", count: 12) + words[0] }, "\(words) \(above)")
                XCTAssertEqual(
                    screen.color(row: row, column: 0), RGBColor(red: color[0], green: color[1], blue: color[2]),
                    "\(above)")
                XCTAssertNil(screen.color(row: row, column: 10))
                for (place, word) in words.enumerated() { XCTAssertTrue(lines[row + place].hasSuffix("  \(word)")) }
            }
            XCTAssertEqual(lines.last { !$0.isEmpty }, "End")
        }
        // The pictures have three, four and six rows. So only the first one makes the list longer.
        XCTAssertEqual(screen(console).lines.firstIndex(of: "End"), 3 + 4 + 6)
    }

    func testPicturesStayInTheirPanels() throws {
        let red = try map([255, 0, 0])
        let blue = try map([0, 0, 255])
        let console = pageOutput([.panels([[day(["left"], red)], [day(["right"], blue)]])], columns: 120)
        let screen = screen(console, columns: 120)
        XCTAssertEqual(screen.color(row: 0, column: 0), RGBColor(0xFF0000))
        let start = (120 - 4) / 2 + 4
        XCTAssertEqual(screen.color(row: 0, column: start), RGBColor(0x0000FF))
        XCTAssertNil(screen.color(row: 0, column: start - 1))
        XCTAssertTrue(screen.lines[0].hasSuffix("right") && screen.lines[0].contains("left"))
    }

    /// The picture takes only the rows that it needs.
    func testLargePictureIsAboveTheText() throws {
        let wide = try map([200, 100, 50], 60, 10)
        let console = pageOutput([.paragraph("Text")], picture: ShownPicture(pixels: { _ in wide }, { [1] }))
        let screen = screen(console)
        // A width of 590 pixels gives a height of 98 pixels, which is five rows.
        XCTAssertEqual(screen.lines.firstIndex(of: "Text"), 6)
        XCTAssertEqual(screen.color(row: 0, column: 0), RGBColor(red: 200, green: 100, blue: 50))
        XCTAssertNil(screen.color(row: 6, column: 0))
    }

    func testTextWithoutPictureIsNotIndented() throws {
        let red = try map([255, 0, 0])
        let lines = screen(pageOutput([day(["none"], nil), day(["one"], red)])).lines
        XCTAssertEqual(lines.prefix(2), ["none", String(repeating: " ", count: 12) + "one"])
        XCTAssertFalse(pageOutput([day(["none"], nil)]).output.contains("\u{1B}_G"))
    }

    /// Output that exceeds the screen goes to the pager, which shows characters.
    func testPagedOutputDrawsPicturesWithCharacters() throws {
        let red = try map([255, 0, 0])
        let long = pageOutput((0..<8).map { _ in day(["one", "two", "three"], red) }, rows: 24)
        XCTAssertEqual(long.paged.count, 1)
        XCTAssertFalse(long.paged[0].contains("\u{1B}_G"))
        XCTAssertTrue(long.paged[0].contains("####"))
        XCTAssertTrue(
            pageOutput((0..<7).map { _ in day(["one", "two", "three"], red) }, rows: 24).output.contains("\u{1B}_G"))
    }

    /// Lines that the terminal wraps count as several rows.
    func testOverlongWordDoesNotShiftPictures() throws {
        let red = try map([255, 0, 0])
        let console = pageOutput([day(["one"], red), .paragraph(StyledText(String(repeating: "x", count: 130)))])
        XCTAssertTrue(console.output.contains("\u{1B}7\u{1B}[6A"), console.output.suffix(60).debugDescription)
    }

    func testPipesAndProgramsGetNoPixels() throws {
        let block = day(["one"], try map([255, 0, 0]))
        for console in [
            pageOutput([block], terminal: false), pageOutput([block], options: ["--plain"]),
            pageOutput([block], options: ["--json"]),
            pageOutput([block], options: ["--color", "never"]),
            pageOutput([block], environment: ["TERM": "dumb", "LANG": "C.UTF-8"]),
            pageOutput(
                [block], environment: ["TERM": "xterm-kitty", "LANG": "C.UTF-8", "COMMONPLACE_DISPLAY": "pictureless"]),
            pageOutput(
                [block], environment: ["TERM": "xterm-kitty", "LANG": "C.UTF-8", "COMMONPLACE_DISPLAY": "characters"]),
        ] {
            XCTAssertFalse(console.output.contains("\u{1B}_G"), console.output.debugDescription)
        }
        let output = pageOutput(
            [block], environment: ["TERM": "xterm", "LANG": "C.UTF-8", "COMMONPLACE_DISPLAY": "iterm"])
        XCTAssertTrue(output.output.contains("\u{1B}]1337;File="))
    }

    /// Text from outside contains no escape character when it is drawn.
    func testUserTextCannotForgePictureMarkers() throws {
        let red = try map([255, 0, 0])
        let console = pageOutput([day(["\u{1B}[1z\u{1B}[2z"], red), day(["two"], red)])
        XCTAssertEqual(console.output.matches(of: /a=T,/).count, 2)
        XCTAssertTrue(console.output.contains("␛[1z␛[2z"))
    }
}
