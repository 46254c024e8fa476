import Kernel
import Korean
import XCTest

/// What every spelling in Latin letters keeps to, over all 11,172 syllables and over words at random.
final class RomanizationLawTests: XCTestCase {
    private let syllables = (0xAC00...0xD7A3).compactMap { Unicode.Scalar($0 as UInt32).flatMap(HangulSyllable.init) }

    private func text(_ word: [HangulSyllable]) -> String { String(String.UnicodeScalarView(word.map(\.scalar))) }

    private func isLatin(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) } }

    func testEverySyllableHasASpellingInPlainLetters() {
        XCTAssertEqual(syllables.count, 11_172)
        for syllable in syllables {
            let word = text([syllable])
            let said = Pronunciation(of: word)?.romanized ?? ""
            XCTAssertTrue(isLatin(said), word)
            XCTAssertTrue(isLatin(RevisedRomanization.lettered([syllable])), word)
            XCTAssertTrue(RomanizationCheck.agrees(hangul: word, romanization: said), "\(word) \(said)")
        }
    }

    func testWordsAtRandomAreSpelledInPlainLettersAndAgreeWithTheirHangul() {
        var chance = RandomSource(seed: 12)
        for _ in 0..<2000 {
            let word = (0..<Int.random(in: 1...5, using: &chance)).compactMap { _ in syllables.randomElement(using: &chance) }
            let said = Pronunciation(of: text(word))?.romanized ?? ""
            XCTAssertTrue(isLatin(said), text(word))
            XCTAssertTrue(isLatin(RevisedRomanization.lettered(word)), text(word))
            XCTAssertTrue(RomanizationCheck.agrees(hangul: text(word), romanization: said), "\(text(word)) \(said)")
        }
    }

    /// Letter by letter each syllable is spelled alone, except where a final consonant begins the next one or ㄹ meets ㄹ.
    func testLettersDoNotAssimilate() {
        var chance = RandomSource(seed: 13)
        for _ in 0..<2000 {
            let pair = (0..<2).compactMap { _ in syllables.randomElement(using: &chance) }
            guard pair[1].lead != .none, pair[1].lead != .r else { continue }
            XCTAssertEqual(
                RevisedRomanization.lettered(pair), pair.map { RevisedRomanization.lettered([$0]) }.joined(), text(pair))
        }
        XCTAssertEqual(RevisedRomanization.lettered([HangulSyllable(.g, .eo, .d), HangulSyllable(.n, .eu, .n)]), "geotneun")
        XCTAssertEqual(RevisedRomanization.lettered([HangulSyllable(.none, .eo, .bs), HangulSyllable(.none, .eo)]), "eopseo")
    }

    func testLettersAloneAreTheFiftyOneOfTheirBlock() {
        let all = (0x3131...0x3163).compactMap { Unicode.Scalar($0 as UInt32) }
        XCTAssertEqual(all.compactMap(RevisedRomanization.letter).filter(isLatin).count, 51)
        XCTAssertNil(RevisedRomanization.letter("\u{3130}"))
        XCTAssertNil(RevisedRomanization.letter("\u{3164}"))
        XCTAssertNil(RevisedRomanization.letter("a"))
    }

    /// Read aloud in one breath, a phrase has as many syllables as its words have.
    func testABreathLosesNoSyllable() {
        var chance = RandomSource(seed: 14)
        for _ in 0..<500 {
            let words = (0..<3).map { _ in
                (0..<Int.random(in: 1...3, using: &chance)).compactMap { _ in syllables.randomElement(using: &chance) }
            }
            let phrase = words.map(text).joined(separator: " ")
            let spoken = Pronunciation(of: phrase, pace: .oneBreath)?.spoken.split(separator: " ") ?? []
            XCTAssertEqual(spoken.map(\.unicodeScalars.count), words.map(\.count), phrase)
        }
    }
}
