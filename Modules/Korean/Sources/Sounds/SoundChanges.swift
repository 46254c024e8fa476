import Kernel

/// The sound changes of Standard Pronunciation (표준 발음법, South Korea, 1988; articles are named beside each rule).
///
/// What depends on the dictionary (where a word of a compound begins, 15; ㄴ insertion, 29; tensing of stems in ㄴ and ㅁ, 24, and of compounds, 26–28)
/// is in `ListedSounds` only.
struct SoundChanges {
    /// Whether plain consonants become tense (23–25) and ㅢ is simplified (5): heard, but not written in Revised Romanization.
    var tensing = true

    /// The word as it is spoken.
    func applied(to word: [HangulSyllable]) -> [HangulSyllable] {
        var result = word
        for index in result.indices.dropLast() {
            var pair = (result[index], result[index + 1])
            meet(&pair.0, &pair.1, isCausative: isCausative(result[(index + 1)...]))
            result[index] = pair.0
            result[index + 1] = pair.1
        }
        for index in result.indices {
            result[index].tail = result[index].tail.representative
            simplifyVowel(&result[index])
        }
        return result
    }

    /// Two words in one breath: the first keeps only its representative sound before a vowel (article 15: 밭 아래 [바다래]).
    func applied(to words: [[HangulSyllable]]) -> [HangulSyllable] {
        var line: [HangulSyllable] = []
        for word in words {
            if let last = line.indices.last, word.first?.lead == Lead.none { line[last].tail = line[last].tail.representative }
            line += word
        }
        return applied(to: line)
    }

    /// Whether 기 makes a verb of a verb, which becomes not tense after ㄻ (24 proviso: 옮기다 [옴기다], but 닮기 [담끼]): something other than a particle follows, or
    /// is grown together with it, as in 옮겨 and 옮긴.
    private func isCausative(_ rest: ArraySlice<HangulSyllable>) -> Bool {
        guard let first = rest.first, first.lead == .g else { return false }
        guard first.vowel == .i, first.tail == .none else { return first.vowel == .i || first.vowel == .yeo }
        return rest.dropFirst().first.map { !Self.particles.contains($0.scalar) } ?? false
    }

    private static let particles = Set("가는를도만에로와의".unicodeScalars)

    private func meet(_ left: inout HangulSyllable, _ right: inout HangulSyllable, isCausative: Bool) {
        switch right.lead {
        case .none: link(&left, &right)
        case .h where left.tail != .none: breathe(&left, &right)
        default:
            if left.tail.endsInH { loseH(&left, &right) }
            if left.tail != .none { assimilate(&left, &right, isCausative: isCausative) }
        }
    }

    /// Articles 12.4 (ㅎ falls silent), 13 and 14 (liaison), 17 (palatalisation).
    private func link(_ left: inout HangulSyllable, _ right: inout HangulSyllable) {
        guard let moves = left.carry(into: &right) else { return }
        if right.vowel == .i || right.vowel == .yeo {
            if moves == .d { right.lead = .j }
            if moves == .t { right.lead = .ch }
        }
        if left.tail != .none, moves == .s, tensing { right.lead = .ss }
    }

    /// Articles 12.1 (aspiration by a following ㅎ) and 17 append (ㄷ before 히 is [치]).
    private func breathe(_ left: inout HangulSyllable, _ right: inout HangulSyllable) {
        switch left.tail {
        case .lg: (left.tail, right.lead) = (.l, .k)
        case .lb: (left.tail, right.lead) = (.l, .p)
        case .nj: (left.tail, right.lead) = (.n, .ch)
        case .j: (left.tail, right.lead) = (.none, .ch)
        case .d where right.isSuffixHi: (left.tail, right.lead) = (.none, .ch)
        default:
            switch left.tail.representative {
            case .g: (left.tail, right.lead) = (.none, .k)
            case .d: (left.tail, right.lead) = (.none, .t)
            case .b: (left.tail, right.lead) = (.none, .p)
            default: break
            }
        }
    }

    /// Articles 12.1 to 12.3: ㅎ, ㄶ, ㅀ before a consonant.
    private func loseH(_ left: inout HangulSyllable, _ right: inout HangulSyllable) {
        switch right.lead {
        case .g: right.lead = .k
        case .d: right.lead = .t
        case .j: right.lead = .ch
        case .s: right.lead = .ss
        case .n where left.tail == .h: left.tail = .n
        default: break
        }
        if right.lead.isAffectedByH || left.tail != .h { left.tail = left.tail.withoutH }
    }

