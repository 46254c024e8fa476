import Kernel

/// The form of an index file: a head of 64 bytes, blocks at multiples of 64, one a table and one an index, and a directory of them at the end.
/// Numbers stand as the machine keeps them; the head tells one kind of machine from the other.
struct IndexWriter {
    static let magic: UInt64 = 0x6364_6E69_6C6E_6D63
    static let headSize = 64

    private let file: DiskFile
    private var offset = IndexWriter.headSize
    private var pending: [UInt8] = []
    private var written = IndexWriter.headSize
    private var directory = NumberWriter()
    private var tables = 0

    init(_ file: DiskFile) { self.file = file }

    /// Writes a table that is in memory.
    mutating func add(_ image: TableImage) throws {
        try begin(image.name, image.liveCount, image.weight, image.deviceNames)
        directory.add(
            try block([UnsafeRawBufferPointer(image.rows), UnsafeRawBufferPointer(image.slots), image.text]))
        for number in [image.rows.count, image.slots.count, image.text.count] { directory.add(number) }
        let names = image.indexNames
        directory.add(names.count)
        for name in names {
            if let keys = image.loadedKeys(in: name) {
                try add(name, count: keys.elements.count, textCount: keys.text.count) {
                    try $0.block([UnsafeRawBufferPointer(keys.elements), keys.text])
                }
            } else if let index = image.stored?.indexes.first(where: { $0.name == name }), let file = image.stored?.file {
                try copy(index, from: file)
            }
        }
    }

    /// Copies a table that nobody has read, with the sums that it had: what is damaged stays so.
    mutating func copy(_ table: StoredTable) throws {
        try begin(table.name, table.liveCount, table.weight, table.devices)
        directory.add(try copy(table.block, from: table.file))
        for number in [table.rowCount, table.slotCount, table.textCount] { directory.add(number) }
        directory.add(table.indexes.count)
        for index in table.indexes { try copy(index, from: table.file) }
    }

    mutating func finish(_ position: LogPosition, _ tombstones: Tombstones) throws {
        var listing = NumberWriter()
        listing.add(position)
        listing.add(tombstones)
        listing.add(tables)
        let bytes = listing.bytes + directory.bytes
        let place = try bytes.withUnsafeBytes { try block([$0]) }
        try flush()
        var head = NumberWriter()
        head.add(Int(bitPattern: UInt(IndexWriter.magic)))
        head.add(IndexFile.format)
        head.add(place)
        head.add(Int(CRC32C.checksum(head.bytes)))
        try file.write(head.bytes + [UInt8](repeating: 0, count: IndexWriter.headSize - head.bytes.count), at: 0)
    }

    // MARK: - Parts

    private mutating func begin(_ name: TableName, _ live: Int, _ weight: Int, _ devices: [String]) throws {
        tables += 1
        directory.add(name.partition.rawValue)
        directory.add(name.collection)
        directory.add(live)
        directory.add(weight)
        directory.add(devices.count)
        for device in devices { directory.add(device) }
    }

    private mutating func copy(_ index: StoredTable.Index, from file: DiskFile) throws {
        try add(index.name, count: index.count, textCount: index.textCount) { try $0.copy(index.block, from: file) }
    }

    private mutating func add(
        _ name: String?, count: Int, textCount: Int, _ write: (inout IndexWriter) throws -> IndexBlock
    ) throws {
        directory.add(name == nil ? 0 : 1)
        directory.add(name ?? "")
        directory.add(try write(&self))
        directory.add(count)
        directory.add(textCount)
    }

    private mutating func copy(_ block: IndexBlock, from file: DiskFile) throws -> IndexBlock {
        let bytes = try file.read(block.size, at: block.offset)
        guard bytes.count == block.size else { throw StaleIndex() }
        defer { offset += bytes.count }
        try append(bytes)
        return IndexBlock(offset: offset, size: block.size, sum: block.sum)
    }

    private mutating func block(_ parts: [UnsafeRawBufferPointer]) throws -> IndexBlock {
        var sum = FastSum()
        let start = offset
        for part in parts {
            let whole = part.count & ~63
            sum.add(UnsafeRawBufferPointer(rebasing: part[..<whole]))
            var rest = [UInt8](part[whole...])
            if !rest.isEmpty { rest += [UInt8](repeating: 0, count: 64 - rest.count) }
            rest.withUnsafeBytes { sum.add($0) }
            pending.append(contentsOf: part[..<whole])
            offset += whole + rest.count
            try append(rest)
        }
        return IndexBlock(offset: start, size: offset - start, sum: sum.finish())
    }

    private mutating func append(_ bytes: [UInt8]) throws {
        pending.append(contentsOf: bytes)
        if pending.count > 1 << 18 { try flush() }
    }

    private mutating func flush() throws {
        try file.write(pending, at: written)
        written += pending.count
        pending.removeAll(keepingCapacity: true)
    }

}

/// Numbers and texts one after the other, eight bytes at a time.
struct NumberWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: Int) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }

    mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
        bytes.append(contentsOf: repeatElement(0, count: -text.utf8.count & 7))
    }

    mutating func add(_ block: IndexBlock) {
        add(block.offset)
        add(block.size)
        add(Int(bitPattern: UInt(block.sum)))
    }

    mutating func add(_ tombstones: Tombstones) {
        let days = tombstones.days.filter { $0.value > 0 }
        add(days.count)
        for (day, weight) in days.sorted(by: { $0.key < $1.key }) {
            add(day)
            add(weight)
        }
    }

    mutating func add(_ position: LogPosition) {
        add(position.store)
        for number in [
            position.generation, position.end, position.sequence, position.synced, position.kept,
            Int(position.latest.milliseconds), position.latest.counter, position.lastLine, Int(position.checksum),
        ] { add(number) }
    }
}
