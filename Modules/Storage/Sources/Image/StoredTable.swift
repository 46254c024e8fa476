import Kernel

/// A table of an index file of which nothing has been read but what its directory says.
struct StoredTable {
    /// One index: keys and their text, in one block.
    struct Index {
        /// Nil for the order of identifiers.
        let name: String?
        let block: IndexBlock
        let count: Int
        let textCount: Int
    }

    let name: TableName
    let liveCount: Int
    let weight: Int
    let devices: [String]
    /// Rows, slots and texts, each at a multiple of 64.
    let block: IndexBlock
    let rowCount: Int
    let slotCount: Int
    let textCount: Int
    let indexes: [Index]
    let file: DiskFile
    let log: Log

    /// The offsets of parts of certain sizes, and where they end.
    static func offsets(of sizes: [Int]) -> (starts: [Int], end: Int) {
        var end = 0
        let starts = sizes.map { size in
            defer { end += size + (-size & 63) }
            return end
        }
        return (starts, end)
    }

    /// Reads the records; not the indexes.
    ///
    /// - Throws: `StaleIndex`.
    func load() throws -> TableImage {
        let memory = try block.load(from: file)
        let (starts, _) = StoredTable.offsets(of: [rowCount * MemoryLayout<RowEntry>.stride, slotCount * 4, textCount])
        let rows = memory.elements(rowCount, at: starts[0], of: RowEntry.self)
        let slots = memory.elements(slotCount, at: starts[1], of: UInt32.self)
        let text = memory.elements(textCount, at: starts[2], of: UInt8.self)
        guard slots.allSatisfy({ $0 <= rowCount }), rows.allSatisfy(isPlausible) else { throw StaleIndex() }
        return TableImage(
            name, rows: rows, text: UnsafeRawBufferPointer(text), slots: slots, liveCount: liveCount, weight: weight,
            devices: devices, stored: self, log: log, owner: memory)
    }

    /// Whether what a row says can be added up, and lies within what was read.
    private func isPlausible(_ row: RowEntry) -> Bool {
        Int(row.device) < devices.count && row.text <= textCount
            && Int(row.idCount) + Int(row.keysCount) <= textCount - Int(row.text)
            && row.place <= 1 << 50 && row.weight <= Log.greatestLine && Int(row.offset) + Int(row.size) <= row.weight
    }

    /// Reads one index; nil when the file has none of that name.
    ///
    /// - Throws: `StaleIndex`.
    func keys(in name: String?) throws -> KeyImage? {
        guard let index = indexes.first(where: { $0.name == name }) else { return nil }
        let memory = try index.block.load(from: file)
        let (starts, _) = StoredTable.offsets(of: [index.count * MemoryLayout<KeyEntry>.stride, index.textCount])
        let elements = memory.elements(index.count, at: starts[0], of: KeyEntry.self)
        let text = memory.elements(index.textCount, at: starts[1], of: UInt8.self)
        let isPlausible = elements.allSatisfy {
            $0.row < rowCount && $0.text <= index.textCount && Int($0.count) <= index.textCount - Int($0.text)
        }
        guard isPlausible else { throw StaleIndex() }
        return KeyImage(elements: elements, text: UnsafeRawBufferPointer(text), owner: memory)
    }
}
