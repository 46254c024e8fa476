/// Hangul as text: syllables taken apart and put together, and what search and typing need of them.
public enum Hangul {
    /// Whether the text has at least one syllable or single letter.
    public static func isPresent(in text: String) -> Bool { text.unicodeScalars.contains(where: isHangul) }

    /// Whether the scalar is a precomposed syllable or a single (compatibility) letter.
    static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        (0xAC00...0xD7A3).contains(scalar.value) || (0x3131...0x3163).contains(scalar.value)
    }

    /// Whether the scalar is a consonant on its own: ㄱ…ㅎ.
    static func isConsonant(_ scalar: Unicode.Scalar) -> Bool { (0x3131...0x314E).contains(scalar.value) }

    /// Whether the text is in normal form C, as packs must be.
    public static func isComposed(_ text: String) -> Bool { TextForm.isComposed(text) }

    /// The beginning consonants (초성) of a phrase; single letters and every other character stay as they are: 걷는 서기 → ㄱㄴ ㅅㄱ.
    public static func initials(of text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(HangulSyllable(scalar).map { leadLetters[$0.lead.rawValue] } ?? scalar)
        }
        return String(result)
    }

    /// The single letters a phrase is typed with; a double final consonant counts as two, a compound vowel as one.
    static func letters(of text: String) -> [UInt32] {
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
    static func partingClusters(_ text: String) -> String {
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

    /// How many letters must be put in, left out, changed or swapped with their neighbour to turn one phrase into the other.
    public static func letterDistance(_ left: String, _ right: String) -> Int {
        EditDistance.between(letters(of: TextForm.composed(left)), letters(of: TextForm.composed(right)))
    }

    /// The phrase as it is read out: a letter on its own by its name (ㄴ자 → 니은자), a figure as a Sino-Korean number (9자 → 구자).
    public static func readOut(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if let name = letterNames[scalar] ?? digitNames[scalar] {
                result += name
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    static let leadLetters: [Unicode.Scalar] = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)

    private static let letterNames: [Unicode.Scalar: String] = [
        "ㄱ": "기역", "ㄴ": "니은", "ㄷ": "디귿", "ㄹ": "리을", "ㅁ": "미음", "ㅂ": "비읍", "ㅅ": "시옷", "ㅇ": "이응", "ㅈ": "지읒",
        "ㅊ": "치읓", "ㅋ": "키읔", "ㅌ": "티읕", "ㅍ": "피읖", "ㅎ": "히읗",
    ]
    private static let digitNames: [Unicode.Scalar: String] = [
        "0": "영", "1": "일", "2": "이", "3": "삼", "4": "사", "5": "오", "6": "육", "7": "칠", "8": "팔", "9": "구",
    ]
}
