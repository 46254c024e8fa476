import Korean

/// A word or phrase to learn, in English and Korean.
package struct Term: Hashable, Identifiable, Sendable, Graded {
    /// The identifier, unique in its discipline and permanent because progress is stored under it.
    package let id: String
    package let grade: Grade
    package let category: Category
    package let english: String
    /// Other English names.
    package var aliases: [String] = []
    /// The displayed hangul; empty only in disciplines without Korean.
    package let hangul: String
    /// The romanization of the school's books (ITF), shown next to the hangul.
    package let romanization: String
    /// Other accepted romanizations.
    package var romanizations: [String] = []
    /// The meaning of a name whose English is also a name, such as `Heaven and earth`; accepted and
    /// found.
    ///
    /// Empty for all other terms.
    package var meaning: String = ""
    /// Other accepted hangul.
    package var variants: [String] = []
    /// The parts, in order, as hangul of `Morpheme`.
    package var morphemes: [String] = []
    /// 1 (easy) … 5.
    package var difficulty: Int = 1
    /// A sentence or two to the learner; may be empty.
    package var note: String = ""
    /// The learner's own wording in addition to the English, accepted and found; empty without one.
    package var wording: String = ""
    /// A spoken spelling in hangul that overrides the computed one.
    package var spokenOverride: String?

    package init(id: String, grade: Grade, category: Category, english: String, hangul: String, romanization: String) {
        self.id = id
        self.grade = grade
        self.category = category
        self.english = english
        self.hangul = hangul
        self.romanization = romanization
    }

    /// Returns the pronunciation, computed on demand; nil without hangul.
    package func pronunciation(_ pace: Pronunciation.Pace = .wordByWord) -> Pronunciation? {
        Pronunciation(of: primary, override: spokenOverride, pace: pace)
    }

    /// The hangul for speech output: the spoken form of the pack if there is one, otherwise the
    /// written form.
    ///
    /// A single letter is replaced by its name, and digits by a number.
    package var uttered: String { Hangul.readOut(spokenOverride ?? primary) }

    /// The Revised Romanization of `pronunciation`, without its other sounds.
    var revisedRomanization: String? { Pronunciation.romanized(primary, override: spokenOverride) }

    /// The first of several alternatives in hangul.
    private var primary: String { RomanizationCheck.alternatives(hangul).first ?? hangul }
}
