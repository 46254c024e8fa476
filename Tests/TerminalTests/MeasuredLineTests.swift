import Interface
import Kernel
import Synchronization
import Terminal
import XCTest

@testable import Terminal

/// Runs of a line equal its glyphs, and unused values are not computed.
final class MeasuredLineTests: XCTestCase {
    private func text(_ random: inout RandomSource) -> StyledText {
        let pieces = [
            "ab", " ", "  ", "x y", "태권", "é", "e\u{301}", "\u{301}", "👍🏽", "\t", "\u{1B}[31m", "`task list`", "",
        ]
        let roles: [TextRole] = [.plain, .muted, .input]
        return (0..<Int.random(in: 0..<6, using: &random)).reduce(StyledText("")) { text, _ in
            if Int.random(in: 0..<8, using: &random) == 0 {
                return text + .swatch([RGBColor(red: 1, green: 2, blue: 3)], "b")
            }
            let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
            return text + StyledText(piece, roles[Int.random(in: 0..<3, using: &random)])
        }
    }

    func testRunsEqualTheRunsOfTheirGlyphs() {
        var random = RandomSource(seed: 4)
        for _ in 0..<3000 {
            let text = text(&random)
            let strip = MeasuredLine(of: text)
            let glyphs = [Glyph].line(of: text)
            XCTAssertEqual(strip.columns, glyphs.columns, text.text)
            XCTAssertEqual(strip.runs, MeasuredLine(glyphs).runs, text.text)
            XCTAssertEqual(strip.glyphs.text, glyphs.text)
            XCTAssertEqual(strip.withoutTrailingBlanks.runs, MeasuredLine(glyphs.withoutTrailingBlanks).runs, text.text)
            XCTAssertEqual(strip.withoutTrailingBlanks.columns, glyphs.withoutTrailingBlanks.columns, text.text)
        }
    }

    func testCellsAndValuesAreComputedOnDemand() {
        let cells = Mutex(0)
        let values = Mutex(0)
        let field = Field<Int>(
            "n", title: "N", "a number",
            cell: {
                cells.withLock { $0 += 1 }
                return StyledText("\($0)")
            },
            value: {
                values.withLock { $0 += 1 }
                return .integer($0)
            })
        func output() -> Output { Output.list([1, 2, 3], [field], empty: "").numbered(shownBy: "show ROW") }
        guard case .list(let records) = output().content else { return XCTFail("no list") }
        XCTAssertEqual(
            [records.count, cells.withLock { $0 }, values.withLock { $0 }], [3, 0, 0],
            "a row is computed when it is read")
        XCTAssertEqual(Array(records).count, 3)
        XCTAssertEqual([cells.withLock { $0 }, values.withLock { $0 }], [0, 3])
        let text = output()
        XCTAssertEqual(PlainText.lines(of: text.blocks), "1\t1\n2\t2\n3\t3\n")
        XCTAssertEqual(text.blocks.count, 1)
        XCTAssertEqual([cells.withLock { $0 }, values.withLock { $0 }], [3, 3])
    }
}
