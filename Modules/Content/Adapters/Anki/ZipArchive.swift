import Kernel

/// A ZIP archive that nobody vouches for, as far as an Anki package needs it: single entries by their names, each bounded and checked.
struct ZipArchive {
    /// Why something is no archive that is read.
    enum Fault: Error, Hashable {
        /// It is no ZIP, or its directory contradicts itself.
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

    /// So many entries at most: a package has one for each picture and sound.
    static let mostEntries = 200_000

    private struct Entry {
        let method: Int
        let checksum: UInt32
        let packed: Int
        let size: Int
        let start: Int
    }

    private let bytes: [UInt8]
    private var entries: [String: Entry] = [:]

    init(_ bytes: [UInt8]) throws(Fault) {
        self.bytes = bytes
        guard let end = ZipArchive.end(of: bytes) else { throw .broken }
        let count = number(end + 10, 2)
        var place = number(end + 16, 4)
        guard number(end + 4, 2) == 0, count <= ZipArchive.mostEntries else { throw .broken }
        for _ in 0..<count { place = try read(at: place, before: end) }
    }

    /// The names of its entries.
    var names: Set<String> { Set(entries.keys) }

    /// The bytes of an entry, at most `limit`; nil where there is none of this name.
    func contents(of name: String, limit: Int) throws(Fault) -> [UInt8]? {
        guard let entry = entries[name] else { return nil }
        guard entry.size <= limit, entry.packed <= bytes.count else { throw .tooLarge }
        guard entry.start + 30 <= bytes.count, number(entry.start, 4) == 0x0403_4B50 else { throw .broken }
        let start = entry.start + 30 + number(entry.start + 26, 2) + number(entry.start + 28, 2)
        guard start + entry.packed <= bytes.count else { throw .broken }
        let packed = bytes[start..<start + entry.packed]
        let plain: [UInt8]
        switch entry.method {
        case 0: plain = Array(packed)
        case 8:
            guard let inflated = Inflating.bytes(of: packed, size: entry.size) else { throw .broken }
            plain = inflated
        default: throw .method
        }
        guard plain.count == entry.size else { throw .tooLarge }
        guard ZipChecksum.of(plain) == entry.checksum else { throw .checksum }
        return plain
    }

    private mutating func read(at place: Int, before end: Int) throws(Fault) -> Int {
        guard place >= 0, place + 46 <= end, number(place, 4) == 0x0201_4B50 else { throw .broken }
        let (length, extra, comment) = (number(place + 28, 2), number(place + 30, 2), number(place + 32, 2))
        guard place + 46 + length <= end else { throw .broken }
        let name = String(decoding: bytes[place + 46..<place + 46 + length], as: UTF8.self)
        guard ZipArchive.isPlain(name) else { throw .name(name) }
        guard number(place + 8, 2) & 1 == 0 else { throw .method }
        entries[name] = Entry(
            method: number(place + 10, 2), checksum: UInt32(number(place + 16, 4)), packed: number(place + 20, 4),
            size: number(place + 24, 4), start: number(place + 42, 4))
        return place + 46 + length + extra + comment
    }

    /// A name that would lead out of a folder is none that Anki gives; nor is one with a folder in it.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 255 && !name.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 < 0x20 } && name != ".."
            && name != "."
    }

    /// Where the end of the directory begins: searched backwards, behind it stands a comment at most.
    private static func end(of bytes: [UInt8]) -> Int? {
        let first = max(0, bytes.count - 22 - 65_535)
        guard bytes.count >= 22 else { return nil }
        return stride(from: bytes.count - 22, through: first, by: -1).first { place in
            bytes[place] == 0x50 && bytes[place + 1] == 0x4B && bytes[place + 2] == 5 && bytes[place + 3] == 6
        }
    }

    private func number(_ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    // MARK: - Making one

    /// An archive of these entries, each as it is. Its times say nothing.
    static func bytes(of entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var (all, directory) = ([UInt8](), [UInt8]())
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        for (name, bytes) in entries {
            let checksum = Int(ZipChecksum.of(bytes))
            // Version 2.0, names in UTF-8, stored, 1 January 1980.
            let facts =
                little(20, 2) + little(0x800, 2) + little(0, 2) + little(0, 2) + little(0x21, 2) + little(checksum, 4)
                + little(bytes.count, 4) + little(bytes.count, 4) + little(name.utf8.count, 2) + little(0, 2)
            directory +=
                little(0x0201_4B50, 4) + little(20, 2) + facts + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 4)
                + little(all.count, 4) + name.utf8
            all += little(0x0403_4B50, 4) + facts + name.utf8 + bytes
        }
        let end =
            little(0x0605_4B50, 4) + little(0, 4) + little(entries.count, 2) + little(entries.count, 2)
            + little(directory.count, 4) + little(all.count, 4) + little(0, 2)
        return all + directory + end
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
