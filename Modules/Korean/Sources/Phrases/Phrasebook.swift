import Kernel

/// The port for a learner's words and the known phrases.
///
/// The features that play and build with phrases use it, and Content implements it.
package struct Phrasebook: Sendable {
    /// Creates a random phrase of the given number of words; nil if there is none.
    package typealias Maker = @Sendable (_ count: Int, _ random: inout RandomSource) -> Phrase?

    /// Returns the terms of the learner’s grade and below.
    package let terms: @Sendable () -> [PhrasebookTerm]
    /// Returns the words of the learner’s grade and below, once for each role, in the order of the
    /// roles.
    package let words: @Sendable () -> [PhraseWord]
    /// Returns all words in learning order; those of the learner’s grade and below are open.
    package let vocabulary: @Sendable () -> [PhrasebookWord]
    /// Returns the content's phrases for the learner’s grade and below, in learning order.
    package let phrases: @Sendable () -> [Phrase]
    /// Returns a maker of random phrases from some words, given in hangul.
    package let maker: @Sendable (_ words: Set<String>) -> Maker
    /// Reads a line of words in hangul or Latin letters.
    package let read: @Sendable (_ line: String) -> PhraseReading
    /// Returns the phrase of a term by its id or name; nil for an unknown term and for one that is
    /// not a phrase.
    package let phraseNamed: @Sendable (_ name: String) -> Phrase?
    /// Returns the colors of the learner’s belt; empty without a belt.
    package let colors: @Sendable () -> [RGBColor]

    package init(
        terms: @escaping @Sendable () -> [PhrasebookTerm] = { [] },
        words: @escaping @Sendable () -> [PhraseWord] = { [] },
        vocabulary: @escaping @Sendable () -> [PhrasebookWord] = { [] },
        phrases: @escaping @Sendable () -> [Phrase] = { [] },
        maker: @escaping @Sendable (_ words: Set<String>) -> Maker = { _ in { _, _ in nil } },
        read: @escaping @Sendable (_ line: String) -> PhraseReading,
        named: @escaping @Sendable (_ name: String) -> Phrase? = { _ in nil },
        colors: @escaping @Sendable () -> [RGBColor] = { [] }
    ) {
        self.terms = terms
        self.words = words
        self.vocabulary = vocabulary
        self.phrases = phrases
        self.maker = maker
        self.read = read
        self.phraseNamed = named
        self.colors = colors
    }

    package func read(_ words: [String]) -> PhraseReading { read(words.joined(separator: " ")) }
}
