import Interface
import Kernel
import Terminal
import XCTest

final class ScreenThemeTests: XCTestCase {
    func testContrastMatchesWCAGValues() {
        XCTAssertEqual(RGBColor.black.contrast(with: .white), 21, accuracy: 0.001)
        XCTAssertEqual(RGBColor(0x777777).contrast(with: .white), 4.478, accuracy: 0.001)
        XCTAssertEqual(RGBColor(0xFF0000).contrast(with: .white), 3.998, accuracy: 0.001)
    }

    func testEveryThemeIsReadableOnItsBackgrounds() {
        XCTAssertGreaterThanOrEqual(Theme.all.filter { $0.colors[.accent] != nil }.count, 6)
        XCTAssertEqual(Set(Theme.all.map(\.name)).count, Theme.all.count)
        for theme in Theme.all {
            for (role, color) in theme.colors {
                for background in theme.background.colors {
                    let contrast = color.contrast(with: background)
                    XCTAssertGreaterThanOrEqual(contrast, 4.5, "\(theme.name) \(role) on \(background)")
                }
            }
            XCTAssertEqual(Theme.named(theme.name), theme)
        }
    }

    /// Checks the 256-color codes of the output, with the color cube and grays of xterm.
    func testPaletteColorsOfThemesAreReadable() throws {
        let steps = [0, 95, 135, 175, 215, 255]
        for theme in Theme.all {
            for role in theme.colors.keys {
                let screen = Screen(width: 20, palette: Palette(theme: theme, depth: .palette), unicode: true)
                let code = try XCTUnwrap(
                    screen.draw([.paragraph(StyledText("x", role))]).firstMatch(of: /38;5;(\d+)m/)?.1)
                let index = try XCTUnwrap(Int(code)) - 16
                let parts =
                    index < 216
                    ? [steps[index / 36], steps[index / 6 % 6], steps[index % 6]]
                    : Array(repeating: 8 + (index - 216) * 10, count: 3)
                let color = RGBColor(UInt32(parts[0] << 16 | parts[1] << 8 | parts[2]))
                for background in theme.background.colors {
                    XCTAssertGreaterThanOrEqual(color.contrast(with: background), 4.5, "\(theme.name) \(role)")
                }
            }
        }
    }

    func testColorDepthFollowsOptionAndEnvironment() {
        let xterm = ["TERM": "xterm-256color"]
        let facts: [(ColorChoice, Bool, [String: String], ColorDepth)] = [
            (.auto, true, xterm, .palette), (.auto, false, xterm, .none), (.auto, true, ["TERM": "dumb"], .none),
            (.auto, true, [:], .none),
            (.auto, true, xterm.merging(["NO_COLOR": "1"]) { $1 }, .none),
            (.auto, true, xterm.merging(["NO_COLOR": ""]) { $1 }, .palette),
            (.auto, true, xterm.merging(["COLORTERM": "truecolor"]) { $1 }, .full),
            (.auto, true, ["TERM": "linux"], .sixteen),
            (.never, true, xterm, .none), (.always, false, xterm, .palette),
            (.always, false, ["TERM": "dumb", "NO_COLOR": "1"], .sixteen),
        ]
        for (choice, isTerminal, environment, depth) in facts {
            XCTAssertEqual(
                choice.depth(isTerminal: isTerminal, environment: environment), depth, "\(choice) \(environment)")
        }
    }

    func testUnicodeSupportFollowsTheLocale() {
        XCTAssertTrue(Screen.supportsUnicode(["LANG": "de_DE.UTF-8"]))
        XCTAssertTrue(Screen.supportsUnicode(["LC_CTYPE": "C.utf8", "LANG": "C"]))
        XCTAssertFalse(Screen.supportsUnicode(["LC_ALL": "C", "LANG": "de_DE.UTF-8"]))
        XCTAssertFalse(Screen.supportsUnicode([:]))
    }

    func testSwatchIsColoredOrReadableAsText() {
        let belt: [Block] = [
            .paragraph(StyledText("Belt: ") + .swatch([.white, RGBColor(0xFFDD00)], "white, yellow tip"))
        ]
        XCTAssertEqual(Screen(width: 60, palette: .plain, unicode: true).draw(belt), "Belt: white, yellow tip\n")
        let drawn = Screen(width: 60, palette: Palette(depth: .full), unicode: true).draw(belt)
        XCTAssertTrue(drawn.contains("\u{1B}[48;2;255;221;0m  \u{1B}[0m white, yellow tip"), drawn.debugDescription)
    }
}
