import DiskKit
import Kernel

/// A reader of an index file's directory. Any deviation returns nil.
struct RunReader {
    private let bytes: UnsafeRawBufferPointer
    private let limit: Int
    private var offset = 0

    /// Reads the run of an index file.
    ///
    /// - Parameter previous: the run that it continues, or nil for the first.
    static func read(_ file: DiskFile, of log: Log, after previous: Run?, _ cache: PageCache = PageCache()) -> Run? {
        guard let size = try? file.size(), let head = try? file.read(RunWriter.headSize, at: 0),
            let block = head.withUnsafeBytes({ directory(RunReader($0, limit: size)) }),
            let memory = try? block.load(from: file)
        else { return nil }
        var reader = RunReader(UnsafeRawBufferPointer(memory.bytes), limit: block.offset)
        return reader.run(in: PageSource(file, cache), of: log, after: previous)
    }

    private init(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    /// Returns the location of the directory according to the head.
    private static func directory(_ head: RunReader) -> IndexBlock? {
        var head = head
        guard head.bytes.count == RunWriter.headSize, head.number() == Int(bitPattern: UInt(RunWriter.magic)),
            head.number() == RunWriter.format, let block = head.block(), block.offset + block.size == head.limit
        else { return nil }
        let checksum = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: head.bytes[..<head.offset]))
        return head.number() == Int(checksum) ? block : nil
    }

    private mutating func run(in source: PageSource, of log: Log, after previous: Run?) -> Run? {
        guard let position = position(), let start = amount(), let line = number(), let checksum = number(),
            let count = amount(), let weight = number(), Tree.totals.contains(weight),
            let devices = list({ $0.text() }),
            let tombstones = tombstones(),
            let records = root(), let keys = root(), bytes.count - offset < 64
        else { return nil }
        if let preceding = previous?.position {
            guard start == preceding.end, line == preceding.lastLine, checksum == Int(preceding.checksum),
                position.end >= start
            else { return nil }
        } else if start != 0 || line != -1 {
            return nil
        }
        return Run(
            from: start, to: position, devices: devices, count: count, weight: weight, tombstones: tombstones,
            records: records, keys: keys, source: source, log: log)
    }

    private mutating func position() -> LogPosition? {
        guard let store = text(), let generation = amount(), let end = amount(), let sequence = amount(),
            let synced = amount(),
            let kept = amount(), let milliseconds = amount(), let counter = amount(), let lastLine = amount(),
            let checksum = number().flatMap({ UInt32(exactly: $0) })
        else { return nil }
        return LogPosition(
            store: store, generation: generation, end: end, sequence: sequence, synced: synced, kept: kept,
            latest: HybridTime(milliseconds: Int64(milliseconds), counter: counter), lastLine: lastLine,
            checksum: checksum)
    }

    private mutating func tombstones() -> Tombstones? {
        list { reader in
            guard let day = reader.amount(), let weight = reader.number(), Tree.totals.contains(weight) else {
                return nil
            }
            return (day: day, weight: weight)
        }.map(Tombstones.init)
    }

    private mutating func root() -> Tree.Root? {
        guard let block = block(), let height = number(), (0...Tree.greatestHeight).contains(height),
            let total = number(),
            Tree.totals.contains(total)
        else { return nil }
        return Tree.Root(block: block, height: height, total: total)
    }

    // MARK: - Numbers and texts

    private mutating func number() -> Int? {
        guard bytes.count - offset >= 8 else { return nil }
        defer { offset += 8 }
        return bytes.loadUnaligned(fromByteOffset: offset, as: Int.self)
    }

    /// Reads a number of bytes, lines or records. The limit prevents overflow in sums.
    private mutating func amount() -> Int? { number().flatMap { (0...1 << 50).contains($0) ? $0 : nil } }

    private mutating func count() -> Int? { amount().flatMap { $0 <= bytes.count ? $0 : nil } }

    private mutating func text() -> String? {
        guard let count = count(), bytes.count - offset >= count + (-count & 7) else { return nil }
        defer { offset += count + (-count & 7) }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }

    private mutating func list<Element>(_ element: (inout RunReader) -> Element?) -> [Element]? {
        guard let count = count() else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let next = element(&self) else { return nil }
            elements.append(next)
        }
        return elements
    }

    /// Reads the position of a block that ends by `limit`: the start of the directory, or the end
    /// of the file while the directory itself is located.
    private mutating func block() -> IndexBlock? {
        guard let offset = number(), let size = number(), let sum = number() else { return nil }
        let block = IndexBlock(offset: offset, size: size, sum: UInt64(bitPattern: Int64(sum)))
        return block.isPlausible && offset <= limit && size <= limit - offset ? block : nil
    }
}
