import Interface
import Kernel
import Terminal
import XCTest

/// The animation of a stage: its frame rate, its dimming under text and its removal.
final class AnimatedBackgroundTests: XCTestCase {
    /// A clock over a background. `q` ends.
    private struct Clock: Dialogue {
        let ground: AnimatedBackground?
        var ticks = 0
        var view: DialogueView {
            DialogueView(
                [.paragraph("25:00")],
                wanted: .key([KeyHint(.space, "pause"), KeyHint(.character("q"), "quit")]), tickInterval: 1,
                help: "sheet",
                stage: Stage(
                    StyledText("Deep Work", .title), aside: StyledText("round 1 of 4", .muted),
                    card: [
                        .digits(StyledText("24:5\(9 - ticks)", .accent)), .gap,
                        .paragraph(StyledText("한국어 goes on", .good)),
                        .paragraph(StyledText("Look out!", .warning)), .paragraph(StyledText("No.", .bad)),
                    ], isFramed: false), background: ground)
        }

        mutating func handle(_ event: DialogueEvent) -> DialogueStep {
            if event == .tick { ticks += 1 }
            return event == .key(.character("q")) ? .finish(Output()) : .stay
        }
    }

    /// A background of random light. The light changes with each frame if `moves` is true.
    private func ground(_ seed: UInt64, moves: Bool = true, pace: Double = 8) -> AnimatedBackground {
        AnimatedBackground("chance", framesPerSecond: pace) { columns, rows, seconds in
            var random = RandomSource(seed: seed &+ (moves ? UInt64(seconds * 1_000) : 0))
            return (0..<columns * rows).map { _ in
                SIMD3(
                    Float.random(in: 0...1.2, using: &random), Float.random(in: 0...1.2, using: &random),
                    Float.random(in: 0...1.2, using: &random))
            }
        }
    }

    @discardableResult private func play(
        _ ground: AnimatedBackground?, _ plays: [PlayedConsole.Play], size: (columns: Int, rows: Int) = (60, 20),
        depth: ColorDepth = .full,
        unicode: Bool = true, reducesMotion: Bool = false
    ) throws -> PlayedConsole {
        let console = PlayedConsole(plays + [.key(.character("q"))], size: size)
        let driver = DialogueDriver(
            console: console, palette: Palette(depth: depth), unicode: unicode,
            preferences: .init(reducesMotion: reducesMotion),
            help: { _ in [.preformatted("a page of help")] }, seconds: { console.seconds })
        _ = try driver.run(Clock(ground: ground))
        return console
    }

    private func text(of console: PlayedConsole, after count: Int? = nil) -> [String] {
        var screen = ColoredScreen(console.size)
        for codes in console.written.prefix(count ?? .max) { screen.draw(codes) }
        return screen.cells.map { String($0.map(\.sign)) }
    }

    /// Every character has a contrast of at least 4.5 over any background.
    func testTextHasContrastOnAnyBackground() throws {
        for seed in 0..<8 as Range<UInt64> {
            for depth in [ColorDepth.full, .palette] {
                let console = try play(ground(seed), [.pause, .pause], depth: depth)
                var screen = ColoredScreen(console.size)
                for codes in console.written { screen.draw(codes) }
                var words = 0
                for cell in screen.cells.joined() where !" ▀".contains(cell.sign) {
                    let front = try XCTUnwrap(cell.front)
                    let back = try XCTUnwrap(cell.back)
                    XCTAssertGreaterThanOrEqual(
                        front.contrast(with: back), 4.5, "\(cell.sign) \(front.css) on \(back.css)")
                    words += 1
                }
                XCTAssertGreaterThan(words, 60)
                let lines = screen.cells.map { String($0.map(\.sign)) }
                for word in ["Deep", "round", "goes", "Look", "pause"] {
                    XCTAssertTrue(lines.contains { $0.contains(word) }, word)
                }
            }
        }
    }

    /// Frames are drawn between the ticks and contain only changed cells.
    func testFramesFollowTheirPaceAndDrawOnlyChangedCells() throws {
        let console = try play(ground(1, moves: false), [PlayedConsole.Play](repeating: .pause, count: 16))
        XCTAssertTrue(console.waits.compactMap { $0 }.allSatisfy { $0 <= 0.1251 }, "\(console.waits)")
        let frames = console.written.filter { $0.contains("[?2026h") }
        XCTAssertGreaterThan(frames[0].utf8.count, 10_000)
        // Within two seconds only the clock changes, twice.
        XCTAssertTrue((2...4).contains(frames.count), "\(frames.count)")
        XCTAssertTrue(frames.dropFirst().allSatisfy { $0.utf8.count < 3_000 && $0.hasSuffix("[?2026l") })
        let moving = try play(ground(1), [PlayedConsole.Play](repeating: .pause, count: 16))
        XCTAssertGreaterThan(moving.written.filter { $0.contains("[?2026h") }.count, 15)
    }

