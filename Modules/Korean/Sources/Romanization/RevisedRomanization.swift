import Kernel

/// The spelling of sounds in the Revised Romanization of Korean (Ministry of Culture and Tourism,
/// 2000-8).
package enum RevisedRomanization {
    /// Spells a word letter by letter as a substitute for Korean letters.
    ///
    /// A final consonant before a vowel moves to the next syllable, without other assimilation.
    /// `Pronunciation` computes the actual sounds.
    package static func spellLetters(_ word: [HangulSyllable]) -> String {
        var word = word
        for index in word.indices.dropLast() where word[index + 1].lead == .none {
            var left = word[index]
            var right = word[index + 1]
            _ = left.moveTail(into: &right)
            (word[index], word[index + 1]) = (left, right)
        }
        return spellSounds(word)
    }

    /// Returns the spelling of a single letter, ㄱ to ㅣ; nil for every other scalar.
    package static func spellLetter(_ scalar: Unicode.Scalar) -> String? {
        let index = Int(scalar.value) - 0x3131
        return (consonants + vowels).indices.contains(index) ? (consonants + vowels)[index] : nil
    }

    /// The consonants of Unicode's compatibility block.
    private static let consonants = [
        "g", "kk", "gs", "n", "nj", "nh", "d", "tt", "r", "lg", "lm", "lb", "ls", "lt", "lp", "lh", "m", "b", "pp",
        "bs", "s", "ss", "ng", "j", "jj", "ch", "k", "t", "p", "h",
    ]

    /// Returns the spelling of a word whose syllables already represent its sounds.
    static func spellSounds(_ word: [HangulSyllable]) -> String {
        var result = ""
        var previous = Tail.none
        for syllable in word {
            result += syllable.lead == .r && previous == .l ? "l" : leads[syllable.lead.rawValue]
            result += vowels[syllable.vowel.rawValue]
            result += spelling(of: syllable.tail.representative)
            previous = syllable.tail.representative
        }
        return result
    }

    /// The initial consonants, in the order of `Lead`.
    private static let leads = [
        "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h",
    ]

    /// The vowels, in the order of `Vowel`.
    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu",
        "ui", "i",
    ]

    /// Returns the spelling of a representative final consonant.
    private static func spelling(of tail: Tail) -> String {
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
