import Kernel

/// Hangul as text: syllables taken apart, as searching, typing and reading out need them.
public enum Hangul {
    /// Whether the text has at least one syllable or single letter.
    public static func isPresent(in text: String) -> Bool { text.unicodeScalars.contains(where: \.isHangul) }

    /// Whether the text already is in normal form C, scalar by scalar.
    public static func isComposed(_ text: String) -> Bool {
        NormalForm.isPlain(text) || text.unicodeScalars.elementsEqual(NormalForm.composed(text).unicodeScalars)
    }

    /// Whether the scalar is a consonant on its own: ㄱ…ㅎ.
    package static func isConsonant(_ scalar: Unicode.Scalar) -> Bool { (0x3131...0x314E).contains(scalar.value) }

    /// The beginning consonants (초성) of a phrase; single letters and every other character stay as they are: 걷는 서기 → ㄱㄴ ㅅㄱ.
    public static func initials(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { HangulSyllable($0)?.lead.letter ?? $0 }))
    }

    /// The single letters a phrase is typed with; a double final consonant counts as two, a compound vowel as one.
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

    /// Double consonants that a keyboard makes of two taken apart again: ㄳ → ㄱㅅ.
    package static func partingClusters(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.flatMap { Tail.clusters[$0] ?? [$0] }))
    }

    /// The phrase as it is read out: a letter on its own by its name (ㄴ자 → 니은자), a figure as a Sino-Korean number (9자 → 구자).
    public static func readOut(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let name = names[scalar] { result += name } else { result.unicodeScalars.append(scalar) }
        }
    }

    private static let names: [Unicode.Scalar: String] = [
        "ㄱ": "기역", "ㄴ": "니은", "ㄷ": "디귿", "ㄹ": "리을", "ㅁ": "미음", "ㅂ": "비읍", "ㅅ": "시옷", "ㅇ": "이응", "ㅈ": "지읒",
        "ㅊ": "치읓", "ㅋ": "키읔", "ㅌ": "티읕", "ㅍ": "피읖", "ㅎ": "히읗",
        "0": "영", "1": "일", "2": "이", "3": "삼", "4": "사", "5": "오", "6": "육", "7": "칠", "8": "팔", "9": "구",
    ]
}
