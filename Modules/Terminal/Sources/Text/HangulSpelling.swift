/// Hangul letter by letter in Revised Romanization: a final consonant before a vowel is carried over, nothing else is assimilated.
///
/// How words are truly said is the business of whoever knows Korean; this is what stands in when a terminal has no Korean letters.
enum HangulSpelling {
    private static let leads = [
        "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p", "h",
    ]
    private static let vowels = [
        "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we", "wi", "yu", "eu", "ui",
        "i",
    ]
    /// At the end of a word or before a consonant.
    private static let tails = [
        "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p", "t", "t", "ng", "t", "t",
        "k", "t",
        "p", "t",
    ]
    /// Before a vowel.
    private static let carried = [
        "", "g", "kk", "gs", "n", "nj", "n", "d", "r", "lg", "lm", "lb", "ls", "lt", "lp", "r", "m", "b", "bs", "s", "ss", "ng",
        "j", "ch", "k",
        "t", "p", "",
    ]
    /// The letters alone, from ㄱ to ㅣ, in the order of Unicode's compatibility block.
    private static let single = [
        "g", "kk", "gs", "n", "nj", "nh", "d", "tt", "r", "lg", "lm", "lb", "ls", "lt", "lp", "lh", "m", "b", "pp", "bs", "s",
        "ss", "ng", "j",
        "jj", "ch", "k", "t", "p", "h",
    ]

    static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }

    static func letter(_ scalar: Unicode.Scalar) -> String { (single + vowels)[Int(scalar.value) - 0x3131] }

    static func romanized(_ word: [Unicode.Scalar]) -> String {
        word.enumerated().map { index, scalar in
            let code = Int(scalar.value) - 0xAC00
            let next = index + 1 < word.count ? (Int(word[index + 1].value) - 0xAC00) / 588 : nil
            // ㄹ before ㄹ is one long sound, written ll: the next syllable's r becomes l.
            let follows = index > 0 ? (Int(word[index - 1].value) - 0xAC00) % 28 : 0
            let lead = code / 588 == 5 && follows == 8 ? "l" : leads[code / 588]
            let tail = code % 28
            return lead + vowels[code % 588 / 28] + (next == 11 ? carried[tail] : tails[tail])
        }.joined()
    }
}
