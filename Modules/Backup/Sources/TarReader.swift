import Kernel

/// A reader of tar archives that checks checksums, sizes and names before it uses them.
package struct TarReader {
    private let next: () throws -> [UInt8]?
    private var chunk: ArraySlice<UInt8> = []
    /// The number of unread bytes of the contents. `padding` counts the bytes up to the next block.
    private var unreadCount = 0
    private var padding = 0
    /// The number of bytes read so far.
    package private(set) var count = 0

    /// The greatest length of a pax header or of a GNU long name.
    private static let greatestExtensionSize = 1 << 16
    /// The greatest number of extension headers before one file.
    private static let greatestExtensionCount = 16

    package init(_ next: @escaping () throws -> [UInt8]?) { self.next = next }

    /// Returns the next entry, or nil at the end of the archive.
    ///
    /// - Throws: `backupDamaged`, and the errors of reading.
    package mutating func entry() throws -> TarEntry? {
        try skip()
        var (path, size): (String?, Int?)
        var extensions = 0
        while let header = try header() {
            let type = header[156]
            let headerSize = try TarReader.number(header[124..<136])
            switch type {
            case UInt8(ascii: "x"), UInt8(ascii: "L"), UInt8(ascii: "g"), UInt8(ascii: "K"):
                extensions += 1
                guard headerSize <= TarReader.greatestExtensionSize, extensions <= TarReader.greatestExtensionCount
                else {
                    throw Failure.badArchive("A header of it is too long")
                }
                unreadCount = headerSize
                padding = TarEntry.padding(after: headerSize)
                let text = try readRest()
                if type == UInt8(ascii: "L") { path = try TarReader.text(text.prefix { $0 != 0 }) }
                guard type == UInt8(ascii: "x") else { continue }
                for (key, value) in try TarReader.records(text) {
                    if key == "path" { path = value }
                    if key == "size" {
                        guard let number = Int(value), number >= 0 else {
                            throw Failure.badArchive("A size in it is not a number")
                        }
                        size = number
                    }
                }
            default:
                let entry = TarEntry(
                    try path ?? TarReader.path(header), kind: TarReader.kind(type), size: size ?? headerSize,
                    time: (try? TarReader.number(header[136..<148])) ?? 0)
                // Only files have contents. A size in any other header is ignored.
                let contents = entry.kind == .file ? entry.size : 0
                unreadCount = contents
                padding = TarEntry.padding(after: contents)
                return entry
            }
        }
        return nil
    }

    /// Passes on the contents of the current entry, piece by piece.
    ///
    /// - Throws: `backupDamaged` if the archive ends too early, and the errors of `next` and
    ///   `receive`.
    package mutating func read(_ receive: ([UInt8]) throws -> Void) throws {
        while unreadCount > 0 {
            let piece = try nextPiece(atMost: unreadCount)
            unreadCount -= piece.count
            try receive(Array(piece))
        }
    }

    /// Returns the unread contents of the entry.
    private mutating func readRest() throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read { bytes += $0 }
        try skip()
        return bytes
    }

    /// Skips the unread contents and their padding.
    private mutating func skip() throws {
        unreadCount += padding
        padding = 0
        try read { _ in }
    }

    /// Returns the next bytes of the archive, at least one.
    private mutating func nextPiece(atMost limit: Int) throws -> ArraySlice<UInt8> {
        while chunk.isEmpty {
            guard let newChunk = try next() else { throw Failure.badArchive("It is cut short, at byte \(count)") }
            chunk = newChunk[...]
        }
        let piece = chunk.prefix(limit)
        chunk = chunk.dropFirst(piece.count)
        count += piece.count
        return piece
    }

    /// Returns the next header, or nil for the zero blocks at the end.
    private mutating func header() throws -> [UInt8]? {
        var header: [UInt8] = []
        while header.count < TarEntry.block { header += try nextPiece(atMost: TarEntry.block - header.count) }
        if header.allSatisfy({ $0 == 0 }) { return nil }
        let storedChecksum = try? TarReader.number(header[148..<156])
        let blankedHeader = header[..<148] + [UInt8](repeating: 32, count: 8) + header[156...]
        // Old programs summed the bytes as signed numbers.
        guard
            blankedHeader.reduce(0, { $0 + Int($1) }) == storedChecksum
                || blankedHeader.reduce(0, { $0 + Int(Int8(bitPattern: $1)) }) == storedChecksum
        else {
            throw count == TarEntry.block
                ? Failure.badArchive("It is not a tar archive")
                : Failure.badArchive("It is damaged at byte \(count - TarEntry.block)")
        }
        return header
    }

    // MARK: - Fields of a header

    private static func kind(_ type: UInt8) -> TarEntry.Kind {
        switch type {
        case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
        case UInt8(ascii: "5"): .folder
        case UInt8(ascii: "1"): .other("a hard link")
        case UInt8(ascii: "2"): .other("a symbolic link")
        case UInt8(ascii: "3"), UInt8(ascii: "4"): .other("a device")
        case UInt8(ascii: "6"): .other("a pipe")
        default: .other("of a kind that is not known")
        }
    }

    private static func path(_ header: [UInt8]) throws -> String {
        let name = try text(header[..<100].prefix { $0 != 0 })
        guard header[257..<263].elementsEqual("ustar\u{0}".utf8) else { return name }
        let prefix = try text(header[345..<500].prefix { $0 != 0 })
        return prefix.isEmpty ? name : "\(prefix)/\(name)"
    }

    private static func text(_ bytes: some Collection<UInt8>) throws -> String {
        guard let text = String(validating: Array(bytes), as: UTF8.self) else {
            throw Failure.badArchive("A name in it is not UTF-8")
        }
        return text
    }

    /// Returns the number in a field: octal digits, or binary if the first bit is set.
    private static func number(_ field: ArraySlice<UInt8>) throws -> Int {
        if let first = field.first, first & 0x80 != 0 {
            let digits = [first & 0x7F] + field.dropFirst()
            guard digits.dropLast(7).allSatisfy({ $0 == 0 }) else {
                throw Failure.badArchive("A number in it is too large")
            }
            return digits.suffix(7).reduce(0) { $0 << 8 | Int($1) }
        }
        let text = String(decoding: field.filter { $0 != 0 && $0 != 32 }, as: UTF8.self)
        guard text.isEmpty || text.allSatisfy({ ("0"..."7").contains($0) }), let number = Int("0" + text, radix: 8)
        else { throw Failure.badArchive("A number in it is not valid") }
        return number
    }

    /// Returns the pairs of `LENGTH KEY=VALUE` lines.
    private static func records(_ bytes: [UInt8]) throws -> [(key: String, value: String)] {
        var remaining = bytes[...]
        var pairs: [(String, String)] = []
        while !remaining.isEmpty {
            let digits = remaining.prefix { (48...57).contains($0) }
            guard digits.count < 8, let length = Int(String(decoding: digits, as: UTF8.self)),
                length > digits.count + 2, length <= remaining.count, case let line = remaining.prefix(length),
                line.last == 10,
                let separator = line.firstIndex(of: UInt8(ascii: "="))
            else { throw Failure.badArchive("A header of it is damaged") }
            let key = line[(line.startIndex + digits.count + 1)..<max(separator, line.startIndex + digits.count + 1)]
            pairs.append((try text(key), try text(line[(separator + 1)...].dropLast())))
            remaining = remaining.dropFirst(length)
        }
        return pairs
    }
}
