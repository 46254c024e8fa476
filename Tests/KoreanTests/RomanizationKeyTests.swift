import Kernel
import Korean
import XCTest

/// Keys that are equal for all Latin spellings of a Korean word.
final class RomanizationKeyTests: XCTestCase {
    func testSpellingsOfOneWordShareAKey() {
        for (key, spellings) in [
            ("soki", ["sogi", "seogi", "sohgi", "soki", "so gi", "soggi", "shogi", "suhgi"]),
            ("cilo", ["jiru", "jireu", "chiroo", "jjilleu"]), ("mak", ["mak", "maak", "mahk", "makk", "magh"]),
            ("tewonto", ["daewondo", "daiweondo", "taywuntou", "thaewondo"]),
            ("kyoca", ["gyocha", "kyotcha", "kyooja", "khyeoja", "gyuja"]), ("we", ["wae", "oe", "oi"]),
            ("oi", ["ui", "eui"]),
            ("yop", ["yop", "yeob", "yuph", "youp"]), ("ye", ["ye", "yae"]), ("i", ["i", "ee", "yi"]),
            ("x1", ["x1", "xx 1", "x11"]),
            ("e", ["ae", "ay", "ai", "ae e"]), ("k", ["g", "kg", "gk", "kh"]), ("", ["", " "]),
            ("mnm", ["mnm", "mmnnmm"]),
            ("é", ["é"]),
        ] {
            for spelling in spellings { XCTAssertEqual(RomanizationKey.key(spelling), key, spelling) }
        }
    }

    /// A prefix may end within a multi-letter spelling.
    func testPrefixesOfAWordHaveKeys() {
        let word = "tchweo yaek"
        XCTAssertEqual(
            (0...word.count).map { RomanizationKey.key(String(word.prefix($0))) },
            ["", "t", "tc", "c", "cw", "cwe", "cwo", "cwo", "cwoy", "cwoya", "cwoye", "cwoyek"])
    }

    func testRomanizedShortcutMatchesTheFullPronunciation() {
        for (written, override) in [
            ("국물", nil), ("왼발", "웬발"), ("가", "국물"), ("9자", nil), ("앞 차기", nil), ("dojang", nil), ("dojang", "도장"),
        ] as [(String, String?)] {
            XCTAssertEqual(
                Pronunciation.romanized(written, override: override),
                Pronunciation(of: written, override: override)?.romanized,
                written)
        }
        XCTAssertEqual(Pronunciation.romanized("국물"), "gungmul")
        XCTAssertEqual(Pronunciation.romanized("가", override: "국물"), "gukmul", "an override is used as it is")
    }
}
