import EngineKit
import Kernel

/// The records of one collection and partition as a log or an index file had them: never changed, searched in place.
///
/// What is changed later hides its row here.
final class TableImage {
    let name: TableName
    let rows: UnsafeBufferPointer<RowEntry>
    let text: UnsafeRawBufferPointer
    let slots: UnsafeBufferPointer<UInt32>
    let liveCount: Int
    let weight: Int
    /// Of an image that was collected; an index file tells it of all its tables together.
    let tombstones: Tombstones
    let deviceNames: [String]
    /// The table of an index file that this was read from; nil when it was collected from the log.
    let stored: StoredTable?
    private let log: Log
    private let owner: AnyObject
    private var indexes: [String?: KeyImage] = [:]
    /// Whether keys were computed here that no file holds, of so many rows that it is worth telling the next one who asks.
    private(set) var hasLearned = false
    /// The keys of rows that lack an entry of an index, computed from their payload.
    private var adopted: [String: [Int: IndexKey?]] = [:]

    /// - Parameter owner: what keeps the memory.
    init(
        _ name: TableName, rows: UnsafeBufferPointer<RowEntry>, text: UnsafeRawBufferPointer, slots: UnsafeBufferPointer<UInt32>,
        liveCount: Int, weight: Int, tombstones: Tombstones = Tombstones(), devices: [String], stored: StoredTable?, log: Log,
        owner: AnyObject
    ) {
        (self.name, self.rows, self.text, self.slots) = (name, rows, text, slots)
        (self.liveCount, self.weight, deviceNames, self.stored) = (liveCount, weight, devices, stored)
        (self.tombstones, self.log, self.owner) = (tombstones, log, owner)
    }

    /// What a builder has collected.
    convenience init(_ builder: TableBuilder, devices: [String], log: Log) {
        let columns = builder.columns
        let memory = OwnedMemory(rows: columns.rows, text: columns.text, slots: columns.slots)
        self.init(
            builder.name, rows: memory.rows, text: memory.text, slots: memory.slots, liveCount: columns.liveCount,
            weight: columns.weight, tombstones: columns.tombstones, devices: devices, stored: nil, log: log, owner: memory)
    }

    func find(_ id: String) -> Int? {
        var id = id
        return id.withUTF8 { find(UnsafeRawBufferPointer($0)) }
    }

    private func find(_ id: UnsafeRawBufferPointer) -> Int? {
        let mask = slots.count - 1
        var slot = Slots.hash(id) & mask
        while slots[slot] > 0 {
            let row = Int(slots[slot]) - 1
            if compare(self.id(of: row), id) == 0 { return row }
            slot = (slot + 1) & mask
        }
        return nil
    }

    func id(of row: Int) -> UnsafeRawBufferPointer {
        let entry = rows[row]
        return UnsafeRawBufferPointer(rebasing: text[Int(entry.text)..<Int(entry.text) + Int(entry.idCount)])
    }

    func keys(of row: Int) -> UnsafeRawBufferPointer {
        let entry = rows[row]
        let start = Int(entry.text) + Int(entry.idCount)
        return UnsafeRawBufferPointer(rebasing: text[start..<start + Int(entry.keysCount)])
    }

    func device(of row: Int) -> String { deviceNames[Int(rows[row].device)] }

    /// Where the record of a row lives.
    func address(of row: Int) -> RecordAddress {
        RecordAddress(partition: name.partition, collection: name.collection, id: String(decoding: id(of: row), as: UTF8.self))
    }

    /// The version of a row's record.
    func stamp(of row: Int) -> Stamp {
        let entry = rows[row]
        let time = HybridTime(milliseconds: entry.milliseconds, counter: Int(entry.counter))
        return Stamp(generation: Int(entry.generation), deleted: !entry.isLive, time: time, device: device(of: row))
    }

    /// Where a row's record stands in the log.
    func place(of row: Int) -> LoggedPlace { LoggedPlace(entry: rows[row], keys: Array(keys(of: row))[...], log: log) }

    /// The record of a row, read from the log.
    func record(of row: Int) throws -> StoredRecord { try place(of: row).record(at: address(of: row), stamp(of: row)) }

    // MARK: - Indexes

    /// The key of a live row in an index that was asked for before.
    func key(of row: Int, in index: String) throws -> IndexKey? {
        if let adopted = adopted[index]?[row] { return adopted }
        var entries = ScannedEntries(keys(of: row))
        if let entry = entries.entry(named: index) { return entry.key.map { IndexKey(text: $0.string) } }
        // The row is older than the index, and a file holds what was computed for it: rare, so that nothing is kept to find it quickly.
        guard let keys = indexes[index], let place = keys.elements.firstIndex(where: { $0.row == row }) else { return nil }
        return IndexKey(text: String(decoding: keys.key(at: place), as: UTF8.self))
    }

    /// The keys of an index in order; by identifier for nil. Built when first asked for, unless a file has them.
    ///
    /// - Parameter reindex: computes the entries of a record that has none of this index.
    /// - Throws: `StaleIndex`, `storeDamaged`.
    func keys(in index: String?, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> KeyImage {
        if let built = indexes[index] { return built }
        if let read = try stored?.keys(in: index) {
            indexes[index] = read
            return read
        }
        var builder = KeyBuilder(capacity: liveCount)
        for number in rows.indices where rows[number].isLive {
            guard let index else {
                builder.add(id(of: number), row: number)
                continue
            }
            var entries = ScannedEntries(keys(of: number))
            if let entry = entries.entry(named: index) {
                entry.key?.withBytes { builder.add($0, row: number) }
            } else {
                if entries.isBroken { throw log.damaged(at: Int(rows[number].place), "the index entries of a record") }
                let key = try reindex(record(of: number)).first { $0.name == index }?.key
                adopted[index, default: [:]].updateValue(key, forKey: number)
                if var key = key?.text { key.withUTF8 { builder.add(UnsafeRawBufferPointer($0), row: number) } }
            }
        }
        hasLearned = hasLearned || stored != nil && rows.count >= TableImage.worthTelling
        let built = builder.finish(self)
        indexes[index] = built
        return built
    }

    private static let worthTelling = 500

    // MARK: - For an index file

    /// The keys of an index that are in memory already.
    func loadedKeys(in index: String?) -> KeyImage? { indexes[index] }

    /// Takes keys that were put together elsewhere.
    func adopt(_ keys: KeyImage, of index: String?) { indexes[index] = keys }

    /// The indexes that need not be computed: those that were asked for, and those of the file.
    var indexNames: [String?] {
        Array(Set(indexes.keys).union(stored?.indexes.map(\.name) ?? [])).sorted { ($0 ?? "") < ($1 ?? "") }
    }

    /// Builds every index that each live row has an entry of.
    func buildIndexes() {
        var found: [(name: String, keys: KeyBuilder, count: Int)] = []
        for number in rows.indices where rows[number].isLive {
            var entries = ScannedEntries(keys(of: number))
            var place = 0
            while let entry = entries.next() {
                // Mostly all rows name the same indexes in the same order.
                if place >= found.count || !entry.name.equals(found[place].name) {
                    place = found.firstIndex { entry.name.equals($0.name) } ?? found.count
                }
                if place == found.count { found.append((entry.name.string, KeyBuilder(capacity: liveCount), 0)) }
                found[place].count += 1
                entry.key?.withBytes { found[place].keys.add($0, row: number) }
                place += 1
            }
        }
        for (name, keys, count) in found where count == liveCount && indexes[name] == nil { indexes[name] = keys.finish(self) }
    }
}
