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
    private var last: (name: ShelfName, shelf: Shelf<Row>)?

    init() {}

    /// A table over what was read; what is put later hides what stands there.
    init(over images: [ShelfImage]) {
        for image in images { shelves[image.name] = Shelf(over: image) }
    }

    func row(at address: RecordAddress) -> Row? { known(address)?.row(address.id) }

    /// - Returns: what stood there before.
    @discardableResult
    func replace(_ address: RecordAddress, with row: Row?) throws -> Row? {
        try shelf(for: address).replace(address.id, with: row)
    }

    func relocate(_ address: RecordAddress, to row: Row) { known(address)?.relocate(address.id, to: row) }

    /// Visits the rows of a scan, as they are when it begins, until the visitor returns false.
    func forEachRow(of scan: IndexScan, _ visit: (Row) throws -> Bool) throws {
        guard let shelf = shelves[name(of: scan)] else { return }
        for row in try shelf.places(of: scan) {
            guard let row = shelf.row(at: row), try visit(row) else { return }
        }
    }

    func count(of scan: IndexScan) throws -> Int { try shelves[name(of: scan)]?.count(of: scan) ?? 0 }

    /// The other live record of the collection and partition that holds a key.
    func holder(
        of key: IndexKey, in index: String, except address: RecordAddress, reindex: (StoredRecord) throws -> [IndexEntry]
    ) throws -> String? {
        try shelves[name(of: address)]?.holder(of: key, in: index, except: address.id, reindex: reindex)
    }

    /// The addresses of live records, by the bytes of partition, collection and identifier.
    func addresses(in partition: Partition?) -> [RecordAddress] {
        shelves.filter { partition == nil || $0.key.partition == partition }.flatMap { name, shelf in
            shelf.liveIDs().map { RecordAddress(partition: name.partition, collection: name.collection, id: $0) }
        }.sorted(by: RecordAddress.inTextOrder)
    }

    var liveCount: Int { shelves.values.reduce(0) { $0 + $1.liveCount } }

    /// The bytes that all rows take in a file.
    var weight: Int { shelves.values.reduce(0) { $0 + $1.weight } }

    /// The shelf of an address. Changes come in runs of one collection, so the last one is tried first.
    private func shelf(for address: RecordAddress) -> Shelf<Row> {
        if let known = known(address) { return known }
        let name = name(of: address)
        let shelf = Shelf<Row>()
        shelves[name] = shelf
        last = (name, shelf)
        return shelf
    }

    private func known(_ address: RecordAddress) -> Shelf<Row>? {
        if let last, last.name.collection == address.collection, last.name.partition == address.partition { return last.shelf }
        let name = name(of: address)
        guard let shelf = shelves[name] else { return nil }
        last = (name, shelf)
        return shelf
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
