import DiskKit
import Kernel

/// A prefetch of consecutive payloads, for scans in the order of writing.
///
/// If a payload closely follows the previous one, the next read includes what follows it. The
/// prefetch grows with the scan, which limits useless reading to little more than the useful part.
struct ReadAhead {
    /// The bytes read. `cachedStart` is their offset.
    private var cachedBytes = ReadBytes.none
    private var cachedStart = 0
    /// The end of the last requested payload.
    private var lastEnd: Int?
    private var readSize = 0

    private static let minReadSize = 1 << 12
    /// The greatest prefetch, which fits the processor's cache until it is used.
    private static let maxReadSize = Log.usualRead
    /// The greatest gap between two payloads.
    private static let maxGap = 1 << 11

    /// Returns the bytes at an offset if they match a checksum.
    ///
    /// The result is also nil if a prefetch is not worthwhile or fails.
    mutating func payload(_ count: Int, at offset: Int, checksum: UInt32, before end: Int, of file: DiskFile) -> Data? {
        defer { lastEnd = offset + count }
        if offset < cachedStart || offset + count > cachedStart + cachedBytes.count {
            guard let lastEnd, offset >= lastEnd, offset - lastEnd <= ReadAhead.maxGap else {
                readSize = 0
                return nil
            }
            readSize = min(max(readSize * 2, ReadAhead.minReadSize), ReadAhead.maxReadSize)
            guard count < readSize, let newBytes = try? file.data(min(readSize, end - offset), at: offset) else {
                return nil
            }
            cachedBytes = newBytes
            cachedStart = offset
        }
        return cachedBytes.part(offset - cachedStart..<offset - cachedStart + count, checksum: checksum)
    }
}

extension Log {
    /// Runs a body that may request many consecutive payloads, and discards its prefetch afterward.
    func readingAhead<Value>(_ body: () throws -> Value) rethrows -> Value {
        let previous = readAhead
        readAhead = ReadAhead()
        defer { readAhead = previous }
        return try body()
    }

    /// Returns the bytes of a payload, or nil if they do not match the checksum.
    func payload(_ count: Int, at offset: Int, checksum: UInt32) throws -> Data? {
        if let prefetched = readAhead?.payload(count, at: offset, checksum: checksum, before: end, of: file) {
            return prefetched
        }
        return try file.data(count, at: offset).part(0..<count, checksum: checksum)
    }
}
