import Kernel

/// An immutable inverted index of some documents.
///
/// Documents are numbered from the newest. Terms are in byte order. Each term lists its documents
/// and its positions in them.
struct Segment: Sendable {
    let bytes: [UInt8]
    let header: SegmentHeader

    /// Opens a stored segment, or returns `nil` if it is damaged or has another purpose.
    init?(_ bytes: [UInt8], purpose: UInt64) {
        guard let header = bytes.withUnsafeBytes(SegmentHeader.init), header.purpose == purpose else { return nil }
        self.bytes = bytes
        self.header = header
        guard read({ $0.hasValidOffsets }) else { return nil }
    }

    /// Creates a segment from bytes that this process has written.
    init(made bytes: [UInt8], _ header: SegmentHeader) {
        self.bytes = bytes
        self.header = header
    }

    /// Returns the same segment with a later point.
    func restamped(_ point: FeedPoint) -> Segment {
        var header = header
        var bytes = bytes
        header.point = point
        header.writeHeader(&bytes)
        return Segment(made: bytes, header)
    }

    /// Calls a closure with a view of the bytes.
    func read<Value>(_ body: (SegmentReader) -> Value) -> Value {
        bytes.withUnsafeBytes { body(SegmentReader($0, header)) }
    }
}

/// A view of a segment's bytes, valid while they are accessible.
struct SegmentReader {
    let header: SegmentHeader
    private let bytes: UnsafeRawBufferPointer
    private let sections: [UnsafeRawBufferPointer]

    init(_ bytes: UnsafeRawBufferPointer, _ header: SegmentHeader) {
        self.bytes = bytes
        self.header = header
        let offsets = header.sectionOffsets
        sections = zip(offsets, offsets.dropFirst()).map { UnsafeRawBufferPointer(rebasing: bytes[$0..<$1]) }
    }

    /// Whether the offsets in the tables ascend within their sections, so that every read stays in
    /// bounds.
    ///
    /// The checksum detects accidental damage. This check covers crafted files.
    var hasValidOffsets: Bool {
        let documents = [0, 4].allSatisfy {
            areAscending(SegmentHeader.size, SegmentHeader.documentRow, header.documents, $0, $0 / 4)
        }
        return documents
            && [0, 4, 8].allSatisfy { areAscending(termTable, SegmentHeader.termRow, header.terms, $0, 2 + $0 / 4) }
    }

    /// Returns whether the end offsets in a column of a table ascend up to the end of a section.
    private func areAscending(_ table: Int, _ row: Int, _ count: Int, _ field: Int, _ section: Int) -> Bool {
        var previousEnd = 0
        for number in 0..<count {
            let end = value(table + number * row + field)
            guard end >= previousEnd else { return false }
            previousEnd = end
        }
        return previousEnd == sections[section].count
    }

    // MARK: - Documents

    /// Returns the identifier of a document's record.
    func id(_ document: Int) -> String { String(decoding: rawID(document), as: UTF8.self) }

    /// Returns the identifier of a document's record in UTF-8.
    func rawID(_ document: Int) -> UnsafeRawBufferPointer {
        slice(SegmentHeader.size, SegmentHeader.documentRow, document, 0, 0)
    }

    /// Returns the sort key of a document.
    func rawKey(_ document: Int) -> UnsafeRawBufferPointer {
        slice(SegmentHeader.size, SegmentHeader.documentRow, document, 4, 1)
    }

    /// Returns the number of words in a document.
    func length(_ document: Int) -> Int { value(SegmentHeader.size + document * SegmentHeader.documentRow + 8) }

    // MARK: - Terms

    /// Returns the text of a term in UTF-8.
    func text(_ term: Int) -> UnsafeRawBufferPointer { slice(termTable, SegmentHeader.termRow, term, 0, 2) }

    /// Returns the number of documents that contain a term.
    func frequency(_ term: Int) -> Int { value(termTable + term * SegmentHeader.termRow + 12) }

    /// Returns a cursor over the documents of a term.
    func postings(_ term: Int) -> PostingCursor {
        PostingCursor(
            documents: slice(termTable, SegmentHeader.termRow, term, 4, 3),
            places: slice(termTable, SegmentHeader.termRow, term, 8, 4),
            limit: header.documents)
    }

    /// Returns the terms that equal a word or begin with it.
    func terms(_ word: SearchQuery.Word) -> Range<Int> {
        var term = word.term
        return term.withUTF8 { buffer in
            let termBytes = UnsafeRawBufferPointer(buffer)
            let first = firstTerm(from: 0) { !text($0).precedes(termBytes) }
            guard word.isPrefix else {
                return first..<(first < header.terms && text(first).elementsEqual(termBytes) ? first + 1 : first)
            }
            return first..<firstTerm(from: first) { !text($0).prefix(termBytes.count).elementsEqual(termBytes) }
        }
    }

    /// Finds the first term that satisfies a condition, which must also hold for all later terms.
    private func firstTerm(from first: Int, _ isTrue: (Int) -> Bool) -> Int {
        var low = first
        var high = header.terms
        while low < high {
            let middle = (low + high) / 2
            if isTrue(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    // MARK: - Tables

    /// The offset of the term table.
    private var termTable: Int { SegmentHeader.size + header.documents * SegmentHeader.documentRow }

    /// Returns the 32-bit number at an offset.
    private func value(_ offset: Int) -> Int {
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    /// Returns the bytes between the end offset in the previous row and the one in this row.
    private func slice(_ table: Int, _ row: Int, _ number: Int, _ field: Int, _ section: Int) -> UnsafeRawBufferPointer
    {
        let end = value(table + number * row + field)
        let start = number == 0 ? 0 : value(table + (number - 1) * row + field)
        return UnsafeRawBufferPointer(rebasing: sections[section][start..<end])
    }
}

extension UnsafeRawBufferPointer {
    /// Returns whether these bytes sort before others. A prefix sorts first.
    func precedes(_ other: UnsafeRawBufferPointer) -> Bool { lexicographicallyPrecedes(other) }
}
