import Kernel

/// Where records of one collection and partition go that have entries of the same indexes.
struct Shelf {
    fileprivate let (partition, collection): (Partition, String)
    fileprivate let names: [String]
    /// Whether there may be a key that no two have.
    let isUnique: Bool
    let section: Int
    let lists: [Int]
    /// Lists of which such a record says nothing.
    let others: [Int]

    func takes(_ record: StoredRecord) -> Bool {
        record.address.collection == collection && record.address.partition == partition
            && record.entries.count == names.count
            && zip(record.entries, names).allSatisfy { $0.name == $1 && (isUnique || !$0.unique) }
    }
}

extension Sections {
    /// The shelf of a record, which is made where there is none.
    func shelf(for record: StoredRecord) throws -> Shelf {
        if let lastShelf, lastShelf.takes(record) { return lastShelf }
        let (partition, collection) = (record.address.partition, record.address.collection)
        let section = try madeSection(partition, collection)
        let lists = try record.entries.map { try madeList($0.name, of: section) }
        let shelf = Shelf(
            partition: partition, collection: collection, names: record.entries.map(\.name),
            isUnique: record.entries.contains(where: \.unique), section: section, lists: lists,
            others: try others(than: lists, of: section))
        lastShelf = shelf
        return shelf
    }

    func others(than lists: [Int], of section: Int) throws -> [Int] {
        try self.lists(of: section).map(\.list).filter { !lists.contains($0) }
    }
}
