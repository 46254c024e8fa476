/// A valid phrase with its meaning.
package struct Phrase: Hashable, Sendable {
    /// The words, in Korean order.
    package let words: [PhraseWord]
    /// The English translation in English word order, for example `left walking stance knife-hand
    /// low block`.
    package let meaning: String

    package init(_ words: [PhraseWord], meaning: String) {
        self.words = words
        self.meaning = meaning
    }

    /// The identifier, for example `left_walking_stance_low_block`.
    package var id: String { meaning.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_") }

    package var hangulWords: [String] { words.map(\.hangul) }
    package var hangul: String { hangulWords.joined(separator: " ") }
    package var romanization: String { words.map(\.romanization).joined(separator: " ") }

    /// Returns the pronunciation of the phrase; nil if it has no hangul.
    package func pronunciation(_ pace: Pronunciation.Pace = .wordByWord) -> Pronunciation? {
        Pronunciation(of: hangul, pace: pace)
    }
}

/// The reading of a sequence of words.
package enum PhraseReading: Hashable, Sendable {
    /// The words are a phrase; two phrases of the same meaning are equal, even if they were written
    /// with different words.
    case valid(Phrase)
    /// The words are not a phrase; the reason, in one sentence.
    case invalid(String)

    package var phrase: Phrase? { if case .valid(let phrase) = self { phrase } else { nil } }
}