    func testReducedMotionFreezesTheBackground() throws {
        let console = try play(ground(1), [PlayedConsole.Play](repeating: .pause, count: 4), reducesMotion: true)
        XCTAssertTrue(console.waits.compactMap { $0 }.allSatisfy { $0 > 0.9 }, "\(console.waits)")
        XCTAssertTrue(console.written.dropFirst().allSatisfy { $0.utf8.count < 3_000 })
    }

    func testHelpHidesTheBackgroundUntilItCloses() throws {
        let console = try play(ground(1, moves: false), [.key(.character("?")), .pause, .key(.space), .pause])
        let help = try XCTUnwrap(
            (1...console.written.count).first { text(of: console, after: $0)[0].contains("a page of help") })
        XCTAssertFalse(text(of: console, after: help).joined().contains("▀"))
        let last = text(of: console).joined()
        XCTAssertTrue(last.contains("▀") && last.contains("Deep") && !last.contains("a page of help"), last)
    }

    func testBackgroundFitsEverySizeAndColorDepth() throws {
        for depth in ColorDepth.allCases {
            for (columns, rows) in [(14, 4), (2, 1), (40, 20), (79, 3), (200, 50)] {
                let console = try play(
                    ground(3), [.pause, .resize(columns + 3, rows + 1), .pause], size: (columns, rows), depth: depth)
                XCTAssertTrue(text(of: console).allSatisfy { $0.count <= columns + 3 })
                XCTAssertFalse(depth == .none && console.output.contains("8;2;"))
            }
        }
        let plain = try play(ground(3), [.pause], unicode: false)
        XCTAssertTrue(text(of: plain).joined().allSatisfy(\.isASCII))
        let marks = text(of: try play(ground(3), [.pause], depth: .none, unicode: false))
        XCTAssertTrue(marks.contains { $0.contains("Deep Work") } && marks.joined().contains("#"))
    }

    func testNoSynchronizedUpdatesWithoutBackground() throws {
        XCTAssertFalse(try play(nil, [.pause, .pause]).output.contains("2026"))
    }
}

/// A terminal that stores the colors of its cells.
private struct ColoredScreen {
    struct Cell {
        var sign: Character = " "
        var front: RGBColor?
        var back: RGBColor?
    }

    private(set) var cells: [[Cell]]
    private var pen = Cell()

    init(_ size: (columns: Int, rows: Int)) {
        cells = Array(repeating: Array(repeating: Cell(), count: size.columns), count: size.rows)
    }

    mutating func draw(_ codes: String) {
        var row = 0
        var column = 0
        var rest = Substring(codes)
        while let character = rest.first {
            if character == "\u{1B}", let end = rest.dropFirst(2).firstIndex(where: { $0.isLetter || $0 == "\u{07}" }),
                rest.dropFirst().first == "["
            {
                let words = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
                let numbers = words.split(separator: ";").compactMap { Int($0) }
                switch rest[end] {
                case "H": (row, column) = ((numbers.first ?? 1) - 1, (numbers.last ?? 1) - 1)
                case "m": style(numbers.isEmpty ? [0] : numbers)
                case "K": for place in column..<max(column, cells[row].count) { cells[row][place] = Cell() }
                case "J":
                    for line in (words == "2" ? 0 : row)..<cells.count { cells[line] = cells[line].map { _ in Cell() } }
                default: break
                }
                rest = rest[rest.index(after: end)...]
            } else if character == "\u{1B}" {
                // Skips a title.
                rest = rest.drop { $0 != "\u{07}" }.dropFirst()
            } else {
                if row < cells.count, column < cells[row].count {
                    pen.sign = character
                    cells[row][column] = pen
                }
                column +=
                    character.unicodeScalars.first.map {
                        $0.value >= 0x1100 && $0.value < 0xD7A4 && !(0x2000..<0x2E80).contains($0.value)
                    } == true ? 2 : 1
                rest = rest.dropFirst()
            }
        }
    }

    private mutating func style(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: pen = Cell()
            case 38, 48:
                let color: RGBColor
                if rest.popFirst() == 5 {
                    color = fixed(rest.popFirst() ?? 0)
                } else {
                    let parts = rest.prefix(3).map { UInt8($0) }
                    rest = rest.dropFirst(3)
                    color = RGBColor(red: parts[0], green: parts[1], blue: parts[2])
                }
                if number == 38 { pen.front = color } else { pen.back = color }
            default: break
            }
        }
    }

    private func fixed(_ index: Int) -> RGBColor {
        guard index < 232 else { return RGBColor(UInt32(8 + 10 * (index - 232)) * 0x010101) }
        let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
        let place = max(0, index - 16)
        return RGBColor(red: steps[place / 36], green: steps[place / 6 % 6], blue: steps[place % 6])
    }
}
