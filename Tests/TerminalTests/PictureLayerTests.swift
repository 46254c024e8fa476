import Interface
import Kernel
import Synchronization
import Terminal
import TestSupport
import XCTest

@testable import Terminal

/// Pictures on a full screen. After every key the screen equals a complete redraw.
final class PictureLayerTests: XCTestCase {
    /// Shows the next view after each event.
    private struct ViewSequence: Dialogue {
        let slides: [DialogueView]
        var place = 0
        let hasPictures = true
        var view: DialogueView { slides[min(place, slides.count - 1)] }

        mutating func handle(_ event: DialogueEvent) -> DialogueStep {
            place += 1
            return event == .key(.character("q")) || event == .end ? .finish(Output()) : .stay
        }
    }

    /// A console with pixels that records the output of every frame.
    private final class PixelConsole: Console {
        let terminal: PixelTerminal
        let played: PlayedConsole

        init(_ graphics: ConsoleCompanions.Graphics, _ plays: [PlayedConsole.Play], _ size: (columns: Int, rows: Int)) {
            terminal = PixelTerminal(graphics, cell: .init(width: 4, height: 8))
            played = PlayedConsole(plays, size: size, environment: ["TERM": "xterm"])
        }

        var isInputTerminal: Bool { true }
        var isOutputTerminal: Bool { true }
        var isErrorTerminal: Bool { true }
        var environment: [String: String] { played.environment }
        var size: (columns: Int, rows: Int) { played.size }
        func write(_ text: String) { played.write(text) }
        func write(bytes: [UInt8]) { played.write(bytes: bytes) }
        func writeError(_ text: String) {}
        func readLine() -> String? { nil }
        func withKeys<Value>(_ body: (any KeyInput) throws -> Value) throws -> Value { try played.withKeys(body) }
        var files: ConsoleFiles { played.files }
        var companions: ConsoleCompanions { .none }
        func pixels(by graphics: ConsoleCompanions.Graphics?) -> PixelTerminal { terminal }
    }

    private static let hints: [KeyHint] = [KeyHint(.character("n"), "next"), KeyHint(.character("q"), "quit")]

    /// Returns a picture of one color.
    private static func map(_ number: Int) throws -> PixelMap {
        let color = [UInt8(number * 53 % 200 + 40), UInt8(number * 97 % 200 + 40), UInt8(number * 31 % 200 + 40)]
        return try XCTUnwrap(PixelMap(width: 8, height: 8, bytes: (0..<64).flatMap { _ in color }))
    }

    /// Returns a view with random text and random pictures over it.
    private func slide(_ random: inout RandomSource) throws -> DialogueView {
        var pictures: [PlacedPicture] = []
        for place in 0..<6 where Bool.random(using: &random) {
            let number = Int.random(in: 0..<9, using: &random)
            guard !pictures.contains(where: { $0.name == "\(number)" }) else { continue }
            pictures.append(
                PlacedPicture(
                    "\(number)", try Self.map(number),
                    column: 2 + place % 3 * 12 + Int.random(in: 0...2, using: &random),
                    row: 1 + place / 3 * 4, columns: Int.random(in: 3...8, using: &random),
                    rows: Int.random(in: 1...3, using: &random)))
        }
        var view = DialogueView([.paragraph("blocks")], wanted: .key(Self.hints))
        view.rows = (0..<9).map { _ in
            StyledText((0..<39).map { _ in ["x", "y", " "].randomElement(using: &random) ?? " " }.joined())
        }
        view.pictures = pictures
        return view
    }

    /// Checks that the screen shows the text outside the pictures, and the pictures only at their
    /// places.
    private func check(_ screen: PixelScreen, _ view: DialogueView, _ message: String) {
        let lines = screen.lines
        for (row, text) in (view.rows ?? []).enumerated() where row < screen.rows - 1 {
            var expected = Array(text.text), shown = Array(lines[row])
            shown += Array(repeating: " ", count: max(0, expected.count - shown.count))
            for picture in view.pictures where picture.row..<(picture.row + picture.rows) ~= row {
                for column in picture.column..<(picture.column + picture.columns) where column < expected.count {
                    (expected[column], shown[column]) = ("_", "_")
                }
            }
            XCTAssertEqual(String(shown), String(expected), "\(message), row \(row)")
        }
        for row in 0..<screen.rows {
            for column in 0..<screen.columns {
                let picture = view.pictures.first {
                    $0.row..<($0.row + $0.rows) ~= row && $0.column..<($0.column + $0.columns) ~= column
                }
                let got = screen.color(row: row, column: column)
                guard let picture else {
                    if got != nil { XCTFail("\(message): rubbish at \(row), \(column)") }
                    continue
                }
                let expected = picture.map.mean
                let far =
                    got.map { abs(Int($0.red) - Int(expected.red)) + abs(Int($0.green) - Int(expected.green)) } ?? 999
                if far > 8 { XCTFail("\(message): \(picture.name) at \(row), \(column) is \(String(describing: got))") }
            }
        }
        XCTAssertEqual(screen.complaints, [], message)
    }

