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
        for scalar in syllables {
            let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.map { Int($0.value) }
            guard let syllable = HangulSyllable(scalar) else { return XCTFail("\(scalar)") }
            let tail = syllable.tail == .none ? [] : [0x11A7 + syllable.tail.rawValue]
            XCTAssertEqual(parts, [0x1100 + syllable.lead.rawValue, 0x1161 + syllable.vowel.rawValue] + tail)
        }
    }

    func testOnlyNormalFormCIsComposed() {
        let text = String(String.UnicodeScalarView(syllables))
        XCTAssertTrue(Hangul.isComposed(text))
        XCTAssertFalse(Hangul.isComposed(text.decomposedStringWithCanonicalMapping))
        XCTAssertFalse(Hangul.isComposed("가\u{11A8}"))
    }

    func testLettersOfASyllableMatchTheTypedLetters() {
        XCTAssertEqual(
            Hangul.letters(of: "값을 A").compactMap(Unicode.Scalar.init), ["ㄱ", "ㅏ", "ㅂ", "ㅅ", "ㅇ", "ㅡ", "ㄹ", " ", "A"])
        for tail in Tail.allCases {
            let letters = Hangul.letters(of: String(HangulSyllable(.none, .a, tail).scalar)).dropFirst(2)
            let typed = String(String.UnicodeScalarView(letters.compactMap(Unicode.Scalar.init)))
            // The final consonant as compatibility letters, with clusters split.
            XCTAssertEqual(
                letters.count,
                tail == .none ? 0 : [.gs, .nj, .nh, .lg, .lm, .lb, .ls, .lt, .lp, .lh, .bs].contains(tail) ? 2 : 1)
            XCTAssertEqual(Hangul.splittingClusters(typed), typed)
        }
        XCTAssertEqual(Hangul.splittingClusters("ㅄㄳa"), "ㅂㅅㄱㅅa")
    }

    func testTailSplitsIntoStayingAndMovingLetters() {
        XCTAssertNil(Tail.none.parts)
        XCTAssertNil(Tail.ng.parts)
        for tail in Tail.allCases {
            guard let parts = tail.parts else { continue }
            let stays = Hangul.letters(of: String(HangulSyllable(.none, .a, parts.stays).scalar)).dropFirst(2)
            let moves = Hangul.letters(of: String(HangulSyllable(parts.moves, .a).scalar)).prefix(1)
            XCTAssertEqual(
                Array(stays + moves),
                Array(Hangul.letters(of: String(HangulSyllable(.none, .a, tail).scalar)).dropFirst(2)))
        }
    }

    func testOnlySyllablesAreDecomposed() {
        for scalar in ["a", "ㄱ", "\u{ABFF}", "\u{D7A4}", "\u{1100}"] as [Unicode.Scalar] {
            XCTAssertNil(HangulSyllable(scalar))
        }
        XCTAssertEqual(HangulSyllable("걷"), HangulSyllable(.g, .eo, .d))
    }

    func testInitials() {
        XCTAssertEqual(Hangul.initials(of: "걷는 서기"), "ㄱㄴ ㅅㄱ")
        XCTAssertEqual(Hangul.initials(of: "ㄴ자 A"), "ㄴㅈ A")
    }

    func testEditDistanceOfOneIsOneEditOrSwap() {
        var random = RandomSource(seed: 1)
        for _ in 0..<3000 {
            let words = (0..<2).map { _ in
                (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...2, using: &random) }
            }
            XCTAssertEqual(
                EditDistance.isAtMostOne(words[0], words[1]),
                words[0] == words[1] || typos(of: words[0]).contains(words[1]),
                "\(words)")
        }
    }

    /// Returns all words that differ by one inserted, removed, changed or swapped letter.
    private func typos(of word: [Int]) -> Set<[Int]> {
        var found: Set<[Int]> = []
        for place in 0...word.count {
            for letter in 0...2 {
                found.insert(Array(word[..<place]) + [letter] + Array(word[place...]))
                if place < word.count { found.insert(Array(word[..<place]) + [letter] + Array(word[(place + 1)...])) }
            }
            if place < word.count { found.insert(Array(word[..<place]) + Array(word[(place + 1)...])) }
            if place + 1 < word.count {
                var swapped = word
                swapped.swapAt(place, place + 1)
                found.insert(swapped)
            }
        }
        return found
    }

    func testSingleLettersAreReadByName() {
        XCTAssertEqual(Hangul.readOut("ㄴ자 서기"), "니은자 서기")
        XCTAssertEqual(Hangul.readOut("9자"), "구자")
    }
}
