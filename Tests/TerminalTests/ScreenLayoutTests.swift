import Interface
import Kernel
import Terminal
import XCTest

/// The exact column at which each part of a layout shrinks.
final class ScreenLayoutTests: XCTestCase {
    private func lines(_ block: Block, _ width: Int, unicode: Bool = true) -> [String] {
        Screen(width: width, palette: .plain, unicode: unicode).lines(of: [block])
    }

    private func painted(_ text: StyledText, _ depth: ColorDepth, _ theme: Theme = .classic) -> String {
        Screen(width: 80, palette: Palette(theme: theme, depth: depth), unicode: true).draw([.paragraph(text)])
    }

    // MARK: - Bars

    private func bars(_ bars: [(String, Double, String)], full: Double? = nil) -> Block {
        .bars(BarChart(bars.map { BarChart.Bar($0.0, $0.1, figure: $0.2) }, full: full))
    }

    func testBarsShrinkFirstThenLabelsAndFiguresStay() {
        let chart = bars([("Monday", 8, "50 min")])
        let facts: [(width: Int, line: String)] = [
            (80, "Monday  \(String(repeating: "█", count: 50))  50 min"),
            (30, "Monday  \(String(repeating: "█", count: 14))  50 min"),
            (20, "Monday  ████  50 min"), (19, "Monday       50 min"), (12, "Mond… 50 min"), (8, "… 50 min"),
            (7, "50 min"),
            (6, "50 min"), (5, "50 m…"),
        ]
        for fact in facts { XCTAssertEqual(lines(chart, fact.width), [fact.line], "\(fact.width)") }
        let long = bars([(String(repeating: "x", count: 30), 8, "50 min")])
        for (width, label) in [(60, 30), (59, 29), (36, 12), (50, 20)] {
            XCTAssertEqual(
                lines(long, width)[0].firstIndex(of: "█")?.utf16Offset(in: lines(long, width)[0]), label + 2, "\(width)"
            )
        }
        XCTAssertEqual(lines(bars([("", 8, "5")]), 9), ["██████  5"], "no label, no gap")
        XCTAssertEqual(lines(bars([]), 9), [])
    }