    /// Articles 8–11 and 23–25 (what remains of the final consonant, and tensing), then 18–20 (assimilation).
    private func assimilate(_ left: inout HangulSyllable, _ right: inout HangulSyllable, isCausative: Bool) {
        let written = left.tail
        left.tail = remaining(of: left, before: right)
        if tensing, let tense = right.lead.tense, written.tenses, !(written == .lm && isCausative) { right.lead = tense }
        switch (left.tail, right.lead) {
        case (.g, .n), (.g, .m): left.tail = .ng  // 18
        case (.d, .n), (.d, .m): left.tail = .n  // 18
        case (.b, .n), (.b, .m): left.tail = .m  // 18
        case (.g, .r): (left.tail, right.lead) = (.ng, .n)  // 19 append
        case (.d, .r): (left.tail, right.lead) = (.n, .n)  // 19 append, by analogy
        case (.b, .r): (left.tail, right.lead) = (.m, .n)  // 19 append
        case (.m, .r), (.ng, .r): right.lead = .n  // 19
        case (.n, .r): left.tail = .l  // 20
        case (.l, .n): right.lead = .r  // 20
        default: break
        }
    }

    /// Articles 9–11 with their provisos: 밟- is [밥], 넓- before 죽 and 둥 is [넙] (10); ㄺ before ㄱ is [ㄹ] except in nouns (11).
    private func remaining(of left: HangulSyllable, before right: HangulSyllable) -> Tail {
        switch left.tail {
        case .lb:
            let trodden = left.lead == .b && left.vowel == .a
            let flat =
                left.lead == .n && left.vowel == .eo
                && (right.lead == .j && right.tail == .g || right.lead == .d && right.tail == .ng)
            return trodden || flat ? .b : .l
        case .lg where right.lead == .g && !ListedSounds.nounsInLG.contains(left.scalar): return .l
        default: return left.tail.representative
        }
    }

    /// Article 5: 져, 쪄, 쳐 are [저, 쩌, 처]; ㅢ after a consonant is [ㅣ].
    private func simplifyVowel(_ syllable: inout HangulSyllable) {
        if syllable.vowel == .yeo, [.j, .jj, .ch].contains(syllable.lead) { syllable.vowel = .eo }
        if tensing, syllable.vowel == .ui, syllable.lead != Lead.none { syllable.vowel = .i }
    }
}

extension Tail {
    /// The sound that remains at the end of a word: one of seven, or none (articles 8–11).
    var representative: Tail {
        switch self {
        case .none, .g, .n, .d, .l, .m, .b, .ng: self
        case .gg, .gs, .k, .lg: .g
        case .nj, .nh: .n
        case .s, .ss, .j, .ch, .t, .h: .d
        case .lb, .ls, .lt, .lh: .l
        case .lm: .m
        case .p, .bs, .lp: .b
        }
    }

    var endsInH: Bool { self == .h || self == .nh || self == .lh }

    var withoutH: Tail {
        switch self {
        case .h: .none
        case .nh: .n
        case .lh: .l
        default: self
        }
    }

    /// Whether a plain consonant after it becomes tense: stops (23), stems in ㄵ and ㄻ (24), stems in ㄼ and ㄾ (25).
    var tenses: Bool {
        switch self {
        case .nj, .lm, .lb, .lt: true
        default: [.g, .d, .b].contains(representative)
        }
    }
}

extension HangulSyllable {
    /// The final consonant begins the next syllable, which begins with a vowel; ㅎ falls silent. Gives the letter that moved.
    mutating func carry(into next: inout HangulSyllable) -> Lead? {
        tail = tail.withoutH
        guard let (stays, moves) = tail.parts else { return nil }
        (tail, next.lead) = (stays, moves)
        return moves
    }

    /// 히, or 혀 and 혔 contracted from it; not the beginning of a noun such as 형 (article 12.1: 맏형 [마텽]).
    fileprivate var isSuffixHi: Bool { lead == .h && (vowel == .i || vowel == .yeo && (tail == .none || tail == .ss)) }
}

extension Lead {
    /// The tense partner of a plain consonant.
    var tense: Lead? {
        switch self {
        case .g: .gg
        case .d: .dd
        case .b: .bb
        case .s: .ss
        case .j: .jj
        default: nil
        }
    }

    fileprivate var isAffectedByH: Bool { [.k, .t, .ch, .ss].contains(self) }
}
