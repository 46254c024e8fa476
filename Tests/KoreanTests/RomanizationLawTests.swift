import Kernel
import Korean
import XCTest

/// Invariants of romanization over all 11,172 syllables and over random words.
final class RomanizationLawTests: XCTestCase {
    private let syllables = (0xAC00...0xD7A3).compactMap { Unicode.Scalar($0 as UInt32).flatMap(HangulSyllable.init) }

    private func text(_ word: [HangulSyllable]) -> String { String(String.UnicodeScalarView(word.map(\.scalar))) }

    private func isLatin(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }

    func testEverySyllableRomanizesToASCIILetters() {
        XCTAssertEqual(syllables.count, 11_172)
        for syllable in syllables {
            let word = text([syllable])
            let romanized = Pronunciation(of: word)?.romanized ?? ""
            XCTAssertTrue(isLatin(romanized), word)
            XCTAssertTrue(isLatin(RevisedRomanization.spellLetters([syllable])), word)
            XCTAssertTrue(RomanizationCheck.agrees(hangul: word, romanization: romanized), "\(word) \(romanized)")
        }
    }

    func testRandomWordsRomanizeToASCIIAndMatchTheirHangul() {
        var random = RandomSource(seed: 12)
        for _ in 0..<2000 {
            let word = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
                syllables.randomElement(using: &random)
            }
            let romanized = Pronunciation(of: text(word))?.romanized ?? ""
            XCTAssertTrue(isLatin(romanized), text(word))
            XCTAssertTrue(isLatin(RevisedRomanization.spellLetters(word)), text(word))
            XCTAssertTrue(
                RomanizationCheck.agrees(hangul: text(word), romanization: romanized), "\(text(word)) \(romanized)")
        }
    }

    /// Letter by letter, each syllable is spelled alone. Exceptions: a final before a silent ㅇ, and
    /// ㄹ before ㄹ.
    func testLetteredRomanizationDoesNotAssimilate() {
        var random = RandomSource(seed: 13)
        for _ in 0..<2000 {
            let pair = (0..<2).compactMap { _ in syllables.randomElement(using: &random) }
            guard pair[1].lead != .none, pair[1].lead != .r else { continue }
            XCTAssertEqual(
                RevisedRomanization.spellLetters(pair), pair.map { RevisedRomanization.spellLetters([$0]) }.joined(),
                text(pair)
            )
        }
        XCTAssertEqual(
            RevisedRomanization.spellLetters([HangulSyllable(.g, .eo, .d), HangulSyllable(.n, .eu, .n)]), "geotneun")
        XCTAssertEqual(
            RevisedRomanization.spellLetters([HangulSyllable(.none, .eo, .bs), HangulSyllable(.none, .eo)]), "eopseo")
    }

    func testStandaloneLettersAreTheFiftyOneOfTheirBlock() {
        let all = (0x3131...0x3163).compactMap { Unicode.Scalar($0 as UInt32) }
        XCTAssertEqual(all.compactMap(RevisedRomanization.spellLetter).filter(isLatin).count, 51)
        XCTAssertNil(RevisedRomanization.spellLetter("\u{3130}"))
        XCTAssertNil(RevisedRomanization.spellLetter("\u{3164}"))
        XCTAssertNil(RevisedRomanization.spellLetter("a"))
    }

    func testOneBreathPronunciationKeepsAllSyllables() {
        var random = RandomSource(seed: 14)
        for _ in 0..<500 {
            let words = (0..<3).map { _ in
                (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in syllables.randomElement(using: &random) }
            }
            let phrase = words.map(text).joined(separator: " ")
            let spoken = Pronunciation(of: phrase, pace: .oneBreath)?.spoken.split(separator: " ") ?? []
            XCTAssertEqual(spoken.map(\.unicodeScalars.count), words.map(\.count), phrase)
        }
    }
}
