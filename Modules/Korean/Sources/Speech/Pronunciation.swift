import Kernel

/// The pronunciation of a phrase, computed from its hangul: spoken hangul, Revised Romanization and
/// IPA.
package struct Pronunciation: Hashable, Sendable {
    /// The connection between the words of a phrase.
    package enum Pace: String, CaseIterable, Sendable {
        /// Separate words, as in teaching and romanization.
        case wordByWord
        /// The phrase without a pause, as in a command, with sound changes across the spaces.
        case oneBreath
    }

    /// The phrase spelled as it sounds: 걷는 서기 → 건는 서기.
    package let spoken: String
    /// The Revised Romanization (2000) of the sounds in lower case, without tensing as the rules of
    /// 2000 require: 걷는 서기 → geonneun seogi.
    package let romanized: String
    /// IPA without slashes, narrow enough to show voicing, aspiration (ʰ), tension (͈) and
    /// unreleased stops (̚).
    package let ipa: String

    /// Computes the sounds of a phrase; nil if it has no hangul.
    ///
    /// - Parameter override: a spoken spelling in hangul that overrides the rules, for irregular
    ///   usage.
    package init?(of hangul: String, override: String? = nil, pace: Pace = .wordByWord) {
        let text = Hangul.readOut(NormalForm.composed(override ?? hangul))
        guard Hangul.isPresent(in: text) else { return nil }
        let syllables = Self.sounds(of: text, changes: SoundChanges(), pace: pace, isFixed: override != nil)
        spoken = syllables.map(Self.hangul).joined(separator: " ")
        romanized = Self.romanized(text, pace: pace, isFixed: override != nil)
        ipa = PhoneticScript.transcribed(syllables, pace: pace)
    }

    /// Returns the word-by-word romanization alone, because a search needs only that, for every
    /// term.
    package static func romanized(_ hangul: String, override: String? = nil) -> String? {
        let text = Hangul.readOut(NormalForm.composed(override ?? hangul))
        return Hangul.isPresent(in: text) ? romanized(text, pace: .wordByWord, isFixed: override != nil) : nil
    }

    /// Returns the romanization of the sounds.
    private static func romanized(_ text: String, pace: Pace, isFixed: Bool) -> String {
        sounds(of: text, changes: SoundChanges(tensing: false), pace: pace, isFixed: isFixed)
            .map(RevisedRomanization.spellSounds).joined(separator: " ")
    }

    /// Returns the sounds of each word as syllables.
    ///
    /// - Parameter isFixed: whether the text is already spelled as it sounds.
    private static func sounds(of text: String, changes: SoundChanges, pace: Pace, isFixed: Bool) -> [[HangulSyllable]]
    {
        let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "-" }).map { word in
            let respelled = isFixed ? String(word) : ListedSounds.respelling(String(word), tensing: changes.tensing)
            return respelled.unicodeScalars.compactMap(HangulSyllable.init)
        }.filter { !$0.isEmpty }
        if isFixed { return words }
        guard pace == .oneBreath else { return words.map(changes.applied) }
        var remaining = changes.applied(to: words)[...]
        return words.map { word in
            defer { remaining = remaining.dropFirst(word.count) }
            return Array(remaining.prefix(word.count))
        }
    }

    /// Returns the syllables as text.
    private static func hangul(_ word: [HangulSyllable]) -> String {
        String(String.UnicodeScalarView(word.map(\.scalar)))
    }
}
