import Kernel
import Korean

/// What a person looks for, taken apart once.
///
/// Every word must be there. The last one may be the beginning of a word, and so may each word of hangul, because particles follow it.
/// `"quoted words"` stand next to each other in this order; so do the parts of `well-known`. Consonants alone (ㅌㄱㄷ) are those that one or
/// two words of hangul begin their syllables with. There are no operators.
public struct SearchQuery: Hashable, Sendable {
    /// The most characters that are read, counted as Unicode scalars.
    public static let longest = 1000
    /// How many words are looked for at once.
    public static let mostWords = 32

    /// A term that a text must have, or the beginning of one.
    package struct Word: Hashable, Sendable {
        package let term: String
        package let isBeginning: Bool
    }

    /// Words next to each other.
    package typealias Phrase = [Word]

    /// What helps somebody whose query is empty.
    public static let hint = "Type at least one letter or digit."

    /// What must be there: for each, one of several phrases.
    package let wanted: [[Phrase]]

    /// Whether there is no letter and no figure in it; such a query finds nothing.
    public var isEmpty: Bool { wanted.isEmpty }

    /// Reads what a person typed.
    ///
    /// - Throws: `queryTooLong`.
    public init(_ text: String) throws {
        guard text.unicodeScalars.count <= SearchQuery.longest else { throw SearchQuery.tooLong }
        var reading = Reading()
        for (number, part) in SearchQuery.parted(text).enumerated() {
            reading.take(part.text, isQuoted: number % 2 == 1, part.isLast)
        }
        wanted = reading.wanted
        guard wanted.reduce(0, { $0 + ($1.first?.count ?? 0) }) <= SearchQuery.mostWords else { throw SearchQuery.tooLong }
    }

    /// Reads words as a command gets them.
    ///
    /// - Throws: `queryTooLong`.
    public init(_ words: [String]) throws { try self.init(words.joined(separator: " ")) }

    private static let tooLong = Failure(
        .queryTooLong, "A search has at most \(mostWords) words and \(longest) characters.", advice: "Use fewer words.",
        kind: .badData)

    /// The text at its quotes: outside, inside, outside, … An opening quote that is never closed reaches to the end.
    private static func parted(_ text: String) -> [(text: String, isLast: Bool)] {
        let marks: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "«", "»", "＂"]
        let parts = text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: marks.contains)
        return parts.enumerated().map { (String($1), $0 == parts.count - 1) }
    }

    private struct Reading {
        var wanted: [[Phrase]] = []

        mutating func take(_ text: String, isQuoted: Bool, _ isLast: Bool) {
            let chunks = isQuoted ? [text[...]] : text.split(whereSeparator: \.isWhitespace)
            for (number, chunk) in chunks.enumerated() {
                let words = SearchTerms.words(String(chunk))
                guard !words.isEmpty else { continue }
                let isTyped = isLast && number == chunks.count - 1
                wanted.append(words.count == 1 ? alternatives(words[0], isTyped) : [phrase(words, isTyped)])
            }
        }

        private func phrase(_ words: [SearchTerms.Word], _ isTyped: Bool) -> Phrase {
            words.enumerated().map { number, word in
                isConsonants(word)
                    ? Word(term: SearchTerms.initials(word.text), isBeginning: true)
                    : Word(term: SearchTerms.term(word), isBeginning: word.isHangul || isTyped && number == words.count - 1)
            }
        }

        /// Consonants may be those of one word, or of all of a word and the beginning of the next.
        private func alternatives(_ word: SearchTerms.Word, _ isTyped: Bool) -> [Phrase] {
            let whole = phrase([word], isTyped)
            guard isConsonants(word) else { return [whole] }
            let letters = Array(Hangul.partingClusters(word.text).unicodeScalars.prefix(SearchTerms.longest))
            return [whole]
                + letters.indices.dropFirst().map { place in
                    let parts = [letters[..<place], letters[place...]].map {
                        SearchTerms.initials(String(String.UnicodeScalarView($0)))
                    }
                    return [Word(term: parts[0], isBeginning: false), Word(term: parts[1], isBeginning: true)]
                }
        }

        private func isConsonants(_ word: SearchTerms.Word) -> Bool {
            word.isHangul && word.text.unicodeScalars.allSatisfy(Hangul.isConsonant)
        }
    }
}

extension Failure.Code {
    package static var queryTooLong: Self { Self() }
}
