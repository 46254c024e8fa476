import Kernel

/// A word that phrases are made of.
public struct GameTile: Hashable, Sendable {
    /// As it is written.
    public let hangul: String
    /// In Latin letters.
    public let romanization: String
    /// In English, in a word or two.
    public let meaning: String
    /// What it says in a phrase: `side`, `stance`, `action`.
    public let role: String

    /// A word that says this.
    public init(_ hangul: String, _ romanization: String, _ meaning: String, role: String) {
        (self.hangul, self.romanization, self.meaning, self.role) = (hangul, romanization, meaning, role)
    }
}

/// Words that the book takes together, with what they mean.
public struct GamePhrase: Hashable, Sendable {
    /// In Korean order.
    public let tiles: [GameTile]
    /// In English.
    public let meaning: String
    /// How it is said; empty where nobody knows.
    public let spoken: String

    /// Words with their meaning.
    public init(_ tiles: [GameTile], meaning: String, spoken: String = "") {
        (self.tiles, self.meaning, self.spoken) = (tiles, meaning, spoken)
    }

    /// With blanks between the words.
    public var hangul: String { tiles.map(\.hangul).joined(separator: " ") }
    /// In Latin letters.
    public var romanization: String { tiles.map(\.romanization).joined(separator: " ") }
    /// Its words alone.
    public var words: [String] { tiles.map(\.hangul) }
}

/// A term in both languages.
public struct GamePair: Hashable, Sendable {
    /// As it is written, and in Latin letters.
    public let hangul, romanization: String
    /// The English that is shown.
    public let english: String
    /// Other English for it: two terms of a board share none.
    public let also: Set<String>

    /// A term; its English counts among what it is also called.
    public init(_ hangul: String, _ romanization: String, english: String, also: Set<String> = []) {
        (self.hangul, self.romanization, self.english) = (hangul, romanization, english)
        self.also = Set((also.union([english])).map(Folding.compact))
    }
}

/// What words are, taken together.
public enum PhraseVerdict: Hashable, Sendable {
    /// They are a phrase; two that say the same are equal.
    case allowed(GamePhrase)
    /// They are none; why, in a sentence.
    case refused(String)

    /// The phrase, if it is one.
    public var phrase: GamePhrase? { if case .allowed(let phrase) = self { phrase } else { nil } }
}

/// The port: what the player has learned, and which phrases there are. Whoever knows the content fills it.
public struct Phrasebook: Sendable {
    /// Terms of the player’s grade and below.
    public let pairs: @Sendable () -> [GamePair]
    /// Words to make phrases of, by what they say.
    public let tiles: @Sendable () -> [GameTile]
    /// A phrase of so many words, of those words; nil where there is none.
    public let phrase: @Sendable (_ count: Int, _ random: inout RandomSource) -> GamePhrase?
    /// What words are, taken together.
    public let read: @Sendable (_ words: [String]) -> PhraseVerdict
    /// What a typed line is.
    public let typed: @Sendable (_ line: String) -> PhraseVerdict
    /// The colours of the player’s belt; none where there is none.
    public let colours: @Sendable () -> [RGBColor]

    /// What whoever knows the content answers.
    public init(
        pairs: @escaping @Sendable () -> [GamePair], tiles: @escaping @Sendable () -> [GameTile],
        phrase: @escaping @Sendable (_ count: Int, _ random: inout RandomSource) -> GamePhrase?,
        read: @escaping @Sendable (_ words: [String]) -> PhraseVerdict,
        typed: @escaping @Sendable (_ line: String) -> PhraseVerdict, colours: @escaping @Sendable () -> [RGBColor] = { [] }
    ) {
        (self.pairs, self.tiles, self.phrase) = (pairs, tiles, phrase)
        (self.read, self.typed, self.colours) = (read, typed, colours)
    }
}
