import DiskKit
import Kernel
import Synchronization

/// A writer of consecutive blocks to a file or to memory, each at a multiple of 64 bytes.
///
/// Two trees may be written at once, with their pages interleaved.
final class BlockWriter: Sendable {
    private static let writeSize = 1 << 18

    private struct Pending {
        /// The file for blocks to be synced.
        var chunkSynced: ChunkSyncedFile?
        var bytes: [UInt8] = []
        var start: Int
    }

    private let file: DiskFile?
    private let pending: Mutex<Pending>

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - start: the offset of the first block.
    ///   - syncsInChunks: whether the file is synced during the write.
    init(_ file: DiskFile?, from start: Int = 0, syncsInChunks: Bool = false) {
        self.file = file
        pending = Mutex(Pending(chunkSynced: syncsInChunks ? file.map(ChunkSyncedFile.init) : nil, start: start))
    }

    /// Writes a block.
    ///
    /// - Throws: `diskFull`, `diskTrouble`.
    func write(_ bytes: [UInt8]) throws -> IndexBlock {
        var bytes = bytes
        bytes.append(contentsOf: repeatElement(0, count: -bytes.count & 63))
        var checksum = FastChecksum()
        bytes.withUnsafeBytes { checksum.add($0) }
        let offset = try pending.withLock { pending in
            let offset = pending.start + pending.bytes.count
            pending.bytes.append(contentsOf: bytes)
            if pending.bytes.count >= BlockWriter.writeSize { try flush(&pending) }
            return offset
        }
        return IndexBlock(offset: offset, size: bytes.count, sum: checksum.finish())
    }

    func flush() throws { try pending.withLock { try flush(&$0) } }

    private func flush(_ pending: inout Pending) throws {
        guard let file, !pending.bytes.isEmpty else { return }
        if let chunkSynced = pending.chunkSynced {
            try chunkSynced.write(pending.bytes, at: pending.start)
        } else {
            try file.write(pending.bytes, at: pending.start)
        }
        pending.start += pending.bytes.count
        pending.bytes.removeAll(keepingCapacity: true)
    }

    /// Returns the blocks written to memory.
    func memory() -> FileMemory {
        pending.withLock { pending in
            let memory = FileMemory(size: pending.bytes.count)
            pending.bytes.withUnsafeBytes { memory.bytes.copyMemory(from: $0) }
            return memory
        }
    }
}
