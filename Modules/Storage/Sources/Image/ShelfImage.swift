import Foundation
import Kernel

/// The records of one collection and partition as a log or an index file had them: never changed, searched in place.
///
/// What is changed later hides its row here.
final class ShelfImage {
    let name: ShelfName
    let rows: UnsafeBufferPointer<RowEntry>
    let text: UnsafeRawBufferPointer
    let slots: UnsafeBufferPointer<UInt32>
    let liveCount: Int
    let weight: Int
    let deviceNames: [String]
    private let log: Log
    private let owner: AnyObject
    private var indexes: [String?: KeyImage]
    /// The keys of rows that lack an entry of an index, computed from their payload.
    private var adopted: [String: [Int: IndexKey?]] = [:]

    /// - Parameter owner: what keeps the memory.
    init(
        _ name: ShelfName, rows: UnsafeBufferPointer<RowEntry>, text: UnsafeRawBufferPointer, slots: UnsafeBufferPointer<UInt32>,
        liveCount: Int, weight: Int, devices: [String], indexes: [String?: KeyImage], log: Log, owner: AnyObject
    ) {
        (self.name, self.rows, self.text, self.slots) = (name, rows, text, slots)
        (self.liveCount, self.weight, deviceNames, self.indexes) = (liveCount, weight, devices, indexes)
        (self.log, self.owner) = (log, owner)
    }

    /// What a builder has collected.
    convenience init(_ builder: ShelfBuilder, devices: [String], log: Log) {
        let memory = OwnedMemory(rows: builder.rows, text: builder.text, slots: builder.slots)
        self.init(
            builder.name, rows: memory.rows, text: memory.text, slots: memory.slots, liveCount: builder.liveCount,
            weight: builder.weight, devices: devices, indexes: [:], log: log, owner: memory)
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

    /// The row as a table holds it.
    func row(_ number: Int) -> FileRow {
        let entry = rows[number]
        let time = HybridTime(milliseconds: entry.milliseconds, counter: Int(entry.counter))
        return .logged(
            LoggedRecord(
                address: RecordAddress(
                    partition: name.partition, collection: name.collection, id: String(decoding: id(of: number), as: UTF8.self)),
                stamp: Stamp(
                    generation: Int(entry.generation), deleted: !entry.isLive, time: time, device: device(of: number)),
                entry: entry, keys: Array(keys(of: number)), log: log))
    }

    // MARK: - Indexes

    /// The key of a live row in an index that was asked for before.
    func key(of row: Int, in index: String) throws -> IndexKey? {
        if let adopted = adopted[index]?[row] { return adopted }
        var entries = ScannedEntries(keys(of: row))
        return entries.entry(named: index)?.key.map { IndexKey(text: $0.string) }
    }

    /// The keys of an index in order; by identifier for nil. Built when first asked for, unless a file had them.
    ///
    /// - Parameter reindex: computes the entries of a record that has none of this index.
    func keys(in index: String?, reindex: (StoredRecord) throws -> [IndexEntry]) throws -> KeyImage {
        if let built = indexes[index] { return built }
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
                let key = try reindex(row(number).record()).first { $0.name == index }?.key
                adopted[index, default: [:]].updateValue(key, forKey: number)
                if var key = key?.text { key.withUTF8 { builder.add(UnsafeRawBufferPointer($0), row: number) } }
            }
        }
        let built = builder.finish(self)
        indexes[index] = built
        return built
    }

    /// The names of the indexes that every live row has an entry of, so that nobody need compute one.
    func completeIndexes() -> [String] {
        var counts: [(name: String, count: Int)] = []
        for number in rows.indices where rows[number].isLive {
            var entries = ScannedEntries(keys(of: number))
            while let entry = entries.next() {
                if let known = counts.firstIndex(where: { entry.name.equals($0.name) }) {
                    counts[known].count += 1
                } else {
                    counts.append((entry.name.string, 1))
                }
            }
        }
        return counts.filter { $0.count == liveCount }.map(\.name)
    }
}

/// Memory of arrays, at a place that does not move.
final class OwnedMemory {
    let rows: UnsafeBufferPointer<RowEntry>
    let text: UnsafeRawBufferPointer
    let slots: UnsafeBufferPointer<UInt32>

    init(rows: [RowEntry], text: [UInt8], slots: [UInt32]) {
        self.rows = OwnedMemory.copy(rows)
        self.text = UnsafeRawBufferPointer(OwnedMemory.copy(text))
        self.slots = OwnedMemory.copy(slots)
    }

    deinit {
        rows.deallocate()
        text.deallocate()
        slots.deallocate()
    }

    static func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
        _ = memory.initialize(from: elements)
        return UnsafeBufferPointer(memory)
    }
}

/// Negative, zero or positive as the left bytes come before, are, or come after the right ones.
func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let shared = min(left.count, right.count)
    if shared > 0, let one = left.baseAddress, let other = right.baseAddress {
        let order = Int(memcmp(one, other, shared))
        if order != 0 { return order }
    }
    return left.count - right.count
}
