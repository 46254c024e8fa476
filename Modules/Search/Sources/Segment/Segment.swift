import Kernel

/// An inverted index of some documents, never changed: documents numbered from the newest, terms in the order of their bytes, and for each
/// term in which documents and at which places it stands.
struct Segment: Sendable {
    let bytes: [UInt8]
    let header: SegmentHeader

    /// A segment that was kept; nil when it is not whole, or made for something else.
    init?(_ bytes: [UInt8], purpose: UInt64) {
        guard let header = bytes.withUnsafeBytes(SegmentHeader.init), header.purpose == purpose else { return nil }
        (self.bytes, self.header) = (bytes, header)
        guard read({ $0.isSound }) else { return nil }
    }

    /// A segment that was just made.
    init(made bytes: [UInt8], _ header: SegmentHeader) { (self.bytes, self.header) = (bytes, header) }

    /// The same, speaking for a later moment.
    func restamped(_ point: FeedPoint) -> Segment {
        var (header, bytes) = (header, bytes)
        header.point = point
        header.seal(&bytes)
        return Segment(made: bytes, header)
    }

    func read<Value>(_ body: (SegmentReader) -> Value) -> Value { bytes.withUnsafeBytes { body(SegmentReader($0, header)) } }
}

/// A segment's bytes, while they may be looked at.
struct SegmentReader {
    let header: SegmentHeader
    private let bytes: UnsafeRawBufferPointer
    private let stretches: [UnsafeRawBufferPointer]

    init(_ bytes: UnsafeRawBufferPointer, _ header: SegmentHeader) {
        (self.bytes, self.header) = (bytes, header)
        let places = header.places
        stretches = zip(places, places.dropFirst()).map { UnsafeRawBufferPointer(rebasing: bytes[$0..<$1]) }
    }

    /// Whether every end in the tables lies behind the one before it and within its stretch, so that nothing is read outside. The checksum
    /// speaks against accidents; this is for a file that somebody made.
    var isSound: Bool {
        let documents = [0, 4].allSatisfy { isSound(SegmentHeader.size, SegmentHeader.documentRow, header.documents, $0, $0 / 4) }
        return documents && [0, 4, 8].allSatisfy { isSound(termTable, SegmentHeader.termRow, header.terms, $0, 2 + $0 / 4) }
    }

    private func isSound(_ table: Int, _ row: Int, _ count: Int, _ field: Int, _ stretch: Int) -> Bool {
        var last = 0
        for number in 0..<count {
            let end = value(table + number * row + field)
            guard end >= last else { return false }
            last = end
        }
        return last == stretches[stretch].count
    }

    // MARK: - Documents

    func id(_ document: Int) -> String { String(decoding: rawID(document), as: UTF8.self) }

    func rawID(_ document: Int) -> UnsafeRawBufferPointer { slice(SegmentHeader.size, SegmentHeader.documentRow, document, 0, 0) }

    func rawKey(_ document: Int) -> UnsafeRawBufferPointer {
        slice(SegmentHeader.size, SegmentHeader.documentRow, document, 4, 1)
    }

    /// How many words a document has.
    func length(_ document: Int) -> Int { value(SegmentHeader.size + document * SegmentHeader.documentRow + 8) }

    // MARK: - Terms

    func text(_ term: Int) -> UnsafeRawBufferPointer { slice(termTable, SegmentHeader.termRow, term, 0, 2) }

    /// How many documents have a term.
    func frequency(_ term: Int) -> Int { value(termTable + term * SegmentHeader.termRow + 12) }

    func postings(_ term: Int) -> PostingCursor {
        PostingCursor(
            documents: slice(termTable, SegmentHeader.termRow, term, 4, 3),
            places: slice(termTable, SegmentHeader.termRow, term, 8, 4),
            limit: header.documents)
    }

    /// The terms that are a word, or begin with it.
    func terms(_ word: SearchQuery.Word) -> Range<Int> {
        var wanted = word.term
        return wanted.withUTF8 { wanted in
            let wanted = UnsafeRawBufferPointer(wanted)
            let first = partition(from: 0) { !text($0).precedes(wanted) }
            guard word.isBeginning else {
                return first..<(first < header.terms && text(first).elementsEqual(wanted) ? first + 1 : first)
            }
            return first..<partition(from: first) { !text($0).prefix(wanted.count).elementsEqual(wanted) }
        }
    }

    /// The first term of which something is true that is true of all behind it.
    private func partition(from first: Int, _ isTrue: (Int) -> Bool) -> Int {
        var (low, high) = (first, header.terms)
        while low < high {
            let middle = (low + high) / 2
            if isTrue(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    // MARK: - Tables

    private var termTable: Int { SegmentHeader.size + header.documents * SegmentHeader.documentRow }

    private func value(_ offset: Int) -> Int {
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    /// What lies between the end in the row before and the end in this one.
    private func slice(_ table: Int, _ row: Int, _ number: Int, _ field: Int, _ stretch: Int) -> UnsafeRawBufferPointer {
        let end = value(table + number * row + field)
        let start = number == 0 ? 0 : value(table + (number - 1) * row + field)
        return UnsafeRawBufferPointer(rebasing: stretches[stretch][start..<end])
    }
}

extension UnsafeRawBufferPointer {
    /// By bytes, the shorter first where one begins the other.
    func precedes(_ other: UnsafeRawBufferPointer) -> Bool { lexicographicallyPrecedes(other) }
}
