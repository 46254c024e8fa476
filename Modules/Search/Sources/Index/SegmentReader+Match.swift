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
        return matchesByDocument { add in
            for phrase in phrases { for match in matches(phrase) { add(match.document, match.count) } }
        }
    }

    /// Returns the documents that contain the words of a phrase in sequence.
    private func matches(_ phrase: SearchQuery.Phrase) -> [Match] {
        let ranges = phrase.map(terms)
        guard let first = ranges.first, !ranges.contains(where: \.isEmpty) else { return [] }
        guard ranges.count > 1 else { return matches(first) }
        let candidates = ranges.dropFirst().reduce(matches(first).map(\.document)) { documents, range in
            documents.isEmpty ? [] : Matches.intersection(documents, matches(range).map(\.document))
        }
        guard !candidates.isEmpty else { return [] }
        var starts = positions(of: first, in: candidates)
        for (distance, range) in ranges.enumerated().dropFirst() {
            let nextPositions = positions(of: range, in: candidates)
            for index in candidates.indices where !starts[index].isEmpty {
                starts[index] = Matches.following(starts[index], by: UInt32(distance), in: nextPositions[index])
            }
        }
        return zip(candidates, starts).compactMap { $1.isEmpty ? nil : Match(document: $0, count: $1.count) }
    }

    /// Returns the documents that contain at least one term.
    private func matches(_ terms: Range<Int>) -> [Match] {
        guard terms.count > 1 else {
            var matches: [Match] = []
            for term in terms {
                matches.reserveCapacity(min(frequency(term), header.documents))
                var cursor = postings(term)
                while cursor.advance() { matches.append(Match(document: cursor.document, count: cursor.count)) }
            }
            return matches
        }
        return matchesByDocument { add in
            for term in terms {
                var cursor = postings(term)
                while cursor.advance() { add(cursor.document, cursor.count) }
            }
        }
    }

    /// Returns the documents with at least one match, from the counts that the closure adds.
    private func matchesByDocument(_ body: (_ add: (_ document: Int, _ count: Int) -> Void) -> Void) -> [Match] {
        var counts = [Int](repeating: 0, count: header.documents)
        counts.withUnsafeMutableBufferPointer { counts in body { counts[$0] += $1 } }
        return counts.indices.compactMap { counts[$0] > 0 ? Match(document: $0, count: counts[$0]) : nil }
    }

    /// Returns the ordered positions of some terms in each of some documents.
    private func positions(of terms: Range<Int>, in documents: [Int]) -> [[UInt32]] {
        var positionLists = [[UInt32]](repeating: [], count: documents.count)
        for term in terms {
            var cursor = postings(term)
            var documentIndex = 0
            while documentIndex < documents.count, cursor.advance() {
                while documentIndex < documents.count, documents[documentIndex] < cursor.document { documentIndex += 1 }
                guard documentIndex < documents.count, documents[documentIndex] == cursor.document else { continue }
                cursor.readPositions { positionLists[documentIndex].append($0) }
            }
        }
        if terms.count > 1 { for index in positionLists.indices { positionLists[index].sort() } }
        return positionLists
    }
}

/// Operations on sorted lists.
enum Matches {
    /// Returns the elements that both lists contain.
    static func intersection(_ left: [Int], _ right: [Int]) -> [Int] {
        var common = [Int]()
        var index = 0
        for element in left {
            while index < right.count, right[index] < element { index += 1 }
            if index < right.count, right[index] == element { common.append(element) }
        }
        return common
    }

    /// Returns the starts that have one of the positions at the given distance after them.
    static func following(_ starts: [UInt32], by distance: UInt32, in positions: [UInt32]) -> [UInt32] {
        var index = 0
        return starts.filter { start in
            let position = start &+ distance
            while index < positions.count, positions[index] < position { index += 1 }
            return index < positions.count && positions[index] == position
        }
    }
}
