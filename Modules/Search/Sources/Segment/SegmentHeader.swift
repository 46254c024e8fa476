import Kernel

/// What stands at the beginning of a segment. All numbers are little-endian.
///
///     magic 8 · checksum 4 · format 4 · purpose 8 · sequence 8 · marks 4×8 · words 8 · documents 4 · terms 4 · lengths of the five stretches 5×4 · 0 4
///
/// Behind it: a row of 12 bytes for each document (ends of identifier and key, words), one of 16 for each term (ends of text, postings and
/// places, how many documents have it), and the stretches: identifiers, keys, texts of terms, postings, places.
struct SegmentHeader: Equatable, Sendable {
    static let size = 104
    static let documentRow = 12
    static let termRow = 16
    private static let magic: [UInt8] = Array("cpsearch".utf8)
    private static let format: UInt32 = 1
    /// Where the part begins that the checksum is of.
    private static let checked = 12

    /// Which source of which partition, and how its text is taken apart.
    var purpose: UInt64
    /// Up to when in the store's history the segment speaks.
    var point: FeedPoint
    /// How many words all documents have together.
    var words: Int
    var documents: Int
    var terms: Int
    /// How long the stretches are.
    var lengths: [Int]

    /// Where the stretches begin, and the end of the last.
    var places: [Int] {
        let first = SegmentHeader.size + documents * SegmentHeader.documentRow + terms * SegmentHeader.termRow
        return lengths.reduce(into: [first]) { $0.append(($0.last ?? 0) + $1) }
    }

    /// Reads and verifies: the checksum of everything, the lengths, the purpose. Nil when anything is not as it was written.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= SegmentHeader.size, bytes.prefix(8).elementsEqual(SegmentHeader.magic) else { return nil }
        func short(_ offset: Int) -> UInt32 { UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
        func long(_ offset: Int) -> UInt64 { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
        guard short(12) == SegmentHeader.format,
            short(8) == CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[SegmentHeader.checked...])),
            let sequence = Int(exactly: long(24)), let words = Int(exactly: long(64))
        else { return nil }
        purpose = long(16)
        point = FeedPoint(sequence: sequence, marks: (0..<4).map { long(32 + $0 * 8) }.filter { $0 != 0 })
        (self.words, documents, terms) = (words, Int(short(72)), Int(short(76)))
        lengths = (0..<5).map { Int(short(80 + $0 * 4)) }
        // Each word has a place, and each place at least one byte.
        guard places.last == bytes.count, self.words <= lengths[4] else { return nil }
    }

    init(purpose: UInt64, point: FeedPoint, words: Int, documents: Int, terms: Int, lengths: [Int]) {
        (self.purpose, self.point, self.words) = (purpose, point, words)
        (self.documents, self.terms, self.lengths) = (documents, terms, lengths)
    }

    /// Writes itself over the first bytes of a segment, the checksum last.
    func seal(_ bytes: inout [UInt8]) {
        var head = SegmentHeader.magic + [0, 0, 0, 0]
        head.append(number: SegmentHeader.format)
        head.append(number: purpose)
        head.append(number: UInt64(point.sequence))
        for place in 0..<4 { head.append(number: point.marks.indices.contains(place) ? point.marks[place] : UInt64(0)) }
        head.append(number: UInt64(words))
        for number in [documents, terms] + lengths + [0] { head.append(number: UInt32(number)) }
        bytes.replaceSubrange(0..<SegmentHeader.size, with: head)
        let sum = bytes.withUnsafeBytes { CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[SegmentHeader.checked...])) }
        withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(8..<12, with: $0) }
    }
}

extension [UInt8] {
    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Seven bits a byte, the lowest first; the last byte is below 128.
    mutating func append(varint number: Int) {
        var rest = UInt(number)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
