import Content
import Foundation
import Kernel
import XCTest

final class AnswerJudgeTests: XCTestCase {
    private func judge(_ typed: String, _ id: String, _ language: AnswerJudge.AnswerLanguage) throws
        -> AnswerJudge.Judgment
    {
        let library = try SampleContent.library()
        return AnswerJudge(among: library.terms).judge(typed, against: try XCTUnwrap(library.term(id)), asked: language)
    }

    func testOwnSpellingsAreRightInAnyTypedForm() throws {
        let library = try SampleContent.library()
        let judge = AnswerJudge(among: library.terms)
        for term in library.terms {
            let document = term.searchable
            let spellings: [(AnswerJudge.AnswerLanguage, [String])] = [
                (.english, document.english), (.hangul, document.hangul + document.variants),
                (.romanization, document.romanizations),
                (.korean, document.hangul + document.variants + document.romanizations),
            ]
            for (language, texts) in spellings {
                for text in texts {
                    let wide = String(
                        String.UnicodeScalarView(
                            text.unicodeScalars.map {
                                (0x21...0x7E).contains($0.value) ? Unicode.Scalar($0.value + 0xFEE0) ?? $0 : $0
                            }))
                    for typed in [
                        text, text.uppercased(), text.decomposedStringWithCanonicalMapping, "  \(text) ", wide,
                        text.replacingOccurrences(of: " ", with: ""),
                    ] {
                        XCTAssertEqual(
                            judge.judge(typed, against: term, asked: language).verdict, .right,
                            "\(term.id) \(language) \(typed)")
                    }
                }
            }
        }
    }

    func testVerdicts() throws {
        let cases: [(typed: String, id: String, asked: AnswerJudge.AnswerLanguage, verdict: AnswerJudge.Verdict)] = [
            ("geonnun seogi", "walking-stance", .romanization, .right),
            ("kunnun-sogi", "walking-stance", .korean, .right),
            ("걷기 서기", "walking-stance", .hangul, .right), ("a walking stance", "walking-stance", .english, .right),
            ("forward stance", "walking-stance", .english, .right), ("instructor", "instructor", .english, .right),
            ("L stance", "l-stance", .english, .right),
            ("뒷", "back", .hangul, .right), ("dwit", "back", .romanization, .right),
            ("ttulki", "thrust", .romanization, .right),
            ("건는 서기", "walking-stance", .hangul, .nearlyRight), ("걷는 사기", "walking-stance", .hangul, .nearlyRight),
            ("wlaking stance", "walking-stance", .english, .nearlyRight),
            ("gunnum sogi", "walking-stance", .romanization, .nearlyRight),
            ("앞", "inner", .hangul, .wrong), ("ap", "inner", .romanization, .wrong),
            ("on", "front", .romanization, .wrong),
            ("gunnun sogi", "walking-stance", .english, .wrong), ("걷는 서기", "walking-stance", .romanization, .wrong),
            ("walking stance", "walking-stance", .korean, .wrong), ("", "front", .korean, .wrong),
            ("\u{7}", "front", .english, .wrong),
            ("차렷 서기", "walking-stance", .hangul, .wrong),
        ]
        for (typed, id, language, verdict) in cases {
            XCTAssertEqual(try judge(typed, id, language).verdict, verdict, "\(typed) for \(id) as \(language)")
        }
    }

    func testJudgementContainsTheExpectedSpelling() throws {
        XCTAssertEqual(try judge("걷기서기", "walking-stance", .hangul).expected, "걷기 서기")
        XCTAssertEqual(try judge("nonsense", "walking-stance", .hangul).expected, "걷는 서기")
        XCTAssertEqual(try judge("walkin stance", "walking-stance", .english).expected, "Walking stance")
    }

    /// No spelling of another term is accepted unless both share it.
    func testSpellingsOfOtherTermsAreWrong() throws {
        let library = try SampleContent.library()
        let judge = AnswerJudge(among: library.terms)
        for term in library.terms {
            for other in library.terms where other.id != term.id {
                for spelling in other.searchable.hangul + other.searchable.romanizations {
                    XCTAssertEqual(
                        judge.judge(spelling, against: term, asked: .korean).verdict, .wrong,
                        "\(spelling) for \(term.id)")
                }
            }
        }
    }

    func testOneTypoIsNotWrong() throws {
        var random = RandomSource(seed: 4)
        let library = try SampleContent.library()
        let judge = AnswerJudge(among: library.terms)
        for term in library.terms where term.english.count >= 6 && !term.english.contains("(") {
            for _ in 0..<20 {
                let typo = SearchTests.slip(term.english, &random)
                XCTAssertNotEqual(judge.judge(typo, against: term, asked: .english).verdict, .wrong, typo)
            }
        }
    }
}
