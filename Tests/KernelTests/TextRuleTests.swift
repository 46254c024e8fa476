import Kernel
import XCTest

/// Tests folding, normal forms, trimming and length limits of texts.
final class TextRuleTests: XCTestCase {
    func testFoldedForms() {
        let facts: [(text: String, folded: String)] = [
            ("L-Stance", "l stance"), ("  Two   words ", "two words"), ("don't", "dont"), ("don’t ‘x’ ʼy", "dont x y"),
            ("AZ az 09", "az az 09"),
            ("@[`{/:", ""), ("ÉÀ é", "ea e"), ("e\u{301}", "e"), ("태권도 차렷!", "태권도 차렷"), ("ㄱ-ㅣ", "ㄱ ㅣ"),
            ("Ａ１＇ｂ～", "a1b"),
            ("！ａ", "a"),
            ("\u{1110}\u{1162}", "태"), ("ß Straße", "ß straße"), ("漢字・かな", "漢字 かな"), ("½²", "½²"),
            ("a\u{AD}b\u{200D}c", "abc"),
            ("🥋a", "a"), ("Ⅷ", "ⅷ"),
            ("", ""), ("İ", "i"),
        ]
        for fact in facts { XCTAssertEqual(Folding.folded(fact.text), fact.folded, fact.text) }
        XCTAssertEqual(Folding.words("Do-San  tul"), ["do", "san", "tul"])
        XCTAssertEqual(Folding.compact("Do-San tul"), "dosantul")
    }

    func testPlainRemovesOnlyCaseAccentsAndWidth() {
        let facts: [(text: String, plain: String)] = [
            ("L-Stance's!", "l-stance's!"), ("Café À", "cafe a"), ("ＡＢ！～", "ab!~"), ("태권도 É", "태권도 e"),
            ("\u{FF00}\u{FF5F}", "\u{FF00}\u{FF5F}"),
            ("a\u{300}\u{36F}\u{370}", "a\u{371}"), ("", ""),
        ]
        for fact in facts { XCTAssertEqual(Folding.plain(fact.text), fact.plain, fact.text) }
    }

