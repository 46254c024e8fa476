import Kernel

/// What words are, taken together.
public enum VocabularyReading: Hashable, Sendable {
    /// They are a phrase; two that say the same are equal.
    case phrase(VocabularyPhrase)
    /// They are none; why, in a sentence.
    case refused(String)

    /// The phrase, if it is one.
    public var phrase: VocabularyPhrase? { if case .phrase(let phrase) = self { phrase } else { nil } }
}

/// The port: which words the learner meets, and which phrases there are. Whoever knows the content fills it.
public struct Wordbook: Sendable {
    /// Makes a phrase of so many words by chance; nil where there is none.
    public typealias Maker = @Sendable (_ count: Int, _ random: inout RandomSource) -> VocabularyPhrase?

    /// All words, in the order in which they are learned; those of the learner’s grade and below are open.
    public let words: @Sendable () -> [VocabularyWord]
    /// Phrases that the content names for the learner’s grade and below, in the order in which they are learned.
    public let phrases: @Sendable () -> [VocabularyPhrase]
    /// What makes phrases of these words alone.
    public let maker: @Sendable (_ words: Set<String>) -> Maker
    /// What a line of words is, in hangul or in Latin letters.
    public let read: @Sendable (_ line: String) -> VocabularyReading
    /// The phrase that a term is, by its id or its name; nil for a term that is none, and for none.
    public let named: @Sendable (_ name: String) -> VocabularyPhrase?
    /// The colours of the learner’s belt; none where there is none.
    public let colours: @Sendable () -> [RGBColor]

    /// What whoever knows the content answers.
    public init(
        words: @escaping @Sendable () -> [VocabularyWord], phrases: @escaping @Sendable () -> [VocabularyPhrase],
        maker: @escaping @Sendable (_ words: Set<String>) -> Maker,
        read: @escaping @Sendable (_ line: String) -> VocabularyReading,
        named: @escaping @Sendable (_ name: String) -> VocabularyPhrase?, colours: @escaping @Sendable () -> [RGBColor] = { [] }
    ) {
        (self.words, self.phrases, self.maker) = (words, phrases, maker)
        (self.read, self.named, self.colours) = (read, named, colours)
    }

    /// What words are, taken together.
    public func read(_ words: [String]) -> VocabularyReading { read(words.joined(separator: " ")) }

    /// Phrases that grow into one, each inside the next, with one or two words more (a stance has two): the shortest has two words. The longest such
    /// row; none where there is none.
    public func growth(of phrase: VocabularyPhrase) -> [VocabularyPhrase] {
        var known: [[Int]: [VocabularyPhrase]] = [:]
        func row(_ kept: [Int]) -> [VocabularyPhrase] {
            if let row = known[kept] { return row }
            let words = kept.map { phrase.words[$0] }
            guard let own = kept.count == phrase.words.count ? phrase : read(words).phrase, own.words == words else {
                known[kept] = []
                return []
            }
            var longest: [VocabularyPhrase] = kept.count == 2 ? [own] : []
            for fewer in kept.count > 2 ? Wordbook.fewer(kept) : [] {
                let before = row(fewer)
                if !before.isEmpty, before.count >= longest.count { longest = before + [own] }
            }
            known[kept] = longest
            return longest
        }
        return VocabularyPhrase.lengths.contains(phrase.words.count) ? row(Array(phrase.words.indices)) : []
    }

    /// The same places without one or two of them; two at least stay.
    private static func fewer(_ places: [Int]) -> [[Int]] {
        let one = places.map { place in places.filter { $0 != place } }
        guard places.count > 3 else { return one }
        let two = places.indices.flatMap { first in
            places.indices.dropFirst(first + 1).map { second in
                places.indices.filter { $0 != first && $0 != second }.map { places[$0] }
            }
        }
        return one + two
    }
}
