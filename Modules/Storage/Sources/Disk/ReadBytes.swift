import Kernel

/// Bytes of a file, as data that nobody has copied and as memory that is as long there as they are.
struct ReadBytes {
    /// With something behind the bytes where these are few: data of a few bytes is a copy, and lets go of the memory.
    private let data: Data
    private let memory: UnsafeRawBufferPointer

    private static let least = 64

    private init(_ data: Data, _ memory: UnsafeRawBufferPointer) { (self.data, self.memory) = (data, memory) }

    /// None.
    static var none: ReadBytes { ReadBytes(Data(), UnsafeRawBufferPointer(start: nil, count: 0)) }

    /// At most so many, by a function that fills memory and says how far.
    static func read(_ count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows -> ReadBytes {
        guard count > 0, let start = malloc(max(count, least)) else { return none }
        do {
            let filled = try fill(UnsafeMutableRawBufferPointer(start: start, count: count))
            return ReadBytes(
                Data(bytesNoCopy: start, count: max(filled, least), deallocator: .free),
                UnsafeRawBufferPointer(start: start, count: filled))
        } catch {
            free(start)
            throw error
        }
    }

    var count: Int { memory.count }

    /// A part of them, when it is there and has a checksum.
    func part(_ range: Range<Int>, checksum: UInt32) -> Data? {
        withExtendedLifetime(data) {
            guard range.upperBound <= memory.count,
                CRC32C.checksum(UnsafeRawBufferPointer(rebasing: memory[range])) == checksum
            else { return nil }
            return range.count == data.count ? data : data[range]
        }
    }
}
