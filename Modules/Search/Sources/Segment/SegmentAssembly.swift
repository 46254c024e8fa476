import Kernel

/// A builder of a segment from documents, newest first, followed by terms in byte order.
struct SegmentAssembly {
    private(set) var documents = 0
    private var words = 0
    private var terms = 0
    private var documentTable: [UInt8] = []
    private var termTable: [UInt8] = []
    private var ids: [UInt8] = []
    private var keys: [UInt8] = []
    private var texts: [UInt8] = []
    private var postings: [UInt8] = []
    private var places: [UInt8] = []

    /// Adds the next document, which must be older than the previous one.
    mutating func add(documentWithID id: some Sequence<UInt8>, key: some Sequence<UInt8>, length: Int) {
        ids.append(contentsOf: id)
        keys.append(contentsOf: key)
        for number in [ids.count, keys.count, length] { documentTable.append(number: UInt32(clamping: number)) }
        documents += 1
        words += length
    }

    /// Adds the next term, which must follow the previous one in byte order.
    mutating func add(term: some Sequence<UInt8>, frequency: Int, postings: [UInt8], places: [UInt8]) {
        texts.append(contentsOf: term)
        self.postings += postings
        self.places += places
        for number in [texts.count, self.postings.count, self.places.count, frequency] {
            termTable.append(number: UInt32(clamping: number))
        }
        terms += 1
    }

    /// Returns the segment of everything added.
    func finished(_ purpose: UInt64, _ point: FeedPoint) -> Segment {
        let sections = [ids, keys, texts, postings, places]
        let header = SegmentHeader(
            purpose: purpose, point: point, words: words, documents: documents, terms: terms,
            lengths: sections.map(\.count))
        var bytes = [UInt8](repeating: 0, count: SegmentHeader.size)
        bytes.reserveCapacity(header.sectionOffsets.last ?? 0)
        bytes += documentTable
        bytes += termTable
        for section in sections { bytes += section }
        header.writeHeader(&bytes)
        return Segment(made: bytes, header)
    }
}

/// A writer that splits documents into terms, newest first, and builds a segment.
struct SegmentWriter {
    private var assembly = SegmentAssembly()
    /// The index of each term in `postingLists`.
    private var termIndexes: [String: Int] = [:]
    private var postingLists: [PostingList] = []

    /// Adds a document with all its terms.
    mutating func add(_ document: SearchDocument) {
        let number = assembly.documents
        let length = SearchTerms.visit(document.passages) { term, place in
            let index = termIndexes[term] ?? postingLists.count
            if index == postingLists.count {
                termIndexes[term] = index
                postingLists.append(PostingList())
            }
            postingLists[index].append(number, place)
        }
        assembly.add(documentWithID: document.id.utf8, key: document.key.text.utf8, length: length)
    }

    /// Returns the segment of all documents added.
    mutating func finished(_ purpose: UInt64, _ point: FeedPoint) -> Segment {
        for (term, index) in termIndexes.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            let list = postingLists[index].finished()
            assembly.add(term: term.utf8, frequency: list.frequency, postings: list.postings, places: list.places)
        }
        return assembly.finished(purpose, point)
    }
}

/// The growing postings of one term.
struct PostingList {
    private(set) var frequency = 0
    private(set) var postings: [UInt8] = []
    private(set) var places: [UInt8] = []
    private var document = -1
    private var count = 0
    private var lastPlace = 0

    /// Adds an occurrence of the term at a position in a document.
    mutating func append(_ document: Int, _ place: Int) {
        if document != self.document { begin(document) }
        places.append(varint: place - lastPlace)
        lastPlace = place
        count += 1
    }

    /// Adds a document whose positions are already encoded.
    mutating func append(_ document: Int, count: Int, places: UnsafeRawBufferPointer) {
        begin(document)
        self.count = count
        self.places.append(contentsOf: places)
    }

    /// Returns the list with its last document completed.
    func finished() -> PostingList {
        var copy = self
        copy.close()
        return copy
    }

    /// Completes the current document and begins another.
    private mutating func begin(_ document: Int) {
        close()
        postings.append(varint: document - self.document)
        self.document = document
        lastPlace = 0
        count = 0
        frequency += 1
    }

    /// Writes the number of occurrences in the current document.
    private mutating func close() { if count > 0 { postings.append(varint: count) } }
}
