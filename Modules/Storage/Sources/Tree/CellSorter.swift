import EngineKit
import Kernel

/// Sorts cells, more of them than memory should hold: what is too much is sorted piece by piece into a file, and merged in the end. Of equal
/// keys the one that was added last counts.
final class CellSorter {
    /// How many bytes are held in memory.
    static let usualSize = 16 << 20
    private static let usualCell = 144

    private let spill: Spill
    private let size: Int
    private var pieces: [SpilledCells.Piece] = []
    private var buffer: CellBuffer
    private(set) var count = 0

    /// - Parameters:
    ///   - spill: where pieces go.
    ///   - count: how many cells there may be, where that is known.
    init(_ spill: Spill, holding size: Int = CellSorter.usualSize, expecting count: Int = 0) {
        (self.spill, self.size) = (spill, size)
        buffer = CellBuffer(capacity: min(size, 1 << 12 + count * CellSorter.usualCell))
    }

    deinit { buffer.free() }

    /// - Parameter rest: the second part of the value.
    func add(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer = .empty) {
        buffer.add(key, value, rest)
        count += 1
        if buffer.size >= size { lighten() }
    }

    /// Writes what is in memory behind what was written before. Where there is no room for that, memory must do.
    private func lighten() {
        guard let file = spill.file() else { return }
        buffer.sort()
        var pending: [UInt8] = []
        var end = spill.end
        do {
            for place in buffer.order.indices where buffer.isLast(place) {
                pending.append(contentsOf: buffer.cell(place))
                guard pending.count >= 1 << 18 else { continue }
                try file.write(pending, at: end)
                end += pending.count
                pending.removeAll(keepingCapacity: true)
            }
            try file.write(pending, at: end)
            end += pending.count
        } catch {
            return spill.isFull = true
        }
        pieces.append(SpilledCells.Piece(file: file, range: spill.end..<end))
        spill.end = end
        buffer.removeAll()
    }

    /// All cells in order, as often as somebody asks. Nothing may be added any more.
    func sorted() throws -> any CellStream {
        buffer.sort()
        let last = BufferedCells(buffer, of: self)
        guard !pieces.isEmpty else { return last }
        return try MergedCells([last] + pieces.reversed().map { SpilledCells($0) }, isSum: false)
    }
}

/// A file without a name, for what has no room in memory; made when it is first needed.
final class Spill {
    private let directory: StoreDirectory?
    private let name: String
    private var opened: DiskFile?
    fileprivate var end = 0
    /// Whether there was no room for more.
    fileprivate var isFull = false

    /// - Parameter directory: nil where nothing may be written.
    init(in directory: StoreDirectory?, of generation: Int) {
        (self.directory, name) = (directory, "index-\(generation).spill.new")
    }

    fileprivate func file() -> DiskFile? {
        if isFull { return nil }
        if let opened { return opened }
        guard let directory, let file = try? directory.open(name, flags: O_RDWR | O_CREAT | O_TRUNC | O_EXCL) else { return nil }
        try? directory.remove(name)
        opened = file
        return file
    }
}

/// Cells in memory, sorted by their places.
struct CellBuffer {
    private static let headSize = 8

    /// Whoever has the buffer frees it.
    private var text: TextBuffer
    /// Where each cell begins.
    private(set) var order: [Int] = []
    private var isSorted = true

    init(capacity: Int) { text = TextBuffer(capacity: capacity) }

    var size: Int { text.count + order.count * 24 }

    func free() { text.free() }

    mutating func add(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer) {
        if isSorted, let last = order.last { isSorted = compare(self.key(at: last), key) < 0 }
        order.append(text.count)
        let counts = (UInt32(key.count), UInt32(value.count + rest.count))
        withUnsafeBytes(of: counts) { text.append($0) }
        text.append(key)
        text.append(value)
        text.append(rest)
    }

    mutating func removeAll() {
        text.removeLast(text.count)
        order.removeAll(keepingCapacity: true)
        isSorted = true
    }

    private func counts(at start: Int) -> (key: Int, value: Int) {
        let counts = text.contents.loadUnaligned(fromByteOffset: start, as: (UInt32, UInt32).self)
        return (Int(counts.0), Int(counts.1))
    }

