import Kernel

/// Bytes of a file, available as `Data` without a copy and as memory with the same lifetime.
package struct ReadBytes {
    /// Padded if the bytes are few, because small `Data` copies its bytes and releases the memory.
    private let data: Data
    private let memory: UnsafeRawBufferPointer

    /// The size up to which `Data` copies its bytes.
    private static let minimumSize = 64

    private init(_ data: Data, _ memory: UnsafeRawBufferPointer) {
        self.data = data
        self.memory = memory
    }

    package static var none: ReadBytes { ReadBytes(Data(), UnsafeRawBufferPointer(start: nil, count: 0)) }

    /// Reads at most `count` bytes through a function that fills memory and returns the number of
    /// bytes.
    static func read(_ count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows -> ReadBytes {
        guard count > 0, let start = malloc(max(count, minimumSize)) else { return none }
        do {
            let filled = try fill(UnsafeMutableRawBufferPointer(start: start, count: count))
            return ReadBytes(
                Data(bytesNoCopy: start, count: max(filled, minimumSize), deallocator: .free),
                UnsafeRawBufferPointer(start: start, count: filled))
        } catch {
            free(start)
            throw error
        }
    }

    package var count: Int { memory.count }

    /// Returns a part of the bytes if it exists and matches a checksum.
    package func part(_ range: Range<Int>, checksum: UInt32) -> Data? {
        withExtendedLifetime(data) {
            guard range.upperBound <= memory.count,
                CRC32C.checksum(UnsafeRawBufferPointer(rebasing: memory[range])) == checksum
            else { return nil }
            return range.count == data.count ? data : data[range]
        }
    }
}
