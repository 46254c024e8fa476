import Kernel
import XCTest

/// What texts are taken for: folded, in normal form, trimmed, and no longer than they may be.
final class TextRuleTests: XCTestCase {
    func testWhatPeopleMeanAlikeIsFoldedAlike() {
        let facts: [(text: String, folded: String)] = [
            ("L-Stance", "l stance"), ("  Two   words ", "two words"), ("don't", "dont"), ("don’t ‘x’ ʼy", "dont x y"),
            ("AZ az 09", "az az 09"),
            ("@[`{/:", ""), ("ÉÀ é", "ea e"), ("e\u{301}", "e"), ("태권도 차렷!", "태권도 차렷"), ("ㄱ-ㅣ", "ㄱ ㅣ"), ("Ａ１＇ｂ～", "a1b"),
            ("！ａ", "a"),
            ("\u{1110}\u{1162}", "태"), ("ß Straße", "ß straße"), ("漢字・かな", "漢字 かな"), ("½²", "½²"), ("a\u{AD}b\u{200D}c", "abc"),
            ("🥋a", "a"), ("Ⅷ", "ⅷ"),
            ("", ""), ("İ", "i"),
        ]
        for fact in facts { XCTAssertEqual(Folding.folded(fact.text), fact.folded, fact.text) }
        XCTAssertEqual(Folding.words("Do-San  tul"), ["do", "san", "tul"])
        XCTAssertEqual(Folding.compact("Do-San tul"), "dosantul")
    }

    func testPlainTextLosesCaseAccentsAndWidthAlone() {
        let facts: [(text: String, plain: String)] = [
            ("L-Stance's!", "l-stance's!"), ("Café À", "cafe a"), ("ＡＢ！～", "ab!~"), ("태권도 É", "태권도 e"),
            ("\u{FF00}\u{FF5F}", "\u{FF00}\u{FF5F}"),
            ("a\u{300}\u{36F}\u{370}", "a\u{371}"), ("", ""),
        ]
        for fact in facts { XCTAssertEqual(Folding.plain(fact.text), fact.plain, fact.text) }
    }

