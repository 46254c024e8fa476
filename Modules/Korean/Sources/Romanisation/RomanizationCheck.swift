import Kernel

/// Whether a hangul phrase and a romanisation can be the same words, whatever system the romaniser followed.
///
/// Every syllable may be spelled from its letters or from its sound, with the many habits of ITF books (`sogi`, `jirugi`, `chookyo`);
/// what it refuses is another consonant class, another vowel class, or a syllable more or less.
public enum RomanizationCheck {
    /// Whether the romanisation may be read as the hangul. Alternatives parted by a slash are matched one by one, in their order.
    public static func agrees(hangul: String, romanization: String) -> Bool {
        let written = alternatives(Hangul.readOut(NormalForm.composed(hangul)))
        let spelled = alternatives(romanization)
        if written.count == 1, spelled.count > 1 { return spelled.allSatisfy { matches(written[0], $0) } }
        if spelled.count == 1 { return written.contains { matches($0, spelled[0]) } }
        return written.count == spelled.count && zip(written, spelled).allSatisfy { matches($0, $1) }
    }

    /// What stands between slashes.
    package static func alternatives(_ text: String) -> [String] { text.split(separator: "/").map(String.init) }

    private static func matches(_ hangul: String, _ romanization: String) -> Bool {
        let words = hangul.split(whereSeparator: \.isWhitespace).map { $0.unicodeScalars.compactMap(HangulSyllable.init) }
        let latin = Array(Folding.compact(romanization).utf8)
        guard words.contains(where: { !$0.isEmpty }), !latin.isEmpty else { return false }
        return SpellingPaths(words.filter { !$0.isEmpty }).reach(latin)
    }
}
