import Kernel

/// The decomposition of hangul syllables for searching, typing and reading aloud.
package enum Hangul {
    /// Returns whether the text has at least one syllable or single letter.
    package static func isPresent(in text: String) -> Bool { text.unicodeScalars.contains(where: \.isHangul) }

    /// Returns whether the text is in normal form C, scalar by scalar.
    package static func isComposed(_ text: String) -> Bool {
        NormalForm.isPlain(text) || text.unicodeScalars.elementsEqual(NormalForm.composed(text).unicodeScalars)
    }

    /// Returns whether the scalar is a single consonant: ㄱ…ㅎ.
    package static func isConsonant(_ scalar: Unicode.Scalar) -> Bool { (0x3131...0x314E).contains(scalar.value) }

    /// Returns the initial consonants (초성) of a phrase, with all other characters unchanged: 걷는 서기
    /// → ㄱㄴ ㅅㄱ.
    package static func initials(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { HangulSyllable($0)?.lead.letter ?? $0 }))
    }

    /// Returns the typed letters of a phrase; a double final consonant counts as two, a compound
    /// vowel as one.
    package static func letters(of text: String) -> [UInt32] {
        var result: [UInt32] = []
        for scalar in text.unicodeScalars {
            guard let syllable = HangulSyllable(scalar) else {
                result.append(scalar.value)
                continue
            }
            result.append(syllable.lead.letter.value)
            result.append(UInt32(0x314F + syllable.vowel.rawValue))
            for letter in syllable.tail.letters { result.append(letter.value) }
        }
        return result
    }

    /// Splits double consonants that a keyboard composes from two: ㄳ → ㄱㅅ.
    package static func splittingClusters(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.flatMap { Tail.clusters[$0] ?? [$0] }))
    }

    /// Returns the phrase as read aloud, with names of single letters (ㄴ자 → 니은자) and Sino-Korean
    /// numbers (9자 → 구자).
    package static func readOut(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let name = names[scalar] { result += name } else { result.unicodeScalars.append(scalar) }
        }
    }

    /// The spoken names of single letters and digits.
    private static let names: [Unicode.Scalar: String] = [
        "ㄱ": "기역", "ㄴ": "니은", "ㄷ": "디귿", "ㄹ": "리을", "ㅁ": "미음", "ㅂ": "비읍", "ㅅ": "시옷", "ㅇ": "이응", "ㅈ": "지읒",
        "ㅊ": "치읓", "ㅋ": "키읔", "ㅌ": "티읕", "ㅍ": "피읖", "ㅎ": "히읗",
        "0": "영", "1": "일", "2": "이", "3": "삼", "4": "사", "5": "오", "6": "육", "7": "칠", "8": "팔", "9": "구",
    ]
}
