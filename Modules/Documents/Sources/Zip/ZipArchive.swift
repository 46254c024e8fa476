import Kernel

/// A ZIP archive that nobody vouches for: single entries by their names, each bounded and checked. It may be larger than memory.
package struct ZipArchive: Sendable {
    /// Why something is no archive that is read.
    package enum Fault: Error, Hashable, Sendable {
        /// It is no ZIP, cut short, or its directory contradicts itself.
        case broken
        /// An entry has a name that leads out of a folder.
        case name(String)
        /// An entry is larger than is taken, or holds more than it says.
        case tooLarge
        /// An entry is encrypted, or packed in a way that is not read.
        case method
        /// The bytes of an entry are not what its checksum says.
        case checksum
    }

    /// What names may be.
    package enum Names: Sendable {
        /// Files alone.
        case flat
        /// Files in folders, with `/` between them; entries that are folders are passed over.
        case folders
    }

    /// The largest directory that is read, in bytes: 65,535 entries, the most that there may be, with names of a usual length.
    private static let largestDirectory = 32 << 20

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

    /// An archive in memory.
    package init(_ bytes: [UInt8], names: Names = .flat) throws(Fault) {
        try self.init(size: bytes.count, names: names) { offset, count in Array(bytes[offset..<offset + count]) }
    }

    /// An archive that is read where one asks; what `read` throws makes it a broken one.
    package init(
        size: Int, names: Names, read: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]
    ) throws(Fault) {
        (self.size, self.read) = (size, read)
        let tail = try piece(at: max(0, size - 22 - 65_535), count: min(size, 22 + 65_535))
        guard let end = ZipArchive.end(of: tail) else { throw .broken }
        let (count, length, start) = (tail.number(end + 10, 2), tail.number(end + 12, 4), tail.number(end + 16, 4))
        guard tail.number(end + 4, 2) == 0, length <= ZipArchive.largestDirectory else { throw .broken }
        let directory = try piece(at: start, count: min(length, max(0, size - start)))
        var place = 0
        for _ in 0..<count { place = try take(directory, at: place, names) }
    }

    /// The names of its entries.
    package var names: Set<String> { Set(entries.keys) }

    /// How large an entry is when it is unpacked, as the archive says; nil where there is none of this name.
    package func size(of name: String) -> Int? { entries[name]?.size }

    /// The bytes of an entry, at most `limit`; nil where there is none of this name.
    package func contents(of name: String, limit: Int) throws(Fault) -> [UInt8]? {
        guard let entry = entries[name] else { return nil }
        guard entry.size <= limit, entry.packed <= size, entry.packed <= max(limit, 1 << 16) * 2 else { throw .tooLarge }
        let head = try piece(at: entry.start, count: 30)
        guard head.number(0, 4) == 0x0403_4B50 else { throw .broken }
        let packed = try piece(at: entry.start + 30 + head.number(26, 2) + head.number(28, 2), count: entry.packed)
        let plain: [UInt8]
        switch entry.method {
        case 0: plain = packed
        case 8:
            guard let inflated = Inflating.bytes(of: packed[...], size: entry.size) else { throw .broken }
            plain = inflated
        default: throw .method
        }
        guard plain.count == entry.size else { throw .tooLarge }
        guard ZipChecksum.of(plain) == entry.checksum else { throw .checksum }
        return plain
    }

    private func piece(at offset: Int, count: Int) throws(Fault) -> [UInt8] {
        guard offset >= 0, count >= 0, count <= size - offset else { throw .broken }
        do { return try read(offset, count) } catch { throw .broken }
    }

    private mutating func take(_ directory: [UInt8], at place: Int, _ names: Names) throws(Fault) -> Int {
        guard place + 46 <= directory.count, directory.number(place, 4) == 0x0201_4B50 else { throw .broken }
        let length = directory.number(place + 28, 2)
        let next = place + 46 + length + directory.number(place + 30, 2) + directory.number(place + 32, 2)
        guard place + 46 + length <= directory.count else { throw .broken }
        // A name in another encoding stays a name, though not the one that was meant.
        let name = String(decoding: directory[place + 46..<place + 46 + length], as: UTF8.self)
        if names == .folders, name.hasSuffix("/"), ZipArchive.isPlain(String(name.dropLast()), names) { return next }
        guard ZipArchive.isPlain(name, names) else { throw .name(name) }
        guard directory.number(place + 8, 2) & 1 == 0 else { throw .method }
        entries[name] = Entry(
            method: directory.number(place + 10, 2), checksum: UInt32(directory.number(place + 16, 4)),
            packed: directory.number(place + 20, 4), size: directory.number(place + 24, 4), start: directory.number(place + 42, 4)
        )
        return next
    }

    /// Whether a name leads nowhere else, whatever somebody does with it.
    private static func isPlain(_ name: String, _ names: Names) -> Bool {
        guard name.utf8.count <= 1024, !name.utf8.contains(where: { $0 == 0x5C || $0 < 0x20 }) else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return (names == .folders || parts.count == 1)
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= 255 }
    }

    /// Where the end of the directory begins: searched backwards, behind it stands a comment at most.
    private static func end(of tail: [UInt8]) -> Int? {
        guard tail.count >= 22 else { return nil }
        return stride(from: tail.count - 22, through: 0, by: -1).first { place in
            tail[place] == 0x50 && tail[place + 1] == 0x4B && tail[place + 2] == 5 && tail[place + 3] == 6
        }
    }
}

extension [UInt8] {
    /// A number of some bytes, the least first.
    fileprivate func number(_ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(self[place + $1]) << (8 * $1) }
    }
}
