import Kernel

/// Whose records of which kind stand together.
struct ShelfName: Hashable {
    let partition: Partition
    let collection: String
}

/// The records of a store by address, with their indexes: what the engines here have in common.
///
/// Not safe for several threads; its owner lets one in at a time.
final class RecordTable<Row: TableRow> {
    private(set) var shelves: [ShelfName: Shelf<Row>] = [:]
    /// The shelves of an index file that nobody has asked for yet.
    private(set) var unread: [ShelfName: StoredShelf] = [:]
    private var last: (name: ShelfName, shelf: Shelf<Row>)?
    /// The name of the device that wrote the row which was read last.
    var lastDevice = ""
    /// Whether an index file turned out not to hold what it should: what was answered since counts for nothing.
    private(set) var isStale = false

    init() {}

    /// A table over what was read; what is put later hides what stands there.
    init(over images: [ShelfImage]) {
        for image in images { shelves[image.name] = Shelf(over: image) }
    }

    /// A table over an index file.
    init(over stored: [StoredShelf]) {
        for shelf in stored { unread[shelf.name] = shelf }
    }

    func row(at address: RecordAddress) throws -> Row? { try known(address)?.row(address.id) }

    /// - Returns: what stood there before.
    @discardableResult
    func replace(_ address: RecordAddress, with row: Row?) throws -> Row? {
        try noticing { try shelf(for: address).replace(address.id, with: row) }
    }

    /// The shelf that was used last.
    var lastName: ShelfName? { last?.name }

    /// Notes that rows which are here have got their places in a file.
    func haveGrown(_ rows: [Row]) {
        for row in rows { (try? known(row.address))?.hasGrown(by: row.weight) }
    }

    /// Visits the rows of a scan, as they are when it begins, until the visitor returns false.
    func forEachRow(of scan: IndexScan, _ visit: (Row) throws -> Bool) throws {
        guard let shelf = try shelf(name(of: scan)) else { return }
        for row in try noticing({ try shelf.places(of: scan) }) {
            guard let row = shelf.row(at: row), try visit(row) else { return }
        }
    }

    func count(of scan: IndexScan) throws -> Int { try noticing { try shelf(name(of: scan))?.count(of: scan) ?? 0 } }

    /// Visits the keys of a scan, as they are when it begins, until the visitor returns false.
    func forEachKey(of scan: IndexScan, _ visit: (IndexKey) throws -> Bool) throws {
        guard let shelf = try shelf(name(of: scan)) else { return }
        for key in try noticing({ try shelf.keys(of: scan) }) { guard try visit(key) else { return } }
    }

    /// How many keys of a scan begin with the same parts.
    func counts(of scan: IndexScan, parts: Int) throws -> [KeyCount] {
        try noticing { try shelf(name(of: scan))?.counts(of: scan, parts: parts) ?? [] }
    }

    /// The other live record of the collection and partition that holds a key.
    func holder(
        of key: IndexKey, in index: String, except address: RecordAddress, reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> String? {
        try noticing { try known(address)?.holder(of: key, in: index, except: address.id, reindex: reindex) }
    }

    /// The addresses of live records, by the bytes of partition, collection and identifier.
    func addresses(in partition: Partition?) throws -> [RecordAddress] {
        for name in unread.keys where partition == nil || name.partition == partition { _ = try shelf(name) }
        return shelves.filter { partition == nil || $0.key.partition == partition }.flatMap { name, shelf in
            shelf.liveIDs().map { RecordAddress(partition: name.partition, collection: name.collection, id: $0) }
        }.sorted(by: RecordAddress.inTextOrder)
    }

    /// Whether an index was computed that an index file did not have.
    var hasLearned: Bool { shelves.values.contains { $0.image?.hasLearned == true } }

    var liveCount: Int { shelves.values.reduce(0) { $0 + $1.liveCount } + unread.values.reduce(0) { $0 + $1.liveCount } }

    /// The bytes that all rows take in a file.
    var weight: Int { shelves.values.reduce(0) { $0 + $1.weight } + unread.values.reduce(0) { $0 + $1.weight } }

    /// The shelf of an address. Changes come in runs of one collection, so the last one is tried first.
    private func shelf(for address: RecordAddress) throws -> Shelf<Row> {
        if let known = try known(address) { return known }
        let name = name(of: address)
        let shelf = Shelf<Row>()
        shelves[name] = shelf
        last = (name, shelf)
        return shelf
    }

    private func known(_ address: RecordAddress) throws -> Shelf<Row>? {
        if let last, last.name.collection == address.collection, last.name.partition == address.partition { return last.shelf }
        let name = name(of: address)
        guard let shelf = try shelf(name) else { return nil }
        last = (name, shelf)
        return shelf
    }

    /// The shelf of a name, read if need be.
    private func shelf(_ name: ShelfName) throws -> Shelf<Row>? {
        if let shelf = shelves[name] { return shelf }
        guard let stored = unread[name] else { return nil }
        let shelf = Shelf<Row>(over: try noticing { try stored.load() })
        unread[name] = nil
        shelves[name] = shelf
        return shelf
    }

    /// Keeps in mind that an index file was stale, whatever becomes of the error.
    private func noticing<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as StaleIndex {
            isStale = true
            throw error
        }
    }

    private func name(of address: RecordAddress) -> ShelfName {
        ShelfName(partition: address.partition, collection: address.collection)
    }

    private func name(of scan: IndexScan) -> ShelfName { ShelfName(partition: scan.partition, collection: scan.collection) }
}

extension RecordAddress {
    static func inTextOrder(_ left: RecordAddress, _ right: RecordAddress) -> Bool {
        let byPartition = byteOrder(left.partition.rawValue, right.partition.rawValue)
        if byPartition != 0 { return byPartition < 0 }
        let byCollection = byteOrder(left.collection, right.collection)
        return byCollection != 0 ? byCollection < 0 : byteOrder(left.id, right.id) < 0
    }
}
