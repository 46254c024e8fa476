import Kernel

/// A word of phrases with all its meanings.
package struct PhrasebookWord: Hashable, Sendable {
    package let hangul: String
    package let romanization: String
    /// The possible meanings, the usual one first; at least one.
    package let meanings: [String]
    package let role: PhraseWord.Role
    /// The difficulty: `beginner`, `intermediate`, `advanced`.
    package let difficulty: String
    /// The grade of its first use, for example `10k`.
    package let belt: String
    /// Whether the learner has reached it; automatic questions use open words only.
    package let isUnlocked: Bool

    package init(
        _ hangul: String, _ romanization: String, _ meanings: [String], role: PhraseWord.Role, difficulty: String,
        belt: String, isUnlocked: Bool = true
    ) {
        self.hangul = hangul
        self.romanization = romanization
        self.meanings = meanings
        self.role = role
        self.difficulty = difficulty
        self.belt = belt
        self.isUnlocked = isUnlocked
    }

    package var meaning: String { meanings.first ?? "" }

    /// The word as a choice, with its usual meaning and role.
    package var phraseWord: PhraseWord { PhraseWord(hangul, romanization, meaning, role: role) }

    /// Returns whether either word could count as the answer to the other.
    package func couldMean(_ other: PhrasebookWord) -> Bool {
        hangul == other.hangul || Folding.compact(romanization) == Folding.compact(other.romanization)
            || !Set(meanings.map(Folding.compact)).isDisjoint(with: other.meanings.map(Folding.compact))
    }
}