    func testFoldingIsIdempotentWithSingleSpaces() {
        var random = RandomSource(seed: 71)
        let pieces = ["a", "B", "9", " ", "-", "'", "é", "한", "ᄒ", "ᅡ", "Ａ", "\u{301}", "🥋", "\n", "漢"]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            let folded = Folding.folded(text)
            XCTAssertEqual(Folding.folded(folded), folded, text.debugDescription)
            XCTAssertEqual(folded, Folding.words(text).joined(separator: " "))
            XCTAssertEqual(Folding.compact(text), Folding.words(text).joined())
        }
    }

    func testPlainTextIsDetectedAndNormalFormsMatchFoundation() {
        for text in ["abc", "é\u{2FF}", "태\u{AC00}\u{D7A3}", "\u{3131}\u{3163}", "\u{2010}\u{2027}", "“a” – b…", ""] {
            XCTAssertTrue(NormalForm.isPlain(text), text)
        }
        for text in [
            "e\u{300}", "\u{200F}", "\u{2028}", "\u{3130}", "\u{3164}", "\u{ABFF}", "\u{D7A4}", "漢", "a\u{1100}", "Я",
        ] {
            XCTAssertFalse(NormalForm.isPlain(text), text)
        }
        for text in ["e\u{301}", "\u{1100}\u{1161}", "\u{212B}", "a\u{323}\u{307}", "plain", "é"] {
            XCTAssertEqual(
                Array(NormalForm.composed(text).unicodeScalars),
                Array(text.precomposedStringWithCanonicalMapping.unicodeScalars))
            XCTAssertEqual(
                Array(text.inNormalForm.unicodeScalars),
                Array(text.precomposedStringWithCanonicalMapping.unicodeScalars))
            XCTAssertEqual(
                Array(text.decomposed.unicodeScalars), Array(text.decomposedStringWithCanonicalMapping.unicodeScalars))
        }
    }

    func testTrimmingRemovesOuterBlanks() {
        for (text, bare) in [
            ("", ""), (" ", ""), ("a", "a"), (" a b ", "a b"), ("\n\u{3000}a\u{200B}", "a"), ("a\u{200C}", "a\u{200C}"),
            ("\u{A0}a\r\n", "a"),
        ] {
            XCTAssertEqual(text.trimmed(), bare, text.debugDescription)
        }
        XCTAssertEqual(" \ta\t ".trimmed { $0 == " " }, "\ta\t")
    }

    private func judge(_ text: String, _ limit: Int, _ lines: InputTextRule.Lines = .one) -> Result<
        String, InputTextRule.Fault
    > {
        Result { () throws(InputTextRule.Fault) in try InputTextRule(upTo: limit, lines).normalized(text) }
    }

    func testLengthLimits() {
        let word = { (count: Int) in String(repeating: "x", count: count) }
        XCTAssertEqual(judge(word(3), 3), .success(word(3)))
        XCTAssertEqual(judge(word(4), 3), .failure(.tooLong(by: 1)))
        XCTAssertEqual(judge(word(100), 100), .success(word(100)))
        XCTAssertEqual(judge(word(102), 100), .failure(.tooLong(by: 2)))
        XCTAssertEqual(judge(word(3 * 64), 3), .failure(.tooLong(by: 189)))
        XCTAssertEqual(judge(word(3 * 64 + 1), 3), .failure(.tooLong(by: 190)))
        XCTAssertEqual(
            judge(word(3) + String(repeating: " ", count: 189), 3), .success(word(3)),
            "outer blanks do not count")
        XCTAssertEqual(
            judge(word(2) + String(repeating: " ", count: 191), 3), .failure(.tooLong(by: 190)),
            "more than 64 times the limit counts all bytes")
        // One character of 64 bytes: a letter and 21 combining marks of 3 bytes each.
        let marks = { (count: Int) in String(repeating: "\u{20D0}", count: count) }
        XCTAssertEqual(("a" + marks(21)).utf8.count, 64)
        XCTAssertEqual(judge("a" + marks(21), 2), .success("a" + marks(21)))
        XCTAssertEqual(judge("é" + marks(21), 2), .failure(.tooLong(by: 1)), "65 bytes")
        XCTAssertEqual(judge("é" + marks(21), 1), .failure(.tooLong(by: 1)))
    }

    func testTagCharactersAreAllowedOnlyInFlags() {
        XCTAssertEqual(judge("🏴\u{E0067}\u{E007F}", 9), .success("🏴\u{E0067}\u{E007F}"))
        XCTAssertEqual(judge("🏴\u{E0020}", 9), .success("🏴\u{E0020}"))
        for text in ["🏴\u{E001F}", "🏴a\u{E0067}", "\u{E0067}", "🏴\u{E0067}a\u{E0067}", "🏳\u{E0067}"] {
            XCTAssertEqual(judge(text, 9), .failure(.invisibleCharacters))
        }
    }

    func testValidationFailureNamesTheField() throws {
        let rule = InputTextRule(upTo: 3)
        for (text, code) in [(" ", "emptyText"), ("four", "textTooLong"), ("a\u{7}", "controlCharacters")] {
            XCTAssertThrowsError(try rule.validated(text, "The title")) {
                XCTAssertEqual(($0 as? Failure)?.code.text, code)
                XCTAssertEqual(($0 as? Failure)?.kind, .badData)
                XCTAssertTrue(($0 as? Failure)?.message.hasPrefix("The title ") ?? false)
            }
        }
        let failure = { (_: InputTextRule.Fault) in Failure(.init("odd"), "Odd.") }
        XCTAssertNil(try rule.validatedIfPresent(nil, or: failure))
        XCTAssertNil(try rule.validatedIfPresent(" ", or: failure))
        XCTAssertEqual(try rule.validatedIfPresent(" a ", or: failure), "a")
        XCTAssertThrowsError(try rule.validatedIfPresent("four", or: failure))
    }

    func testQuotedInputIsVisibleAndShort() {
        XCTAssertEqual(Folding.printable("a\u{1B}[2J\u{200B}\u{2028}\u{7F}"), "a␛[2J␛␛␛")
        XCTAssertEqual(Folding.printable("앞 차기 é 🥋"), "앞 차기 é 🥋")
        XCTAssertEqual(Folding.printable(String(repeating: "x", count: 120)), String(repeating: "x", count: 120))
        XCTAssertEqual(Folding.printable(String(repeating: "x", count: 121)), String(repeating: "x", count: 120) + "…")
    }
}
