/// A word as the grammar of techniques knows it.
public struct PhraseWord: Hashable, Sendable {
    /// What a word says in a phrase, in the order of a Korean phrase.
    public enum Role: String, CaseIterable, Sendable, Comparable {
        /// Whether one flies: 뛰며.
        case leap
        /// Which side: 왼, 오른.
        case side
        /// How one stands, and 서기 itself.
        case stance
        /// What it is done with.
        case tool
        /// How high.
        case section
        /// Whether the arm is that of the front foot’s side: 바로, 반대.
        case arm
        /// Where to, or in which manner: 옆, 추켜, 돌려.
        case way
        /// What is done: 막기, 지르기.
        case action

        /// In the order of a phrase.
        public static func < (left: Role, right: Role) -> Bool { left.stands(before: right) }
    }

    /// As it is written.
    public let hangul: String
    /// The spelling of the school’s books.
    public let romanization: String
    /// In English, in a word or two: `walking`.
    public let meaning: String
    /// What it says where it stands; in another place the same word may say something else (옆 in 옆 주먹, side fist).
    public let role: Role
}

/// What a phrase is made of at one place: a word, or several that belong together, with their English.
struct PhrasePart: Hashable, Sendable {
    let words: [String]
    let english: String

    /// Words with blanks between them.
    init(_ words: String, _ english: String) {
        (self.words, self.english) = (words.split(separator: " ").map(String.init), english)
    }
}
