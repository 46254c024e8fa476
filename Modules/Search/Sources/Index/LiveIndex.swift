import Kernel

/// An index as it is asked: a segment, and beside it one of the documents that have changed since.
struct LiveIndex: Sendable {
    let base: Segment
    let fresh: Segment
    /// The identifiers of what has changed since the base, found or gone.
    let touched: Set<String>
    /// The documents of the base that do not count any more.
    private let hidden: Set<Int>
    /// Up to when it speaks.
    let point: FeedPoint

    /// Nothing but a segment.
    init(_ base: Segment) {
        let nothing = SegmentAssembly().finished(base.header.purpose, .beginning)
        self.init(base, nothing, [], base.header.point)
    }

    init(_ base: Segment, _ fresh: Segment, _ touched: Set<String>, _ point: FeedPoint) {
        (self.base, self.fresh, self.touched, self.point) = (base, fresh, touched, point)
        hidden =
            touched.isEmpty
            ? [] : base.read { base in Set((0..<base.header.documents).filter { touched.contains(base.id($0)) }) }
    }

    /// One segment of all.
    func merged(_ purpose: UInt64) -> Segment {
        guard !touched.isEmpty else { return base.restamped(point) }
        return base.read { base in fresh.read { SegmentMerge(base, without: hidden, $0).finished(purpose, point) } }
    }

    func find(_ query: SearchQuery, _ order: SearchOrder, _ limit: Int?) -> SearchHits {
        base.read { base in
            fresh.read { fresh in
                Finding([.init(base, hidden, query), .init(fresh, [], query)]).hits(order, max(0, limit ?? .max))
            }
        }
    }
}

/// One question to several segments.
private struct Finding {
    /// What one segment answers.
    struct Part {
        let reader: SegmentReader
        let documents: Int
        let words: Int
        /// For each thing that is wanted, where it is.
        let matches: [[Match]]
        /// The documents that have everything.
        let found: [Int]

        init(_ reader: SegmentReader, _ hidden: Set<Int>, _ query: SearchQuery) {
            self.reader = reader
            documents = reader.header.documents - hidden.count
            words = hidden.reduce(reader.header.words) { $0 - reader.length($1) }
            matches = query.wanted.map { wanted in
                let all = reader.matches(wanted)
                return hidden.isEmpty ? all : all.filter { !hidden.contains($0.document) }
            }
            let lists = matches.map { $0.map(\.document) }
            found = lists.dropFirst().reduce(lists.first ?? [], Matches.common)
        }

        /// How well each of the found documents fits.
        func scores(_ relevance: Relevance) -> [Double] {
            var scores = [Double](repeating: 0, count: found.count)
            for (number, matches) in matches.enumerated() {
                var next = matches.startIndex
                for place in found.indices {
                    while matches[next].document < found[place] { next += 1 }
                    scores[place] += relevance.share(of: number, count: matches[next].count, length: reader.length(found[place]))
                }
            }
            return scores
        }
    }

    private struct Place {
        let score: Double
        let part: Int
        let document: Int
    }

    let parts: [Part]

    init(_ parts: [Part]) { self.parts = parts }

    func hits(_ order: SearchOrder, _ limit: Int) -> SearchHits {
        let places = order == .newest ? newest(limit) : best(limit)
        return SearchHits(
            ids: places.map { parts[$0.part].reader.id($0.document) }, count: parts.reduce(0) { $0 + $1.found.count })
    }

    private func newest(_ limit: Int) -> [Place] {
        var places: [Place] = []
        var next = [Int](repeating: 0, count: parts.count)
        while places.count < limit {
            let heads = parts.indices.filter { next[$0] < parts[$0].found.count }
            let newest = heads.map { Place(score: 0, part: $0, document: parts[$0].found[next[$0]]) }.min(by: isNewer)
            guard let newest else { break }
            places.append(newest)
            next[newest.part] += 1
        }
        return places
    }

    private func best(_ limit: Int) -> [Place] {
        let frequencies = (parts.first?.matches.indices ?? 0..<0).map { number in
            parts.reduce(0) { $0 + $1.matches[number].count }
        }
        let relevance = Relevance(
            documents: parts.reduce(0) { $0 + $1.documents }, words: parts.reduce(0) { $0 + $1.words }, frequencies: frequencies)
        let places = parts.enumerated().flatMap { number, part in
            zip(part.found, part.scores(relevance)).map { Place(score: $1, part: number, document: $0) }
        }
        return Array(places.sorted { $0.score != $1.score ? $0.score > $1.score : isNewer($0, $1) }.prefix(limit))
    }

    private func isNewer(_ one: Place, _ other: Place) -> Bool {
        guard one.part != other.part else { return one.document < other.document }
        return parts[one.part].reader.isNewer(one.document, than: other.document, of: parts[other.part].reader)
    }
}
