import Kernel

/// An untrusted ZIP archive whose entries are read by name, each bounded and checked. It may be
/// larger than memory.
package struct ZipArchive: Sendable {
    /// An error in reading an archive.
    package enum ArchiveError: Error, Hashable, Sendable {
        /// The file is not a ZIP, is truncated, or has a contradictory directory.
        case broken
        /// An entry has a name that leads out of a folder.
        case unsafeName(String)
        /// An entry exceeds the limit or its declared size.
        case tooLarge
        /// An entry is encrypted or uses an unsupported compression method.
        case unsupportedMethod
        /// The bytes of an entry do not match its checksum.
        case checksumMismatch
    }

    /// The kinds of entry names that are allowed.
    package enum Names: Sendable {
        /// Files without folders.
        case flat
        /// Files in folders, with `/` as the separator. Folder entries are skipped.
        case folders
    }

    /// The maximum size of the directory, in bytes. It fits 65,535 entries, the ZIP maximum, with
    /// names of usual length.
    private static let largestDirectory = 32 << 20

    /// An entry of the directory: its compression method, CRC-32, sizes and header position.
    private struct Entry {
        let method: Int
        let checksum: UInt32
        let packed: Int
        let size: Int
        let start: Int
    }

    private let size: Int
    private let read: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]
    private var entries: [String: Entry] = [:]

    package init(_ bytes: [UInt8], names: Names = .flat) throws(ArchiveError) {
        try self.init(size: bytes.count, names: names) { offset, count in Array(bytes[offset..<offset + count]) }
    }

    /// Creates an archive that is read on demand. An error from `read` is reported as `broken`.
    package init(
        size: Int, names: Names, read: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]
    ) throws(ArchiveError) {
        self.size = size
        self.read = read
        let tail = try bytes(at: max(0, size - 22 - 65_535), count: min(size, 22 + 65_535))
        guard let end = ZipArchive.end(of: tail) else { throw .broken }
        // Offsets in the end record: 4 disk, 10 entry count, 12 directory size, 16 directory start.
        let count = tail.littleEndian(end + 10, 2)
        let length = tail.littleEndian(end + 12, 4)
        let start = tail.littleEndian(end + 16, 4)
        guard tail.littleEndian(end + 4, 2) == 0, length <= ZipArchive.largestDirectory else { throw .broken }
        let directory = try bytes(at: start, count: min(length, max(0, size - start)))
        var offset = 0
        for _ in 0..<count { offset = try readEntry(directory, at: offset, names) }
    }

    package var names: Set<String> { Set(entries.keys) }

    /// Returns the declared uncompressed size of an entry, or `nil` if the entry is missing.
    package func size(of name: String) -> Int? { entries[name]?.size }

    /// Returns the bytes of an entry, at most `limit`, or `nil` if the entry is missing.
    package func contents(of name: String, limit: Int) throws(ArchiveError) -> [UInt8]? {
        guard let entry = entries[name] else { return nil }
        guard entry.size <= limit, entry.packed <= size, entry.packed <= max(limit, 1 << 16) * 2 else {
            throw .tooLarge
        }
        let head = try bytes(at: entry.start, count: 30)
        // The local header: 26 name length, 28 length of the extra field.
        guard head.littleEndian(0, 4) == 0x0403_4B50 else { throw .broken }
        let packed = try bytes(
            at: entry.start + 30 + head.littleEndian(26, 2) + head.littleEndian(28, 2), count: entry.packed)
        let unpacked: [UInt8]
        switch entry.method {
        case 0: unpacked = packed
        case 8:
            guard let inflated = Inflater.bytes(of: packed[...], size: entry.size) else { throw .broken }
            unpacked = inflated
        default: throw .unsupportedMethod
        }
        guard unpacked.count == entry.size else { throw .tooLarge }
        guard unpacked.withUnsafeBytes({ CRC32.checksum($0) }) == entry.checksum else { throw .checksumMismatch }
        return unpacked
    }

    private func bytes(at offset: Int, count: Int) throws(ArchiveError) -> [UInt8] {
        guard offset >= 0, count >= 0, count <= size - offset else { throw .broken }
        do { return try read(offset, count) } catch { throw .broken }
    }

    /// Adds the entry at an offset of the directory, and returns the offset of the next one.
    private mutating func readEntry(_ directory: [UInt8], at offset: Int, _ names: Names) throws(ArchiveError) -> Int {
        guard offset + 46 <= directory.count, directory.littleEndian(offset, 4) == 0x0201_4B50 else { throw .broken }
        // The directory entry: 28 name length, 30 extra length, 32 comment length.
        let length = directory.littleEndian(offset + 28, 2)
        let next =
            offset + 46 + length + directory.littleEndian(offset + 30, 2) + directory.littleEndian(offset + 32, 2)
        guard offset + 46 + length <= directory.count else { throw .broken }
        // A name in another encoding remains usable, although it is garbled.
        let name = String(decoding: directory[offset + 46..<offset + 46 + length], as: UTF8.self)
        if names == .folders, name.hasSuffix("/"), ZipArchive.isSafe(String(name.dropLast()), names) { return next }
        guard ZipArchive.isSafe(name, names) else { throw .unsafeName(name) }
        guard directory.littleEndian(offset + 8, 2) & 1 == 0 else { throw .unsupportedMethod }
        entries[name] = Entry(
            method: directory.littleEndian(offset + 10, 2), checksum: UInt32(directory.littleEndian(offset + 16, 4)),
            packed: directory.littleEndian(offset + 20, 4), size: directory.littleEndian(offset + 24, 4),
            start: directory.littleEndian(offset + 42, 4)
        )
        return next
    }

    /// Whether a name is safe as a relative path.
    private static func isSafe(_ name: String, _ names: Names) -> Bool {
        guard name.utf8.count <= 1024, !name.utf8.contains(where: { $0 == 0x5C || $0 < 0x20 }) else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return (names == .folders || parts.count == 1)
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= 255 }
    }

    /// Finds the end-of-directory record by searching backwards. Only a comment may follow it.
    private static func end(of tail: [UInt8]) -> Int? {
        guard tail.count >= 22 else { return nil }
        return stride(from: tail.count - 22, through: 0, by: -1).first { offset in
            tail[offset] == 0x50 && tail[offset + 1] == 0x4B && tail[offset + 2] == 5 && tail[offset + 3] == 6
        }
    }
}

extension [UInt8] {
    /// Reads a little-endian number.
    fileprivate func littleEndian(_ offset: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
    }
}
