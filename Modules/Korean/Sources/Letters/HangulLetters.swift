/// The nineteen consonants that begin a syllable, in the order of the Unicode standard.
package enum Lead: Int, CaseIterable, Sendable {
    /// The names follow the Revised Romanization; `none` is the silent ㅇ.
    case g, gg, n, d, dd, r, m, b, bb, s, ss, none, j, jj, ch, k, t, p, h

    /// The single letter, as typed.
    var letter: Unicode.Scalar { Lead.letters[rawValue] }

    fileprivate static let letters = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
}

/// The twenty-one vowels, in the order of the Unicode standard.
package enum Vowel: Int, CaseIterable, Sendable {
    case a, ae, ya, yae, eo, e, yeo, ye, o, wa, wae, oe, yo, u, wo, we, wi, yu, eu, ui, i
}

/// No final consonant, or one of the twenty-seven (받침), in the order of the Unicode standard.
package enum Tail: Int, CaseIterable, Sendable {
    /// The names follow the letters; ㄹ is `l`, ㅇ is `ng`.
    case none, g, gg, gs, n, nj, nh, d, l, lg, lm, lb, ls, lt, lp, lh, m, b, bs, s, ss, ng, j, ch, k, t, p, h

    /// The parts before a vowel: one stays, and one moves to the next syllable. Nil for `ng`.
    package var parts: (stays: Tail, moves: Lead)? { Tail.parts[rawValue] }

    /// The parts of each final consonant, in the order of the cases.
    private static let parts: [(stays: Tail, moves: Lead)?] = allCases.map { tail in
        guard tail != .ng, let last = tail.letters.last,
            let moves = Lead.letters.firstIndex(of: last).flatMap(Lead.init)
        else { return nil }
        let stays =
            tail.letters.count > 1
            ? Tail.singleLetters.firstIndex(of: tail.letters[0]).flatMap { Tail(rawValue: $0 + 1) } : nil
        return (stays ?? .none, moves)
    }

    /// The single letters with which it is typed, at most two.
    var letters: [Unicode.Scalar] { Tail.typedLetters[rawValue] }

    private static let typedLetters: [[Unicode.Scalar]] = [[]] + singleLetters.map { clusters[$0] ?? [$0] }

    /// The single letters, in the order of the cases, without `none`.
    private static let singleLetters = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)

    /// The plain letters of each double final consonant.
    static let clusters: [Unicode.Scalar: [Unicode.Scalar]] = [
        "ㄳ": ["ㄱ", "ㅅ"], "ㄵ": ["ㄴ", "ㅈ"], "ㄶ": ["ㄴ", "ㅎ"], "ㄺ": ["ㄹ", "ㄱ"], "ㄻ": ["ㄹ", "ㅁ"], "ㄼ": ["ㄹ", "ㅂ"],
        "ㄽ": ["ㄹ", "ㅅ"], "ㄾ": ["ㄹ", "ㅌ"], "ㄿ": ["ㄹ", "ㅍ"], "ㅀ": ["ㄹ", "ㅎ"], "ㅄ": ["ㅂ", "ㅅ"],
    ]
}

/// A written syllable, decomposed by the arithmetic of the Unicode standard (chapter 3.12).
package struct HangulSyllable: Hashable, Sendable {
    package var lead: Lead
    package var vowel: Vowel
    package var tail: Tail

    package init(_ lead: Lead, _ vowel: Vowel, _ tail: Tail = .none) {
        self.lead = lead
        self.vowel = vowel
        self.tail = tail
    }

    /// Decomposes a precomposed syllable, U+AC00…U+D7A3; nil for every other scalar.
    package init?(_ scalar: Unicode.Scalar) {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        let index = Int(scalar.value) - 0xAC00
        guard let lead = Lead(rawValue: index / 588), let vowel = Vowel(rawValue: index % 588 / 28),
            let tail = Tail(rawValue: index % 28)
        else { return nil }
        self.init(lead, vowel, tail)
    }

    /// The precomposed syllable.
    package var scalar: Unicode.Scalar {
        Unicode.Scalar(UInt32(0xAC00 + (lead.rawValue * 21 + vowel.rawValue) * 28 + tail.rawValue)) ?? "\u{FFFD}"
    }
}
