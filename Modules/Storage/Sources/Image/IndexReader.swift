import Foundation
import Kernel

/// Reads an index file that is whole in memory; any deviation gives nil.
struct IndexReader {
    private let memory: FileMemory
    private var place = 0
    private var end = 0

    /// One shelf, whose log is not known yet.
    struct Shelf {
        let image: (Log) -> ShelfImage
    }

    init(_ memory: FileMemory) { self.memory = memory }

    private var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory.bytes) }

    func read() -> (LogPosition, [Shelf])? {
        var reader = self
        guard reader.readHead(), let position = reader.position(), let count = reader.count() else { return nil }
        var shelves: [Shelf] = []
        for _ in 0..<count {
            guard let shelf = reader.shelf() else { return nil }
            shelves.append(shelf)
        }
        return reader.place == reader.end ? (position, shelves) : nil
    }

    /// Checks the sum of everything, and stands before the directory then.
    private mutating func readHead() -> Bool {
        end = IndexWriter.headSize
        guard bytes.count > end, let magic = number(), magic == Int(bitPattern: UInt(IndexWriter.magic)),
            number() == IndexFile.format, let start = number(), let size = number(), let whole = number(),
            let sum = number()
        else { return false }
        let own = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<place]))
        guard number() == Int(own), whole == bytes.count, whole & 63 == 0, start >= IndexWriter.headSize, size >= 0,
            start <= whole, size <= whole - start
        else { return false }
        var fresh = FastSum()
        fresh.add(UnsafeRawBufferPointer(rebasing: bytes[IndexWriter.headSize...]))
        guard Int(bitPattern: UInt(fresh.finish())) == sum else { return false }
        (place, end) = (start, start + size)
        return true
    }

    private mutating func position() -> LogPosition? {
        guard let store = text(), let generation = number(), let end = number(), let sequence = number(), let synced = number(),
            let kept = number(), let milliseconds = number(), let counter = number(), let lastLine = number(),
            let checksum = number().flatMap({ UInt32(exactly: $0) })
        else { return nil }
        return LogPosition(
            store: store, generation: generation, end: end, sequence: sequence, synced: synced, kept: kept,
            latest: HybridTime(milliseconds: Int64(milliseconds), counter: counter), lastLine: lastLine, checksum: checksum)
    }

    private mutating func shelf() -> Shelf? {
        guard let partition = text(), let collection = text(), let live = number(), let weight = number(),
            let devices = list({ $0.text() }), let rows = section(of: RowEntry.self), let slots = section(of: UInt32.self),
            let texts = section(of: UInt8.self), slots.count & (slots.count - 1) == 0, slots.count > rows.count,
            slots.allSatisfy({ $0 <= rows.count }),
            rows.allSatisfy({
                Int($0.device) < devices.count && $0.text <= texts.count
                    && Int($0.idCount) + Int($0.keysCount) <= texts.count - Int($0.text)
            }),
            let indexes = list({ reader in reader.index(rows.count) })
        else { return nil }
        let name = ShelfName(partition: Partition(rawValue: partition), collection: collection)
        let known = Dictionary(indexes.map { (String?.some($0.name), $0.keys) }, uniquingKeysWith: { first, _ in first })
        let memory = memory
        return Shelf { log in
            ShelfImage(
                name, rows: rows, text: UnsafeRawBufferPointer(texts), slots: slots, liveCount: live, weight: weight,
                devices: devices, indexes: known, log: log, owner: memory)
        }
    }

    private mutating func index(_ rows: Int) -> (name: String, keys: KeyImage)? {
        guard let name = text(), let elements = section(of: KeyEntry.self), let texts = section(of: UInt8.self),
            elements.allSatisfy({ $0.row < rows && $0.text <= texts.count && Int($0.count) <= texts.count - Int($0.text) })
        else { return nil }
        return (name, KeyImage(elements: elements, text: UnsafeRawBufferPointer(texts), owner: memory))
    }

    // MARK: - Numbers and texts

    private mutating func number() -> Int? {
        guard end - place >= 8 else { return nil }
        defer { place += 8 }
        return bytes.loadUnaligned(fromByteOffset: place, as: Int.self)
    }

    private mutating func count() -> Int? { number().flatMap { $0 >= 0 && $0 <= bytes.count ? $0 : nil } }

    private mutating func text() -> String? {
        guard let count = count(), end - place >= count + (-count & 7) else { return nil }
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

    private mutating func section<Element: BitwiseCopyable>(of type: Element.Type) -> UnsafeBufferPointer<Element>? {
        guard let start = count(), let size = count(), start & 63 == 0, start >= IndexWriter.headSize,
            size <= bytes.count - start,
            size % MemoryLayout<Element>.stride == 0
        else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<start + size]).bindMemory(to: type)
    }
}
