import Kernel

/// A check of whether a hangul phrase and a romanization of any system can be the same words.
///
/// Every syllable may be spelled from its letters or from its sound, with the many habits of ITF
/// books (`sogi`, `jirugi`, `chookyo`). The check rejects another consonant class, another vowel
/// class, and a different number of syllables.
package enum RomanizationCheck {
    /// Returns whether the romanization may be read as the hangul; alternatives separated by
    /// slashes are matched in order.
    package static func agrees(hangul: String, romanization: String) -> Bool {
        let hangulAlternatives = alternatives(Hangul.readOut(NormalForm.composed(hangul)))
        let latinAlternatives = alternatives(romanization)
        if hangulAlternatives.count == 1, latinAlternatives.count > 1 {
            return latinAlternatives.allSatisfy { matches(hangulAlternatives[0], $0) }
        }
        if latinAlternatives.count == 1 { return hangulAlternatives.contains { matches($0, latinAlternatives[0]) } }
        return hangulAlternatives.count == latinAlternatives.count
            && zip(hangulAlternatives, latinAlternatives).allSatisfy { matches($0, $1) }
    }

    /// Returns the alternatives separated by slashes.
    package static func alternatives(_ text: String) -> [String] { text.split(separator: "/").map(String.init) }

    /// Returns whether a romanization spells all syllables of a hangul phrase.
    private static func matches(_ hangul: String, _ romanization: String) -> Bool {
        let words = hangul.split(whereSeparator: \.isWhitespace).map {
            $0.unicodeScalars.compactMap(HangulSyllable.init)
        }
        let latin = Array(Folding.compact(romanization).utf8)
        guard words.contains(where: { !$0.isEmpty }), !latin.isEmpty else { return false }
        return SpellingPaths(words.filter { !$0.isEmpty }).canSpell(latin)
    }
}
