import Kernel
import Korean

/// A user's search query, parsed once.
///
/// Every word must match. The last word may be a prefix, and so may each Hangul word, because
/// particles follow it. `"quoted words"` must appear in sequence, as must the parts of
/// `well-known`. Consonants alone (ㅌㄱㄷ) match the initial consonants of the syllables of one or two
/// Hangul words. There are no operators.
package struct SearchQuery: Hashable, Sendable {
    /// The maximum length of a query, in Unicode scalars.
    package static let maximumLength = 1000
    /// The maximum number of words in a query.
    package static let maximumWords = 32

    /// A term that a text must contain, in full or as a prefix.
    package struct Word: Hashable, Sendable {
        package let term: String
        package let isPrefix: Bool
    }

    /// A sequence of adjacent words.
    package typealias Phrase = [Word]

    /// The advice for an empty query.
    package static let hint = "Type at least one letter or digit."

    /// The required items, each with alternative phrases.
    package let requiredItems: [[Phrase]]

    /// Whether the query has no letter and no digit. Such a query finds nothing.
    package var isEmpty: Bool { requiredItems.isEmpty }

    /// Parses the text of a user.
    ///
    /// - Throws: `queryTooLong`.
    package init(_ text: String) throws {
        guard text.unicodeScalars.count <= SearchQuery.maximumLength else { throw SearchQuery.tooLongFailure }
        var parser = Parser()
        for (number, part) in SearchQuery.splitAtQuotes(text).enumerated() {
            parser.add(part.text, isQuoted: number % 2 == 1, part.isLast)
        }
        requiredItems = parser.requiredItems
        guard requiredItems.reduce(0, { $0 + ($1.first?.count ?? 0) }) <= SearchQuery.maximumWords else {
            throw SearchQuery.tooLongFailure
        }
    }

    /// Parses the words of a command.
    ///
    /// - Throws: `queryTooLong`.
    package init(_ words: [String]) throws { try self.init(words.joined(separator: " ")) }

    private static let tooLongFailure = Failure(
        .queryTooLong, "A search has at most \(maximumWords) words and \(maximumLength) characters.",
        advice: "Use fewer words.",
        kind: .badData)

    /// Splits the text at its quotes, alternating outside and inside. An unclosed quote extends to
    /// the end.
    private static func splitAtQuotes(_ text: String) -> [(text: String, isLast: Bool)] {
        let marks: Set<Unicode.Scalar> = ["\"", "“", "”", "„", "«", "»", "＂"]
        let parts = text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: marks.contains)
        return parts.enumerated().map { (String($1), $0 == parts.count - 1) }
    }

    /// A parser of the parts of a query.
    private struct Parser {
        var requiredItems: [[Phrase]] = []

        /// Adds the words outside quotes one by one, and quoted words as a phrase.
        mutating func add(_ text: String, isQuoted: Bool, _ isLast: Bool) {
            let chunks = isQuoted ? [text[...]] : text.split(whereSeparator: \.isWhitespace)
            for (number, chunk) in chunks.enumerated() {
                let words = SearchTerms.words(String(chunk))
                guard !words.isEmpty else { continue }
                let isUnfinished = isLast && number == chunks.count - 1
                requiredItems.append(
                    words.count == 1 ? alternatives(words[0], isUnfinished) : [phrase(words, isUnfinished)])
            }
        }

        /// Returns words as a phrase. Hangul words may be prefixes, and so may the last word of an
        /// unfinished query.
        private func phrase(_ words: [SearchTerms.Word], _ isUnfinished: Bool) -> Phrase {
            words.enumerated().map { number, word in
                isConsonants(word)
                    ? Word(term: SearchTerms.initials(word.text), isPrefix: true)
                    : Word(
                        term: SearchTerms.term(word),
                        isPrefix: word.isHangul || isUnfinished && number == words.count - 1
                    )
            }
        }

        /// Returns the phrases that match a word. Consonants may belong to one word, or to a whole
        /// word and the start of the next.
        private func alternatives(_ word: SearchTerms.Word, _ isUnfinished: Bool) -> [Phrase] {
            let wholeWord = phrase([word], isUnfinished)
            guard isConsonants(word) else { return [wholeWord] }
            let letters = Array(Hangul.splittingClusters(word.text).unicodeScalars.prefix(SearchTerms.maximumLetters))
            return [wholeWord]
                + letters.indices.dropFirst().map { splitIndex in
                    let parts = [letters[..<splitIndex], letters[splitIndex...]].map {
                        SearchTerms.initials(String(String.UnicodeScalarView($0)))
                    }
                    return [Word(term: parts[0], isPrefix: false), Word(term: parts[1], isPrefix: true)]
                }
        }

        /// Returns whether a word consists of Hangul consonants only.
        private func isConsonants(_ word: SearchTerms.Word) -> Bool {
            word.isHangul && word.text.unicodeScalars.allSatisfy(Hangul.isConsonant)
        }
    }
}

extension Failure.Code {
    /// Thrown when a query has more than 32 words or 1,000 Unicode scalars.
    package static var queryTooLong: Self { Self() }
}
