import Kernel

/// A ZIP archive in the making: what stands before each entry and behind the last. Entries are stored as they are, and their times say nothing.
package struct ZipMaking {
    /// More than this the form cannot say without an extension that not every program reads: entries, and bytes.
    package static let (mostEntries, mostBytes) = (65_535, 0xFFFF_FFFF)

    private var directory: [UInt8] = []
    private var count = 0
    private var length = 0

    /// Nothing yet.
    package init() {}

    /// What stands before the bytes of an entry; nil where there is no more room.
    package mutating func head(of name: String, _ bytes: [UInt8]) -> [UInt8]? {
        guard count < ZipMaking.mostEntries, length + directory.count + bytes.count + 1024 < ZipMaking.mostBytes else {
            return nil
        }
        func little(_ value: Int, _ count: Int) -> [UInt8] { ZipMaking.little(value, count) }
        // Version 2.0, names in UTF-8, stored, 1 January 1980.
        let facts =
            little(20, 2) + little(0x800, 2) + little(0, 2) + little(0, 2) + little(0x21, 2)
            + little(Int(ZipChecksum.of(bytes)), 4)
            + little(bytes.count, 4) + little(bytes.count, 4) + little(name.utf8.count, 2) + little(0, 2)
        directory +=
            little(0x0201_4B50, 4) + little(20, 2) + facts + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4)
            + little(length, 4) + name.utf8
        let head = little(0x0403_4B50, 4) + facts + name.utf8
        (count, length) = (count + 1, length + head.count + bytes.count)
        return head
    }

    /// What stands behind the last entry.
    package var end: [UInt8] {
        directory + ZipMaking.little(0x0605_4B50, 4) + ZipMaking.little(0, 4) + ZipMaking.little(count, 2)
            + ZipMaking.little(count, 2) + ZipMaking.little(directory.count, 4) + ZipMaking.little(length, 4)
            + ZipMaking.little(0, 2)
    }

    /// A whole archive of small entries.
    package static func archive(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var (making, all) = (ZipMaking(), [UInt8]())
        for (name, bytes) in entries { all += (making.head(of: name, bytes) ?? []) + bytes }
        return all + making.end
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

/// CRC-32 as ZIP has it (ISO 3309, reflected).
enum ZipChecksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            bytes.withUnsafeBufferPointer { bytes in
                var value = UInt32.max
                for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
                return ~value
            }
        }
    }
}
