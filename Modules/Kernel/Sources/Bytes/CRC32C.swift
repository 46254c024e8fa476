/// CRC-32C (Castagnoli; RFC 3720 B.4), sixteen bytes a step ("slicing", Kounavis and Berry 2005).
public enum CRC32C {
    /// The checksum of bytes.
    ///
    /// - Parameter front: the checksum of the bytes before them.
    public static func checksum(_ bytes: UnsafeRawBufferPointer, behind front: UInt32 = 0) -> UInt32 {
        guard let start = bytes.baseAddress else { return front }
        let tables = CRC32C.tables
        var sum = ~front
        var offset = 0
        let whole = bytes.count & ~15
        while offset < whole {
            let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(sum)
            let next = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            sum = step(word, tables + 2048) ^ step(next, tables)
            offset += 16
        }
        if bytes.count - offset >= 8 {
            sum = step(UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(sum), tables)
            offset += 8
        }
        while offset < bytes.count {
            sum = tables[Int((sum ^ UInt32(bytes[offset])) & 255)] ^ (sum >> 8)
            offset += 1
        }
        return ~sum
    }

    /// What eight bytes add to the sum, by the tables for their distance from the end of the step.
    @inline(__always)
    private static func step(_ word: UInt64, _ tables: UnsafePointer<UInt32>) -> UInt32 {
        let low = UInt32(truncatingIfNeeded: word)
        let high = UInt32(truncatingIfNeeded: word >> 32)
        let one = tables[1792 + Int(low & 255)] ^ tables[1536 + Int(low >> 8 & 255)]
        let two = tables[1280 + Int(low >> 16 & 255)] ^ tables[1024 + Int(low >> 24)]
        let three = tables[768 + Int(high & 255)] ^ tables[512 + Int(high >> 8 & 255)]
        let four = tables[256 + Int(high >> 16 & 255)] ^ tables[Int(high >> 24)]
        return (one ^ two) ^ (three ^ four)
    }

    /// The checksum of bytes behind others, from the checksums of both: that of the front, moved on by as many bytes as follow it, and that of the rest.
    ///
    /// - Parameter count: how many bytes the rest has.
    public static func checksum(joining front: UInt32, to rest: UInt32, of count: Int) -> UInt32 {
        // x to the power of eight times the count, by squaring; bit 31 stands for 1, bit 30 for x.
        var (shift, square, left) = (UInt32(1) << 31, UInt32(1) << 23, count)
        while left > 0 {
            if left & 1 == 1 { shift = product(shift, square) }
            square = product(square, square)
            left >>= 1
        }
        return product(front, shift) ^ rest
    }

    /// The product of two polynomials, modulo that of the checksum; coefficients reflected as in the checksum.
    private static func product(_ one: UInt32, _ other: UInt32) -> UInt32 {
        var (sum, term) = (UInt32(0), other)
        for place in (0..<32).reversed() {
            if one >> UInt32(place) & 1 == 1 { sum ^= term }
            term = term & 1 == 1 ? term >> 1 ^ polynomial : term >> 1
        }
        return sum
    }

    /// The checksum of bytes.
    public static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 { Array(bytes).withUnsafeBytes { checksum($0) } }

    /// The checksum as eight hexadecimal digits.
    public static func text(of bytes: Data) -> String { text(bytes.withUnsafeBytes { checksum($0) }) }

    /// A checksum as eight hexadecimal digits.
    public static func text(_ checksum: UInt32) -> String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static let polynomial: UInt32 = 0x82F6_3B78

    /// Sixteen tables of 256; never freed and never written again.
    private nonisolated(unsafe) static let tables: UnsafePointer<UInt32> = {
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
        for byte in 0..<256 {
            tables[byte] = (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
        }
        for place in 256..<4096 { tables[place] = tables[Int(tables[place - 256] & 255)] ^ (tables[place - 256] >> 8) }
        return UnsafePointer(tables)
    }()
}
