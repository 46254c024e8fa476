import Kernel

/// The sound changes of Standard Pronunciation (표준 발음법, South Korea, 1988), with article numbers at
/// each rule.
///
/// Rules that depend on the dictionary are in `ListedSounds` only: the beginning of a word in a
/// compound (15), ㄴ insertion (29), and tensing of stems in ㄴ and ㅁ (24) and of compounds (26–28).
struct SoundChanges {
    /// Whether plain consonants become tense (23–25) and ㅢ is simplified (5): audible, but not
    /// written in the Revised Romanization.
    var tensing = true

    /// Returns the word as it is spoken.
    func applied(to word: [HangulSyllable]) -> [HangulSyllable] {
        var result = word
        for index in result.indices.dropLast() {
            var pair = (result[index], result[index + 1])
            applyBoundaryRules(&pair.0, &pair.1, isCausative: isCausative(result[(index + 1)...]))
            result[index] = pair.0
            result[index + 1] = pair.1
        }
        for index in result.indices {
            result[index].tail = result[index].tail.representative
            simplifyVowel(&result[index])
        }
        return result
    }

    /// Returns words in one breath: a word keeps only its representative final sound before a vowel
    /// (article 15: 밭 아래 [바다래]).
    func applied(to words: [[HangulSyllable]]) -> [HangulSyllable] {
        var syllables: [HangulSyllable] = []
        for word in words {
            if let last = syllables.indices.last, word.first?.lead == Lead.none {
                syllables[last].tail = syllables[last].tail.representative
            }
            syllables += word
        }
        return applied(to: syllables)
    }

    /// Returns whether 기 derives a verb from a verb and therefore stays plain after ㄻ (24 proviso:
    /// 옮기다 [옴기다], but 닮기 [담끼]).
    ///
    /// It does if anything but a particle follows, or if it is contracted with the next syllable,
    /// as in 옮겨 and 옮긴.
    private func isCausative(_ following: ArraySlice<HangulSyllable>) -> Bool {
        guard let first = following.first, first.lead == .g else { return false }
        guard first.vowel == .i, first.tail == .none else { return first.vowel == .i || first.vowel == .yeo }
        return following.dropFirst().first.map { !Self.particles.contains($0.scalar) } ?? false
    }

    /// The first syllables of the particles that follow a noun in 기.
    private static let particles = Set("가는를도만에로와의".unicodeScalars)

    /// Applies the rules between two syllables: liaison, aspiration or assimilation.
    private func applyBoundaryRules(_ left: inout HangulSyllable, _ right: inout HangulSyllable, isCausative: Bool) {
        switch right.lead {
        case .none: applyLiaison(&left, &right)
        case .h where left.tail != .none: applyAspiration(&left, &right)
        default:
            if left.tail.endsInH { applySilentH(&left, &right) }
            if left.tail != .none { assimilate(&left, &right, isCausative: isCausative) }
        }
    }

    /// Applies articles 12.4 (ㅎ falls silent), 13 and 14 (liaison), 17 (palatalization).
    private func applyLiaison(_ left: inout HangulSyllable, _ right: inout HangulSyllable) {
        guard let moves = left.moveTail(into: &right) else { return }
        if right.vowel == .i || right.vowel == .yeo {
            if moves == .d { right.lead = .j }
            if moves == .t { right.lead = .ch }
        }
        if left.tail != .none, moves == .s, tensing { right.lead = .ss }
    }

    /// Applies articles 12.1 (aspiration by a following ㅎ) and 17 append (ㄷ before 히 is [치]).
    private func applyAspiration(_ left: inout HangulSyllable, _ right: inout HangulSyllable) {
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

    /// Applies articles 12.1 to 12.3: ㅎ, ㄶ, ㅀ before a consonant.
    private func applySilentH(_ left: inout HangulSyllable, _ right: inout HangulSyllable) {
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

    /// Applies articles 8–11 and 23–25 (the remaining final consonant, and tensing), then 18–20
    /// (assimilation).
    private func assimilate(_ left: inout HangulSyllable, _ right: inout HangulSyllable, isCausative: Bool) {
        let writtenTail = left.tail
        left.tail = remainingTail(of: left, before: right)
        if tensing, let tense = right.lead.tense, writtenTail.causesTensing, !(writtenTail == .lm && isCausative) {
            right.lead = tense
        }
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

    /// Applies articles 9–11 with their provisos: 밟- is [밥], 넓- before 죽 and 둥 is [넙] (10); ㄺ
    /// before ㄱ is [ㄹ] except in nouns (11).
    private func remainingTail(of left: HangulSyllable, before right: HangulSyllable) -> Tail {
        switch left.tail {
        case .lb:
            let isStemBalp = left.lead == .b && left.vowel == .a
            let isStemNeolp =
                left.lead == .n && left.vowel == .eo
                && (right.lead == .j && right.tail == .g || right.lead == .d && right.tail == .ng)
            return isStemBalp || isStemNeolp ? .b : .l
        case .lg where right.lead == .g && !ListedSounds.nounsInLG.contains(left.scalar): return .l
        default: return left.tail.representative
        }
    }

    /// Applies article 5: 져, 쪄, 쳐 are [저, 쩌, 처]; ㅢ after a consonant is [ㅣ].
    private func simplifyVowel(_ syllable: inout HangulSyllable) {
        if syllable.vowel == .yeo, [.j, .jj, .ch].contains(syllable.lead) { syllable.vowel = .eo }
        if tensing, syllable.vowel == .ui, syllable.lead != Lead.none { syllable.vowel = .i }
    }
}

extension Tail {
    /// The remaining sound at the end of a word: one of seven, or none (articles 8–11).
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

    /// Whether the final consonant contains ㅎ.
    var endsInH: Bool { self == .h || self == .nh || self == .lh }

    var withoutH: Tail {
        switch self {
        case .h: .none
        case .nh: .n
        case .lh: .l
        default: self
        }
    }

    /// Whether a following plain consonant becomes tense: stops (23), stems in ㄵ and ㄻ (24), stems
    /// in ㄼ and ㄾ (25).
    var causesTensing: Bool {
        switch self {
        case .nj, .lm, .lb, .lt: true
        default: [.g, .d, .b].contains(representative)
        }
    }
}

extension HangulSyllable {
    /// Moves the final consonant to the next syllable, which begins with a vowel, and returns the
    /// moved letter; ㅎ falls silent.
    mutating func moveTail(into next: inout HangulSyllable) -> Lead? {
        tail = tail.withoutH
        guard let (stays, moves) = tail.parts else { return nil }
        (tail, next.lead) = (stays, moves)
        return moves
    }

    /// Whether the syllable is 히, or 혀 and 혔 contracted from it, but not the beginning of a noun
    /// such as 형 (article 12.1: 맏형 [마텽]).
    fileprivate var isSuffixHi: Bool { lead == .h && (vowel == .i || vowel == .yeo && (tail == .none || tail == .ss)) }
}

extension Lead {
    /// The tense consonant of a plain one, or nil for every other.
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

    /// Whether the consonant results from a final ㅎ before it.
    fileprivate var isAffectedByH: Bool { [.k, .t, .ch, .ss].contains(self) }
}
