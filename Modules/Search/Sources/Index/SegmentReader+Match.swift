import Kernel

/// A matching document of a segment with its number of matches.
struct Match: Equatable {
    let document: Int
    let count: Int
}

extension SegmentReader {
    /// Returns the documents that contain at least one phrase, in order.
    func matches(_ phrases: [SearchQuery.Phrase]) -> [Match] {
        guard phrases.count > 1 else { return phrases.first.map(matches) ?? [] }
        return counted { add in
            for phrase in phrases { for match in matches(phrase) { add(match.document, match.count) } }
        }
    }

    /// Returns the documents that contain the words of a phrase in sequence.
    private func matches(_ phrase: SearchQuery.Phrase) -> [Match] {
        let ranges = phrase.map(terms)
        guard let first = ranges.first, !ranges.contains(where: \.isEmpty) else { return [] }
        guard ranges.count > 1 else { return matches(first) }
        let candidates = ranges.dropFirst().reduce(matches(first).map(\.document)) { known, range in
            known.isEmpty ? [] : Matches.intersection(known, matches(range).map(\.document))
        }
        guard !candidates.isEmpty else { return [] }
        var starts = places(of: first, in: candidates)
        for (distance, range) in ranges.enumerated().dropFirst() {
            let next = places(of: range, in: candidates)
            for place in candidates.indices where !starts[place].isEmpty {
                starts[place] = Matches.following(starts[place], by: UInt32(distance), in: next[place])
            }
        }
        return zip(candidates, starts).compactMap { $1.isEmpty ? nil : Match(document: $0, count: $1.count) }
    }

    /// Returns the documents that contain at least one term.
    private func matches(_ terms: Range<Int>) -> [Match] {
        guard terms.count > 1 else {
            var found: [Match] = []
            for term in terms {
                found.reserveCapacity(min(frequency(term), header.documents))
                var cursor = postings(term)
                while cursor.advance() { found.append(Match(document: cursor.document, count: cursor.count)) }
            }
            return found
        }
        return counted { add in
            for term in terms {
                var cursor = postings(term)
                while cursor.advance() { add(cursor.document, cursor.count) }
            }
        }
    }

    private func counted(_ body: (_ add: (_ document: Int, _ count: Int) -> Void) -> Void) -> [Match] {
        var counts = [Int](repeating: 0, count: header.documents)
        counts.withUnsafeMutableBufferPointer { counts in body { counts[$0] += $1 } }
        return counts.indices.compactMap { counts[$0] > 0 ? Match(document: $0, count: counts[$0]) : nil }
    }

    /// Returns the ordered positions of some terms in each of some documents.
    private func places(of terms: Range<Int>, in documents: [Int]) -> [[UInt32]] {
        var found = [[UInt32]](repeating: [], count: documents.count)
        for term in terms {
            var cursor = postings(term)
            var next = 0
            while next < documents.count, cursor.advance() {
                while next < documents.count, documents[next] < cursor.document { next += 1 }
                guard next < documents.count, documents[next] == cursor.document else { continue }
                cursor.readPositions { found[next].append($0) }
            }
        }
        if terms.count > 1 { for place in found.indices { found[place].sort() } }
        return found
    }
}

/// Operations on sorted lists.
enum Matches {
    /// Returns the elements that both lists contain.
    static func intersection(_ left: [Int], _ right: [Int]) -> [Int] {
        var found = [Int]()
        var place = 0
        for one in left {
            while place < right.count, right[place] < one { place += 1 }
            if place < right.count, right[place] == one { found.append(one) }
        }
        return found
    }

    /// Returns the starts that have one of the positions at the given distance after them.
    static func following(_ starts: [UInt32], by distance: UInt32, in places: [UInt32]) -> [UInt32] {
        var place = 0
        return starts.filter { start in
            let wanted = start &+ distance
            while place < places.count, places[place] < wanted { place += 1 }
            return place < places.count && places[place] == wanted
        }
    }
}
