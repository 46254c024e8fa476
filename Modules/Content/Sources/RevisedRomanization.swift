import Kernel

/// Spells sounds in the Revised Romanization of Korean (Ministry of Culture and Tourism, 2000-8).
enum RevisedRomanization {
    /// The spelling of one spoken word: what stands there is already its sounds, not its hangul.
    static func spelled(_ word: [HangulSyllable]) -> String {
        var result = ""
        var previous = Tail.none
        for syllable in word {
            result += syllable.lead == .r && previous == .l ? "l" : leads[syllable.lead.rawValue]
            result += vowels[syllable.vowel.rawValue]
            result += tail(syllable.tail.representative)
            previous = syllable.tail.representative
        }
        return result
    }

    private static let leads = [
        "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h",
    ]

    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu", "ui",
        "i",
    ]

    private static func tail(_ tail: Tail) -> String {
        switch tail {
        case .g: "k"
        case .n: "n"
        case .d: "t"
        case .l: "l"
        case .m: "m"
        case .b: "p"
        case .ng: "ng"
        default: ""
        }
    }
}
