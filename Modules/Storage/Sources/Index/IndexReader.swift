import Kernel

/// Reads the directory of an index file; any deviation gives nil.
struct IndexReader {
    private let file: DiskFile
    private let log: Log
    private let bytes: UnsafeRawBufferPointer
    private let whole: Int
    private var place = 0

    static func read(_ file: DiskFile, of log: Log) -> (LogPosition, Tombstones, [StoredTable])? {
        guard let size = try? file.size(), let head = try? file.read(IndexWriter.headSize, at: 0),
            let block = head.withUnsafeBytes({ directory(IndexReader(file, log, $0, whole: size)) }),
            let memory = try? block.load(from: file)
        else { return nil }
        var reader = IndexReader(file, log, UnsafeRawBufferPointer(memory.bytes), whole: block.offset)
        guard let position = reader.position(), let tombstones = reader.tombstones(), let tables = reader.list({ $0.table() }),
            reader.bytes.count - reader.place < 64
        else { return nil }
        return (position, tombstones, tables)
    }

    private init(_ file: DiskFile, _ log: Log, _ bytes: UnsafeRawBufferPointer, whole: Int) {
        (self.file, self.log, self.bytes, self.whole) = (file, log, bytes, whole)
    }

    /// Where the head says that the directory is.
    private static func directory(_ head: IndexReader) -> IndexBlock? {
        var head = head
        guard head.bytes.count == IndexWriter.headSize, head.number() == Int(bitPattern: UInt(IndexWriter.magic)),
            head.number() == IndexFile.format, let block = head.block(), block.offset + block.size == head.whole
        else { return nil }
        let own = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: head.bytes[..<head.place]))
        return head.number() == Int(own) ? block : nil
    }

    private mutating func position() -> LogPosition? {
        guard let store = text(), let generation = amount(), let end = amount(), let sequence = amount(), let synced = amount(),
            let kept = amount(), let milliseconds = amount(), let counter = amount(), let lastLine = amount(),
            let checksum = number().flatMap({ UInt32(exactly: $0) })
        else { return nil }
        return LogPosition(
            store: store, generation: generation, end: end, sequence: sequence, synced: synced, kept: kept,
            latest: HybridTime(milliseconds: Int64(milliseconds), counter: counter), lastLine: lastLine, checksum: checksum)
    }

    private mutating func tombstones() -> Tombstones? {
        list { reader in
            guard let day = reader.amount(), let weight = reader.amount() else { return nil }
            return (day: day, weight: weight)
        }.map(Tombstones.init)
    }

    private mutating func table() -> StoredTable? {
        guard let partition = text(), let collection = text(), let live = amount(), let weight = amount(),
            let devices = list({ $0.text() }), let block = block(), let rows = amount(), let slots = amount(),
            let texts = amount(), live <= rows, slots & (slots - 1) == 0, slots > rows,
            holds(block, [(rows, MemoryLayout<RowEntry>.stride), (slots, 4), (texts, 1)]), let indexes = list({ $0.index() })
        else { return nil }
        let name = TableName(partition: Partition(rawValue: partition), collection: collection)
        return StoredTable(
            name: name, liveCount: live, weight: weight, devices: devices, block: block, rowCount: rows, slotCount: slots,
            textCount: texts, indexes: indexes, file: file, log: log)
    }

    private mutating func index() -> StoredTable.Index? {
        guard let isNamed = number(), let name = text(), let block = block(), let count = amount(), let texts = amount(),
            holds(block, [(count, MemoryLayout<KeyEntry>.stride), (texts, 1)])
        else { return nil }
        return StoredTable.Index(name: isNamed == 1 ? name : nil, block: block, count: count, textCount: texts)
    }

    /// Whether a block has room for parts of so many elements, and for no more.
    private func holds(_ block: IndexBlock, _ parts: [(count: Int, stride: Int)]) -> Bool {
        guard parts.allSatisfy({ $0.count <= block.size / $0.stride }) else { return false }
        return StoredTable.offsets(of: parts.map { $0.count * $0.stride }).end == block.size
    }

    // MARK: - Numbers and texts

    private mutating func number() -> Int? {
        guard bytes.count - place >= 8 else { return nil }
        defer { place += 8 }
        return bytes.loadUnaligned(fromByteOffset: place, as: Int.self)
    }

    /// Of bytes, lines or records: more than any file has would overflow where it is added to.
    private mutating func amount() -> Int? { number().flatMap { (0...1 << 50).contains($0) ? $0 : nil } }

    private mutating func count() -> Int? { amount().flatMap { $0 <= bytes.count ? $0 : nil } }

    private mutating func text() -> String? {
        guard let count = count(), bytes.count - place >= count + (-count & 7) else { return nil }
        defer { place += count + (-count & 7) }
        return String(decoding: bytes[place..<place + count], as: UTF8.self)
    }

    private mutating func list<Element>(_ element: (inout IndexReader) -> Element?) -> [Element]? {
        guard let count = count() else { return nil }
        var found: [Element] = []
        for _ in 0..<count {
            guard let next = element(&self) else { return nil }
            found.append(next)
        }
        return found
    }

    /// A block that lies within the file, before the directory or as it.
    private mutating func block() -> IndexBlock? {
        guard let offset = number(), let size = number(), let sum = number(), offset & 63 == 0, size & 63 == 0,
            offset >= IndexWriter.headSize, size >= 0, offset <= whole, size <= whole - offset
        else { return nil }
        return IndexBlock(offset: offset, size: size, sum: UInt64(bitPattern: Int64(sum)))
    }
}
