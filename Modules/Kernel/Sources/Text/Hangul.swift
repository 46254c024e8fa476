/// Hangul as text: syllables taken apart and put together, as searching and typing need them.
public enum Hangul {
    /// Whether the text has at least one syllable or single letter.
    public static func isPresent(in text: String) -> Bool { text.unicodeScalars.contains(where: isHangul) }

    /// Whether the scalar is a precomposed syllable or a single (compatibility) letter.
    package static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        (0xAC00...0xD7A3).contains(scalar.value) || (0x3131...0x3163).contains(scalar.value)
    }

    /// Whether the scalar is a consonant on its own: ㄱ…ㅎ.
    package static func isConsonant(_ scalar: Unicode.Scalar) -> Bool { (0x3131...0x314E).contains(scalar.value) }

    /// The beginning consonants (초성) of a phrase; single letters and every other character stay as they are: 걷는 서기 → ㄱㄴ ㅅㄱ.
    public static func initials(of text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(HangulSyllable(scalar).map { leadLetters[$0.lead.rawValue] } ?? scalar)
        }
        return String(result)
    }

    /// The single letters a phrase is typed with; a double final consonant counts as two, a compound vowel as one.
    package static func letters(of text: String) -> [UInt32] {
        var result: [UInt32] = []
        for scalar in text.unicodeScalars {
            guard let syllable = HangulSyllable(scalar) else {
                result.append(scalar.value)
                continue
            }
            result.append(leadLetters[syllable.lead.rawValue].value)
            result.append(UInt32(0x314F + syllable.vowel.rawValue))
            result += tailLetters(syllable.tail)
        }
        return result
    }

    /// Double consonants that a keyboard makes of two taken apart again: ㄳ → ㄱㅅ.
    package static func partingClusters(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.flatMap { clusters[$0] ?? [$0] }))
    }

    private static let clusters: [Unicode.Scalar: [Unicode.Scalar]] = [
        "ㄳ": ["ㄱ", "ㅅ"], "ㄵ": ["ㄴ", "ㅈ"], "ㄶ": ["ㄴ", "ㅎ"], "ㄺ": ["ㄹ", "ㄱ"], "ㄻ": ["ㄹ", "ㅁ"], "ㄼ": ["ㄹ", "ㅂ"], "ㄽ": ["ㄹ", "ㅅ"],
        "ㄾ": ["ㄹ", "ㅌ"], "ㄿ": ["ㄹ", "ㅍ"], "ㅀ": ["ㄹ", "ㅎ"], "ㅄ": ["ㅂ", "ㅅ"],
    ]

    private static func tailLetters(_ tail: Tail) -> [UInt32] {
        guard tail != .ng else { return [leadLetters[Lead.none.rawValue].value] }
        guard let parts = tail.parts else { return [] }
        let second = leadLetters[parts.moves.rawValue].value
        guard let first = parts.stays.parts else { return [second] }
        return [leadLetters[first.moves.rawValue].value, second]
    }

    /// The beginning consonants as single letters, in the order of `Lead`.
    package static let leadLetters: [Unicode.Scalar] = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
}
