/// The sentences of a language, searched in place. A lookup reads only a few bytes of a few lines.
///
/// The bytes are those of concatenated packs. An index lists the start of each key, sorted by the
/// bytes of the keys.
public struct StringsTable: @unchecked Sendable {
    /// A sentence in a language.
    struct Entry: Hashable, Sendable {
        var forms: [PluralForm: String] = [:]

        /// Returns the text for a plural form, or `nil` for an empty entry.
        func text(_ form: PluralForm) -> String? { forms[form] ?? forms[.other] ?? forms[.one] }
    }

    // The memory is never written and lives as long as `owner`, or else as long as the program.
    private let bytes: UnsafeRawBufferPointer
    private let order: UnsafeBufferPointer<UInt32>
    private let owner: OwnedBuffer?

    /// Creates a table from bytes compiled into the program and the offsets of their key lines (`=
    /// `).
    public init(bytes: UnsafeRawBufferPointer, order: UnsafeBufferPointer<UInt32>) {
        self.bytes = bytes
        self.order = order
        owner = nil
    }

    public init(_ bytes: [UInt8]) {
        let owned = OwnedBuffer(bytes)
        self.bytes = UnsafeRawBufferPointer(owned.bytes)
        order = UnsafeBufferPointer(owned.order)
        owner = owned
    }

    /// The maximum length of a key in bytes.
    static let longestKey = 2000

    public var count: Int { order.count }

    /// The language's own name, from the first file.
    public var name: String? {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self).split(separator: "\n")
        return head.first { $0.hasPrefix("name: ") }.map { String($0.dropFirst("name: ".count)) }
    }

    /// The whole text of the table.
    public var text: [UInt8] { Array(bytes) }

    /// Whether the index is sorted by the bytes of the keys and contains every key line.
    public var isInOrder: Bool {
        let keyLines = StringsTable.lines(of: bytes)
        return keyLines.count == order.count && Set(keyLines) == Set(order)
            && zip(order.indices, order.indices.dropFirst()).allSatisfy {
                key($0).lexicographicallyPrecedes(key($1))
            }
    }

    func contains(_ key: String) -> Bool { entry(key) != nil }

    /// Returns the entry of a key, or `nil` if it is missing.
    func entry(_ key: String) -> Entry? {
        var span = all
        for byte in key.utf8 {
            span = span.narrowed(by: byte, in: self)
            if span.isEmpty { return nil }
        }
        return span.completeKey(in: self).map(entry)
    }

    // MARK: - Walking

    /// A range of keys with a common prefix, and the length of that prefix in bytes.
    struct Span: Sendable {
        fileprivate(set) var low: Int
        fileprivate(set) var high: Int
        fileprivate(set) var depth = 0

        var isEmpty: Bool { low >= high }

        /// Returns the keys that continue with a byte.
        func narrowed(by byte: UInt8, in table: StringsTable) -> Span {
            // A key ends at its line end.
            guard byte >= 0x20 else { return Span(low: low, high: low) }
            if high - low == 1 {
                return Span(low: low, high: table.byte(low, depth) == byte ? high : low, depth: depth + 1)
            }
            let first = table.first(in: low..<high) { table.byte($0, depth) >= byte }
            let last =
                byte == UInt8.max || first == high || table.byte(first, depth) != byte
                ? first : table.first(in: first..<high) { table.byte($0, depth) > byte }
            return Span(low: first, high: last, depth: depth + 1)
        }

        /// Returns the key that ends at this depth.
        func completeKey(in table: StringsTable) -> Int? { !isEmpty && table.byte(low, depth) == 0x0A ? low : nil }
    }

    var all: Span { Span(low: 0, high: order.count) }

    func key(text index: Int) -> String { String(decoding: key(index), as: UTF8.self) }

    /// Returns the entry at an index of the table.
    func entry(_ index: Int) -> Entry {
        var entry = Entry()
        var start = Int(order[index]) + 2
        start += end(from: start) + 1
        while start < bytes.count, bytes[start] == 0x3E {
            let length = end(from: start)
            let line = String(decoding: bytes[(start + 1)..<(start + length)], as: UTF8.self)
            if let blank = line.firstIndex(of: " ") {
                entry.forms[PluralForm(rawValue: String(line[..<blank])) ?? .other] = String(
                    line[line.index(after: blank)...])
            }
            start += length + 1
        }
        return entry
    }

    // MARK: - Bytes

    /// Returns the first index of a range for which a condition holds, by binary search.
    private func first(in range: Range<Int>, where isAtOrAfter: (Int) -> Bool) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if isAtOrAfter(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns a byte of a key, or the line end after its last byte, which sorts first. The keys of
    /// a span extend at least to this depth.
    private func byte(_ index: Int, _ depth: Int) -> UInt8 {
        let place = Int(order[index]) + 2 + depth
        return place < bytes.count ? bytes[place] : 0x0A
    }

    /// Returns the bytes of the key at an index of the table.
    func key(_ index: Int) -> Slice<UnsafeRawBufferPointer> {
        let start = Int(order[index]) + 2
        return bytes[start..<(start + end(from: start))]
    }

    /// Returns the distance to the end of a line.
    private func end(from start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place] != 0x0A { place += 1 }
        return place - start
    }

    /// Returns the offsets of all key lines.
    private static func lines(of bytes: UnsafeRawBufferPointer) -> [UInt32] {
        var offsets: [UInt32] = []
        for place in bytes.indices.dropLast()
        where bytes[place] == 0x3D && bytes[place + 1] == 0x20 && (place == 0 || bytes[place - 1] == 0x0A) {
            offsets.append(UInt32(place))
        }
        return offsets
    }

    /// An owned buffer with a stable address.
    private final class OwnedBuffer {
        let bytes: UnsafeMutableRawBufferPointer
        let order: UnsafeMutableBufferPointer<UInt32>

        init(_ text: [UInt8]) {
            bytes = .allocate(byteCount: text.count, alignment: 1)
            bytes.copyBytes(from: text)
            let all = UnsafeRawBufferPointer(bytes)
            let lines = StringsTable.lines(of: all)
            order = .allocate(capacity: lines.count)
            _ = order.initialize(fromContentsOf: lines)
            let table = StringsTable(bytes: all, order: UnsafeBufferPointer(order))
            let places = lines.indices.sorted { table.key($0).lexicographicallyPrecedes(table.key($1)) }
            for (index, place) in places.enumerated() { order[index] = lines[place] }
        }

        deinit {
            bytes.deallocate()
            order.deallocate()
        }
    }
}
