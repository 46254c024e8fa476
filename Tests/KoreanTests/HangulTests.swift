import Foundation
import Kernel
import Korean
import XCTest

final class HangulTests: XCTestCase {
    private let syllables: [Unicode.Scalar] = (0xAC00...0xD7A3).compactMap { Unicode.Scalar($0 as UInt32) }

    func testComposingUndoesDecomposingOverAllSyllables() {
        XCTAssertEqual(syllables.count, 11_172)
        XCTAssertEqual(syllables.filter { HangulSyllable($0)?.scalar != $0 }, [])
    }

    func testDecomposingUndoesComposingOverAllLetters() {
        let all = Lead.allCases.flatMap { lead in
            Vowel.allCases.flatMap { vowel in Tail.allCases.map { HangulSyllable(lead, vowel, $0) } }
        }
        XCTAssertEqual(all.filter { HangulSyllable($0.scalar) != $0 }, [])
        XCTAssertEqual(Set(all.map(\.scalar)).count, 11_172)
    }

    func testArithmeticAgreesWithUnicodeNormalForms() {
        let text = String(String.UnicodeScalarView(syllables))
        let conjoining = String(String.UnicodeScalarView(syllables.compactMap(HangulSyllable.init).flatMap(\.conjoining)))
        XCTAssertTrue(conjoining.unicodeScalars.elementsEqual(text.decomposedStringWithCanonicalMapping.unicodeScalars))
        XCTAssertTrue(Hangul.composed(conjoining).unicodeScalars.elementsEqual(text.unicodeScalars))
        XCTAssertTrue(Hangul.isComposed(text))
        XCTAssertFalse(Hangul.isComposed(conjoining))
    }

    func testComposingAnyMixtureOfLettersIsNormalFormC() {
        var chance = RandomSource(seed: 6)
        let letters =
            (0x1100...0x1112).map { $0 } + (0x1161...0x1175).map { $0 } + (0x11A8...0x11C2).map { $0 } + [
                0x61, 0xAC01, 0x3131,
            ]
        for _ in 0..<2000 {
            let scalars = (0..<6).compactMap { _ in letters.randomElement(using: &chance).flatMap { Unicode.Scalar(UInt32($0)) } }
            let text = String(String.UnicodeScalarView(scalars))
            let expected = text.precomposedStringWithCanonicalMapping.unicodeScalars
            XCTAssertTrue(
                Hangul.composed(text).unicodeScalars.elementsEqual(expected),
                scalars.map { String($0.value, radix: 16) }.joined(separator: " "))
        }
    }

    func testAFinalConsonantJoinsASyllableThatIsAlreadyComposed() {
        XCTAssertTrue(Hangul.composed("가\u{11A8}").unicodeScalars.elementsEqual("각".unicodeScalars))
        XCTAssertTrue(Hangul.composed("각\u{11A8}").unicodeScalars.elementsEqual("각\u{11A8}".unicodeScalars))
        XCTAssertFalse(Hangul.isComposed("가\u{11A8}"))
    }

    func testOnlySyllablesAreTakenApart() {
        for scalar in ["a", "ㄱ", "\u{ABFF}", "\u{D7A4}", "\u{1100}"] as [Unicode.Scalar] { XCTAssertNil(HangulSyllable(scalar)) }
        XCTAssertEqual(HangulSyllable("걷"), HangulSyllable(.g, .eo, .d))
    }

    func testInitials() {
        XCTAssertEqual(Hangul.initials(of: "걷는 서기"), "ㄱㄴ ㅅㄱ")
        XCTAssertEqual(Hangul.initials(of: "ㄴ자 A"), "ㄴㅈ A")
    }

    func testLetterDistanceCountsLettersNotSyllables() {
        XCTAssertEqual(Hangul.letterDistance("걷는", "걷는"), 0)
        XCTAssertEqual(Hangul.letterDistance("걷는", "건는"), 1)
        XCTAssertEqual(Hangul.letterDistance("서기", "사기"), 1)
        XCTAssertEqual(Hangul.letterDistance("앞차기", "앙차기"), 1)
        XCTAssertEqual(Hangul.letterDistance("값", "갑"), 1, "a double final consonant is two letters")
        XCTAssertEqual(Hangul.letterDistance("걷는".decomposedStringWithCanonicalMapping, "걷는"), 0)
    }

    func testDistanceIsSymmetricAndZeroOnlyForEqualTexts() {
        var chance = RandomSource(seed: 1)
        for _ in 0..<300 {
            let words = (0..<2).map { _ in
                let length = Int.random(in: 1...3, using: &chance)
                return String(String.UnicodeScalarView((0..<length).compactMap { _ in syllables.randomElement(using: &chance) }))
            }
            let distance = Hangul.letterDistance(words[0], words[1])
            XCTAssertEqual(distance, Hangul.letterDistance(words[1], words[0]))
            XCTAssertEqual(distance == 0, words[0] == words[1])
        }
    }

    func testSingleLettersAreReadByTheirNames() {
        XCTAssertEqual(Hangul.readOut("ㄴ자 서기"), "니은자 서기")
        XCTAssertEqual(Hangul.readOut("9자"), "구자")
    }
}
