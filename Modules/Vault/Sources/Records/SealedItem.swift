import Kernel

/// The encrypted part of a record: its payload, and its index entries with their keys.
struct SealedItem: Sendable {
    let entries: [IndexEntry]
    let payload: Data

    /// The serialized item. Each text is preceded by its length.
    var bytes: [UInt8] {
        var writer = ItemWriter()
        writer.add(UInt32(entries.count))
        for entry in entries {
            writer.add(text: entry.name)
            writer.add((entry.unique ? 1 : 0) | (entry.key == nil ? 0 : 2))
            writer.add(text: entry.key?.text ?? "")
        }
        return writer.bytes + payload
    }

    init(entries: [IndexEntry], payload: Data) {
        self.entries = entries
        self.payload = payload
    }

    /// - Throws: `vaultDamaged`.
    init(_ bytes: ArraySlice<UInt8>) throws {
        var reader = ItemReader(bytes)
        var entries: [IndexEntry] = []
        for _ in 0..<min(try reader.number(), 1_000) {
            let name = try reader.text()
            let marks = try reader.number()
            let key = try reader.text()
            entries.append(
                IndexEntry(name: name, unique: marks & 1 != 0, key: marks & 2 != 0 ? IndexKey(text: key) : nil))
        }
        self.init(entries: entries, payload: Data(reader.rest))
    }
}

/// Items by the addresses of their records, each decoded on demand.
struct Bundle: Sendable {
    private(set) var items: [String: ArraySlice<UInt8>] = [:]
    /// The approximate size in bytes.
    private(set) var size = 0

    init() {}

    /// - Throws: `vaultDamaged`.
    init(_ bytes: [UInt8]) throws {
        var reader = ItemReader(bytes[...])
        let count = try reader.number()
        guard count <= bytes.count else { throw Failure.unreadableItem }
        items.reserveCapacity(count)
        for _ in 0..<count {
            let name = try reader.text()
            items[name] = try reader.slice()
        }
        size = bytes.count
    }

    var bytes: [UInt8] {
        var writer = ItemWriter()
        writer.reserve(size + 64)
        writer.add(UInt32(items.count))
        for (name, item) in items.sorted(by: { $0.key < $1.key }) {
            writer.add(text: name)
            writer.add(slice: item)
        }
        return writer.bytes
    }

    func item(at address: RecordAddress) throws -> SealedItem {
        guard let item = items[Bundle.name(address)] else { throw Failure.unreadableItem }
        return try SealedItem(item)
    }

    mutating func put(_ item: SealedItem?, at address: RecordAddress) {
        let name = Bundle.name(address)
        let bytes = item?.bytes
        size += (bytes?.count ?? 0) + name.utf8.count + 8 - (items[name].map { $0.count + name.utf8.count + 8 } ?? 0)
        items[name] = bytes.map { $0[...] }
    }

    /// Returns the name of an item in its bundle.
    private static func name(_ address: RecordAddress) -> String {
        "\(address.partition.rawValue)\u{1}\(address.collection)\u{1}\(address.id)"
    }
}

extension Failure {
    static let unreadableItem = Failure(
        .vaultDamaged, "A record that is locked makes no sense.",
        advice: "`doctor` says what is damaged; a backup may have it whole.", kind: .badData)
}

/// A writer of numbers in four bytes, and of texts and slices after their length.
private struct ItemWriter {
    private(set) var bytes: [UInt8] = []

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    mutating func add(_ number: UInt32) {
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
    }

    mutating func add(text: String) {
        add(UInt32(text.utf8.count))
        bytes += text.utf8
    }

    mutating func add(slice: ArraySlice<UInt8>) {
        add(UInt32(slice.count))
        bytes += slice
    }
}

/// A reader of `ItemWriter`'s output.
private struct ItemReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func number() throws -> Int {
        guard rest.count >= 4 else { throw Failure.unreadableItem }
        defer { rest = rest.dropFirst(4) }
        return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func slice() throws -> ArraySlice<UInt8> {
        let count = try number()
        guard count <= rest.count else { throw Failure.unreadableItem }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func text() throws -> String { String(decoding: try slice(), as: UTF8.self) }
}
