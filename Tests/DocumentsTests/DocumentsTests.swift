import Documents
import Foundation
import Kernel
import XCTest

final class DocumentsTests: XCTestCase {
    private let hostile = [
        "<script>alert(1)</script>", "\" onload=\"x", "a & b", "\u{1B}[31mred", "\u{202E}gnp.exe", "]]>", "한글 🥋",
        "a\u{0}b",
        "=1+1", "|x|y", "# no", "1. no",
    ]

    func testHTMLEscapesMarkup() throws {
        for text in hostile {
            let html = page(with: text).html()
            XCTAssertFalse(html.contains("<script"), text)
            XCTAssertFalse(html.contains("onload=\""), text)
            XCTAssertFalse(html.unicodeScalars.contains { $0.value < 9 || $0 == "\u{1B}" || $0 == "\u{202E}" }, text)
        }
    }

    func testHTMLIsWellFormedForRandomText() throws {
        var random = RandomSource(seed: 11)
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                hostile.randomElement(using: &random) ?? ""
            }
            .joined()
            let html = page(with: text).html()
            let body = html.replacing("<!DOCTYPE html>\n", with: "").replacing(try Regex("<(meta|img)([^>]*)>")) {
                "<\($0.output[1].substring ?? "")\($0.output[2].substring ?? "")/>"
            }
            try assertWellFormed(body)
        }
    }

    func testHTMLPageIsSelfContained() {
        let html = page(with: "x").html(palette: .grain)
        XCTAssertFalse(html.contains("http://") && !html.contains("xmlns=\"http://www.w3.org/2000/svg\""))
        XCTAssertFalse(html.contains("https://"))
        XCTAssertTrue(html.contains("prefers-color-scheme: dark"))
        XCTAssertTrue(html.contains("@media print"))
        XCTAssertTrue(html.contains("alt=\"x\""))
    }

    func testPaletteContrastMeetsWCAG() {
        XCTAssertFalse(PagePalette.all.isEmpty)
        for palette in PagePalette.all { XCTAssertGreaterThanOrEqual(palette.worstContrast, 4.5, palette.name) }
    }

    func testContrastMatchesWCAG() {
        XCTAssertEqual(RGBColor.black.contrast(with: .white), 21, accuracy: 0.001)
        XCTAssertEqual(RGBColor(0x767676).contrast(with: .white), 4.54, accuracy: 0.01)
    }

    func testCSVRoundTrips() {
        var random = RandomSource(seed: 5)
        let pieces = ["a", ",", "\"", "\n", "\r\n", "한", "🥋", " ", "x,y", "'", ""]
        for _ in 0..<500 {
            let rows = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                (0..<3).map { _ in
                    "f"
                        + (0..<Int.random(in: 0...6, using: &random)).map { _ in
                            pieces.randomElement(using: &random) ?? ""
                        }
                        .joined()
                }
            }
            XCTAssertEqual(CSV.rows(CSV.text(rows)), rows)
        }
    }

    func testCSVNeutralizesFormulasAndKeepsNumbers() {
        XCTAssertEqual(CSV.text([["=1+1", "+x", "@y", "-2", "-2+3", "\tz"]]), "'=1+1,'+x,'@y,-2,'-2+3,'\tz\r\n")
    }

    func testMarkdownEscapesText() {
        XCTAssertTrue(page(with: "# no").markdown().contains("\\# no"))
        XCTAssertTrue(page(with: "1. no").markdown().contains("1\\. no"))
        XCTAssertFalse(page(with: "<b>").markdown().contains("<b>"))
        XCTAssertTrue(page(with: "[a](b)").markdown().contains("\\[a\\](b)"))
    }

    func testPlainTextKeepsLinesAndReplacesControls() {
        let text = page(with: "one\ntwo\u{7}").plainText()
        XCTAssertTrue(text.contains("one\ntwo\u{FFFD}"))
    }

    func testChartHasATextAlternative() throws {
        let figures = (0..<40).map { Chart.Point("day \($0)", Double($0), figure: "\($0) cards") }
        for form in [Chart.Form.bars, .line, .calendar(from: Day(ordinal: 20_000))] {
            let svg = Chart("Cards a day", form, figures).svg()
            try assertWellFormed(svg)
            XCTAssertTrue(svg.contains("<title>Cards a day</title>"))
            for figure in figures { XCTAssertTrue(svg.contains("\(figure.label) \(figure.figure)")) }
        }
    }

    func testEmptyAndInfiniteChartsAreWellFormed() throws {
        for form in [Chart.Form.bars, .line, .days(from: Day(ordinal: 0)), .calendar(from: Day(ordinal: 0))] {
            try assertWellFormed(Chart("Nothing", form, []).svg())
            let svg = Chart(
                "Odd", form,
                [.init("a", .infinity, figure: "∞"), .init("b", .nan, figure: "?"), .init("c", -1, figure: "-1")]
            ).svg()
            try assertWellFormed(svg)
            XCTAssertFalse(svg.contains("inf") || svg.contains("nan"))
        }
    }

    func testCalendarBeginsOnItsWeekday() {
        let sunday = Day(year: 2026, month: 11, day: 22) ?? Day(ordinal: 0)
        let svg = Chart("c", .calendar(from: sunday), [.init("a", 1, figure: "1")]).svg()
        XCTAssertTrue(svg.contains("x=\"36\" y=\"128\""), svg)
    }

    private func page(with text: String) -> Page {
        Page(
            title: text,
            parts: [
                .heading(text, level: 2), .paragraph(text), .remark(text), .facts([(text, text)]), .list([text]),
                .table(titles: [text], rows: [[text]]),
                .figure(Figure(bytes: [1, 2], mediaType: "image/png", alternative: text, caption: text)),
                .chart(Chart(text, .bars, [.init(text, 1, figure: text)])), .group([.paragraph(text)]),
            ], footer: text)
    }

    /// Asserts that tags balance and that the text contains only known entities.
    private func assertWellFormed(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws {
        var open: [Substring] = []
        for match in text.matches(of: try Regex("<(/?)([a-zA-Z0-9]+)([^<>]*?)(/?)>")) {
            guard let closing = match.output[1].substring, let name = match.output[2].substring,
                let selfClosing = match.output[4].substring
            else { continue }
            if !closing.isEmpty {
                XCTAssertEqual(open.popLast(), name, file: file, line: line)
            } else if selfClosing.isEmpty {
                open.append(name)
            }
        }
        XCTAssertEqual(open, [], file: file, line: line)
        let rest = text.replacing(try Regex("<[^<>]*>"), with: "")
        let bare = rest.replacing(try Regex("&(amp|lt|gt|quot|#39);"), with: "")
        XCTAssertFalse(rest.contains("<") || bare.contains("&"), file: file, line: line)
    }
}

extension PagePalette {
    /// The lowest contrast of any text on any background, 1…21. Text is readable from 4.5 (WCAG
    /// 2.2, 1.4.3).
    var worstContrast: Double {
        [light, dark].flatMap { mode in
            [mode.text, mode.muted, mode.accent].flatMap { text in
                [mode.background, mode.surface].map { text.contrast(with: $0) }
            }
        }.min() ?? 1
    }
}
