import Kernel

/// The header of a segment, with little-endian numbers.
///
/// ```
/// magic 8 · checksum 4 · format 4 · purpose 8 · sequence 8 · marks 4×8 · words 8 ·
/// documents 4 · terms 4 · lengths of the five sections 5×4 · 0 4
/// ```
///
/// The tables follow. Each document has a row of 12 bytes: end of identifier, end of key, words.
/// Each term has a row of 16 bytes: ends of text, postings and positions, and its document count.
/// The sections follow the tables: identifiers, keys, texts of terms, postings, positions.
struct SegmentHeader: Equatable, Sendable {
    /// The sizes of the header, of a row for a document, and of a row for a term, in bytes.
    static let size = 104
    static let documentRow = 12
    static let termRow = 16
    private static let magic: [UInt8] = Array("cpsearch".utf8)
    private static let format: UInt32 = 1
    /// The offset at which the checksummed part begins.
    private static let checksummedOffset = 12

    /// The fingerprint of the source, its partition, and the version of the term algorithm.
    var purpose: UInt64
    var point: FeedPoint
    /// The total number of words of all documents.
    var words: Int
    var documents: Int
    var terms: Int
    /// The lengths of the five sections, in bytes.
    var lengths: [Int]

    /// The start offsets of the sections, and the end of the last.
    var sectionOffsets: [Int] {
        let sectionsStart = SegmentHeader.size + documents * SegmentHeader.documentRow + terms * SegmentHeader.termRow
        return lengths.reduce(into: [sectionsStart]) { $0.append(($0.last ?? 0) + $1) }
    }

    /// Reads a header and verifies the checksum of the whole segment, the lengths and the purpose.
    /// The result is `nil` if any check fails.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= SegmentHeader.size, bytes.prefix(8).elementsEqual(SegmentHeader.magic) else { return nil }
        func uint32(_ offset: Int) -> UInt32 {
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        func uint64(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        guard uint32(12) == SegmentHeader.format,
            uint32(8) == CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[SegmentHeader.checksummedOffset...])),
            let sequence = Int(exactly: uint64(24)), let words = Int(exactly: uint64(64))
        else { return nil }
        purpose = uint64(16)
        point = FeedPoint(sequence: sequence, marks: (0..<4).map { uint64(32 + $0 * 8) }.filter { $0 != 0 })
        self.words = words
        documents = Int(uint32(72))
        terms = Int(uint32(76))
        lengths = (0..<5).map { Int(uint32(80 + $0 * 4)) }
        // Each word has a position, and each position takes at least one byte.
        guard sectionOffsets.last == bytes.count, self.words <= lengths[4] else { return nil }
    }

    init(purpose: UInt64, point: FeedPoint, words: Int, documents: Int, terms: Int, lengths: [Int]) {
        self.purpose = purpose
        self.point = point
        self.words = words
        self.documents = documents
        self.terms = terms
        self.lengths = lengths
    }

    /// Writes the header over the first bytes of a segment, checksum last.
    func writeHeader(_ bytes: inout [UInt8]) {
        var headerBytes = SegmentHeader.magic + [0, 0, 0, 0]
        headerBytes.append(number: SegmentHeader.format)
        headerBytes.append(number: purpose)
        headerBytes.append(number: UInt64(point.sequence))
        for index in 0..<4 {
            headerBytes.append(number: point.marks.indices.contains(index) ? point.marks[index] : UInt64(0))
        }
        headerBytes.append(number: UInt64(words))
        for number in [documents, terms] + lengths + [0] { headerBytes.append(number: UInt32(number)) }
        bytes.replaceSubrange(0..<SegmentHeader.size, with: headerBytes)
        let checksum = bytes.withUnsafeBytes {
            CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[SegmentHeader.checksummedOffset...]))
        }
        withUnsafeBytes(of: checksum.littleEndian) { bytes.replaceSubrange(8..<12, with: $0) }
    }
}

extension [UInt8] {
    /// Appends a number in little-endian order.
    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends a number with seven bits a byte, lowest first. The last byte is below 128.
    mutating func append(varint number: Int) {
        var remaining = UInt(number)
        while remaining >= 0x80 {
            append(UInt8(truncatingIfNeeded: remaining) | 0x80)
            remaining >>= 7
        }
        append(UInt8(remaining))
    }
}
