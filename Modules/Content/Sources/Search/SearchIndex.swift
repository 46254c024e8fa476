/// A search index for English, hangul, romanization and initial consonants (ㄱㅅ), with spelling
/// variants and one typing error.
///
/// Creating it folds every name, so it is created when the user searches. Results are
/// deterministic.
package struct SearchIndex: Sendable {
    /// The quality of a match, best first.
    package enum Rank: Int, Comparable, CaseIterable, Sendable {
        case exact
        /// A name begins with the query, in hangul up to a half-typed syllable.
        case prefix
        /// Every word of the query begins a word of the name.
        case word
        /// The initial consonants match.
        case initials
        /// Another accepted hangul, or another spelling of the same romanization.
        case variant
        /// The name contains the query.
        case within
        /// One typing error explains the difference.
        case fuzzy
        /// A match in descriptive text only, which `search` examines last.
        case text

        /// Orders better matches first.
        package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    /// A matching document.
    package struct Hit: Hashable, Sendable {
        /// The id of the document, unique within its kind.
        package let id: String
        /// The kind of document: `term`, `pattern`, …
        package let kind: String
        package let rank: Rank
        package let matchedName: String

        package init(id: String, kind: String, rank: Rank, matchedName: String) {
            self.id = id
            self.kind = kind
            self.rank = rank
            self.matchedName = matchedName
        }
    }

    /// A document with the search keys of its names.
    private struct Entry: Sendable {
        let id: String
        let kind: String
        let names: [SearchKey]
    }

    private let entries: [Entry]

    /// Indexes documents of any kinds; their order breaks ties.
    ///
    /// - Parameter text: the only query of this index, which skips names in a script that cannot
    ///   match; nil for any number of queries.
    package init(_ documents: [Searchable], for text: String? = nil) {
        let query = text.flatMap { Query($0) }
        entries = documents.map { document in
            Entry(id: document.id, kind: document.kind, names: document.searchKeys { query?.canMatch($0, $1) ?? true })
        }
    }

    /// Returns the matching documents, best first.
    ///
    /// Within a rank, shorter names come first, then the order of the documents decides.
    package func search(_ text: String, kind: String? = nil, limit: Int = 50) -> [Hit] {
        guard let query = Query(text) else { return [] }
        var matches: [(order: (Int, Int, Int), hit: Hit)] = []
        for (number, entry) in entries.enumerated() where kind == nil || entry.kind == kind {
            guard let match = bestMatch(entry.names, query) else { continue }
            let hit = Hit(id: entry.id, kind: entry.kind, rank: match.rank, matchedName: match.name.text)
            matches.append(((match.rank.rawValue, match.name.letters.count, number), hit))
        }
        return matches.sorted { $0.order < $1.order }.prefix(max(0, limit)).map(\.hit)
    }

    /// Returns the best name of a document: by rank, then by length.
    private func bestMatch(_ names: [SearchKey], _ query: Query) -> (rank: Rank, name: SearchKey)? {
        var bestMatch: (rank: Rank, name: SearchKey)?
        for name in names {
            guard let rank = query.rank(of: name) else { continue }
            if let previousBest = bestMatch,
                (previousBest.rank, previousBest.name.letters.count) <= (rank, name.letters.count)
            {
                continue
            }
            bestMatch = (rank, name)
        }
        return bestMatch
    }
}
