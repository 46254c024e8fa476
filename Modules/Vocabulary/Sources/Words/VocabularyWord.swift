import Kernel

/// A word that phrases are made of.
public struct VocabularyWord: Hashable, Sendable {
    /// As it is written.
    public let hangul: String
    /// In Latin letters.
    public let romanization: String
    /// What it can say, the usual meaning first; at least one.
    public let meanings: [String]
    /// What kind of word it is: `direction`, `movement`.
    public let category: String
    /// How early it is learned: `beginner`, `intermediate`, `advanced`.
    public let difficulty: String
    /// The grade at which it is met first: `10k`.
    public let belt: String
    /// Whether the learner has come to it; what is asked unasked for is open.
    public let isOpen: Bool

    /// A word that says this.
    public init(
        _ hangul: String, _ romanization: String, _ meanings: [String], category: String, difficulty: String, belt: String,
        isOpen: Bool = true
    ) {
        (self.hangul, self.romanization, self.meanings) = (hangul, romanization, meanings)
        (self.category, self.difficulty, self.belt, self.isOpen) = (category, difficulty, belt, isOpen)
    }

    /// In English, in a word or two.
    public var meaning: String { meanings.first ?? "" }

    /// Whether one of two words could be taken for the answer to the other.
    public func couldMean(_ other: VocabularyWord) -> Bool {
        hangul == other.hangul || Folding.compact(romanization) == Folding.compact(other.romanization)
            || !Set(meanings.map(Folding.compact)).isDisjoint(with: other.meanings.map(Folding.compact))
    }

    /// What memory is kept of.
    public var piece: VocabularyPiece { VocabularyPiece(hangul, romanization, meaning) }
}

/// A word where it stands in a phrase, or lies to be chosen.
public struct VocabularyPiece: Hashable, Sendable {
    /// As it is written, and in Latin letters.
    public let hangul, romanization: String
    /// What it says there.
    public let meaning: String

    /// A word that says this there.
    public init(_ hangul: String, _ romanization: String, _ meaning: String) {
        (self.hangul, self.romanization, self.meaning) = (hangul, romanization, meaning)
    }
}

/// Words that the book takes together, with what they mean. Two of the same words are equal.
public struct VocabularyPhrase: Sendable {
    /// So many words have phrases that are built.
    public static let lengths = 2...6

    /// In Korean order.
    public let pieces: [VocabularyPiece]
    /// In English.
    public let meaning: String
    /// The grade from which on all its words are known: `9k`.
    public let belt: String

    /// Words with their meaning.
    public init(_ pieces: [VocabularyPiece], meaning: String, belt: String) {
        (self.pieces, self.meaning, self.belt) = (pieces, meaning, belt)
    }

    /// `left_walking_stance_low_block`.
    public var id: String {
        meaning.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
    }
    /// Its words alone.
    public var words: [String] { pieces.map(\.hangul) }
    /// With blanks between the words.
    public var hangul: String { words.joined(separator: " ") }
    /// In Latin letters.
    public var romanization: String { pieces.map(\.romanization).joined(separator: " ") }
}

extension VocabularyPhrase: Hashable {
    /// By their words.
    public static func == (left: VocabularyPhrase, right: VocabularyPhrase) -> Bool { left.words == right.words }

    /// Its words.
    public func hash(into hasher: inout Hasher) { hasher.combine(words) }
}
