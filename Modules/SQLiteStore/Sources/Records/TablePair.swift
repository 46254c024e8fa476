import Kernel

/// The section and lists for records of one collection and partition that have entries of the same
/// indexes.
struct TablePair {
    fileprivate let (partition, collection): (Partition, String)
    fileprivate let names: [String]
    /// Whether one of the indexes is unique.
    let isUnique: Bool
    let section: Int
    /// The lists of the indexes, and the other lists of the section.
    let lists: [Int]
    let others: [Int]

    /// Returns whether a record belongs to the same section and indexes.
    func accepts(_ record: StoredRecord) -> Bool {
        record.address.collection == collection && record.address.partition == partition
            && record.entries.count == names.count
            && zip(record.entries, names).allSatisfy { $0.name == $1 && (isUnique || !$0.unique) }
    }
}

extension Sections {
    /// Returns the section and lists of a record, which are created if needed.
    func tablePair(for record: StoredRecord) throws -> TablePair {
        if let lastTablePair, lastTablePair.accepts(record) { return lastTablePair }
        let partition = record.address.partition
        let collection = record.address.collection
        let section = try ensureSection(partition, collection)
        let lists = try record.entries.map { try ensureList($0.name, of: section) }
        let pair = TablePair(
            partition: partition, collection: collection, names: record.entries.map(\.name),
            isUnique: record.entries.contains(where: \.unique), section: section, lists: lists,
            others: try others(than: lists, of: section))
        lastTablePair = pair
        return pair
    }

    func others(than lists: [Int], of section: Int) throws -> [Int] {
        try self.lists(of: section).map(\.list).filter { !lists.contains($0) }
    }
}