    func testSmallestBarIsVisibleAndTheRemainderIsShaded() {
        let bar = { (value: Double, full: Double?, unicode: Bool) in
            self.lines(self.bars([("", value, "5")], full: full), 11, unicode: unicode)[0]
        }
        XCTAssertEqual(bar(0.0001, 8, true), "▏░░░░░░░  5")
        XCTAssertEqual(bar(0.0001, 8, false), "#.......  5")
        XCTAssertEqual(bar(8, 8, true), "████████  5")
        XCTAssertEqual(bar(9, 8, true), "████████  5")
        XCTAssertEqual(bar(0, 8, true), "░░░░░░░░  5")
        XCTAssertEqual(bar(4, nil, true), "████████  5")
        XCTAssertEqual(bar(0.5, 0, true), "████░░░░  5", "a full value of zero counts as one")
        for (eighths, sign) in ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].enumerated() {
            XCTAssertEqual(bar(2 + Double(eighths) / 8, 8, true).prefix(3), "██" + (sign.isEmpty ? "░" : sign))
        }
    }

    // MARK: - Facts and tables

    func testFactsStackWhenFewerThanTwelveColumnsRemain() {
        let facts = Block.facts([("Pattern", "Do-San, 24 moves"), ("Belt", "green")])
        XCTAssertEqual(lines(facts, 21), ["Pattern  Do-San, 24", "         moves", "Belt     green"])
        XCTAssertEqual(lines(facts, 20), ["Pattern", "  Do-San, 24 moves", "Belt", "  green"])
        XCTAssertEqual(lines(facts, 9), ["Pattern", "  Do-San,", "  24", "  moves", "Belt", "  green"])
        XCTAssertEqual(lines(facts, 8), ["Pattern", "Do-San,", "24 moves", "Belt", "green"])
        XCTAssertEqual(lines(.facts([]), 8), [])
    }

    private func table(_ rows: [[String]]) -> Block {
        .table(
            Table(
                [Table.Column("first"), Table.Column("second"), Table.Column("n", alignsRight: true)],
                rows: rows.map { $0.map { StyledText($0) } }))
    }

    func testWidestColumnShrinksFirstAndTheTableFillsTheWidth() {
        for digits in [3, 15] {
            let row = [
                String(repeating: "a", count: 20), String(repeating: "b", count: 12),
                String(repeating: "1", count: digits),
            ]
            for width in (20 + digits)...(42 + digits) {
                let drawnLines = lines(table([row]), width)
                XCTAssertEqual(drawnLines.count, 2, "\(width): \(drawnLines)")
                let parts = drawnLines[1].split(separator: " ").map(\.count)
                XCTAssertEqual(parts.reduce(0, +) + 4, min(width, 36 + digits), "\(width): \(drawnLines)")
                XCTAssertEqual(parts[2], digits, "numbers are never cut")
                XCTAssertTrue(parts[0] > 12 ? parts[1] == 12 : abs(parts[0] - parts[1]) <= 1, "\(width): \(parts)")
                XCTAssertTrue(parts[0] >= 8 && parts[1] >= 8)
            }
        }
        let row = [String(repeating: "a", count: 20), String(repeating: "b", count: 12), "123"]
        XCTAssertEqual(lines(table([row]), 22).first?.contains("a"), true, "a list of facts")
        XCTAssertEqual(lines(table([row, row]), 22).filter(\.isEmpty).count, 1, "with a line between rows")
    }

    func testShortRowsAreFilledWithEmptyCells() {
        XCTAssertEqual(lines(table([["a"], ["a", "b", "3"]]), 40), ["first  second  n", "a", "a      b       3"])
        XCTAssertEqual(lines(table([]), 40), ["first  second  n"])
    }

    // MARK: - Digits

    func testEveryDigitIsDrawn() {
        XCTAssertEqual(
            lines(.digits("0123456789"), 80),
            [
                "███  █  ███ ███ █ █ ███ ███ ███ ███ ███", "█ █  █    █   █ █ █ █   █     █ █ █ █ █",
                "█ █  █  ███ ███ ███ ███ ███   █ ███ ███", "█ █  █  █     █   █   █ █ █   █ █ █   █",
                "███  █  ███ ███   █ ███ ███   █ ███ ███",
            ])
        XCTAssertEqual(lines(.digits("10:04"), 80)[0], "  ██    ██████      ██████  ██  ██", "five columns are wide")
        XCTAssertEqual(lines(.digits("-10:04"), 80)[0], "     █  ███   ███ █ █", "six columns are not")
        XCTAssertEqual(lines(.digits("٣"), 80), ["٣"])
    }

    // MARK: - Colours

    func testPaletteColorsMapToThemselves() {
        let steps = [0, 95, 135, 175, 215, 255]
        let screen = Screen(width: 80, palette: Palette(depth: .palette), unicode: true)
        for index in 16...255 {
            let place = index - 16
            let parts =
                index < 232
                ? [steps[place / 36], steps[place / 6 % 6], steps[place % 6]]
                : Array(repeating: 8 + (index - 232) * 10, count: 3)
            let color = RGBColor(red: UInt8(parts[0]), green: UInt8(parts[1]), blue: UInt8(parts[2]))
            XCTAssertTrue(
                screen.draw([.paragraph(.swatch([color], "x"))]).hasPrefix("\u{1B}[48;5;\(index)m  "), "\(index)")
        }
        let near = RGBColor(red: 254, green: 2, blue: 93)
        XCTAssertTrue(
            painted(.swatch([near], "x"), .sixteen).hasPrefix("\u{1B}[48;5;197m  "),
            "the nearest color in all three components")
    }

    func testTextRolesUseTerminalOrThemeColors() {
        let codes: [TextRole: String] = [
            .title: "1", .muted: "2", .accent: "1;34", .good: "32", .warning: "33", .bad: "1;31", .input: "36",
        ]
        let mono: [TextRole: String] = [.title: "1", .accent: "1", .bad: "1", .input: "4"]
        let full: [TextRole: String] = [
            .title: "1", .muted: "38;2;111;117;130", .accent: "1;38;2;52;108;239", .bad: "1;38;2;225;42;42",
        ]
        func expectedLine(_ code: String?) -> String { code.map { "\u{1B}[\($0)mx\u{1B}[0m\n" } ?? "x\n" }
        for role in TextRole.allCases {
            XCTAssertEqual(painted(StyledText("x", role), .sixteen), expectedLine(codes[role]), "\(role)")
            XCTAssertEqual(painted(StyledText("x", role), .none), "x\n")
            for depth in [ColorDepth.sixteen, .palette, .full] {
                XCTAssertEqual(
                    painted(StyledText("x", role), depth, Theme.named("mono") ?? .classic), expectedLine(mono[role]),
                    "\(role)"
                )
            }
            if let code = full[role] {
                XCTAssertEqual(painted(StyledText("x", role), .full), expectedLine(code), "\(role)")
            }
        }
        XCTAssertEqual(
            painted(StyledText("a", .good) + StyledText("b", .good) + StyledText("c"), .sixteen),
            "\u{1B}[32mab\u{1B}[0mc\n")
    }

    func testClusterTakesTheRoleOfItsFirstScalar() {
        let text =
            StyledText("ae", .good) + StyledText("\u{301}b", .warning) + StyledText("한", .muted) + StyledText("c")
            + StyledText("d", .good)
        XCTAssertEqual(
            painted(text, .sixteen),
            "\u{1B}[32mae\u{301}\u{1B}[0m\u{1B}[33mb\u{1B}[0m\u{1B}[2m한\u{1B}[0mc\u{1B}[32md\u{1B}[0m\n")
        XCTAssertEqual(painted(text, .none), "ae\u{301}b한cd\n")
    }

    func testTrueColorIsDetectedFromTheEnvironment() {
        for (environment, depth) in [
            (["TERM": "xterm-direct"], ColorDepth.full), (["TERM": "xterm", "COLORTERM": "24bit"], .full),
            (["COLORTERM": "truecolor"], .none), (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
            (["TERM": "direct"], .sixteen),
        ] {
            XCTAssertEqual(ColorChoice.auto.depth(isTerminal: true, environment: environment), depth, "\(environment)")
        }
    }

    func testHeadingIsATitleUnlessItsPartsHaveRoles() {
        func heading(_ text: StyledText) -> String {
            Screen(width: 80, palette: Palette(depth: .sixteen), unicode: true).draw([.heading(text)])
        }
        XCTAssertEqual(heading("Belts"), "\u{1B}[1mBelts\u{1B}[0m\n")
        XCTAssertEqual(heading(StyledText("Belts ") + StyledText("3", .muted)), "Belts \u{1B}[2m3\u{1B}[0m\n")
        XCTAssertTrue(heading(.swatch([.white], "white")).hasPrefix("\u{1B}[48;5;231m  \u{1B}[0m white"))
    }

    func testScreenWidthIsClamped() {
        for (requested, width) in [(-5, 1), (0, 1), (1, 1), (2, 2), (10_000, 10_000), (10_001, 10_000)] {
            XCTAssertEqual(Screen(width: requested, palette: .plain, unicode: true).width, width)
        }
        XCTAssertEqual(Screen(width: 1, palette: .plain, unicode: true).fit, .screen)
        XCTAssertEqual(
            Screen(width: 9, palette: .plain, unicode: true).draw([
                .heading("a"), .gap, .preformatted("longer than nine"),
            ]),
            "a\n\nlonger t…\n")
    }

    // MARK: - Lines

    func testLineBreaksByWidth() {
        let facts: [(text: String, width: Int, lines: [String])] = [
            ("ab cd", 5, ["ab cd"]), ("ab cd", 4, ["ab", "cd"]), ("abcde", 5, ["abcde"]),
            ("abcdef", 5, ["abcde", "f"]),
            ("   two", 6, ["   two"]), ("   two", 5, ["  two"]), ("   two", 3, ["two"]), ("a   b", 5, ["a   b"]),
            ("a   b", 4, ["a", "b"]),
            ("漢字", 1, ["…", "…"]), ("漢字", 3, ["漢", "字"]), ("한국 漢字", 7, ["한국 漢", "字"]), ("한국어", 5, ["한국", "어"]),
            ("가나다라 마", 6, ["가나다", "라 마"]), ("ab 가나다", 7, ["ab", "가나다"]), ("ab 漢字漢", 7, ["ab 漢字", "漢"]),
            ("ab ㄱㄴㄷ", 7, ["ab", "ㄱㄴㄷ"]), ("ab 가漢", 5, ["ab", "가漢"]), ("ab 漢가", 5, ["ab", "漢가"]), ("", 5, [""]),
            (" ", 5, [""]),
            ("ab \u{1100}\u{1161}\u{1102}\u{1161}", 6, ["ab", "\u{1100}\u{1161}\u{1102}\u{1161}"]),
        ]
        for fact in facts {
            XCTAssertEqual(lines(.paragraph(StyledText(fact.text)), fact.width), fact.lines, "\(fact)")
        }
    }

    func testCutTextEndsWithAnEllipsis() {
        for (text, width, expected) in [
            ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("ab cd", 4, "ab…"), ("한글자", 6, "한글자"), ("한글자", 5, "한글…"),
            ("한글자", 4, "한…"),
            ("abc", 1, "…"),
        ] {
            XCTAssertEqual(lines(.preformatted(StyledText(text)), width), [expected], "\(text) \(width)")
        }
        XCTAssertEqual(lines(.preformatted("abcd"), 3, unicode: false), ["ab~"])
    }
}
