import Practice

/// What a session goes through: a word that is shown or asked, or a phrase that is built.
public struct VocabularyItem: Codable, Hashable, Sendable {
    /// How it is asked.
    public let mode: VocabularyMode
    /// The word alone, or the words of the phrase, in hangul.
    public let words: [String]
    /// Whether it is only shown: the word is new, and asked a little later.
    public let isShown: Bool
    /// Whether the Korean of a word is asked for, or its meaning.
    public let asksKorean: Bool
    /// The words of the phrase that it grows out of; empty for most.
    public let before: [String]

    /// A word.
    public init(word: String, isShown: Bool = false, asksKorean: Bool = false) {
        (mode, words, before) = (.match, [word], [])
        (self.isShown, self.asksKorean) = (isShown, asksKorean)
    }

    /// A phrase.
    public init(_ mode: VocabularyMode, _ phrase: VocabularyPhrase, before: VocabularyPhrase? = nil) {
        (self.mode, words, self.before) = (mode, phrase.words, before?.words ?? [])
        (isShown, asksKorean) = (false, false)
    }

    /// What memory is kept of: a word, or a phrase in whatever mode.
    public var target: Target { mode == .match ? .word(words[0]) : .phrase(words) }
}

extension PracticeKind {
    /// Words and phrases of the vocabulary builder.
    static let building = PracticeKind(rawValue: "vocabulary")
}

extension Target {
    private static let word = "word"
    private static let phrase = "phrase"

    /// What is remembered of a word.
    static func word(_ hangul: String) -> Target { Target(.building, hangul, word) }
    /// What is remembered of a phrase.
    static func phrase(_ words: [String]) -> Target { Target(.building, words.joined(separator: " "), phrase) }

    /// The words of a phrase; nil for everything else.
    package var phraseWords: [String]? {
        kind == .building && part == Target.phrase ? subject.split(separator: " ").map(String.init) : nil
    }
}
