import Interface
import XCTest

final class ScreenTextTests: XCTestCase {
    /// The widths on which common `wcswidth` libraries and terminals agree.
    func testDisplayWidthMatchesTerminals() {
        let facts: [(String, Int)] = [
            ("", 0), ("abc", 3), ("태권도", 6), ("차렷 경례", 9), ("\u{1110}\u{1162}\u{1100}\u{116F}\u{11AB}", 4), ("ㄱㄴ", 4),
            ("漢字かな", 8),
            ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("　", 2), ("é", 1), ("e\u{301}", 1), ("e\u{301}\u{323}\u{302}", 1), ("ä ö", 3),
            ("😀", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇰🇷", 2), ("🇰🇷🇩🇪", 4),
            ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2),
            ("❤", 1), ("❤\u{FE0F}", 2), ("❤\u{FE0F}\u{200D}🔥", 2), ("1\u{FE0F}\u{20E3}", 2), ("⌚", 2), ("☂", 1),
            ("✅", 2),
            ("™", 1),
            ("█▌", 2), ("─│", 2), ("…", 1), ("“”", 2), ("Ωя", 2), ("\u{200B}", 0), ("\u{AD}", 0), ("ไทย", 3),
            ("שלום", 4),
            ("𠀀", 2),
            ("〈〉", 4), ("⟨⟩", 2), ("🥋", 2), ("🛜", 2), ("\u{1F9D1}\u{200D}\u{1F680}", 2), ("☺\u{FE0E}", 1), ("№", 1),
            ("￦", 2),
        ]
        for (text, columns) in facts { XCTAssertEqual(DisplayWidth.columns(of: text), columns, text.debugDescription) }
    }

    func testDisplayWidthIsTheSumOfItsClusters() {
        var texts = HostileText(seed: 1)
        for _ in 0..<500 {
            let text = Sanitized.line(texts.next())
            XCTAssertEqual(DisplayWidth.columns(of: text), text.map { DisplayWidth.columns(of: $0) }.reduce(0, +))
        }
    }

    func testByteSizesAreShort() {
        let facts = [
            (-1, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (5_649, "5.6 kB"), (9_960, "10 kB"),
            (90_337, "90 kB"),
            (999_400, "999 kB"), (999_600, "1.0 MB"), (1_691_473, "1.7 MB"), (3_000_000_000, "3.0 GB"),
            (Int.max, "9223372 TB"),
        ]
        for (bytes, text) in facts { XCTAssertEqual(ByteSize(bytes).description, text) }
    }

    func testSanitizingRemovesDangerousScalars() {
        var texts = HostileText(seed: 2)
        for _ in 0..<3000 {
            let text = texts.next()
            let lines = Sanitized.lines(text)
            let line = Sanitized.line(text)
            XCTAssertFalse(lines.unicodeScalars.contains(where: \.isDangerous), text.debugDescription)
            XCTAssertFalse(line.unicodeScalars.contains { $0.isDangerous || $0 == "\n" }, text.debugDescription)
            XCTAssertEqual(Sanitized.lines(lines), lines, "cleaning twice: \(text.debugDescription)")
            XCTAssertEqual(Sanitized.line(line), line, "cleaning twice: \(text.debugDescription)")
            for cluster in lines {
                XCTAssertLessThanOrEqual(cluster.unicodeScalars.count, Sanitized.longestCluster + 1)
            }
        }
    }

    func testHarmlessTextIsUnchanged() {
        for text in [
            "태권도 — do", "👨‍👩‍👧‍👦 🇰🇷 ❤️‍🔥 1️⃣", "می\u{200C}خواهم", "क्षि", "🏴\u{E0067}\u{E0062}\u{E007F}", "cafe\u{301}", "a  b",
        ] {
            XCTAssertEqual(Sanitized.line(text), text)
        }
    }

    func testControlsAreVisibleAndInvisibleScalarsRemoved() {
        XCTAssertEqual(Sanitized.line("\u{1B}[31mred\u{07}"), "␛[31mred␇")
        XCTAssertEqual(Sanitized.line("\u{9B}31m\u{7F}"), "␛[31m␡")
        XCTAssertEqual(Sanitized.line("user\u{202E}gpj.exe"), "usergpj.exe")
        XCTAssertEqual(Sanitized.line("a\u{200D}\u{200B}\u{FEFF}b\u{E0041}"), "ab")
        XCTAssertEqual(Sanitized.lines("a\r\nb\rc\td\u{2028}e"), "a\nb\nc    d\ne")
        XCTAssertEqual(Sanitized.line("a\r\nb"), "a b")
    }

    func testStackedMarksAreCapped() {
        let zalgo = "a" + String(repeating: "\u{301}", count: 100_000) + "b"
        XCTAssertLessThanOrEqual(Sanitized.line(zalgo).unicodeScalars.count, Sanitized.longestCluster + 2)
        XCTAssertEqual(Sanitized.line(zalgo).last, "b")
    }
}
