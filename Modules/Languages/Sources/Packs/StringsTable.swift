/// The sentences of a language, searched where they lie: nothing is read or copied before somebody asks, and then a few bytes of a few lines.
///
/// Bytes are those of packs, one behind another; an order tells where each key begins, in the order of their bytes.
public struct StringsTable: @unchecked Sendable {
    /// One sentence in a language.
    struct Entry: Hashable, Sendable {
        var forms: [PluralForm: String] = [:]

        /// What is said with this number; nil for an entry with nothing in it.
        func text(_ form: PluralForm) -> String? { forms[form] ?? forms[.other] ?? forms[.one] }
    }

    // Never written to, and alive as long as `owner` is, or the program.
    private let bytes: UnsafeRawBufferPointer
    private let order: UnsafeBufferPointer<UInt32>
    private let owner: Owned?

    /// Bytes that were compiled into the program, with the places of the lines of their keys (`= `).
    public init(bytes: UnsafeRawBufferPointer, order: UnsafeBufferPointer<UInt32>) {
        (self.bytes, self.order, owner) = (bytes, order, nil)
    }

    /// The bytes of a pack, in any order.
    public init(_ bytes: [UInt8]) {
        let owned = Owned(bytes)
        (self.bytes, order, owner) = (UnsafeRawBufferPointer(owned.bytes), UnsafeBufferPointer(owned.order), owned)
    }

    /// No key is longer.
    static let longestKey = 2000

    /// How many sentences there are.
    public var count: Int { order.count }

    /// What the language calls itself, as the first file says it.
    public var name: String? {
        let head = String(decoding: bytes.prefix(200), as: UTF8.self).split(separator: "\n")
        return head.first { $0.hasPrefix("name: ") }.map { String($0.dropFirst("name: ".count)) }
    }

    /// All of it as a reader reads it.
    public var text: [UInt8] { Array(bytes) }

    /// Whether the order is that of the keys' bytes, and every line of a key is in it.
    public var isInOrder: Bool {
        let found = StringsTable.lines(of: bytes)
        return found.count == order.count && Set(found) == Set(order)
            && zip(order.indices, order.indices.dropFirst()).allSatisfy {
                key($0).lexicographicallyPrecedes(key($1))
            }
    }

    /// The sentence of a key; nil where there is none.
    func entry(_ key: String) -> Entry? {
        var found = all
        for byte in key.utf8 {
            found = found.narrowed(by: byte, in: self)
            if found.isEmpty { return nil }
        }
        return found.ended(in: self).map(entry)
    }

    // MARK: - Walking

    /// Keys that begin alike, and how many bytes of them have been looked at.
    struct Span: Sendable {
        fileprivate(set) var low: Int
        fileprivate(set) var high: Int
        fileprivate(set) var depth = 0

        var isEmpty: Bool { low >= high }

        /// Those that go on with a byte.
        func narrowed(by byte: UInt8, in table: StringsTable) -> Span {
            // A key ends with its line.
            guard byte >= 0x20 else { return Span(low: low, high: low) }
            if high - low == 1 { return Span(low: low, high: table.byte(low, depth) == byte ? high : low, depth: depth + 1) }
            let first = table.first(in: low..<high) { table.byte($0, depth) >= byte }
            let last =
                byte == UInt8.max || first == high || table.byte(first, depth) != byte
                ? first : table.first(in: first..<high) { table.byte($0, depth) > byte }
            return Span(low: first, high: last, depth: depth + 1)
        }

        /// The one that ends here.
        func ended(in table: StringsTable) -> Int? { !isEmpty && table.byte(low, depth) == 0x0A ? low : nil }
    }

    /// All keys.
    var all: Span { Span(low: 0, high: order.count) }

    /// A key by its place in the order.
    func key(text index: Int) -> String { String(decoding: key(index), as: UTF8.self) }

    /// What is said for the key at a place of the order.
    func entry(_ index: Int) -> Entry {
        var entry = Entry()
        var start = Int(order[index]) + 2
        start += end(from: start) + 1
        while start < bytes.count, bytes[start] == 0x3E {
            let length = end(from: start)
            let line = String(decoding: bytes[(start + 1)..<(start + length)], as: UTF8.self)
            if let blank = line.firstIndex(of: " ") {
                entry.forms[PluralForm(rawValue: String(line[..<blank])) ?? .other] = String(line[line.index(after: blank)...])
            }
            start += length + 1
        }
        return entry
    }

    // MARK: - Bytes

    private func first(in range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// A byte of a key; a line end, which stands before every other, behind its last. The keys of a span go on at least to here.
    private func byte(_ index: Int, _ depth: Int) -> UInt8 {
        let place = Int(order[index]) + 2 + depth
        return place < bytes.count ? bytes[place] : 0x0A
    }

    func key(_ index: Int) -> Slice<UnsafeRawBufferPointer> {
        let start = Int(order[index]) + 2
        return bytes[start..<(start + end(from: start))]
    }

    /// How far it is to the end of a line.
    private func end(from start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place] != 0x0A { place += 1 }
        return place - start
    }

    /// Where the lines of keys begin.
    private static func lines(of bytes: UnsafeRawBufferPointer) -> [UInt32] {
        var found: [UInt32] = []
        for place in bytes.indices.dropLast()
        where bytes[place] == 0x3D && bytes[place + 1] == 0x20 && (place == 0 || bytes[place - 1] == 0x0A) {
            found.append(UInt32(place))
        }
        return found
    }

    /// Bytes of one's own, which stay where they are.
    private final class Owned {
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
