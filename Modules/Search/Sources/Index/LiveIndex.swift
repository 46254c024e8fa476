import Kernel

/// A searchable index: a base segment and a segment of the documents changed since.
struct LiveIndex: Sendable {
    let base: Segment
    let recent: Segment
    /// The identifiers of the records that changed or were deleted after the base.
    let changedIDs: Set<String>
    /// The obsolete documents of the base.
    private let hidden: Set<Int>
    let point: FeedPoint

    init(_ base: Segment) {
        let empty = SegmentAssembly().finished(base.header.purpose, .beginning)
        self.init(base, empty, [], base.header.point)
    }

    init(_ base: Segment, _ fresh: Segment, _ touched: Set<String>, _ point: FeedPoint) {
        self.base = base
        self.recent = fresh
        self.changedIDs = touched
        self.point = point
        hidden =
            touched.isEmpty
            ? [] : base.read { base in Set((0..<base.header.documents).filter { touched.contains(base.id($0)) }) }
    }

    /// Merges everything into one segment.
    func merged(_ purpose: UInt64) -> Segment {
        guard !changedIDs.isEmpty else { return base.restamped(point) }
        return base.read { base in recent.read { SegmentMerge(base, without: hidden, $0).finished(purpose, point) } }
    }

    func find(_ query: SearchQuery, _ order: SearchOrder, _ limit: Int?) -> SearchHits {
        base.read { base in
            recent.read { fresh in
                SegmentQuery([.init(base, hidden, query), .init(fresh, [], query)]).hits(order, max(0, limit ?? .max))
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
        let found: [Int]

        init(_ reader: SegmentReader, _ hidden: Set<Int>, _ query: SearchQuery) {
            self.reader = reader
            documents = reader.header.documents - hidden.count
            words = hidden.reduce(reader.header.words) { $0 - reader.length($1) }
            matches = query.requiredItems.map { wanted in
                let all = reader.matches(wanted)
                return hidden.isEmpty ? all : all.filter { !hidden.contains($0.document) }
            }
            let lists = matches.map { $0.map(\.document) }
            found = lists.dropFirst().reduce(lists.first ?? [], Matches.intersection)
        }

        /// Returns the relevance of each found document.
        func scores(_ relevance: Relevance) -> [Double] {
            var scores = [Double](repeating: 0, count: found.count)
            for (number, matches) in matches.enumerated() {
                var next = matches.startIndex
                for place in found.indices {
                    while matches[next].document < found[place] { next += 1 }
                    scores[place] += relevance.contribution(
                        of: number, count: matches[next].count, length: reader.length(found[place]))
                }
            }
            return scores
        }
    }

    private struct RankedDocument {
        let score: Double
        let part: Int
        let document: Int
    }

    let parts: [Part]

    init(_ parts: [Part]) { self.parts = parts }

    func hits(_ order: SearchOrder, _ limit: Int) -> SearchHits {
        let results = order == .newest ? newest(limit) : best(limit)
        return SearchHits(
            ids: results.map { parts[$0.part].reader.id($0.document) }, count: parts.reduce(0) { $0 + $1.found.count })
    }

    private func newest(_ limit: Int) -> [RankedDocument] {
        var results: [RankedDocument] = []
        var next = [Int](repeating: 0, count: parts.count)
        while results.count < limit {
            let heads = parts.indices.filter { next[$0] < parts[$0].found.count }
            let newest = heads.map { RankedDocument(score: 0, part: $0, document: parts[$0].found[next[$0]]) }.min(
                by: isNewer)
            guard let newest else { break }
            results.append(newest)
            next[newest.part] += 1
        }
        return results
    }

    private func best(_ limit: Int) -> [RankedDocument] {
        let frequencies = (parts.first?.matches.indices ?? 0..<0).map { number in
            parts.reduce(0) { $0 + $1.matches[number].count }
        }
        let relevance = Relevance(
            documents: parts.reduce(0) { $0 + $1.documents }, words: parts.reduce(0) { $0 + $1.words },
            frequencies: frequencies)
        let results = parts.enumerated().flatMap { number, part in
            zip(part.found, part.scores(relevance)).map { RankedDocument(score: $1, part: number, document: $0) }
        }
        return Array(results.sorted { $0.score != $1.score ? $0.score > $1.score : isNewer($0, $1) }.prefix(limit))
    }

    private func isNewer(_ one: RankedDocument, _ other: RankedDocument) -> Bool {
        guard one.part != other.part else { return one.document < other.document }
        return parts[one.part].reader.isNewer(one.document, than: other.document, of: parts[other.part].reader)
    }
}
