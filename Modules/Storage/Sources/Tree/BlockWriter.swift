import Kernel

/// Writes blocks one behind the other, each at a multiple of 64 bytes, into a file or into memory.
struct BlockWriter {
    private static let usualWrite = 1 << 18

    private let file: DiskFile?
    private var pending: [UInt8] = []
    /// Where the first pending byte goes.
    private var written: Int

    /// - Parameter start: where the first block goes.
    init(_ file: DiskFile?, from start: Int = 0) { (self.file, written) = (file, start) }

    /// - Throws: `diskFull`, `diskTrouble`.
    mutating func write(_ bytes: [UInt8]) throws -> IndexBlock {
        let start = pending.count
        pending.append(contentsOf: bytes)
        pending.append(contentsOf: repeatElement(0, count: -bytes.count & 63))
        var sum = FastSum()
        pending.withUnsafeBytes { sum.add(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        let block = IndexBlock(offset: written + start, size: pending.count - start, sum: sum.finish())
        if file != nil, pending.count >= BlockWriter.usualWrite { try flush() }
        return block
    }

    mutating func flush() throws {
        guard let file, !pending.isEmpty else { return }
        try file.write(pending, at: written)
        written += pending.count
        pending.removeAll(keepingCapacity: true)
    }

    /// What was written, where it is in memory.
    func memory() -> FileMemory {
        let memory = FileMemory(size: pending.count)
        pending.withUnsafeBytes { memory.bytes.copyMemory(from: $0) }
        return memory
    }
}
