import Kernel

/// Searches by reading every record: right by construction, and quick enough for some hundreds.
public struct ScanSearch: TextSearch {
    /// A search without an index.
    public init() {}

    /// Reads every record of the source.
    public func find(_ query: SearchQuery, in source: SearchSource, of store: any Store, order: SearchOrder, limit: Int?) throws
        -> SearchHits
    {
        guard !query.isEmpty else { return .none }
        var tally = Tally(query)
        try store.engine.read { transaction in
            tally = Tally(query)
            try transaction.scan(source.scan(store.partition)) { record in
                if let document = try source.document(record) { tally.take(document) }
                return true
            }
        }
        return tally.hits(order, limit)
    }

    /// The texts that fit a query best, of those that stand in no store: what a pack says, for example. By the same rules as `.best`, equal ones in
    /// their order.
    ///
    /// - Parameters:
    ///   - texts: the passages of each.
    ///   - limit: how many at most.
    /// - Returns: their places in the list.
    public func best(_ query: SearchQuery, of texts: [[String]], limit: Int) -> [Int] {
        guard !query.isEmpty else { return [] }
        var tally = Tally(query)
        for (place, passages) in texts.enumerated() {
            tally.take(SearchDocument(id: String(place), key: IndexKey(text: ""), passages: passages))
        }
        return tally.hits(.best, limit).ids.compactMap { Int($0) }
    }

    private struct Tally {
        let query: SearchQuery
        var documents = 0
        var words = 0
        var frequencies: [Int]
        var found: [(id: String, counts: [Int], length: Int)] = []

        init(_ query: SearchQuery) {
            self.query = query
            frequencies = [Int](repeating: 0, count: query.wanted.count)
        }

        mutating func take(_ document: SearchDocument) {
            let text = PlacedTerms(document.passages)
            let counts = query.wanted.map { phrases in phrases.reduce(0) { $0 + text.count($1) } }
            for (number, count) in counts.enumerated() where count > 0 { frequencies[number] += 1 }
            if !counts.contains(0) { found.append((document.id, counts, text.length)) }
            documents += 1
            words += text.length
        }

        func hits(_ order: SearchOrder, _ limit: Int?) -> SearchHits {
            let ids: [String]
            switch order {
            case .newest: ids = found.map(\.id)
            case .best:
                let relevance = Relevance(documents: documents, words: words, frequencies: frequencies)
                let scored = found.enumerated().map {
                    (score: relevance.score($1.counts, length: $1.length), place: $0, id: $1.id)
                }
                ids = scored.sorted { $0.score != $1.score ? $0.score > $1.score : $0.place < $1.place }.map(\.id)
            }
            return SearchHits(ids: Array(ids.prefix(max(0, limit ?? .max))), count: found.count)
        }
    }
}

/// The terms of one text by their places.
private struct PlacedTerms {
    private var places: [String: [Int]] = [:]
    let length: Int

    init(_ passages: [String]) {
        var places: [String: [Int]] = [:]
        length = SearchTerms.visit(passages) { places[$0, default: []].append($1) }
        self.places = places
    }

    /// How often the words stand next to each other.
    func count(_ phrase: SearchQuery.Phrase) -> Int {
        guard let first = phrase.first else { return 0 }
        let rest = phrase.dropFirst().map { Set(places(of: $0)) }
        return places(of: first).count { place in rest.enumerated().allSatisfy { $1.contains(place + $0 + 1) } }
    }

    private func places(of word: SearchQuery.Word) -> [Int] {
        guard word.isBeginning else { return places[word.term] ?? [] }
        return places.filter { $0.key.utf8.starts(with: word.term.utf8) }.flatMap(\.value)
    }
}
