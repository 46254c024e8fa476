import Kernel

/// Payloads that stand behind one another in a log, read many at a time: for whoever goes through records in the order in which they were written.
///
/// One that follows the last one closely is read with what stands behind it, and with the more of it the longer that goes on: what is read in vain is
/// little more than what was asked for.
struct ReadAhead {
    /// What was read, and where it stands.
    private var stretch = ReadBytes.none
    private var start = 0
    /// Behind the payload that was asked for last.
    private var next: Int?
    private var room = 0

    private static let least = 1 << 12
    /// Small enough to stay in the processor's cache until all of it was asked for.
    private static let most = Log.usualRead
    /// What else of a line may stand between two payloads.
    private static let gap = 1 << 11

    /// The bytes at an offset, if they have a checksum. Nil, too, when nothing says that it is worth while to read more than these, and when more
    /// cannot be read.
    mutating func payload(_ count: Int, at offset: Int, checksum: UInt32, before end: Int, of file: DiskFile) -> Data? {
        defer { next = offset + count }
        if offset < start || offset + count > start + stretch.count {
            guard let next, offset >= next, offset - next <= ReadAhead.gap else {
                room = 0
                return nil
            }
            room = min(max(room * 2, ReadAhead.least), ReadAhead.most)
            guard count < room, let read = try? file.data(min(room, end - offset), at: offset) else { return nil }
            (stretch, start) = (read, offset)
        }
        return stretch.part(offset - start..<offset - start + count, checksum: checksum)
    }
}

extension Log {
    /// Runs a body that may ask for many payloads, one behind the other. What it reads ahead is forgotten with it.
    func readingAhead<Value>(_ body: () throws -> Value) rethrows -> Value {
        let outer = ahead
        ahead = ReadAhead()
        defer { ahead = outer }
        return try body()
    }

    /// The bytes of a payload; nil where they are not what their checksum says.
    func payload(_ count: Int, at offset: Int, checksum: UInt32) throws -> Data? {
        if let known = ahead?.payload(count, at: offset, checksum: checksum, before: end, of: file) { return known }
        return try file.data(count, at: offset).part(0..<count, checksum: checksum)
    }
}
