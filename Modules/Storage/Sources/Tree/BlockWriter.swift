import Kernel
import Synchronization

/// Writes blocks one behind the other, each at a multiple of 64 bytes, into a file or into memory. Two trees may be written at a time: the pages
/// of one stand among those of the other then.
final class BlockWriter: Sendable {
    private static let usualWrite = 1 << 18

    private struct Pending {
        /// Where blocks go that are to be on the medium.
        var steady: SteadyFile?
        var bytes: [UInt8] = []
        /// Where the first of them goes.
        var start: Int
    }

    private let file: DiskFile?
    private let pending: Mutex<Pending>

    /// - Parameters:
    ///   - start: where the first block goes.
    ///   - isSteady: whether it is brought to the medium as it is written.
    init(_ file: DiskFile?, from start: Int = 0, isSteady: Bool = false) {
        self.file = file
        pending = Mutex(Pending(steady: isSteady ? file.map(SteadyFile.init) : nil, start: start))
    }

    /// - Throws: `diskFull`, `diskTrouble`.
    func write(_ bytes: [UInt8]) throws -> IndexBlock {
        var bytes = bytes
        bytes.append(contentsOf: repeatElement(0, count: -bytes.count & 63))
        var sum = FastSum()
        bytes.withUnsafeBytes { sum.add($0) }
        let offset = try pending.withLock { pending in
            let offset = pending.start + pending.bytes.count
            pending.bytes.append(contentsOf: bytes)
            if pending.bytes.count >= BlockWriter.usualWrite { try flush(&pending) }
            return offset
        }
        return IndexBlock(offset: offset, size: bytes.count, sum: sum.finish())
    }

    func flush() throws { try pending.withLock { try flush(&$0) } }

    private func flush(_ pending: inout Pending) throws {
        guard let file, !pending.bytes.isEmpty else { return }
        if let steady = pending.steady {
            try steady.write(pending.bytes, at: pending.start)
        } else {
            try file.write(pending.bytes, at: pending.start)
        }
        pending.start += pending.bytes.count
        pending.bytes.removeAll(keepingCapacity: true)
    }

    /// What was written, where it is in memory.
    func memory() -> FileMemory {
        pending.withLock { pending in
            let memory = FileMemory(size: pending.bytes.count)
            pending.bytes.withUnsafeBytes { memory.bytes.copyMemory(from: $0) }
            return memory
        }
    }
}
