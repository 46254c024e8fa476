import Korean
import TestSupport
import XCTest

/// Golden tables of sounds in `Tests/Golden/korean`, one line for each pair of letters.
///
/// A change of one article thus shows its effect on all others.
final class SoundTableTests: XCTestCase {
    private func line(_ left: HangulSyllable, _ right: HangulSyllable) -> String {
        let word = String(String.UnicodeScalarView([left.scalar, right.scalar]))
        guard let pronunciation = Pronunciation(of: word) else { return word }
        return [
            word, pronunciation.spoken, pronunciation.romanized, pronunciation.ipa,
            RevisedRomanization.spellLetters([left, right]),
        ].joined(
            separator: " ")
    }

    func testConsonantPairsMatchGolden() throws {
        let meetings = Tail.allCases.flatMap { tail in
            Lead.allCases.map { line(HangulSyllable(.g, .o, tail), HangulSyllable($0, .a)) }
        }
        let fault = try Golden.fault("korean/meetings.txt", meetings.joined(separator: "\n"))
        XCTAssertNil(fault, fault ?? "")
    }

    /// Some consonants change before ㅣ and ㅕ, and some vowels change after consonants.
    func testVowelsAfterConsonantsMatchGolden() throws {
        let vowels = Lead.allCases.flatMap { lead in
            Vowel.allCases.map { line(HangulSyllable(lead, $0), HangulSyllable(lead, $0)) }
        }
        let soft = Tail.allCases.flatMap { tail in
            [Lead.none, .h].flatMap { lead in
                [Vowel.i, .yeo, .ya, .wi].flatMap { vowel in
                    [Tail.none, .ss, .ng].map { line(HangulSyllable(.g, .u, tail), HangulSyllable(lead, vowel, $0)) }
                }
            }
        }
        let fault = try Golden.fault("korean/vowels.txt", (vowels + soft).joined(separator: "\n"))
        XCTAssertNil(fault, fault ?? "")
    }

    func testListedSoundsApplyAnywhereInAWord() {
        for (word, spoken, romanized) in [
            ("학여울", "항녀울", "hangnyeoul"), ("큰학여울역", "큰항녀우력", "keunhangnyeouryeok"),
            ("태권도학여울", "태꿘도항녀울", "taegwondohangnyeoul"),
            ("태권", "태권", "taegwon"), ("권도", "권도", "gwondo"), ("발등", "발뜽", "baldeung"), ("발발등", "발발뜽", "balbaldeung"),
            ("등발", "등발", "deungbal"),
            ("알약알약", "알랴갈략", "allyagallyak"), ("알", "알", "al"), ("맛없다", "마덥따", "madeopda"),
        ] {
            XCTAssertEqual(Pronunciation(of: word)?.spoken, spoken, word)
            XCTAssertEqual(Pronunciation(of: word)?.romanized, romanized, word)
        }
    }

    func testPhrasesSplitAtSpacesAndHyphens() {
        for text in ["앞 차기", "앞-차기", " 앞  차기 ", "앞\n차기", "앞 - 차기", "앞\u{3000}차기", "앞 x 차기"] {
            XCTAssertEqual(Pronunciation(of: text)?.spoken, "압 차기", text)
        }
        XCTAssertEqual(Pronunciation(of: "앞_차기")?.spoken, "압차기")
        XCTAssertEqual(Pronunciation(of: "옷 안", pace: .oneBreath)?.spoken, "오 단")
        XCTAssertEqual(Pronunciation(of: "옷 안 앞", pace: .oneBreath)?.spoken, "오 다 납")
        for (text, apart, together) in [
            ("옷 안 앞", "ot̚ an ap̚", "o da nap̚"), ("달 라", "tal ɾa", "tal la"), ("가 가", "ka ka", "ka ɡa"),
            ("막 가", "mak̚ ka", "mak̚ k͈a"),
        ] {
            XCTAssertEqual(Pronunciation(of: text)?.ipa, apart)
            XCTAssertEqual(Pronunciation(of: text, pace: .oneBreath)?.ipa, together)
        }
        XCTAssertEqual(Pronunciation(of: "앞 차기", override: "암 차기", pace: .oneBreath)?.spoken, "암 차기")
    }

    func testStandaloneConsonantsAreThoseOfTheirBlock() {
        let all = (0x3130...0x3164).compactMap { Unicode.Scalar($0 as UInt32) }
        XCTAssertEqual(all.filter(Hangul.isConsonant), Array("ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars))
        XCTAssertEqual(all.map { RevisedRomanization.spellLetter($0) ?? "-" }.joined(separator: " "), Self.letters)
        for (text, isThere) in [
            ("", false), ("abc", false), ("aㄱ", true), ("가b", true), ("\u{1100}", false), ("ㅣ", true),
        ] {
            XCTAssertEqual(Hangul.isPresent(in: text), isThere, text)
        }
    }

    private static let letters = """
        - g kk gs n nj nh d tt r lg lm lb ls lt lp lh m b pp bs s ss ng j jj ch k t p h a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i -
        """
}
