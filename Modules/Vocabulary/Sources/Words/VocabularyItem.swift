import Korean
import Practice

/// An item of a session: a word that is shown or asked, or a phrase to build.
package struct VocabularyItem: Codable, Hashable, Sendable {
    package let mode: VocabularyMode
    /// The word alone, or the words of the phrase, in hangul.
    package let words: [String]
    /// Whether a new word is only shown, and asked a little later.
    package let isShown: Bool
    /// Whether the question asks for the Korean of a word instead of its meaning.
    package let asksKorean: Bool
    /// The words of the phrase that this one extends; empty for most.
    package let before: [String]

    package init(word: String, isShown: Bool = false, asksKorean: Bool = false) {
        mode = .match
        words = [word]
        before = []
        self.isShown = isShown
        self.asksKorean = asksKorean
    }

    package init(_ mode: VocabularyMode, _ phrase: Phrase, before: Phrase? = nil) {
        self.mode = mode
        words = phrase.hangulWords
        self.before = before?.hangulWords ?? []
        isShown = false
        asksKorean = false
    }

    /// The memory target: a word, or a phrase in any mode.
    package var target: Target { mode == .match ? .word(words[0]) : .phrase(words) }
}

extension PracticeKind { static let building = PracticeKind(rawValue: "vocabulary") }

extension Target {
    private static let word = "word"
    private static let phrase = "phrase"

    /// Returns the memory target of a word.
    static func word(_ hangul: String) -> Target { Target(.building, hangul, word) }
    /// Returns the memory target of a phrase.
    static func phrase(_ words: [String]) -> Target { Target(.building, words.joined(separator: " "), phrase) }

    /// The words of a phrase target; nil for any other target.
    package var phraseWords: [String]? {
        kind == .building && part == Target.phrase ? subject.split(separator: " ").map(String.init) : nil
    }
}
