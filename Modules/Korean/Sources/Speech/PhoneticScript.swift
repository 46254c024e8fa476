import Kernel

/// The spelling of sounds in the International Phonetic Alphabet, Seoul standard speech.
enum PhoneticScript {
    /// Returns the transcription of spoken words; in one breath a word depends on the end of the
    /// previous one.
    static func transcribed(_ words: [[HangulSyllable]], pace: Pronunciation.Pace) -> String {
        var previous: Tail?
        return words.map { word in
            if pace == .wordByWord { previous = nil }
            return word.map { syllable in
                defer { previous = syllable.tail.representative }
                return leadSymbol(syllable, after: previous) + vowels[syllable.vowel.rawValue]
                    + tailSymbol(syllable.tail.representative)
            }.joined()
        }.joined(separator: " ")
    }

    /// Returns the initial consonant: plain stops are voiced between voiced sounds, ㅅ and ㅎ change
    /// before [i] and [j], ㄹ after ㄹ is long.
    private static func leadSymbol(_ syllable: HangulSyllable, after previous: Tail?) -> String {
        let isVoiced = previous.map { [.none, .n, .l, .m, .ng].contains($0) } ?? false
        let isPalatal = [.i, .ya, .yae, .yeo, .ye, .yo, .yu, .wi].contains(syllable.vowel)
        switch syllable.lead {
        case .g: return isVoiced ? "ɡ" : "k"
        case .d: return isVoiced ? "d" : "t"
        case .b: return isVoiced ? "b" : "p"
        case .j: return isVoiced ? "dʑ" : "tɕ"
        case .s: return isPalatal ? "ɕ" : "s"
        case .ss: return isPalatal ? "ɕ͈" : "s͈"
        case .h where isPalatal && !isVoiced: return "ç"
        case .h: return isVoiced ? "ɦ" : "h"
        case .r: return previous == .l ? "l" : "ɾ"
        default: return leads[syllable.lead] ?? ""
        }
    }

    /// The symbols of initial consonants whose sound is the same in every position.
    private static let leads: [Lead: String] = [
        .gg: "k͈", .n: "n", .dd: "t͈", .m: "m", .bb: "p͈", .jj: "t͈ɕ", .ch: "tɕʰ", .k: "kʰ", .t: "tʰ", .p: "pʰ",
    ]

    /// The symbols of the vowels, in the order of the cases.
    private static let vowels = [
        "a", "ɛ", "ja", "jɛ", "ʌ", "e", "jʌ", "je", "o", "wa", "wɛ", "we", "jo", "u", "wʌ", "we", "wi", "ju", "ɯ", "ɰi",
        "i",
    ]

    /// Returns the phonetic symbol of a final consonant, or an empty string if it is silent.
    private static func tailSymbol(_ tail: Tail) -> String {
        switch tail {
        case .g: "k̚"
        case .n: "n"
        case .d: "t̚"
        case .l: "l"
        case .m: "m"
        case .b: "p̚"
        case .ng: "ŋ"
        default: ""
        }
    }
}
