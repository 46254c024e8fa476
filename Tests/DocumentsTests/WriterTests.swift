import Documents
import Kernel
import XCTest

/// Tests the output of each writer for each part, and the characters that they escape.
final class WriterTests: XCTestCase {
    private func page(_ parts: Part..., footer: String = "") -> Page { Page(title: "T", parts: parts, footer: footer) }

    func testOnlyHarmfulCharactersAreReplaced() {
        let harmful: [ClosedRange<UInt32>] = [
            0x00...0x08, 0x0B...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE...0xFFFF,
        ]
        for value in (0...0xD7FF as ClosedRange<UInt32>).map({ $0 }) + (0xE000...0x1_0010) {
            guard let scalar = Unicode.Scalar(value) else { return XCTFail("\(value)") }
            let text = String(scalar)
            let isHarmful = harmful.contains { $0.contains(value) }
            if Escaper.plain(text) != (isHarmful ? "\u{FFFD}" : text) {
                XCTFail("U+\(String(value, radix: 16)) in plain text")
            }
            if Escaper.markup(text).contains("\u{FFFD}") != (isHarmful || value == 0xFFFD) {
                XCTFail("U+\(String(value, radix: 16)) in markup")
            }
        }
        XCTAssertEqual(Escaper.markup("<a href=\"x\">'&'"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;")
    }

    func testMarkdownEscapesOnlyFormattingCharacters() {
        for (text, expected) in [
            ("", ""), ("a # b", "a # b"), ("# a", "\\# a"), ("  - a", "  \\- a"), ("a\n+ b", "a\n\\+ b"),
            ("a\n\n= b", "a\n\n\\= b"),
            ("a - b", "a - b"), ("a_b*c", "a\\_b\\*c"), ("~`|\\", "\\~\\`\\|\\\\"), ("12. a", "12\\. a"),
            (" 1) a", " 1\\) a"),
            ("1 a", "1 a"), ("a 1. b", "a 1. b"), ("1", "1"), (".5", ".5"), ("a\n3. b\n", "a\n3\\. b\n"),
            ("\u{1}", "\u{FFFD}"),
        ] { XCTAssertEqual(Escaper.markdown(text), expected, text) }
    }

    func testHeadingLevelsRangeFromTwoToFour() {
        for (level, expected) in [(-1, 2), (1, 2), (2, 2), (3, 3), (4, 4), (5, 4)] {
            let page = page(.heading("x", level: level))
            XCTAssertTrue(page.html().contains("<h\(expected)>x</h\(expected)>"), "\(level)")
            XCTAssertEqual(page.markdown(), "# T\n\n\(String(repeating: "#", count: expected)) x\n")
        }
    }

    func testPartsInMarkdownPlainTextAndHTML() {
        let figure = Figure(bytes: [1, 2, 3], mediaType: "image/png", alternative: "seen", caption: "below")
        let bare = Figure(bytes: [], mediaType: "image/png", alternative: "seen")
        for (part, markdown, plain) in [
            (.paragraph("a\nb"), "a\\\nb", "a\nb"), (.remark("a\nb"), "> a\n> b", "a\nb"),
            (.facts([("n", "v"), ("m", "w\nx")]), "- **n**: v\n- **m**: w x", "n: v\nm: w\nx"),
            (.list(["a", "b\nc"]), "- a\n- b c", "- a\n- b\nc"), (.list([]), "", ""),
            (
                .table(titles: ["a", "b"], rows: [["-", "1"], ["x", "y"], ["z", "|"]]),
                "| a | b |\n| --- | --- |\n| \\- | 1 |\n| x | y |\n| z | \\| |", "a  b\n-  1\nx  y\nz  |"
            ),
            (.figure(figure), "*seen*\\\nbelow", "[seen]\nbelow"), (.figure(bare), "*seen*", "[seen]"),
            (
                .chart(Chart("c", .bars, [.init("p", 1, figure: "one"), .init("q", 2, figure: "two")])),
                "| c |  |\n| --- | --- |\n| p | one |\n| q | two |", "c\np: one\nq: two"
            ), (.group([.list(["a"]), .keptTogether([.paragraph("b")])]), "- a\n\nb", "- a\n\nb"),
        ] as [(Part, String, String)] {
            XCTAssertEqual(page(part).markdown(), "# T\n\n\(markdown)\n")
            XCTAssertEqual(page(part).plainText(), "T\n===\n\n\(plain)\n")
        }
        XCTAssertTrue(
            page(.figure(figure)).html().contains("base64,AQID\" alt=\"seen\"><figcaption>below</figcaption></figure>"))
        XCTAssertTrue(page(.figure(bare)).html().contains("base64,\" alt=\"seen\"></figure>"))
    }

    func testUnderlinesMatchTitleLength() {
        for (text, stroke) in [("", 3), ("ab", 3), ("abc", 3), ("abcd", 4), ("a\nbcd", 5)] {
            let singleLine = text.replacing("\n", with: " ")
            XCTAssertEqual(
                page(.heading(text, level: 2)).plainText(),
                "T\n===\n\n\(singleLine)\n\(String(repeating: "-", count: stroke))\n")
        }
    }

    func testFooterComesLastAndIsOptional() {
        XCTAssertFalse(page().html().contains("<footer>"))
        XCTAssertEqual([page().markdown(), page().plainText()], ["# T\n", "T\n===\n"])
        let footed = page(footer: "f_")
        XCTAssertTrue(footed.html().contains("</main>\n<footer>f_</footer>\n</body>"))
        XCTAssertEqual([footed.markdown(), footed.plainText()], ["# T\n\n---\n\nf\\_\n", "T\n===\n\nf_\n"])
        XCTAssertTrue(page().html().contains("<html lang=\"en\">"))
    }

    func testCSVQuotesAndGuardsOnlyWhereNeeded() {
        for (field, written) in [
            ("", ""), ("a b", "a b"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""),
            ("a\rb", "\"a\rb\""),
            ("\rb", "\"'\rb\""), ("\tb", "'\tb"), ("=a", "'=a"), ("@a", "'@a"), ("+1", "'+1"), ("-3.5", "-3.5"),
            ("-a", "'-a"),
            ("-", "'-"),
            ("a-b", "a-b"), ("a=b", "a=b"),
        ] { XCTAssertEqual(CSV.text([[field]]), written + "\r\n") }
        XCTAssertEqual(CSV.text([]), "")
        XCTAssertEqual(CSV.text([["a", "b"], ["c"]]), "a,b\r\nc\r\n")
    }

    func testCSVReadsAllLineEndings() {
        for (text, rows) in [
            ("", []), ("a", [["a"]]), ("a,", [["a", ""]]), (",", [["", ""]]), ("\n", [[""]]), ("a\nb", [["a"], ["b"]]),
            ("a\r\nb\r\n", [["a"], ["b"]]), ("a\rb", [["a"], ["b"]]), ("\"a,\"\"b\"\"\n\",c", [["a,\"b\"\n", "c"]]),
            ("\"a", [["a"]]),
            ("\"\"", [[""]]), ("a\n\nb", [["a"], [""], ["b"]]),
        ] as [(String, [[String]])] { XCTAssertEqual(CSV.rows(text), rows, text) }
    }

    func testWorstContrastIsTheMinimumOfAllPairs() {
        let white = RGBColor(0xFFFFFF)
        let plain = PagePalette.Mode(
            background: white, surface: white, text: .black, muted: .black, accent: .black, line: white)
        XCTAssertEqual(PagePalette("p", light: plain, dark: plain).worstContrast, 21, accuracy: 0.001)
        let gray = RGBColor(0x767676)
        for mode in [
            PagePalette.Mode(background: white, surface: white, text: gray, muted: .black, accent: .black, line: white),
            .init(background: white, surface: white, text: .black, muted: gray, accent: .black, line: white),
            .init(background: white, surface: white, text: .black, muted: .black, accent: gray, line: white),
            .init(background: gray, surface: white, text: white, muted: white, accent: white, line: white),
        ] {
            for palette in [PagePalette("p", light: mode, dark: plain), PagePalette("p", light: plain, dark: mode)] {
                XCTAssertEqual(palette.worstContrast, mode.background == gray ? 1 : 4.54, accuracy: 0.01)
            }
        }
    }
}
