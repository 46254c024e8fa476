import Kernel

/// Collects the records of one collection and partition from a log without making an object of any of them.
final class TableBuilder {
    let name: TableName
    private(set) var columns = TableColumns()

    init(_ name: TableName) { self.name = name }

    /// Takes an operation that is later than all that were taken before.
    ///
    /// - Parameter line: the offset of the operation's line.
    func take(_ operation: LoggedOperation, line: Int, device: UInt16) {
        operation.id.withBytes { id in
            columns.take(RowEntry(operation, line: line), id: id, keys: operation.keys, device: device)
        }
    }

    /// Takes a row of an image or a table, with its texts.
    func take(_ entry: RowEntry, id: UnsafeRawBufferPointer, keys: UnsafeRawBufferPointer, device: UInt16) {
        columns.take(entry, id: id, keys: keys, device: device)
    }
}

/// What a table is made of. One value of its builder: the checks that go with each variable of a class are made once a row.
struct TableColumns {
    private(set) var rows: [RowEntry] = []
    private(set) var text: [UInt8] = []
    private(set) var slots = [UInt32](repeating: 0, count: Slots.capacity(for: 8))
    private(set) var liveCount = 0
    private(set) var weight = 0
    private(set) var tombstones = Tombstones()

    mutating func take(_ entry: RowEntry, id: UnsafeRawBufferPointer, keys: UnsafeRawBufferPointer, device: UInt16) {
        let slot = self.slot(of: id)
        let entry = entry.moved(text: text.count, idCount: id.count, keysCount: keys.count, device: device)
        text.append(contentsOf: id)
        text.append(contentsOf: keys)
        liveCount += entry.isLive ? 1 : 0
        weight += Int(entry.weight)
        if !entry.isLive { tombstones.add(Int(entry.weight), at: entry.milliseconds) }
        if slots[slot] > 0 {
            let old = rows[Int(slots[slot]) - 1]
            liveCount -= old.isLive ? 1 : 0
            weight -= Int(old.weight)
            if !old.isLive { tombstones.add(-Int(old.weight), at: old.milliseconds) }
            rows[Int(slots[slot]) - 1] = entry
            return
        }
        rows.append(entry)
        slots[slot] = UInt32(rows.count)
        if rows.count * 2 > slots.count { spread() }
    }

    private func slot(of id: UnsafeRawBufferPointer) -> Int {
        let mask = slots.count - 1
        var slot = Slots.hash(id) & mask
        while slots[slot] > 0, !isRow(Int(slots[slot]) - 1, named: id) { slot = (slot + 1) & mask }
        return slot
    }

    private func isRow(_ row: Int, named id: UnsafeRawBufferPointer) -> Bool {
        let entry = rows[row]
        guard Int(entry.idCount) == id.count, let base = id.baseAddress else { return Int(entry.idCount) == id.count }
        return text.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0 + Int(entry.text), base, id.count) == 0 } ?? false
        }
    }

    private mutating func spread() {
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        text.withUnsafeBytes { bytes in
            for (row, entry) in rows.enumerated() {
                let id = UnsafeRawBufferPointer(rebasing: bytes[Int(entry.text)..<Int(entry.text) + Int(entry.idCount)])
                var slot = Slots.hash(id) & mask
                while slots[slot] > 0 { slot = (slot + 1) & mask }
                slots[slot] = UInt32(row + 1)
            }
        }
    }
}
