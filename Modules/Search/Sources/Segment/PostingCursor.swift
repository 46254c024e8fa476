/// A cursor over the documents that contain a term, newest first.
///
/// A posting holds the distance from the previous document and the frequency of the term. Positions
/// are in a separate section, each as the distance from the previous one. The cursor skips them
/// until the caller asks for them.
struct PostingCursor {
    /// The current document, or -1 before the first.
    private(set) var document = -1
    /// The number of occurrences of the term in the document.
    private(set) var count = 0
    private var documents: VarintReader
    private var positions: VarintReader
    /// The number of unskipped positions before those of this document.
    private var unskippedCount = 0
    /// The number of documents in the segment.
    private let limit: Int

    /// Creates a cursor before the first document.
    ///
    /// - Parameter limit: the number of documents in the segment.
    init(documents: UnsafeRawBufferPointer, places: UnsafeRawBufferPointer, limit: Int) {
        self.documents = VarintReader(documents)
        positions = VarintReader(places)
        self.limit = limit
    }

    /// Advances to the next document.
    ///
    /// - Returns: whether there is one.
    mutating func advance() -> Bool {
        unskippedCount += count
        guard !documents.isAtEnd else { return false }
        document += documents.next()
        count = documents.next()
        return document >= 0 && document < limit
    }

    /// Passes the positions in this document to a closure. The caller may do this once a document.
    mutating func readPositions(_ body: (UInt32) -> Void) {
        positions.skip(unskippedCount)
        unskippedCount = -count
        var position = 0
        for _ in 0..<count {
            guard !positions.isAtEnd else { return }
            position &+= positions.next()
            body(UInt32(truncatingIfNeeded: position))
        }
    }

    /// Returns the encoded positions in this document. The caller may do this once a document.
    mutating func readRawPositions() -> UnsafeRawBufferPointer {
        positions.skip(unskippedCount)
        unskippedCount = -count
        return positions.read(count)
    }
}

/// A reader of variable-length numbers with seven bits a byte, which returns zeros after the end.
struct VarintReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset >= bytes.count }

    /// Returns the next number, or 0 after the end.
    mutating func next() -> Int {
        var value = UInt(0)
        var shift = UInt(0)
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            value |= UInt(byte & 0x7F) << shift
            if byte < 0x80 || shift > 28 { break }
            shift += 7
        }
        return Int(value & 0xFFFF_FFFF)
    }

    /// Skips a number of values.
    mutating func skip(_ count: Int) {
        var remaining = count
        while remaining > 0, offset < bytes.count {
            if bytes[offset] < 0x80 { remaining -= 1 }
            offset += 1
        }
    }

    /// Returns the bytes of the given number of values.
    mutating func read(_ count: Int) -> UnsafeRawBufferPointer {
        let start = offset
        skip(count)
        return UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
    }
}
