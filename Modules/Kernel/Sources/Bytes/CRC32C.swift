/// The CRC-32C checksum (Castagnoli; RFC 3720 B.4), computed sixteen bytes a step ("slicing",
/// Kounavis and Berry 2005).
public enum CRC32C {
    /// Returns the checksum of bytes, or of bytes that follow others.
    ///
    /// - Parameter front: the checksum of the preceding bytes.
    public static func checksum(_ bytes: UnsafeRawBufferPointer, after front: UInt32 = 0) -> UInt32 {
        guard let start = bytes.baseAddress else { return front }
        let tables = CRC32C.tables
        var crc = ~front
        var offset = 0
        let wholeLength = bytes.count & ~15
        while offset < wholeLength {
            let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(crc)
            let next = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            crc = step(word, tables + 2048) ^ step(next, tables)
            offset += 16
        }
        if bytes.count - offset >= 8 {
            crc = step(
                UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(crc), tables
            )
            offset += 8
        }
        while offset < bytes.count {
            crc = tables[Int((crc ^ UInt32(bytes[offset])) & 255)] ^ (crc >> 8)
            offset += 1
        }
        return ~crc
    }

    /// Returns the contribution of eight bytes, with the tables for their distance from the end.
    @inline(__always) private static func step(_ word: UInt64, _ tables: UnsafePointer<UInt32>) -> UInt32 {
        let low = UInt32(truncatingIfNeeded: word)
        let high = UInt32(truncatingIfNeeded: word >> 32)
        let one = tables[1792 + Int(low & 255)] ^ tables[1536 + Int(low >> 8 & 255)]
        let two = tables[1280 + Int(low >> 16 & 255)] ^ tables[1024 + Int(low >> 24)]
        let three = tables[768 + Int(high & 255)] ^ tables[512 + Int(high >> 8 & 255)]
        let four = tables[256 + Int(high >> 16 & 255)] ^ tables[Int(high >> 24)]
        return (one ^ two) ^ (three ^ four)
    }

    /// Returns the checksum of two joined texts from their checksums.
    ///
    /// It moves the front's checksum on by the length of the rest and adds the rest's checksum.
    ///
    /// - Parameter count: the length of the rest in bytes.
    public static func checksum(joining front: UInt32, to rest: UInt32, of count: Int) -> UInt32 {
        // x to the power of eight times the count, by squaring. Bit 31 represents 1, and bit 30
        // represents x.
        var shift = UInt32(1) << 31
        var square = UInt32(1) << 23
        var remainingBits = count
        while remainingBits > 0 {
            if remainingBits & 1 == 1 { shift = product(shift, square) }
            square = product(square, square)
            remainingBits >>= 1
        }
        return product(front, shift) ^ rest
    }

    /// Returns the product of two polynomials modulo the checksum's, with reflected coefficients.
    private static func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
        var result = UInt32(0)
        var term = right
        for bit in (0..<32).reversed() {
            if left >> UInt32(bit) & 1 == 1 { result ^= term }
            term = term & 1 == 1 ? term >> 1 ^ polynomial : term >> 1
        }
        return result
    }

    /// Returns the checksum of bytes.
    public static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        Array(bytes).withUnsafeBytes { checksum($0) }
    }

    /// Returns the checksum of data as eight hexadecimal digits.
    public static func text(of bytes: Data) -> String { text(bytes.withUnsafeBytes { checksum($0) }) }

    /// Returns a checksum as eight hexadecimal digits.
    public static func text(_ checksum: UInt32) -> String {
        let digits = String(checksum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static let polynomial: UInt32 = 0x82F6_3B78

    /// Sixteen tables of 256 values, immutable and never freed.
    private nonisolated(unsafe) static let tables: UnsafePointer<UInt32> = {
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
        for byte in 0..<256 {
            tables[byte] = (0..<8).reduce(UInt32(byte)) { value, _ in
                value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1
            }
        }
        for index in 256..<4096 { tables[index] = tables[Int(tables[index - 256] & 255)] ^ (tables[index - 256] >> 8) }
        return UnsafePointer(tables)
    }()
}
