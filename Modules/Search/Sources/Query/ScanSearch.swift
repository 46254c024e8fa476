import Kernel

/// A search that reads every record, simple and quick enough for some hundreds of records.
package struct ScanSearch: TextSearch {
    package init() {}

    /// Reads every record of the source.
    package func find(
        _ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?
    ) throws
        -> SearchHits
    {
        guard !query.isEmpty else { return .none }
        var tally = Tally(query)
        try store.engine.read { transaction in
            tally = Tally(query)
            try transaction.scan(source.scan(store.partition)) { record in
                if let document = try source.document(record) { tally.add(document) }
                return true
            }
        }
        return tally.hits(order, limit)
    }

    /// Returns the texts outside a store that match a query best, such as the texts of a pack. The
    /// rules are those of `.best`, and ties keep their order.
    ///
    /// - Parameters:
    ///   - texts: the passages of each text.
    ///   - limit: the maximum number of results.
    /// - Returns: the indices in the list.
    package func best(_ query: SearchQuery, of texts: [[String]], limit: Int) -> [Int] {
        guard !query.isEmpty else { return [] }
        var tally = Tally(query)
        for (index, passages) in texts.enumerated() {
            tally.add(SearchDocument(id: String(index), key: IndexKey(text: ""), passages: passages))
        }
        return tally.hits(.best, limit).ids.compactMap { Int($0) }
    }

    /// The matches of a query and the statistics of all documents read.
    private struct Tally {
        let query: SearchQuery
        var documents = 0
        var words = 0
        var frequencies: [Int]
        var matches: [(id: String, counts: [Int], length: Int)] = []

        init(_ query: SearchQuery) {
            self.query = query
            frequencies = [Int](repeating: 0, count: query.requiredItems.count)
        }

        /// Adds a document, which is a match if it contains every required item.
        mutating func add(_ document: SearchDocument) {
            let positions = TermPositions(document.passages)
            let counts = query.requiredItems.map { phrases in phrases.reduce(0) { $0 + positions.count($1) } }
            for (number, count) in counts.enumerated() where count > 0 { frequencies[number] += 1 }
            if !counts.contains(0) { matches.append((document.id, counts, positions.length)) }
            documents += 1
            words += positions.length
        }

        /// Returns the matches in order.
        func hits(_ order: SearchOrder, _ limit: Int?) -> SearchHits {
            let ids: [String]
            switch order {
            case .newest: ids = matches.map(\.id)
            case .best:
                let relevance = Relevance(documents: documents, words: words, frequencies: frequencies)
                let scored = matches.enumerated().map {
                    (score: relevance.score($1.counts, length: $1.length), place: $0, id: $1.id)
                }
                ids = scored.sorted { $0.score != $1.score ? $0.score > $1.score : $0.place < $1.place }.map(\.id)
            }
            return SearchHits(ids: Array(ids.prefix(max(0, limit ?? .max))), count: matches.count)
        }
    }
}

/// The terms of one text with their positions.
private struct TermPositions {
    /// The positions of each term in ascending order.
    private var positions: [String: [Int]] = [:]
    let length: Int

    init(_ passages: [String]) {
        var positions: [String: [Int]] = [:]
        length = SearchTerms.visit(passages) { positions[$0, default: []].append($1) }
        self.positions = positions
    }

    /// Returns the number of times the words appear in sequence.
    func count(_ phrase: SearchQuery.Phrase) -> Int {
        guard let first = phrase.first else { return 0 }
        let followingPositions = phrase.dropFirst().map { Set(positions(of: $0)) }
        return positions(of: first).count { position in
            followingPositions.enumerated().allSatisfy { $1.contains(position + $0 + 1) }
        }
    }

    /// Returns the positions of a word, or of all terms that begin with it.
    private func positions(of word: SearchQuery.Word) -> [Int] {
        guard word.isPrefix else { return positions[word.term] ?? [] }
        return positions.filter { $0.key.utf8.starts(with: word.term.utf8) }.flatMap(\.value)
    }
}
