extension Hangul {
    /// The text with conjoining letters (U+1100…) put together to syllables by arithmetic; everything else stays as it is.
    public static func composed(_ text: String) -> String {
        var composition = HangulComposition()
        for scalar in text.unicodeScalars { composition.take(scalar) }
        return composition.finished()
    }
}

/// Puts letters together one after the other: a lead waits for its vowel, an open syllable for its final consonant.
private struct HangulComposition {
    private var result = String.UnicodeScalarView()
    private var waiting: Unicode.Scalar?

    mutating func take(_ scalar: Unicode.Scalar) {
        if let before = waiting, let joined = joined(before, scalar) {
            waiting = joined
            return
        }
        if let before = waiting { result.append(before) }
        waiting = scalar
    }

    mutating func finished() -> String {
        if let last = waiting { result.append(last) }
        waiting = nil
        return String(result)
    }

    private func joined(_ before: Unicode.Scalar, _ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if let lead = Lead(rawValue: Int(before.value) - 0x1100), let vowel = Vowel(rawValue: Int(scalar.value) - 0x1161) {
            return HangulSyllable(lead, vowel).scalar
        }
        guard let open = HangulSyllable(before), open.tail == .none, scalar.value > 0x11A7,
            let tail = Tail(rawValue: Int(scalar.value) - 0x11A7)
        else { return nil }
        return HangulSyllable(open.lead, open.vowel, tail).scalar
    }
}
