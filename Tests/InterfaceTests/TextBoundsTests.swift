import Interface
import XCTest

/// Values at both sides of a boundary between ranges of characters or numbers.
final class TextBoundsTests: XCTestCase {
    func testDisplayWidthAtRangeBoundaries() {
        let facts: [(String, Int)] = [
            ("\u{1F}", 0), (" ", 1), ("~", 1), ("\u{7F}", 0), ("a\u{1F}b", 2), ("\u{80}", 0), ("\u{9F}", 0),
            ("\u{A0}", 1),
            ("\u{AE}", 1),
            ("\u{2FF}", 1), ("\u{300}", 0), ("\u{10FF}", 1), ("\u{1100}", 2), ("\u{115F}", 2), ("\u{1160}", 0),
            ("\u{11FF}", 0),
            ("\u{1200}", 1),
            ("\u{4DFF}", 1), ("\u{4E00}", 2), ("\u{9FFF}", 2), ("\u{ABFF}", 1), ("\u{AC00}", 2), ("\u{D7A3}", 2),
            ("\u{D7B0}", 0),
            ("\u{231A}", 2), ("\u{231B}", 2), ("\u{2319}", 1), ("\u{231C}", 1), ("\u{20000}", 2), ("\u{3FFFD}", 2),
            ("\u{1FFFF}", 1),
            ("\u{2328}", 1), ("\u{23F0}", 2), ("\u{23F1}", 1), ("\u{3FFFE}", 1), ("\u{2028}", 0), ("\u{1F3FD}", 2),
            ("a\u{1F3FD}", 3),
            ("❤\u{FE0F}\u{1F3FD}", 2), ("⌚\u{FE0F}", 2), ("a\u{FE0F}", 1), ("क\u{94D}\u{200D}ष", 2),
            ("\u{1100}\u{1100}", 4),
            ("\r\n", 0),
        ]
        for (text, columns) in facts { XCTAssertEqual(DisplayWidth.columns(of: text), columns, text.debugDescription) }
    }

    func testSanitizedScalarsAtRangeBoundaries() {
        let facts: [(String, String)] = [
            ("a\u{7F}", "a␡"), ("a\u{1F}", "a␟"), ("a\u{0}b", "a␀b"), ("a\nb", "a b"), ("a\tb", "a b"),
            ("a\u{0B}b\u{0C}c\u{85}d", "a b c d"),
            ("\u{80}\u{9F}x", "␛@␛_x"), ("a\u{A0}b", "a\u{A0}b"), ("\u{E0041}b", "b"),
            ("🏴\u{E0067}a\u{E0067}", "🏴\u{E0067}a"),
            ("a\u{AD}b", "ab"), ("a\u{3164}b", "ab"), ("a\u{2066}b", "ab"), ("a\u{1BCA0}\u{1D173}b", "ab"),
            ("a\u{FFFE}b", "a\u{FFFD}b"),
            (" \u{FE0F}", " "), ("!\u{FE0F}", "!\u{FE0F}"), ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}"),
            ("a\u{E0100}", "a\u{E0100}"),
            ("❤\u{FE0F}\u{200D}\u{200D}🔥", "❤\u{FE0F}\u{200D}🔥"), ("a\u{300}\u{200D}", "a\u{300}\u{200D}"),
            ("\u{2FF}\u{200D}", "\u{2FF}"),
            ("ab\u{200C}c", "abc"), ("\r\n\r\n", "  "), ("\n\r", "  "),
        ]
        for (text, clean) in facts {
            XCTAssertEqual(
                Array(Sanitized.line(text).unicodeScalars), Array(clean.unicodeScalars), text.debugDescription)
        }
        XCTAssertEqual(Sanitized.lines("a\n\tb\u{7F}"), "a\n    b␡")
    }

    func testClusterLengthLimitIsInclusive() {
        let letter = { (marks: Int) in "a" + String(repeating: "\u{301}", count: marks) }
        XCTAssertEqual(Sanitized.line(letter(15)).unicodeScalars.count, 16)
        XCTAssertEqual(Sanitized.line(letter(15)).last?.unicodeScalars.contains("\u{FFFD}"), false)
        XCTAssertEqual(
            Array(Sanitized.line(letter(16)).unicodeScalars), Array((letter(15) + "\u{FFFD}").unicodeScalars))
        XCTAssertEqual(Sanitized.line("\u{1100}\u{1100}x"), "\u{1100}\u{1100}x", "four columns")
        XCTAssertEqual(Sanitized.line("\u{1100}\u{1100}\u{1100}x"), "\u{FFFD}x", "six")
    }

    func testByteSizeRoundingBoundaries() {
        let facts = [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"),
            (9_949, "9.9 kB"),
            (9_950, "10 kB"), (10_499, "10 kB"), (10_500, "11 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"),
            (999_499_999, "999 MB"),
            (999_500_000, "1.0 GB"), (1_000_000_000_000, "1.0 TB"), (-7, "0 bytes"),
        ]
        for (bytes, text) in facts { XCTAssertEqual(ByteSize(bytes).description, text) }
        XCTAssertEqual([ByteSize(-7).bytes, ByteSize(7).bytes], [0, 7])
    }

    func testClockRoundsDownCountingUpAndUpCountingDown() {
        let facts: [(Int, Bool, String)] = [
            (-1, false, "00:00"), (-5, true, "00:00"), (0, true, "00:00"), (1, true, "00:01"), (999, false, "00:00"),
            (1000, false, "00:01"),
            (1000, true, "00:01"), (1001, true, "00:02"), (59_999, false, "00:59"), (60_000, false, "01:00"),
            (3_599_000, false, "59:59"),
            (3_600_000, false, "1:00:00"), (7_199_000, false, "1:59:59"), (7_200_000, true, "2:00:00"),
            (3_600_000 * 30 + 605_000, false, "30:10:05"),
        ]
        for (milliseconds, runsDown, text) in facts {
            XCTAssertEqual(
                ClockText.of(milliseconds: milliseconds, runsDown: runsDown), text, "\(milliseconds) \(runsDown)")
        }
    }

    func testControlPicturesAndDigitsBecomeASCII() {
        let facts = [
            ("␀␛␟␡", "^@^[^_^?"), ("a\u{80}\u{9F}", "a??"), ("²①", "21"), ("！～", "!~"), ("─━│┃┼╿", "--||++"),
            ("▀▟█", "###"),
            ("é\u{301}", "e"),
            ("\u{A0}a\u{2003}", " a "), ("☺", "*"), ("Я", "?"), ("a\u{200D}b", "ab"),
            ("가a나", "gana".replacing("na", with: "ana")),
        ]
        for (text, latin) in facts { XCTAssertEqual(ASCIIText.of(text), latin, text) }
    }
}
