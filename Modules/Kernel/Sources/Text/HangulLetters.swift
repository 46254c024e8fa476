/// The nineteen consonants that begin a syllable, in the order of the Unicode standard.
public enum Lead: Int, CaseIterable, Sendable {
    /// Named by their Revised Romanization; `none` is the silent ㅇ.
    case g, gg, n, d, dd, r, m, b, bb, s, ss, none, j, jj, ch, k, t, p, h
}

/// The twenty-one vowels, in the order of the Unicode standard.
public enum Vowel: Int, CaseIterable, Sendable {
    /// Named by their Revised Romanization.
    case a, ae, ya, yae, eo, e, yeo, ye, o, wa, wae, oe, yo, u, wo, we, wi, yu, eu, ui, i
}

/// No final consonant, or one of the twenty-seven (받침), in the order of the Unicode standard.
public enum Tail: Int, CaseIterable, Sendable {
    /// Named by their letters; ㄹ is `l`, ㅇ is `ng`.
    case none, g, gg, gs, n, nj, nh, d, l, lg, lm, lb, ls, lt, lp, lh, m, b, bs, s, ss, ng, j, ch, k, t, p, h

    /// The one or two plain letters that are written, as beginnings of a syllable; `ng` has none.
    package var parts: (stays: Tail, moves: Lead)? {
        switch self {
        case .none, .ng: nil
        case .g: (.none, .g)
        case .gg: (.none, .gg)
        case .gs: (.g, .s)
        case .n: (.none, .n)
        case .nj: (.n, .j)
        case .nh: (.n, .h)
        case .d: (.none, .d)
        case .l: (.none, .r)
        case .lg: (.l, .g)
        case .lm: (.l, .m)
        case .lb: (.l, .b)
        case .ls: (.l, .s)
        case .lt: (.l, .t)
        case .lp: (.l, .p)
        case .lh: (.l, .h)
        case .m: (.none, .m)
        case .b: (.none, .b)
        case .bs: (.b, .s)
        case .s: (.none, .s)
        case .ss: (.none, .ss)
        case .j: (.none, .j)
        case .ch: (.none, .ch)
        case .k: (.none, .k)
        case .t: (.none, .t)
        case .p: (.none, .p)
        case .h: (.none, .h)
        }
    }
}

/// One written syllable, taken apart by the arithmetic of the Unicode standard (chapter 3.12).
public struct HangulSyllable: Hashable, Sendable {
    /// The beginning consonant (초성).
    public var lead: Lead
    /// The vowel (중성).
    public var vowel: Vowel
    /// The final consonant (종성).
    public var tail: Tail

    /// A syllable from its letters.
    public init(_ lead: Lead, _ vowel: Vowel, _ tail: Tail = .none) {
        self.lead = lead
        self.vowel = vowel
        self.tail = tail
    }

    /// Takes apart a precomposed syllable, U+AC00…U+D7A3; nil for every other scalar.
    public init?(_ scalar: Unicode.Scalar) {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        let index = Int(scalar.value) - 0xAC00
        guard let lead = Lead(rawValue: index / 588), let vowel = Vowel(rawValue: index % 588 / 28),
            let tail = Tail(rawValue: index % 28)
        else { return nil }
        self.init(lead, vowel, tail)
    }

    /// The two or three conjoining letters of normal form D.
    public var conjoining: [Unicode.Scalar] {
        let values = [0x1100 + lead.rawValue, 0x1161 + vowel.rawValue] + (tail == .none ? [] : [0x11A7 + tail.rawValue])
        return values.compactMap { Unicode.Scalar(UInt32($0)) }
    }

    /// The precomposed syllable.
    public var scalar: Unicode.Scalar {
        Unicode.Scalar(UInt32(0xAC00 + (lead.rawValue * 21 + vowel.rawValue) * 28 + tail.rawValue)) ?? "\u{FFFD}"
    }
}
