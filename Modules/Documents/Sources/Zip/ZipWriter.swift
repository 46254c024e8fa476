import Kernel

/// A builder for a ZIP archive that produces entry headers and the final directory. Entries are
/// uncompressed and carry a constant time.
package struct ZipWriter {
    /// The maximum numbers of entries and bytes without the ZIP64 extension, which some programs
    /// cannot read.
    package static let (mostEntries, mostBytes) = (65_535, 0xFFFF_FFFF)

    private var directory: [UInt8] = []
    private var count = 0
    private var length = 0

    package init() {}

    /// Returns the header of an entry, or `nil` if the archive is full. The caller writes the
    /// header and then the bytes.
    package mutating func header(of name: String, _ bytes: [UInt8]) -> [UInt8]? {
        guard count < ZipWriter.mostEntries, length + directory.count + bytes.count + 1024 < ZipWriter.mostBytes else {
            return nil
        }
        func little(_ value: Int, _ count: Int) -> [UInt8] { ZipWriter.little(value, count) }
        // The fields are version 2.0, UTF-8 names, stored without compression, 1 January 1980.
        let commonFields =
            little(20, 2) + little(0x800, 2) + little(0, 2) + little(0, 2) + little(0x21, 2)
            + little(Int(bytes.withUnsafeBytes { CRC32.checksum($0) }), 4)
            + little(bytes.count, 4) + little(bytes.count, 4) + little(name.utf8.count, 2) + little(0, 2)
        directory +=
            little(0x0201_4B50, 4) + little(20, 2) + commonFields + little(0, 2) + little(0, 2) + little(0, 2)
            + little(0, 4)
            + little(length, 4) + name.utf8
        let head = little(0x0403_4B50, 4) + commonFields + name.utf8
        count = count + 1
        length = length + head.count + bytes.count
        return head
    }

    /// The end of the archive. The caller writes it after the last entry.
    package var centralDirectory: [UInt8] {
        directory + ZipWriter.little(0x0605_4B50, 4) + ZipWriter.little(0, 4) + ZipWriter.little(count, 2)
            + ZipWriter.little(count, 2) + ZipWriter.little(directory.count, 4) + ZipWriter.little(length, 4)
            + ZipWriter.little(0, 2)
    }

    /// Builds a whole archive of small entries.
    package static func archive(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var writer = ZipWriter()
        var archive = [UInt8]()
        for (name, bytes) in entries { archive += (writer.header(of: name, bytes) ?? []) + bytes }
        return archive + writer.centralDirectory
    }

    /// Returns a number as little-endian bytes.
    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
