import Interface
import Kernel
import Terminal
import XCTest

@testable import Terminal

final class KeyParserTests: XCTestCase {
    private func keys(_ text: String) -> [Key] {
        var parser = KeyParser()
        return parser.parse(Array(text.utf8)) + parser.flush()
    }

    func testTerminalSequencesBecomeKeys() {
        let facts: [(String, [Key])] = [
            ("aZ ", [.character("a"), .character("Z"), .space]), ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
            ("\u{7F}\u{08}", [.backspace, .backspace]),
            ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]),
            ("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}OD", [.up, .down, .right, .left]),
            ("\u{1B}[H\u{1B}[4~\u{1B}[5~\u{1B}[6~", [.home, .end, .pageUp, .pageDown]),
            ("\u{1B}x", [.escape, .character("x")]),
            ("한글é👍", [.character("한"), .character("글"), .character("é"), .character("👍")]),
            ("\u{1B}[[Ax", [.character("x")]),
            ("\u{1B}[200~a\rb\u{1B}[31m\u{1B}[201~\r", [.character("a"), .space, .character("b"), .enter]),
            ("\u{1B}[?1;2cq", [.character("q")]), ("\u{1B}[", [.escape, .character("[")]),
            ("\u{1}\u{5}", [.home, .end]),
        ]
        for (text, expected) in facts { XCTAssertEqual(keys(text), expected, text.debugDescription) }
    }

    func testSingleBytesBecomeKeys() {
        let keysByCode: [UInt8: Key] = [
            0x0A: .enter, 0x0D: .enter, 0x09: .tab, 0x08: .backspace, 0x7F: .backspace, 0x01: .home, 0x05: .end,
            0x02: .left,
            0x06: .right,
            0x10: .up, 0x0E: .down, 0x1B: .escape, 0x20: .space,
        ]
        for byte in UInt8.min...UInt8.max {
            var parser = KeyParser()
            let keys = parser.parse([byte]) + parser.flush()
            switch byte {
            case _ where keysByCode[byte] != nil: XCTAssertEqual(keys, keysByCode[byte].map { [$0] }, "\(byte)")
            case 0x04, 0x0B, 0x0C, 0x15, 0x17, 0x21...0x7E:
                XCTAssertEqual(keys, [.character(Character(Unicode.Scalar(byte)))], "\(byte)")
            case 0x80...0xFF: XCTAssertEqual(keys, [.character("\u{FFFD}")], "\(byte)")
            default: XCTAssertEqual(keys, [], "\(byte)")
            }
        }
    }

    func testEscapeSequenceLimits() {
        let long = { (count: Int) in "\u{1B}[" + String(repeating: "1", count: count) }
        let facts: [(String, [Key])] = [
            ("\u{1B}[1~\u{1B}[7~\u{1B}[4~\u{1B}[8~\u{1B}[2~\u{1B}[9~\u{1B}[~", [.home, .home, .end, .end]),
            ("\u{1B}[3~", [.character("\u{7F}")]),
            ("\u{1B}OM\u{1B}[1M\u{1B}[Z", [.enter, .tab]), ("\u{1B}[5;2~\u{1B}[6;5~", [.pageUp, .pageDown]),
            ("\u{1B}[1[x", [.character("x")]), ("\u{1B}[[", [.escape, .character("["), .character("[")]),
            ("\u{1B}O", [.escape, .character("O")]),
            ("\u{1B}[1;", [.escape, .character("["), .character("1"), .character(";")]),
            ("\u{1B}[ ", [.escape, .character("["), .space]),
            (long(32), [.escape, .character("[")] + Array(repeating: .character("1"), count: 32)),
            (long(33), [.escape, .character("[")] + Array(repeating: .character("1"), count: 32)),
            (long(99) + "Ax", [.up, .character("x")]),
            ("\u{1B}[\u{1B}[A", [.up]), ("\u{1B}[한", [.character("한")]), ("\u{1B}[1\u{7F}", [.backspace]),
            ("\u{1B}[@~", [.character("~")]),
            ("\u{80}\u{9F}\u{A0}", [.character("\u{A0}")]),
            (
                "\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}",
                ["\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"].map { .character($0) }
            ),
            (
                "\u{1B}[200~\t\n\r\u{1}\u{1B}Ox[A\u{1B}\u{1B}[201~\u{1}",
                [.space, .space, .space, .character("O"), .character("x"), .character("["), .character("A"), .home]
            ),
            ("\u{1B}[200~a\u{1B}", [.character("a")]), ("\u{1B}[201~a", [.character("a")]), ("\u{1B}[202~\t", [.tab]),
            ("\u{1B}[199~\t", [.tab]),
        ]
        for (text, expected) in facts { XCTAssertEqual(keys(text), expected, text.debugDescription) }
        var parser = KeyParser()
        XCTAssertEqual(parser.parse([0xF4, 0x90, 0x80, 0x80]), [.character("\u{FFFD}")], "beyond the last scalar")
        XCTAssertEqual(parser.parse([0xE0, 0x80, 0x80]), [.character("\u{FFFD}")], "an overlong form")
        XCTAssertEqual(parser.parse([0xC3, 0x1B]) + parser.flush(), [.character("\u{FFFD}"), .escape])
    }

    func testInvalidUTF8BecomesReplacementCharacters() {
        var parser = KeyParser()
        XCTAssertEqual(parser.parse([0xED, 0x95, 0x41]), [.character("\u{FFFD}"), .character("A")])
        XCTAssertEqual(parser.parse([0xC0, 0xFF]), [.character("\u{FFFD}"), .character("\u{FFFD}")])
        XCTAssertEqual(parser.parse([0xED, 0xA0, 0x80]), [.character("\u{FFFD}")], "a surrogate")
        XCTAssertEqual(parser.parse([0xEA, 0xB0]) + parser.flush(), [.character("\u{FFFD}")])
    }

    func testSplitPointsDoNotChangeTheKeys() {
        var random = RandomSource(seed: 7)
        let pieces = [
            "\u{1B}[A", "\u{1B}OC", "\u{1B}", "\u{1B}[200~", "\u{1B}[201~", "한", "👍🏽", "é", "a", " ", "\r", "[", "O",
            "~",
            "\u{04}",
        ].map { Array($0.utf8) }
        for _ in 0..<2000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                if Bool.random(using: &random) {
                    bytes += pieces[Int.random(in: 0..<pieces.count, using: &random)]
                } else {
                    bytes.append(UInt8.random(in: 0...255, using: &random))
                }
            }
            var singlePass = KeyParser()
            var single = KeyParser()
            let together = singlePass.parse(bytes) + singlePass.flush()
            XCTAssertEqual(together, bytes.flatMap { single.parse([$0]) } + single.flush(), "\(bytes)")
            XCTAssertFalse(singlePass.isPending)
            for split in bytes.indices {
                var parser = KeyParser()
                XCTAssertEqual(
                    parser.parse(bytes[..<split]) + parser.parse(bytes[split...]) + parser.flush(), together,
                    "\(bytes) at \(split)"
                )
            }
        }
    }

    func testLineEditorHandlesShellEditingKeys() {
        func line(_ typed: String) -> String? {
            var editor = LineEditor()
            return keys(typed + "\r").lazy.compactMap { editor.handle($0) }.first
        }
        XCTAssertEqual(line("태권도"), "태권도")
        XCTAssertEqual(line("태권x\u{7F}도"), "태권도")
        XCTAssertEqual(line("bc\u{1B}[Ha\u{1B}[Fd"), "abcd")
        XCTAssertEqual(line("one two\u{17}three"), "one three")
        XCTAssertEqual(line("abc\u{15}d"), "d")
        XCTAssertEqual(line("abcd\u{1B}[D\u{1B}[D\u{0B}"), "ab")
        XCTAssertEqual(line("ac\u{1B}[Db"), "abc")
        XCTAssertEqual(line("\u{1100}\u{1161}\u{7F}x"), "x", "one syllable of two letters")
        XCTAssertEqual(line("ab\u{1B}[D\u{1B}[3~c"), "ac")
    }

    func testEditedLineStaysWithinItsWidth() {
        var texts = HostileText(seed: 8)
        for _ in 0..<300 {
            var editor = LineEditor()
            for scalar in texts.next().unicodeScalars where scalar != "\n" {
                _ = editor.handle(.character(Character(scalar)))
            }
            for _ in 0..<texts.number(0...9) { _ = editor.handle(.left) }
            let width = texts.number(8...60)
            let (line, cursor) = editor.drawn(
                after: [Glyph].line(of: StyledText(texts.next(longest: 10))), width: width)
            XCTAssertLessThanOrEqual(line.columns, width)
            XCTAssertLessThan(cursor, width)
        }
    }
}
