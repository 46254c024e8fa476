import Kernel

/// A merge of an old segment, without its changed documents, and a segment of the changed ones. The
/// result equals a full rebuild.
struct SegmentMerge {
    private let old: SegmentReader
    private let recent: SegmentReader
    /// The new numbers of the documents, or -1 for a dropped one.
    private var oldNumbers: [Int] = []
    private var recentNumbers: [Int] = []
    private var assembly = SegmentAssembly()

    init(_ old: SegmentReader, without hidden: Set<Int>, _ recent: SegmentReader) {
        self.old = old
        self.recent = recent
        mergeDocuments(hidden)
        mergeTerms()
    }

    /// Returns the merged segment.
    func finished(_ purpose: UInt64, _ point: FeedPoint) -> Segment { assembly.finished(purpose, point) }

    /// Adds the documents of both segments, newest first, and assigns their new numbers.
    private mutating func mergeDocuments(_ hidden: Set<Int>) {
        oldNumbers = Array(repeating: -1, count: old.header.documents)
        recentNumbers = Array(repeating: -1, count: recent.header.documents)
        var oldIndex = 0
        var recentIndex = 0
        while oldIndex < oldNumbers.count || recentIndex < recentNumbers.count {
            if oldIndex < oldNumbers.count, hidden.contains(oldIndex) {
                oldIndex += 1
            } else if recentIndex == recentNumbers.count
                || oldIndex < oldNumbers.count && old.isNewer(oldIndex, than: recentIndex, of: recent)
            {
                oldNumbers[oldIndex] = addDocument(oldIndex, of: old)
                oldIndex += 1
            } else {
                recentNumbers[recentIndex] = addDocument(recentIndex, of: recent)
                recentIndex += 1
            }
        }
    }

    /// Adds a document of a segment and returns its new number.
    private mutating func addDocument(_ document: Int, of reader: SegmentReader) -> Int {
        assembly.add(
            documentWithID: reader.rawID(document), key: reader.rawKey(document), length: reader.length(document))
        return assembly.documents - 1
    }

    /// Adds the terms of both segments in byte order.
    private mutating func mergeTerms() {
        var oldTerm = 0
        var recentTerm = 0
        while oldTerm < old.header.terms || recentTerm < recent.header.terms {
            let usesOld =
                recentTerm == recent.header.terms
                || oldTerm < old.header.terms && !recent.text(recentTerm).precedes(old.text(oldTerm))
            let usesRecent =
                oldTerm == old.header.terms
                || recentTerm < recent.header.terms && !old.text(oldTerm).precedes(recent.text(recentTerm))
            let list = mergedPostings(usesOld ? oldTerm : nil, usesRecent ? recentTerm : nil)
            if list.frequency > 0 {
                assembly.add(
                    term: usesOld ? old.text(oldTerm) : recent.text(recentTerm), frequency: list.frequency,
                    postings: list.postings, places: list.places)
            }
            oldTerm += usesOld ? 1 : 0
            recentTerm += usesRecent ? 1 : 0
        }
    }

    /// Returns the postings of a term in both segments. Nil means that a segment lacks the term.
    private func mergedPostings(_ oldTerm: Int?, _ recentTerm: Int?) -> PostingList {
        var list = PostingList()
        var oldCursor = NumberedCursor(oldTerm.map(old.postings), oldNumbers)
        var recentCursor = NumberedCursor(recentTerm.map(recent.postings), recentNumbers)
        while oldCursor.document != .max || recentCursor.document != .max {
            if oldCursor.document < recentCursor.document {
                oldCursor.move(into: &list)
            } else {
                recentCursor.move(into: &list)
            }
        }
        return list.finished()
    }
}

/// A cursor that uses the new document numbers and skips dropped documents.
private struct NumberedCursor {
    private var cursor: PostingCursor?
    /// The new number of each document, or -1 for a dropped one.
    private let newNumbers: [Int]
    /// The current document, or `.max` after the last.
    private(set) var document = Int.max

    init(_ cursor: PostingCursor?, _ newNumbers: [Int]) {
        self.cursor = cursor
        self.newNumbers = newNumbers
        advance()
    }

    /// Appends the current document to a list and advances.
    mutating func move(into list: inout PostingList) {
        guard let count = cursor?.count, let places = cursor?.readRawPositions() else { return document = .max }
        list.append(document, count: count, places: places)
        advance()
    }

    /// Advances to the next document that the merge keeps.
    private mutating func advance() {
        document = .max
        while cursor?.advance() == true, let number = cursor?.document {
            guard newNumbers[number] >= 0 else { continue }
            return document = newNumbers[number]
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
