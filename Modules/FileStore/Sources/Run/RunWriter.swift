import DiskKit
import Kernel

/// A writer of an index file: a head of 64 bytes, the pages of two trees, and a directory.
///
/// Numbers have the byte order of the machine, and the head identifies it.
struct RunWriter {
    static let format = 3
    static let magic: UInt64 = 0x6364_6E69_6C6E_6D63
    static let headSize = 64

    private let file: DiskFile
    private let start: Int
    private let position: LogPosition
    /// The last line before the run, or nil if the run begins with the log.
    private let previous: LineMark?
    let blocks: BlockWriter

    init(_ file: DiskFile, from start: Int, after previous: LineMark?, to position: LogPosition, syncsInChunks: Bool) {
        self.file = file
        self.start = start
        self.previous = previous
        self.position = position
        blocks = BlockWriter(file, from: RunWriter.headSize, syncsInChunks: syncsInChunks)
    }

    /// Writes the cells of a stream as a tree.
    mutating func tree(of cells: any CellStream) throws -> Tree.Root {
        var writer = TreeWriter()
        while try cells.advance() { try writer.add(cells.key, cells.value, into: blocks) }
        return try writer.finish(into: blocks)
    }

    mutating func finish(
        devices: [String], count: Int, weight: Int, tombstones: Tombstones, records: Tree.Root, keys: Tree.Root
    ) throws {
        var directory = NumberWriter()
        directory.add(position)
        for number in [start, previous?.offset ?? -1, Int(previous?.checksum ?? 0), count, weight, devices.count] {
            directory.add(number)
        }
        for device in devices { directory.add(device) }
        directory.add(tombstones)
        for tree in [records, keys] {
            directory.add(tree.block)
            directory.add(tree.height)
            directory.add(tree.total)
        }
        let block = try blocks.write(directory.bytes)
        try blocks.flush()
        var head = NumberWriter()
        head.add(Int(bitPattern: UInt(RunWriter.magic)))
        head.add(RunWriter.format)
        head.add(block)
        head.add(Int(CRC32C.checksum(head.bytes)))
        try file.write(head.bytes + [UInt8](repeating: 0, count: RunWriter.headSize - head.bytes.count), at: 0)
    }
}

/// A writer of numbers and texts in units of eight bytes.
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
        add(tombstones.days.count)
        for (day, weight) in tombstones.days.sorted(by: { $0.key < $1.key }) {
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