    /// The buffer stays where it is while nothing is added.
    private func stretch(_ start: Int, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: text.contents[start..<start + count])
    }

    private func key(at start: Int) -> UnsafeRawBufferPointer { stretch(start + CellBuffer.headSize, counts(at: start).key) }

    func key(_ place: Int) -> UnsafeRawBufferPointer { key(at: order[place]) }

    func value(_ place: Int) -> UnsafeRawBufferPointer {
        let counts = counts(at: order[place])
        return stretch(order[place] + CellBuffer.headSize + counts.key, counts.value)
    }

    /// All of a cell, as it is written and read again.
    func cell(_ place: Int) -> UnsafeRawBufferPointer {
        let counts = counts(at: order[place])
        return stretch(order[place], CellBuffer.headSize + counts.key + counts.value)
    }

    /// Whether no other cell with its key was added later.
    func isLast(_ place: Int) -> Bool { place + 1 == order.count || compare(key(place), key(place + 1)) != 0 }

    /// By eight bytes at a time: those behind what all keys begin with decide most comparisons. Not at all when the keys come in order, as they
    /// do from a log of dated records.
    mutating func sort() {
        guard !isSorted else { return }
        let start = key(0)
        let shared = order.reduce(start.count) { shared, place in
            UnsafeRawBufferPointer(rebasing: start[..<shared]).agreement(with: key(at: place))
        }
        let heads = order.map { (head: key(at: $0).head(from: shared), place: $0) }
        order = heads.sorted { one, other in
            if one.head != other.head { return one.head < other.head }
            let byKey = compare(key(at: one.place), key(at: other.place))
            return byKey != 0 ? byKey < 0 : one.place < other.place
        }.map(\.place)
        isSorted = true
    }
}

/// The cells of a buffer.
private final class BufferedCells: CellStream {
    private let buffer: CellBuffer
    /// Frees the buffer.
    private let owner: CellSorter
    private var place = -1

    init(_ buffer: CellBuffer, of owner: CellSorter) { (self.buffer, self.owner) = (buffer, owner) }

    var key: UnsafeRawBufferPointer { buffer.key(place) }
    var value: UnsafeRawBufferPointer { buffer.value(place) }

    func advance() throws -> Bool {
        repeat { place += 1 } while place < buffer.order.count && !buffer.isLast(place)
        return place < buffer.order.count
    }
}

/// Cells that were spilled, read some at a time.
private final class SpilledCells: CellStream {
    struct Piece {
        let file: DiskFile
        let range: Range<Int>
    }

    private static let usualRead = 1 << 17

    private let piece: Piece
    private var bytes: [UInt8] = []
    /// Where in the file they begin, and where in them the cell.
    private var offset: Int
    private var place = 0
    private var counts = (key: 0, value: 0)

    init(_ piece: Piece) {
        self.piece = piece
        offset = piece.range.lowerBound
    }

    var key: UnsafeRawBufferPointer { stretch(place + 8, counts.key) }
    var value: UnsafeRawBufferPointer { stretch(place + 8 + counts.key, counts.value) }

    private func stretch(_ start: Int, _ count: Int) -> UnsafeRawBufferPointer {
        bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[start..<start + count]) }
    }

    func advance() throws -> Bool {
        if !bytes.isEmpty { place += 8 + counts.key + counts.value }
        guard offset + place < piece.range.upperBound else { return false }
        try read(8)
        let head = stretch(place, 8).loadUnaligned(as: (UInt32, UInt32).self)
        counts = (Int(head.0), Int(head.1))
        try read(8 + counts.key + counts.value)
        return true
    }

    /// Sees to it that so many bytes from the cell's beginning are there.
    private func read(_ needed: Int) throws {
        guard place + needed > bytes.count else { return }
        offset += place
        place = 0
        let count = min(max(SpilledCells.usualRead, needed), piece.range.upperBound - offset)
        bytes = try piece.file.read(count, at: offset)
        guard bytes.count >= needed else { throw Failure.disk("read", piece.file.path, Int(EIO)) }
    }
}
