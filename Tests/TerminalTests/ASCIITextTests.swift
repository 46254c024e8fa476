import Interface
import Terminal
import XCTest

final class ASCIITextTests: XCTestCase {
    func testHangulIsRomanizedLetterByLetter() {
        for (hangul, latin) in [
            ("천지", "cheonji"), ("걷는 서기", "geotneun seogi"), ("높은데", "nopeunde"), ("발", "bal"), ("신라", "sinra"),
            ("태권도", "taegwondo"),
            ("달려", "dallyeo"), ("앉는", "anneun"), ("앉아", "anja"), ("충무 틀", "chungmu teul"), ("ㄴ자 서", "nja seo"),
            // Decomposed into single letters, as some systems type it.
            ("\u{110E}\u{1165}\u{11AB}\u{110C}\u{1175}", "cheonji"),
        ] {
            XCTAssertEqual(ASCIIText.of(hangul), latin)
        }
    }

    func testSymbolsBecomeSimilarASCII() {
        XCTAssertEqual(ASCIIText.of("“a” – ‘b’ … → ✓"), "\"a\" - 'b' ... -> +")
        XCTAssertEqual(ASCIIText.of("─│┌┘ ██▌ ½×"), "-|++ ### 1/2x")
        XCTAssertEqual(ASCIIText.of("Ångström façade ﬁ Ａ１"), "Angstrom facade fi A1")
        XCTAssertEqual(ASCIIText.of("🥋 Mina 工"), "* Mina ?")
    }

    /// IPA symbols get a spelling that an English reader can pronounce, without question marks.
    func testPhoneticScriptBecomesEnglishLetters() {
        for (script, latin) in [
            ("[kʌnnɯn sʌɡi]", "[keonneun seogi]"), ("[tɕirɯɡi]", "[tshireugi]"), ("[t͈ɛɾiɡi]", "[taerigi]"),
            ("[tɕʰaɡi]", "[tsh'agi]"),
            ("[ap̚ ɕidʑak̚]", "[ap shidzhak]"), ("[jʌŋɡu ɰi çim ɦa]", "[jeonggu ui cim ha]"),
        ] { XCTAssertEqual(ASCIIText.of(script), latin) }
    }

    func testOutputIsASCIIAndASCIIInputIsUnchanged() {
        for code in stride(from: 1, through: 0x2FFFF, by: 7) {
            guard let scalar = Unicode.Scalar(UInt32(code)) else { continue }
            let ascii = ASCIIText.of("a\(Character(scalar))b")
            XCTAssertTrue(ascii.utf8.allSatisfy { $0 < 0x80 }, String(code, radix: 16))
        }
        let codes = "\u{1B}[1mbold\u{1B}[0m\ttab\nline"
        XCTAssertEqual(ASCIIText.of(codes), codes)
    }

    func testLayoutFitsTheWidthAfterTransliteration() {
        let table = Table(
            [.init("한글"), .init("English")], rows: [["걷는 서 팔목 낮은데 막기", "walking stance low block"], ["천지", "heaven"]])
        for width in [12, 20, 40, 80] {
            for line in Screen(width: width, palette: .plain, unicode: false).lines(of: [
                .table(table), .paragraph("걷는 서기 “a”…"),
            ]) {
                XCTAssertLessThanOrEqual(line.count, width)
                XCTAssertTrue(line.utf8.allSatisfy { $0 < 0x80 }, line)
            }
        }
    }
}
