import Foundation

/// CRC-32C (Castagnoli; polynomial 0x1EDC6F41, reflected; RFC 3720 B.4), eight bytes a step ("slicing by 8", Kounavis and Berry 2005).
public enum CRC32C {
    /// The checksum of bytes.
    public static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            var crc = ~UInt32(0)
            var index = 0
            while index + 8 <= bytes.count {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(crc)
                crc =
                    table[0x700 + Int(word & 0xFF)] ^ table[0x600 + Int(word >> 8 & 0xFF)] ^ table[0x500 + Int(word >> 16 & 0xFF)]
                    ^ table[0x400 + Int(word >> 24 & 0xFF)] ^ table[0x300 + Int(word >> 32 & 0xFF)]
                    ^ table[0x200 + Int(word >> 40 & 0xFF)]
                    ^ table[0x100 + Int(word >> 48 & 0xFF)] ^ table[Int(word >> 56)]
                index += 8
            }
            while index < bytes.count {
                crc = table[Int((crc ^ UInt32(bytes[index])) & 0xFF)] ^ (crc >> 8)
                index += 1
            }
            return ~crc
        }
    }

    /// The checksum as eight hexadecimal digits.
    public static func text(of bytes: Data) -> String {
        let digits = String(bytes.withUnsafeBytes(checksum), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static let table: [UInt32] = {
        var table = [UInt32](repeating: 0, count: 2048)
        for index in 0..<256 {
            table[index] = (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? (crc >> 1) ^ 0x82F6_3B78 : crc >> 1 }
        }
        for index in 256..<2048 { table[index] = table[Int(table[index - 256] & 0xFF)] ^ (table[index - 256] >> 8) }
        return table
    }()
}
