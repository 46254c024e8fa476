import DiskKit
import EngineKit
import Kernel

/// A sorter for more cells than memory should hold.
///
/// It sorts the excess in pieces into a file and merges them at the end. Of equal keys, the last
/// one added counts.
final class CellSorter {
    /// The greatest number of bytes in memory by default.
    static let memoryLimit = 16 << 20
    private static let averageCellSize = 144

    private let spill: Spill
    private let memorySize: Int
    private var pieces: [SpilledCells.Piece] = []
    private var buffer: CellBuffer
    private(set) var count = 0

    /// Creates a sorter.
    ///
    /// - Parameters:
    ///   - spill: the destination of the pieces.
    ///   - count: the greatest number of cells, if it is known.
    init(_ spill: Spill, holding memorySize: Int = CellSorter.memoryLimit, expecting count: Int = 0) {
        self.spill = spill
        self.memorySize = memorySize
        buffer = CellBuffer(capacity: min(memorySize, 1 << 12 + count * CellSorter.averageCellSize))
    }

    deinit { buffer.free() }

    /// Adds a cell.
    ///
    /// - Parameter rest: the second part of the value.
    func add(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer = .empty) {
        buffer.add(key, value, rest)
        count += 1
        if buffer.size >= memorySize { spillBuffer() }
    }

    /// Moves the cells in memory to the file. On a full disk they stay in memory.
    private func spillBuffer() {
        guard let file = spill.file() else { return }
        buffer.sort()
        var pending: [UInt8] = []
        var end = spill.end
        do {
            for index in buffer.order.indices where buffer.isLast(index) {
                pending.append(contentsOf: buffer.cell(index))
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

    /// Returns all cells in order. It can be called repeatedly, and no cell may be added afterward.
    func sorted() throws -> any CellStream {
        buffer.sort()
        let bufferedCells = BufferedCells(buffer, of: self)
        guard !pieces.isEmpty else { return bufferedCells }
        return try MergedCells([bufferedCells] + pieces.reversed().map { SpilledCells($0) }, isSum: false)
    }
}

/// A nameless file for data that exceeds memory, created at its first use.
final class Spill {
    private let directory: StoreDirectory?
    private let name: String
    private var openedFile: DiskFile?
    fileprivate var end = 0
    fileprivate var isFull = false

    /// Creates a spill file.
    ///
    /// - Parameter directory: nil if writing is not allowed.
    init(in directory: StoreDirectory?, of generation: Int) {
        self.directory = directory
        name = "index-\(generation).spill.new"
    }

    fileprivate func file() -> DiskFile? {
        if isFull { return nil }
        if let openedFile { return openedFile }
        guard let directory, let file = try? directory.open(name, flags: O_RDWR | O_CREAT | O_TRUNC | O_EXCL) else {
            return nil
        }
        try? directory.remove(name)
        openedFile = file
        return file
    }
}

/// Cells in memory, sorted by reference.
struct CellBuffer {
    private static let headSize = 8

    private var text: TextBuffer
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

    /// Returns a slice of the text, valid until the next addition.
    private func slice(_ start: Int, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: text.contents[start..<start + count])
    }

    private func key(at start: Int) -> UnsafeRawBufferPointer {
        slice(start + CellBuffer.headSize, counts(at: start).key)
    }

    func key(_ index: Int) -> UnsafeRawBufferPointer { key(at: order[index]) }

    func value(_ index: Int) -> UnsafeRawBufferPointer {
        let counts = counts(at: order[index])
        return slice(order[index] + CellBuffer.headSize + counts.key, counts.value)
    }

    /// Returns all bytes of a cell as they are written.
    func cell(_ index: Int) -> UnsafeRawBufferPointer {
        let counts = counts(at: order[index])
        return slice(order[index], CellBuffer.headSize + counts.key + counts.value)
    }

    /// Whether the cell is the last one added with its key.
    func isLast(_ index: Int) -> Bool { index + 1 == order.count || compare(key(index), key(index + 1)) != 0 }

    /// Sorts the cells by the eight bytes after their common prefix, which decide most comparisons.
    ///
    /// Keys that arrive in order, as from a log of dated records, need no sort.
    mutating func sort() {
        guard !isSorted else { return }
        let start = key(0)
        let shared = order.reduce(start.count) { shared, index in
            UnsafeRawBufferPointer(rebasing: start[..<shared]).commonPrefixLength(with: key(at: index))
        }
        let heads = order.map { (head: key(at: $0).head(from: shared), index: $0) }
        order = heads.sorted { first, second in
            if first.head != second.head { return first.head < second.head }
            let byKey = compare(key(at: first.index), key(at: second.index))
            return byKey != 0 ? byKey < 0 : first.index < second.index
        }.map(\.index)
        isSorted = true
    }
}

private final class BufferedCells: CellStream {
    private let buffer: CellBuffer
    private let owner: CellSorter
    private var index = -1

    init(_ buffer: CellBuffer, of owner: CellSorter) {
        self.buffer = buffer
        self.owner = owner
    }

    var key: UnsafeRawBufferPointer { buffer.key(index) }
    var value: UnsafeRawBufferPointer { buffer.value(index) }

    func advance() throws -> Bool {
        repeat { index += 1 } while index < buffer.order.count && !buffer.isLast(index)
        return index < buffer.order.count
    }
}

/// The spilled cells, read in chunks.
private final class SpilledCells: CellStream {
    struct Piece {
        let file: DiskFile
        let range: Range<Int>
    }

    private static let readSize = 1 << 17

    private let piece: Piece
    private var bytes: [UInt8] = []
    /// The offset of the chunk in the file, and of the cell in the chunk.
    private var offset: Int
    private var cellOffset = 0
    private var counts = (key: 0, value: 0)

    init(_ piece: Piece) {
        self.piece = piece
        offset = piece.range.lowerBound
    }

    var key: UnsafeRawBufferPointer { slice(cellOffset + 8, counts.key) }
    var value: UnsafeRawBufferPointer { slice(cellOffset + 8 + counts.key, counts.value) }

    private func slice(_ start: Int, _ count: Int) -> UnsafeRawBufferPointer {
        bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[start..<start + count]) }
    }

    func advance() throws -> Bool {
        if !bytes.isEmpty { cellOffset += 8 + counts.key + counts.value }
        guard offset + cellOffset < piece.range.upperBound else { return false }
        try read(8)
        let head = slice(cellOffset, 8).loadUnaligned(as: (UInt32, UInt32).self)
        counts = (Int(head.0), Int(head.1))
        try read(8 + counts.key + counts.value)
        return true
    }

    /// Reads until the chunk has the needed bytes from the start of the cell.
    private func read(_ needed: Int) throws {
        guard cellOffset + needed > bytes.count else { return }
        offset += cellOffset
        cellOffset = 0
        let count = min(max(SpilledCells.readSize, needed), piece.range.upperBound - offset)
        bytes = try piece.file.read(count, at: offset)
        guard bytes.count >= needed else { throw Failure.disk("read", piece.file.path, Int(EIO)) }
    }
}
