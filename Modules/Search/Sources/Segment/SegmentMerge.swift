import Kernel

/// A merge of an old segment, without its changed documents, and a segment of the changed ones. The
/// result equals a full rebuild.
struct SegmentMerge {
    private let old: SegmentReader
    private let fresh: SegmentReader
    /// The new numbers of the documents, or -1 for a dropped one.
    private var oldNumbers: [Int] = []
    private var freshNumbers: [Int] = []
    private var assembly = SegmentAssembly()

    init(_ old: SegmentReader, without hidden: Set<Int>, _ fresh: SegmentReader) {
        self.old = old
        self.fresh = fresh
        mergeDocuments(hidden)
        mergeTerms()
    }

    func finished(_ purpose: UInt64, _ point: FeedPoint) -> Segment { assembly.finished(purpose, point) }

    private mutating func mergeDocuments(_ hidden: Set<Int>) {
        oldNumbers = Array(repeating: -1, count: old.header.documents)
        freshNumbers = Array(repeating: -1, count: fresh.header.documents)
        var left = 0
        var right = 0
        while left < oldNumbers.count || right < freshNumbers.count {
            if left < oldNumbers.count, hidden.contains(left) {
                left += 1
            } else if right == freshNumbers.count
                || left < oldNumbers.count && old.isNewer(left, than: right, of: fresh)
            {
                oldNumbers[left] = addDocument(left, of: old)
                left += 1
            } else {
                freshNumbers[right] = addDocument(right, of: fresh)
                right += 1
            }
        }
    }

    private mutating func addDocument(_ document: Int, of reader: SegmentReader) -> Int {
        assembly.add(
            documentWithID: reader.rawID(document), key: reader.rawKey(document), length: reader.length(document))
        return assembly.documents - 1
    }

    private mutating func mergeTerms() {
        var left = 0
        var right = 0
        while left < old.header.terms || right < fresh.header.terms {
            let isLeft =
                right == fresh.header.terms || left < old.header.terms && !fresh.text(right).precedes(old.text(left))
            let isRight =
                left == old.header.terms || right < fresh.header.terms && !old.text(left).precedes(fresh.text(right))
            let list = merged(isLeft ? left : nil, isRight ? right : nil)
            if list.frequency > 0 {
                assembly.add(
                    term: isLeft ? old.text(left) : fresh.text(right), frequency: list.frequency,
                    postings: list.postings, places: list.places)
            }
            left += isLeft ? 1 : 0
            right += isRight ? 1 : 0
        }
    }

    private func merged(_ left: Int?, _ right: Int?) -> PostingList {
        var list = PostingList()
        var old = NumberedCursor(left.map(old.postings), oldNumbers)
        var fresh = NumberedCursor(right.map(fresh.postings), freshNumbers)
        while old.document != .max || fresh.document != .max {
            if old.document < fresh.document { old.move(into: &list) } else { fresh.move(into: &list) }
        }
        return list.finished()
    }
}

/// A cursor that uses the new document numbers and skips dropped documents.
private struct NumberedCursor {
    private var cursor: PostingCursor?
    private let numbers: [Int]
    /// The current document, or `.max` after the last.
    private(set) var document = Int.max

    init(_ cursor: PostingCursor?, _ numbers: [Int]) {
        self.cursor = cursor
        self.numbers = numbers
        advance()
    }

    mutating func move(into list: inout PostingList) {
        guard let count = cursor?.count, let places = cursor?.readRawPositions() else { return document = .max }
        list.append(document, count: count, places: places)
        advance()
    }

    private mutating func advance() {
        document = .max
        while cursor?.advance() == true, let number = cursor?.document {
            guard numbers[number] >= 0 else { continue }
            return document = numbers[number]
        }
    }
}

extension SegmentReader {
    /// Returns whether a document is newer than one of another segment: by greater key, then by
    /// greater identifier.
    func isNewer(_ document: Int, than other: Int, of reader: SegmentReader) -> Bool {
        let key = rawKey(document)
        let otherKey = reader.rawKey(other)
        if otherKey.precedes(key) { return true }
        return key.precedes(otherKey) ? false : reader.rawID(other).precedes(rawID(document))
    }
}
