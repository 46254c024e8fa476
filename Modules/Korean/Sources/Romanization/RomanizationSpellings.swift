import Kernel

/// The spellings of each letter in ITF books, the Revised Romanization and common habit.
enum RomanizationSpellings {
    /// Returns the spellings of an initial consonant.
    static func leads(_ lead: Lead) -> [String] {
        switch lead {
        case .g: ["g", "k", "gg", "kk", "gh"]
        case .gg: ["kk", "k", "gg", "g"]
        case .n: ["n", "nn"]
        case .d: ["d", "t", "dd"]
        case .dd: ["tt", "t", "dd", "d"]
        case .r: ["r", "l", "rr", "ll"]
        case .m: ["m", "mm"]
        case .b: ["b", "p", "bb"]
        case .bb: ["pp", "p", "bb", "b"]
        case .s: ["s", "sh"]
        case .ss: ["ss", "s"]
        case .none: [""]
        case .j: ["j", "jj", "ch"]
        case .jj: ["jj", "j", "tch"]
        case .ch: ["ch", "tch", "j"]
        case .k: ["k", "kh", "kk"]
        case .t: ["t", "th", "tt"]
        case .p: ["p", "ph", "pp"]
        case .h: ["h"]
        }
    }

    /// Returns the spellings of a vowel.
    ///
    /// - Parameter glides: whether the vowel follows ㅣ and may be written with its audible y (쉬어
    ///   swiyo).
    static func vowels(_ vowel: Vowel, glides: Bool) -> [String] {
        let spellings = vowels[vowel] ?? []
        return glides && vowel == .eo ? spellings + spellings.map { "y" + $0 } : spellings
    }

    /// The accepted spellings of each vowel.
    private static let vowels: [Vowel: [String]] = [
        .a: ["a", "ah"], .ae: ["ae", "ai", "e", "ay"], .ya: ["ya"], .yae: ["yae", "ye"],
        .eo: ["eo", "o", "u", "oh", "uh"],
        .e: ["e", "eh"], .yeo: ["yeo", "yo", "yu", "you"], .ye: ["ye", "e", "ae"], .o: ["o", "oh"], .wa: ["wa"],
        .wae: ["wae", "we", "oae"], .oe: ["oe", "oi", "we", "wae"], .yo: ["yo"], .u: ["u", "oo", "ou"],
        .wo: ["wo", "weo", "wu"],
        .we: ["we"], .wi: ["wi", "ui", "wee"], .yu: ["yu", "yoo", "you"], .eu: ["eu", "u", "oo"],
        .ui: ["ui", "eui", "yi", "i", "e"], .i: ["i", "ee", "yi"],
    ]

    /// Returns the spellings of a final consonant.
    ///
    /// It may merge with a following one of its class. Books keep an old t before a tense or
    /// aspirated one (dwitkumchi).
    static func tails(_ tail: Tail, before next: Lead?) -> [String] {
        switch tail.representative {
        case .g: ["k", "g"] + (isOneOf(next, [.g, .gg, .k]) ? [""] : [])
        case .n: ["n"]
        case .d:
            (tail == .s || tail == .ss ? ["t", "d", "s"] : ["t", "d"])
                + (isOneOf(next, [.d, .dd, .t, .j, .jj, .ch, .s, .ss]) ? [""] : [])
        case .l: ["l", "r"] + (next == .r ? [""] : [])
        case .m: ["m"]
        case .b: ["p", "b"] + (isOneOf(next, [.b, .bb, .p]) ? [""] : [])
        case .ng: ["ng"]
        default: isOneOf(next, [.gg, .dd, .bb, .ss, .jj, .k, .t, .p, .ch]) ? ["", "t"] : [""]
        }
    }

    /// Returns whether the consonant is in the set; false if it is nil.
    private static func isOneOf(_ lead: Lead?, _ leads: Set<Lead>) -> Bool { lead.map(leads.contains) ?? false }

    /// A word part with the spelling of ITF books that follows from neither letters nor sound.
    struct Usage {
        let syllables: [HangulSyllable]
        let spelling: String

        init(_ hangul: String, _ spelling: String) {
            syllables = hangul.unicodeScalars.compactMap(HangulSyllable.init)
            self.spelling = spelling
        }

        func matches(_ written: [HangulSyllable], at index: Int) -> Bool {
            index < written.count && written[index...].starts(with: syllables)
        }
    }

    /// The irregular spellings, each with its reason.
    static let usages: [Usage] = [
        Usage("경례", "kyongye"), Usage("경례", "kyungye"),  // the ㄹ is not written
        Usage("구자", "gutja"),  // 9자, as if 굿자
        Usage("곡괭", "gokaeng"),  // the w is not written
        Usage("기역", "giok"),  // the y is not written
        Usage("나란히", "narani"),  // the weak ㅎ is not written
        Usage("그만", "goman"),  // as if 고만, an older form of the word
        Usage("돌며", "dolymyo"), Usage("돌아", "torro"), Usage("뒤로돌아", "dwiyrotorro"), Usage("멈추어", "momchau"),
        Usage("백절", "baekjool"), Usage("엇갈", "euhkal"), Usage("지르", "jiri"), Usage("질량", "zilyang"),  // as printed
        Usage("자진", "jajun"),  // jajunbal: it may have been 잦은발
    ]
}
