import Kernel

/// A collector that sorts the index entries of records as cells.
final class EntrySorter {
    private let sorter: CellSorter
    /// A reused buffer for the current key.
    private var keyBuffer = CellKey()

    /// Creates a collector.
    ///
    /// - Parameter count: the greatest number of records.
    init(_ spill: Spill, expecting count: Int = 0) { sorter = CellSorter(spill, expecting: count) }

    /// Adds the entries of a record.
    ///
    /// - Parameters:
    ///   - record: the key of the record's cell.
    ///   - keys: the text of its index entries.
    ///   - known: its existing cells, which are not counted.
    /// - Throws: `StaleIndex` for unreadable text.
    func add(
        _ record: UnsafeRawBufferPointer, _ entry: RowEntry, keys: UnsafeRawBufferPointer, over known: Set<[UInt8]> = []
    ) throws {
        var cell = entry
        try forEachKey(record, entry, keys) { key in
            cell.countChange = known.isEmpty || !known.contains(key.bytes) ? 1 : 0
            key.withBytes { key in withUnsafeBytes(of: cell) { sorter.add(key, $0) } }
        }
    }

    /// Adds the deletion of a record's former entries, except the keys that it still has.
    func add(
        deleted record: UnsafeRawBufferPointer, _ entry: RowEntry, keys: UnsafeRawBufferPointer,
        except known: Set<[UInt8]>
    ) throws {
        var cell = entry
        (cell.countChange, cell.deleted) = (-1, 1)
        try forEachKey(record, entry, keys) { key in
            guard !known.contains(key.bytes) else { return }
            key.withBytes { key in withUnsafeBytes(of: cell) { sorter.add(key, $0) } }
        }
    }

    /// Returns the keys of a record's cells.
    func keys(_ record: UnsafeRawBufferPointer, _ entry: RowEntry, _ keys: UnsafeRawBufferPointer) throws -> Set<
        [UInt8]
    > {
        var foundKeys: Set<[UInt8]> = []
        try forEachKey(record, entry, keys) { foundKeys.insert($0.bytes) }
        return foundKeys
    }

    private func forEachKey(
        _ record: UnsafeRawBufferPointer, _ entry: RowEntry, _ keys: UnsafeRawBufferPointer,
        _ visit: (CellKey) throws -> Void
    ) throws {
        var key = keyBuffer
        keyBuffer = CellKey()
        defer { keyBuffer = key }
        let table = record.count - Int(entry.idCount)
        var entries = ScannedEntries(keys)
        while let next = entries.next() {
            key.removeAll()
            key.append(last: UnsafeRawBufferPointer(rebasing: record[..<table]))
            next.name.withBytes { key.append($0) }
            if let text = next.key { text.withBytes { key.append(key: $0) } } else { key.append(key: nil) }
            key.append(last: UnsafeRawBufferPointer(rebasing: record[table...]))
            try visit(key)
        }
        if entries.isBroken { throw StaleIndex() }
    }

    func sorted() throws -> any CellStream { try sorter.sorted() }

    /// Returns the tree of the entries of a run in memory.
    func sorted(from run: Run) throws -> Tree {
        let cells = TreeCells(run.records)
        while try cells.advance() {
            let entry = try run.entry(cells.key.count, cells.value)
            guard entry.isLive else { continue }
            try add(cells.key, entry, keys: UnsafeRawBufferPointer(rebasing: cells.value[RowEntry.size...]))
        }
        var writer = TreeWriter()
        let blocks = BlockWriter(nil)
        let sorted = try sorted()
        while try sorted.advance() { try writer.add(sorted.key, sorted.value, into: blocks) }
        let root = try writer.finish(into: blocks)
        return Tree(root: root, source: PageSource(blocks.memory()))
    }
}
