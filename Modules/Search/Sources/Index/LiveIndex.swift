import Kernel

/// A searchable index: a base segment and a segment of the documents changed since.
struct LiveIndex: Sendable {
    let base: Segment
    let recent: Segment
    /// The identifiers of the records that changed or were deleted after the base.
    let changedIDs: Set<String>
    /// The obsolete documents of the base.
    private let obsoleteDocuments: Set<Int>
    let point: FeedPoint

    init(_ base: Segment) {
        let empty = SegmentAssembly().finished(base.header.purpose, .beginning)
        self.init(base, empty, [], base.header.point)
    }

    init(_ base: Segment, _ recent: Segment, _ changedIDs: Set<String>, _ point: FeedPoint) {
        self.base = base
        self.recent = recent
        self.changedIDs = changedIDs
        self.point = point
        obsoleteDocuments =
            changedIDs.isEmpty
            ? [] : base.read { base in Set((0..<base.header.documents).filter { changedIDs.contains(base.id($0)) }) }
    }

    /// Merges everything into one segment.
    func merged(_ purpose: UInt64) -> Segment {
        guard !changedIDs.isEmpty else { return base.restamped(point) }
        return base.read { base in
            recent.read { SegmentMerge(base, without: obsoleteDocuments, $0).finished(purpose, point) }
        }
    }

    /// Returns the records that match a query, from the base and the recent segment.
    func find(_ query: SearchQuery, _ order: SearchOrder, _ limit: Int?) -> SearchHits {
        base.read { base in
            recent.read { recent in
                SegmentQuery([.init(base, obsoleteDocuments, query), .init(recent, [], query)]).hits(
                    order, max(0, limit ?? .max))
            }
        }
    }
}

/// A query over several segments.
private struct SegmentQuery {
    /// The matches of one segment.
    struct Part {
        let reader: SegmentReader
        let documents: Int
        let words: Int
        let matches: [[Match]]
        let matchingDocuments: [Int]

        init(_ reader: SegmentReader, _ obsoleteDocuments: Set<Int>, _ query: SearchQuery) {
            self.reader = reader
            documents = reader.header.documents - obsoleteDocuments.count
            words = obsoleteDocuments.reduce(reader.header.words) { $0 - reader.length($1) }
            matches = query.requiredItems.map { phrases in
                let allMatches = reader.matches(phrases)
                return obsoleteDocuments.isEmpty
                    ? allMatches : allMatches.filter { !obsoleteDocuments.contains($0.document) }
            }
            let lists = matches.map { $0.map(\.document) }
            matchingDocuments = lists.dropFirst().reduce(lists.first ?? [], Matches.intersection)
        }

        /// Returns the relevance of each found document.
        func scores(_ relevance: Relevance) -> [Double] {
            var scores = [Double](repeating: 0, count: matchingDocuments.count)
            for (number, matches) in matches.enumerated() {
                var matchIndex = matches.startIndex
                for index in matchingDocuments.indices {
                    while matches[matchIndex].document < matchingDocuments[index] { matchIndex += 1 }
                    scores[index] += relevance.contribution(
                        of: number, count: matches[matchIndex].count, length: reader.length(matchingDocuments[index]))
                }
            }
            return scores
        }
    }

    /// A matching document of a part, with its relevance.
    private struct RankedDocument {
        let score: Double
        let part: Int
        let document: Int
    }

    let parts: [Part]

    init(_ parts: [Part]) { self.parts = parts }

    /// Returns the matches in order, and the number of all matches.
    func hits(_ order: SearchOrder, _ limit: Int) -> SearchHits {
        let results = order == .newest ? newest(limit) : mostRelevant(limit)
        return SearchHits(
            ids: results.map { parts[$0.part].reader.id($0.document) },
            count: parts.reduce(0) { $0 + $1.matchingDocuments.count })
    }

    /// Returns the newest matches of all parts.
    private func newest(_ limit: Int) -> [RankedDocument] {
        var results: [RankedDocument] = []
        var nextIndexes = [Int](repeating: 0, count: parts.count)
        while results.count < limit {
            let remainingParts = parts.indices.filter { nextIndexes[$0] < parts[$0].matchingDocuments.count }
            let newest = remainingParts.map {
                RankedDocument(score: 0, part: $0, document: parts[$0].matchingDocuments[nextIndexes[$0]])
            }.min(
                by: isNewer)
            guard let newest else { break }
            results.append(newest)
            nextIndexes[newest.part] += 1
        }
        return results
    }

    /// Returns the most relevant matches of all parts.
    private func mostRelevant(_ limit: Int) -> [RankedDocument] {
        let frequencies = (parts.first?.matches.indices ?? 0..<0).map { number in
            parts.reduce(0) { $0 + $1.matches[number].count }
        }
        let relevance = Relevance(
            documents: parts.reduce(0) { $0 + $1.documents }, words: parts.reduce(0) { $0 + $1.words },
            frequencies: frequencies)
        let results = parts.enumerated().flatMap { number, part in
            zip(part.matchingDocuments, part.scores(relevance)).map {
                RankedDocument(score: $1, part: number, document: $0)
            }
        }
        return Array(results.sorted { $0.score != $1.score ? $0.score > $1.score : isNewer($0, $1) }.prefix(limit))
    }

    /// Returns whether a document is newer than another, in the same part or not.
    private func isNewer(_ first: RankedDocument, _ second: RankedDocument) -> Bool {
        guard first.part != second.part else { return first.document < second.document }
        return parts[first.part].reader.isNewer(first.document, than: second.document, of: parts[second.part].reader)
    }
}
