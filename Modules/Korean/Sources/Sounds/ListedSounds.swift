import Kernel

/// The sounds that no rule determines: words from the dictionary, and word parts at which the rules
/// stop.
///
/// A listing takes precedence over the rules.
enum ListedSounds {
    /// Words with a sign before the syllable of irregular sound, by the articles that print them.
    ///
    /// - `'` is tense (24, 26–28; the Revised Romanization does not write it)
    /// - `+` begins with an added ㄴ (29)
    /// - `-` keeps its ㄹ from the ㄴ before it and is ㄴ itself (20 proviso)
    /// - `|` begins a word of its own (15)
    private static let markedWords = """
        더듬'지 더듬'다 더듬'고 더듬'기 껴안'다 껴안'고 껴안'지 껴안'기 줄넘'기 뛰어넘'기 뛰어넘'다 뛰어넘'고
        갈'등 발'동 절'도 말'살 불'소 일'시 갈'증 물'질 발'전 몰'상식 불'세출 발'달 결'단-력 결'단
        할'걸 할'밖에 할'세라 할'수록 할'지라도 할'지언정 할'진대
        문'고리 눈'동자 신'바람 산'새 손'재주 길'가 물'동이 발'바닥 굴'속 술'잔 바람'결 그믐'달 아침'밥 잠'자리 강'가 초승'달 등'불 창'살 강'줄기
        태'권도 손'등 발'등 칼'등 손'바닥 손'가락 발'가락
        솜+이불 홑+이불 막+일 삯+일 맨+입 꽃+잎 내복+약 한+여름 남존+여비 신+여성 색+연필 직행+열차 늑막+염 콩+엿 담+요 눈+요기 영업+용 식용+유
        백분+율 밤+윷 들+일 솔+잎 설+익 물+약 불+여우 서울+역 물+엿 휘발+유 유들+유들 학+여울 알+약 베갯+잇 깻+잎 나뭇+잎 도리깻+열 뒷+윷
        의견-란 임진-란 생산-량 공'권-력 동원-령 상견-례 횡단-로 이원-론 입원-료 구근-류 신문-로
        첫|인상
        """

    /// Words that always begin a word, so that a final consonant before them keeps only its
    /// representative sound (15: 겉옷 [거돋]).
    private static let wordStarts = ["옷", "웃음", "어미", "앞", "없", "어치"]

    /// The names of letters, which lose their written final consonant before a vowel (16: 디귿이
    /// [디그시]).
    private static let letterNames = [
        "디귿": "디긋", "지읒": "지읏", "치읓": "치읏", "키읔": "키윽", "티읕": "티읏", "피읖": "피읍", "히읗": "히읏",
    ]

    /// Nouns in ㄺ, which keep [ㄱ] before ㄱ (article 11): 닭과 [닥꽈], but 맑게 [말께].
    static let nounsInLG: Set<Unicode.Scalar> = ["닭", "흙", "칡", "삵"]

    /// A word as written, respelled, and respelled with tense consonants.
    private struct Listing {
        let written: [Unicode.Scalar]
        let spoken: [Unicode.Scalar]
        let tensed: [Unicode.Scalar]
    }

    /// The listings by first character, so that words without any are not decomposed.
    private static let listings: [Unicode.Scalar: [Listing]] = {
        let words = markedWords.split(whereSeparator: \.isWhitespace).map { listing(String($0)) }
        let names = letterNames.map { name, spoken in
            Listing(
                written: Array(name.unicodeScalars), spoken: Array(spoken.unicodeScalars),
                tensed: Array(spoken.unicodeScalars))
        }
        return Dictionary(grouping: words + names) { $0.written.first ?? " " }
            .mapValues { $0.sorted { $0.written.count > $1.written.count } }
    }()

    /// The words in `wordStarts` by first character.
    private static let beginnings: [Unicode.Scalar: [[Unicode.Scalar]]] = Dictionary(
        grouping: wordStarts.map { Array($0.unicodeScalars) }
    ) { $0.first ?? " " }

    /// Returns the word with its listed parts respelled.
    static func respelling(_ word: String, tensing: Bool) -> String {
        guard word.unicodeScalars.contains(where: { listings[$0] != nil || beginnings[$0] != nil }) else { return word }
        let scalars = Array(word.unicodeScalars)
        var result: [Unicode.Scalar] = []
        var index = 0
        while index < scalars.count {
            let remaining = scalars[index...]
            if let listing = listings[scalars[index]]?.first(where: { remaining.starts(with: $0.written) }) {
                result += tensing ? listing.tensed : listing.spoken
                index += listing.written.count
            } else {
                let startsWord = beginnings[scalars[index]]?.contains(where: remaining.starts) ?? false
                result.append(startsWord ? startWord(scalars[index], after: &result) : scalars[index])
                index += 1
            }
        }
        return String(String.UnicodeScalarView(result))
    }

    /// Returns the first syllable of a word, which takes over the final consonant of the previous
    /// word.
    private static func startWord(_ scalar: Unicode.Scalar, after scalars: inout [Unicode.Scalar]) -> Unicode.Scalar {
        guard var last = scalars.last.flatMap(HangulSyllable.init), var next = HangulSyllable(scalar) else {
            return scalar
        }
        last.tail = last.tail.representative
        _ = last.moveTail(into: &next)
        scalars[scalars.count - 1] = last.scalar
        return next.scalar
    }

    /// Parses a marked word.
    private static func listing(_ markedWord: String) -> Listing {
        let signs: [Unicode.Scalar] = ["'", "+", "-", "|"]
        /// Returns the pronunciation, with the marked consonants tensed if requested.
        func spoken(tensing: Bool) -> [Unicode.Scalar] {
            var result: [Unicode.Scalar] = []
            var sign: Unicode.Scalar?
            for scalar in markedWord.unicodeScalars {
                if signs.contains(scalar) {
                    sign = scalar
                    continue
                }
                guard var syllable = HangulSyllable(sign == "|" ? startWord(scalar, after: &result) : scalar) else {
                    continue
                }
                switch sign {
                case "'" where tensing: syllable.lead = syllable.lead.tense ?? syllable.lead
                case "+", "-": syllable.lead = .n
                default: break
                }
                result.append(syllable.scalar)
                sign = nil
            }
            return result
        }
        return Listing(
            written: markedWord.unicodeScalars.filter { !signs.contains($0) }, spoken: spoken(tensing: false),
            tensed: spoken(tensing: true))
    }
}