    func testFoldingTwiceChangesNothingAndLeavesOneSpaceBetweenWords() {
        var random = RandomSource(seed: 71)
        let pieces = ["a", "B", "9", " ", "-", "'", "é", "한", "ᄒ", "ᅡ", "Ａ", "\u{301}", "🥋", "\n", "漢"]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
            let folded = Folding.folded(text)
            XCTAssertEqual(Folding.folded(folded), folded, text.debugDescription)
            XCTAssertEqual(folded, Folding.words(text).joined(separator: " "))
            XCTAssertEqual(Folding.compact(text), Folding.words(text).joined())
        }
    }

    func testPlainScriptsAreKnownWithoutATable() {
        for text in ["abc", "é\u{2FF}", "태\u{AC00}\u{D7A3}", "\u{3131}\u{3163}", "\u{2010}\u{2027}", "“a” – b…", ""] {
            XCTAssertTrue(NormalForm.isPlain(text), text)
        }
        for text in ["e\u{300}", "\u{200F}", "\u{2028}", "\u{3130}", "\u{3164}", "\u{ABFF}", "\u{D7A4}", "漢", "a\u{1100}", "Я"] {
            XCTAssertFalse(NormalForm.isPlain(text), text)
        }
        for text in ["e\u{301}", "\u{1100}\u{1161}", "\u{212B}", "a\u{323}\u{307}", "plain", "é"] {
            XCTAssertEqual(
                Array(NormalForm.composed(text).unicodeScalars), Array(text.precomposedStringWithCanonicalMapping.unicodeScalars))
            XCTAssertEqual(
                Array(text.inNormalForm.unicodeScalars), Array(text.precomposedStringWithCanonicalMapping.unicodeScalars))
            XCTAssertEqual(Array(text.decomposed.unicodeScalars), Array(text.decomposedStringWithCanonicalMapping.unicodeScalars))
        }
    }

    func testBlanksAroundATextAreTakenAway() {
        for (text, bare) in [
            ("", ""), (" ", ""), ("a", "a"), (" a b ", "a b"), ("\n\u{3000}a\u{200B}", "a"), ("a\u{200C}", "a\u{200C}"),
            ("\u{A0}a\r\n", "a"),
        ] {
            XCTAssertEqual(text.trimmed(), bare, text.debugDescription)
        }
        XCTAssertEqual(" \ta\t ".trimmed { $0 == " " }, "\ta\t")
    }

    private func judged(_ text: String, _ limit: Int, _ lines: TypedText.Lines = .one) -> Result<String, TypedText.Fault> {
        Result { () throws(TypedText.Fault) in try TypedText(upTo: limit, lines).judged(text) }
    }

    func testLengthsHaveTheirBorders() {
        let word = { (count: Int) in String(repeating: "x", count: count) }
        XCTAssertEqual(judged(word(3), 3), .success(word(3)))
        XCTAssertEqual(judged(word(4), 3), .failure(.tooLong(by: 1)))
        XCTAssertEqual(judged(word(100), 100), .success(word(100)))
        XCTAssertEqual(judged(word(102), 100), .failure(.tooLong(by: 2)))
        XCTAssertEqual(judged(word(3 * 64), 3), .failure(.tooLong(by: 189)))
        XCTAssertEqual(judged(word(3 * 64 + 1), 3), .failure(.tooLong(by: 190)))
        XCTAssertEqual(
            judged(word(3) + String(repeating: " ", count: 189), 3), .success(word(3)), "blanks around it are no part of it")
        XCTAssertEqual(
            judged(word(2) + String(repeating: " ", count: 191), 3), .failure(.tooLong(by: 190)), "but for a megabyte of them")
        // 64 bytes in one character, in composed form: a letter of two bytes and 31 marks that join nothing.
        let marks = { (count: Int) in String(repeating: "\u{20D0}", count: count) }
        XCTAssertEqual(("a" + marks(21)).utf8.count, 64)
        XCTAssertEqual(judged("a" + marks(21), 2), .success("a" + marks(21)))
        XCTAssertEqual(judged("é" + marks(21), 2), .failure(.tooLong(by: 1)), "65 bytes")
        XCTAssertEqual(judged("é" + marks(21), 1), .failure(.tooLong(by: 1)))
    }

    func testAFlagMaySayWhoseItIsAndNothingElseMayHoldItsLetters() {
        XCTAssertEqual(judged("🏴\u{E0067}\u{E007F}", 9), .success("🏴\u{E0067}\u{E007F}"))
        XCTAssertEqual(judged("🏴\u{E0020}", 9), .success("🏴\u{E0020}"))
        for text in ["🏴\u{E001F}", "🏴a\u{E0067}", "\u{E0067}", "🏴\u{E0067}a\u{E0067}", "🏳\u{E0067}"] {
            XCTAssertEqual(judged(text, 9), .failure(.unseen))
        }
    }

    func testAFaultIsToldOfWhatItIsIn() throws {
        let rule = TypedText(upTo: 3)
        for (text, code) in [(" ", "emptyText"), ("four", "textTooLong"), ("a\u{7}", "controlCharacters")] {
            XCTAssertThrowsError(try rule.kept(text, "The title")) {
                XCTAssertEqual(($0 as? Failure)?.code.text, code)
                XCTAssertEqual(($0 as? Failure)?.kind, .badData)
                XCTAssertTrue(($0 as? Failure)?.message.hasPrefix("The title ") ?? false)
            }
        }
        let failure = { (_: TypedText.Fault) in Failure(.init("odd"), "Odd.") }
        XCTAssertNil(try rule.keptIfAny(nil, or: failure))
        XCTAssertNil(try rule.keptIfAny(" ", or: failure))
        XCTAssertEqual(try rule.keptIfAny(" a ", or: failure), "a")
        XCTAssertThrowsError(try rule.keptIfAny("four", or: failure))
    }
}
