import Kernel

/// A writer of archives that every `tar` can read.
///
/// Names that are too long for the old header get a pax header.
package struct TarWriter {
    private let write: ([UInt8]) throws -> Void
    private var remainingCount = 0
    private var padding = 0

    package init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

    /// Adds a whole file.
    package mutating func add(_ path: String, _ bytes: [UInt8], time: Int) throws {
        try begin(TarEntry(path, size: bytes.count, time: time))
        try add(bytes)
    }

    /// Begins a file. The caller must then add exactly its size in bytes.
    package mutating func begin(_ entry: TarEntry) throws {
        precondition(remainingCount == 0, "the file before is not whole")
        let name = Array(entry.path.utf8)
        if TarWriter.split(name) == nil || entry.size > TarWriter.maxSize || name.contains(where: { $0 > 126 }) {
            let pax = TarWriter.record("path", entry.path) + TarWriter.record("size", String(entry.size))
            try write(
                TarWriter.header(
                    Array("pax/\(CRC32C.text(of: Data(name)))".utf8), type: "x", size: pax.count, entry.time))
            try write(pax + [UInt8](repeating: 0, count: TarEntry.padding(after: pax.count)))
        }
        try write(TarWriter.header(name, type: "0", size: entry.size, entry.time))
        remainingCount = entry.size
        padding = TarEntry.padding(after: entry.size)
        if remainingCount == 0 { padding = 0 }
    }

    /// Adds the next bytes of the file that was begun.
    package mutating func add(_ bytes: [UInt8]) throws {
        precondition(bytes.count <= remainingCount, "the file is longer than was said")
        try write(bytes)
        remainingCount -= bytes.count
        if remainingCount == 0, padding > 0 {
            try write([UInt8](repeating: 0, count: padding))
            padding = 0
        }
    }

    /// Ends the archive.
    package func finish() throws { try write([UInt8](repeating: 0, count: 2 * TarEntry.block)) }

    // MARK: - Headers

    /// The greatest number of eleven octal digits.
    private static let maxSize = 0o77_777_777_777

    /// Returns the header of an entry, one block long.
    private static func header(_ name: [UInt8], type: Character, size: Int, _ time: Int) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: TarEntry.block)
        func put(_ bytes: some Sequence<UInt8>, at start: Int) {
            for (offset, byte) in bytes.enumerated() { header[start + offset] = byte }
        }
        func octal(_ value: Int, _ digits: Int) -> [UInt8] {
            let text = String(max(0, value), radix: 8).suffix(digits)
            return Array((String(repeating: "0", count: digits - text.count) + text).utf8)
        }
        // The pax header before contains the full name. This field serves older programs.
        let (prefix, last) = split(name) ?? ([], Array(name.suffix(100)))
        put(last, at: 0)
        put(octal(0o600, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        put(octal(size > maxSize ? 0 : size, 11), at: 124)
        put(octal(min(time, maxSize), 11), at: 136)
        put(Array("        ".utf8), at: 148)
        put(type.utf8, at: 156)
        put("ustar\u{0}00".utf8, at: 257)
        put(prefix, at: 345)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + [0, UInt8(ascii: " ")], at: 148)
        return header
    }

    /// Splits a name into the header's fields of 155 and 100 bytes, if it fits.
    private static func split(_ name: [UInt8]) -> (prefix: [UInt8], last: [UInt8])? {
        if name.count <= 100 { return ([], name) }
        for (index, byte) in name.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            if index <= 155, (1...100).contains(name.count - index - 1) {
                return (Array(name[..<index]), Array(name[(index + 1)...]))
            }
        }
        return nil
    }

    /// Returns `LENGTH KEY=VALUE`, where the length includes its own digits.
    private static func record(_ key: String, _ value: String) -> [UInt8] {
        let suffix = " \(key)=\(value)\n"
        var length = suffix.utf8.count + 1
        while String(length).utf8.count + suffix.utf8.count != length {
            length = String(length).utf8.count + suffix.utf8.count
        }
        return Array("\(length)\(suffix)".utf8)
    }
}
