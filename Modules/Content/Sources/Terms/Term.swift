import Korean

/// A word or phrase to be learned, in English and Korean.
public struct Term: Hashable, Identifiable, Sendable, Graded {
    /// Unique in its discipline and stable for ever: progress is stored under it.
    public let id: String
    /// The grade at which it is learned.
    public let grade: Grade
    /// What it is about.
    public let category: Category
    /// The English that is shown.
    public let english: String
    /// Other English for the same thing, accepted and found.
    public var aliases: [String] = []
    /// The hangul that is shown; empty only in disciplines without Korean.
    public let hangul: String
    /// The spelling of the school's books (ITF), shown beside the hangul.
    public let romanization: String
    /// Other romanisations, accepted and found.
    public var romanizations: [String] = []
    /// What a name stands for, where its English is a name too: `Heaven and earth`. Accepted and found; empty for everything else.
    public var meaning: String = ""
    /// Other hangul, accepted and found.
    public var variants: [String] = []
    /// The parts, in order, as hangul of `Morpheme`.
    public var morphemes: [String] = []
    /// 1 (easy) … 5.
    public var difficulty: Int = 1
    /// A sentence or two to the learner; may be empty.
    public var note: String = ""
    /// What the learner calls it in their own words, beside the English; accepted and found. Empty without one.
    public var wording: String = ""
    /// A spoken spelling in hangul that wins over the computed one.
    public var spokenOverride: String?

    /// A term with what every term has; the rest starts empty.
    public init(id: String, grade: Grade, category: Category, english: String, hangul: String, romanization: String) {
        self.id = id
        self.grade = grade
        self.category = category
        self.english = english
        self.hangul = hangul
        self.romanization = romanization
    }

    /// How it is said, computed on demand; nil without hangul.
    public func pronunciation(_ pace: Pronunciation.Pace = .wordByWord) -> Pronunciation? {
        Pronunciation(of: primary, override: spokenOverride, pace: pace)
    }

    /// The hangul that is said aloud: as it is spoken where the pack says so, else as it is written; a letter on its own by its name, a figure as a
    /// number.
    public var uttered: String { Hangul.readOut(spokenOverride ?? primary) }

    /// The Revised Romanization that `pronunciation` has, without its other sounds.
    var revisedRomanization: String? { Pronunciation.romanized(primary, override: spokenOverride) }

    private var primary: String { RomanizationCheck.alternatives(hangul).first ?? hangul }
}
