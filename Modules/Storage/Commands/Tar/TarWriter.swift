import Kernel

/// Writes an archive that every `tar` reads. Names that fit into no old header get one of pax.
package struct TarWriter {
    private let write: ([UInt8]) throws -> Void
    private var left = 0
    private var padding = 0

    /// An archive that goes wherever a function puts its bytes.
    package init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

    /// Writes a whole file.
    package mutating func add(_ path: String, _ bytes: [UInt8], time: Int) throws {
        try begin(TarEntry(path, size: bytes.count, time: time))
        try add(bytes)
    }

    /// Begins a file; exactly its size must follow.
    package mutating func begin(_ entry: TarEntry) throws {
        precondition(left == 0, "the file before is not whole")
        let name = Array(entry.path.utf8)
        if TarWriter.split(name) == nil || entry.size > TarWriter.greatest || name.contains(where: { $0 > 126 }) {
            let pax = TarWriter.record("path", entry.path) + TarWriter.record("size", String(entry.size))
            try write(TarWriter.header(Array("pax/\(CRC32C.text(of: Data(name)))".utf8), type: "x", size: pax.count, entry.time))
            try write(pax + [UInt8](repeating: 0, count: TarEntry.padding(behind: pax.count)))
        }
        try write(TarWriter.header(name, type: "0", size: entry.size, entry.time))
        (left, padding) = (entry.size, TarEntry.padding(behind: entry.size))
        if left == 0 { padding = 0 }
    }

    /// Writes the next bytes of the file that was begun.
    package mutating func add(_ bytes: [UInt8]) throws {
        precondition(bytes.count <= left, "the file is longer than was said")
        try write(bytes)
        left -= bytes.count
        if left == 0, padding > 0 {
            try write([UInt8](repeating: 0, count: padding))
            padding = 0
        }
    }

    /// Ends the archive.
    package func finish() throws { try write([UInt8](repeating: 0, count: 2 * TarEntry.block)) }

    // MARK: - Headers

    /// Eleven octal digits.
    private static let greatest = 0o77_777_777_777

    private static func header(_ name: [UInt8], type: Character, size: Int, _ time: Int) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: TarEntry.block)
        func put(_ bytes: some Sequence<UInt8>, at place: Int) {
            for (offset, byte) in bytes.enumerated() { header[place + offset] = byte }
        }
        func octal(_ value: Int, _ digits: Int) -> [UInt8] {
            let text = String(max(0, value), radix: 8).suffix(digits)
            return Array((String(repeating: "0", count: digits - text.count) + text).utf8)
        }
        // A name that does not fit stands before this in a header of pax; what stands here is for programs that do not know them.
        let (prefix, last) = split(name) ?? ([], Array(name.suffix(100)))
        put(last, at: 0)
        put(octal(0o600, 7), at: 100)
        put(octal(0, 7), at: 108)
        put(octal(0, 7), at: 116)
        put(octal(size > greatest ? 0 : size, 11), at: 124)
        put(octal(min(time, greatest), 11), at: 136)
        put(Array("        ".utf8), at: 148)
        put(type.utf8, at: 156)
        put("ustar\u{0}00".utf8, at: 257)
        put(prefix, at: 345)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6) + [0, UInt8(ascii: " ")], at: 148)
        return header
    }

    /// A name as the two parts of a header, of 155 and 100 bytes; nil when it does not fit.
    private static func split(_ name: [UInt8]) -> (prefix: [UInt8], last: [UInt8])? {
        if name.count <= 100 { return ([], name) }
        for (place, byte) in name.enumerated() where byte == UInt8(ascii: "/") && place > 0 {
            if place <= 155, (1...100).contains(name.count - place - 1) {
                return (Array(name[..<place]), Array(name[(place + 1)...]))
            }
        }
        return nil
    }

    /// `LENGTH KEY=VALUE`, where the length counts itself.
    private static func record(_ key: String, _ value: String) -> [UInt8] {
        let rest = " \(key)=\(value)\n"
        var length = rest.utf8.count + 1
        while String(length).utf8.count + rest.utf8.count != length { length = String(length).utf8.count + rest.utf8.count }
        return Array("\(length)\(rest)".utf8)
    }
}
