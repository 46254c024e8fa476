/// Walks along the documents that have a term, newest first.
///
/// A posting is the distance from the document before and how often the term stands in it; the places, each as the distance from the one
/// before, lie in a stretch of their own and are passed over until somebody asks.
struct PostingCursor {
    private(set) var document = -1
    /// How often the term stands in the document.
    private(set) var count = 0
    private var documents: VarintReader
    private var places: VarintReader
    /// How many places lie before those of this document and have not been passed over yet.
    private var unread = 0
    private let limit: Int

    init(documents: UnsafeRawBufferPointer, places: UnsafeRawBufferPointer, limit: Int) {
        (self.documents, self.places, self.limit) = (VarintReader(documents), VarintReader(places), limit)
    }

    /// Goes to the next document.
    ///
    /// - Returns: whether there is one.
    mutating func advance() -> Bool {
        unread += count
        guard !documents.isAtEnd else { return false }
        document += documents.next()
        count = documents.next()
        return document >= 0 && document < limit
    }

    /// The places in this document. At most once a document.
    mutating func takePlaces(_ take: (UInt32) -> Void) {
        places.skip(unread)
        unread = -count
        var place = 0
        for _ in 0..<count {
            guard !places.isAtEnd else { return }
            place &+= places.next()
            take(UInt32(truncatingIfNeeded: place))
        }
    }

    /// The bytes of the places in this document. At most once a document.
    mutating func takeRawPlaces() -> UnsafeRawBufferPointer {
        places.skip(unread)
        unread = -count
        return places.take(count)
    }
}

/// Reads numbers of seven bits a byte. Beyond the end there are only zeros.
struct VarintReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset >= bytes.count }

    mutating func next() -> Int {
        var (value, shift) = (UInt(0), UInt(0))
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            value |= UInt(byte & 0x7F) << shift
            if byte < 0x80 || shift > 28 { break }
            shift += 7
        }
        return Int(value & 0xFFFF_FFFF)
    }

    mutating func skip(_ count: Int) {
        var rest = count
        while rest > 0, offset < bytes.count {
            if bytes[offset] < 0x80 { rest -= 1 }
            offset += 1
        }
    }

    /// The bytes of so many numbers.
    mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
        let start = offset
        skip(count)
        return UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
    }
}