    func testIncrementalDrawingMatchesTheView() throws {
        for graphics in [ConsoleCompanions.Graphics.kitty, .iterm, .sixels] {
            for seed in UInt64(1)...4 {
                var random = RandomSource(seed: seed)
                let slides = try (0..<8).map { _ in try slide(&random) }
                let console = PixelConsole(graphics, slides.dropFirst().map { _ in .key(.character("n")) }, (40, 11))
                let driver = DialogueDriver(
                    console: console, palette: Palette(theme: .classic, depth: .full), unicode: true, seconds: { 0 })
                _ = try driver.run(ViewSequence(slides: slides))
                var screen = PixelScreen(columns: 40, rows: 11, cell: (4, 8))
                for (place, written) in console.played.written.prefix(slides.count).enumerated() {
                    screen.take(written)
                    check(screen, slides[place], "\(graphics), seed \(seed), slide \(place)")
                }
                for rest in console.played.written.dropFirst(slides.count) { screen.take(rest) }
                XCTAssertEqual(screen.remembered, 0, "\(graphics): nothing stays in the terminal's memory")
                XCTAssertEqual(screen.covered, 0, "\(graphics): nothing stays after the screen closes")
            }
        }
    }

    /// A new size, or a continued process, redraws everything.
    func testResizeLeavesNoOldPictures() throws {
        for graphics in [ConsoleCompanions.Graphics.kitty, .iterm, .sixels] {
            var random = RandomSource(seed: 5)
            let slides = try (0..<2).map { _ in try slide(&random) }
            let console = PixelConsole(
                graphics, [.resize(44, 12), .key(.character("n")), .key(.character("q"))], (40, 11))
            let driver = DialogueDriver(
                console: console, palette: Palette(theme: .classic, depth: .full), unicode: true, seconds: { 0 })
            _ = try driver.run(ViewSequence(slides: slides))
            var screen = PixelScreen(columns: 44, rows: 12, cell: (4, 8))
            for (place, written) in console.played.written.prefix(3).enumerated() {
                screen.take(written)
                if place > 0 { check(screen, slides[place - 1], "\(graphics) \(place)") }
            }
        }
    }

    /// Pictures arrive one by one. The existing ones are not drawn again.
    func testNewPictureDoesNotRedrawOthers() throws {
        var view = DialogueView([], wanted: .key(Self.hints))
        view.rows = Array(repeating: StyledText("..............................."), count: 9)
        let pictures = try (0..<4).map {
            PlacedPicture("\($0)", try Self.map($0), column: 1 + $0 * 7, row: 1, columns: 6, rows: 2)
        }
        let slides = (0...4).map { count in
            var slide = view
            slide.pictures = Array(pictures.prefix(count))
            return slide
        }
        let console = PixelConsole(.sixels, slides.map { _ in .key(.character("n")) }, (40, 11))
        let driver = DialogueDriver(
            console: console, palette: Palette(theme: .classic, depth: .full), unicode: true, seconds: { 0 })
        _ = try driver.run(ViewSequence(slides: slides))
        XCTAssertEqual(console.played.output.matches(of: /\u{1B}P0;1;0q/).count, 4)
    }

    /// A picture is transmitted once and then shown by its number.
    func testKittyReceivesEachPictureOnce() throws {
        var view = DialogueView([], wanted: .key(Self.hints))
        view.rows = Array(repeating: StyledText(""), count: 9)
        let map = try Self.map(1)
        let picture = { PlacedPicture("a", map, column: $0, row: 1, columns: 6, rows: 2) }
        let slides = [[picture(2)], [picture(9)], [], [picture(2)]].map { pictures in
            var slide = view
            slide.pictures = pictures
            return slide
        }
        let console = PixelConsole(.kitty, slides.map { _ in .key(.character("n")) }, (40, 11))
        let driver = DialogueDriver(
            console: console, palette: Palette(theme: .classic, depth: .full), unicode: true, seconds: { 0 })
        _ = try driver.run(ViewSequence(slides: slides))
        let output = console.played.output
        XCTAssertEqual(output.matches(of: /a=t,/).count, 1)
        XCTAssertEqual(output.matches(of: /a=p,/).count, 3)
    }

    func testNoPictureIsSentWithoutPixelSupport() throws {
        var random = RandomSource(seed: 2)
        let slides = try (0..<3).map { _ in try slide(&random) }
        for (graphics, shows, depth) in [
            (ConsoleCompanions.Graphics.characters, true, ColorDepth.full), (.kitty, false, .full),
            (.kitty, true, .none),
        ] {
            let console = PixelConsole(graphics, slides.map { _ in .key(.character("n")) }, (40, 11))
            let driver = DialogueDriver(
                console: console, palette: depth == .none ? .plain : Palette(theme: .classic, depth: depth),
                unicode: true,
                preferences: .init(showsPictures: shows), seconds: { 0 })
            _ = try driver.run(ViewSequence(slides: slides))
            XCTAssertFalse(console.played.output.contains("\u{1B}_G"))
            XCTAssertTrue(console.played.output.contains("x"))
        }
    }
}
