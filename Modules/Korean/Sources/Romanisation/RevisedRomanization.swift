import Kernel

/// Spells sounds in the Revised Romanization of Korean (Ministry of Culture and Tourism, 2000-8).
public enum RevisedRomanization {
    /// A word letter by letter: a final consonant before a vowel is carried over, nothing else is assimilated. It stands in where there are no Korean
    /// letters; how words are truly said is `Pronunciation`'s business.
    public static func lettered(_ word: [HangulSyllable]) -> String {
        var word = word
        for index in word.indices.dropLast() where word[index + 1].lead == .none {
            var (left, right) = (word[index], word[index + 1])
            _ = left.carry(into: &right)
            (word[index], word[index + 1]) = (left, right)
        }
        return spelled(word)
    }

    /// A letter that stands alone, ㄱ to ㅣ; nil for every other scalar.
    public static func letter(_ scalar: Unicode.Scalar) -> String? {
        let place = Int(scalar.value) - 0x3131
        return (single + vowels).indices.contains(place) ? (single + vowels)[place] : nil
    }

    /// The consonants of Unicode's compatibility block.
    private static let single = [
        "g", "kk", "gs", "n", "nj", "nh", "d", "tt", "r", "lg", "lm", "lb", "ls", "lt", "lp", "lh", "m", "b", "pp", "bs", "s",
        "ss", "ng", "j", "jj", "ch", "k", "t", "p", "h",
    ]

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
