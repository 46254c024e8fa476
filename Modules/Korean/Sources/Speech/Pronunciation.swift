import Kernel

/// How a phrase is said, computed from its hangul: spoken hangul, Revised Romanization and IPA.
public struct Pronunciation: Hashable, Sendable {
    /// Whether the words of a phrase touch each other.
    public enum Pace: String, CaseIterable, Sendable {
        /// Each word on its own, as it is taught and romanised.
        case wordByWord
        /// The phrase without a pause, as a command is called: sounds change across the spaces too.
        case oneBreath
    }

    /// The phrase spelled as it sounds: 걷는 서기 → 건는 서기.
    public let spoken: String
    /// Revised Romanization (2000) of the sounds, lower case: 걷는 서기 → geonneun seogi. Tensing is not written, as the rules of 2000 ask.
    public let romanized: String
    /// IPA without slashes, narrow enough to show voicing, aspiration (ʰ), tension (͈) and unreleased stops (̚).
    public let ipa: String

    /// Computes the sounds of a phrase; nil when it has no hangul.
    ///
    /// `override` is a spoken spelling in hangul that wins over the rules: for usage the rules do not give.
    public init?(of hangul: String, override: String? = nil, pace: Pace = .wordByWord) {
        let text = Hangul.readOut(NormalForm.composed(override ?? hangul))
        guard Hangul.isPresent(in: text) else { return nil }
        let heard = Self.sounds(of: text, changes: SoundChanges(), pace: pace, isFixed: override != nil)
        spoken = heard.map(Self.hangul).joined(separator: " ")
        romanized = Self.romanized(text, pace: pace, isFixed: override != nil)
        ipa = PhoneticScript.transcribed(heard, pace: pace)
    }

    /// What `romanized` of the phrase is, word by word, without its other sounds: a search asks for it alone, and of every term.
    package static func romanized(_ hangul: String, override: String? = nil) -> String? {
        let text = Hangul.readOut(NormalForm.composed(override ?? hangul))
        return Hangul.isPresent(in: text) ? romanized(text, pace: .wordByWord, isFixed: override != nil) : nil
    }

    private static func romanized(_ text: String, pace: Pace, isFixed: Bool) -> String {
        sounds(of: text, changes: SoundChanges(tensing: false), pace: pace, isFixed: isFixed)
            .map(RevisedRomanization.spelled).joined(separator: " ")
    }

    private static func sounds(of text: String, changes: SoundChanges, pace: Pace, isFixed: Bool) -> [[HangulSyllable]] {
        let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "-" }).map { word in
            let spelled = isFixed ? String(word) : ListedSounds.respelling(String(word), tensing: changes.tensing)
            return spelled.unicodeScalars.compactMap(HangulSyllable.init)
        }.filter { !$0.isEmpty }
        if isFixed { return words }
        guard pace == .oneBreath else { return words.map(changes.applied) }
        var line = changes.applied(to: words)[...]
        return words.map { word in
            defer { line = line.dropFirst(word.count) }
            return Array(line.prefix(word.count))
        }
    }

    private static func hangul(_ word: [HangulSyllable]) -> String {
        String(String.UnicodeScalarView(word.map(\.scalar)))
    }
}
