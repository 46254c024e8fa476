import Kernel

/// The reading of a log, in chunks and line by line.
extension Log {
    /// A visitor of a line, its offset and the next one's. It returns false to stop.
    typealias Visitor = (_ line: UnsafeRawBufferPointer, _ offset: Int, _ next: Int) throws -> Bool

    /// Visits the lines of a range without their newlines, until the visitor returns false.
    ///
    /// A line that is unterminated or too long is visited as an empty one.
    ///
    /// - Parameter isTail: whether the range contains only other processes' additions, usually a
    ///   line or two before free space.
    func forEachLine(from start: Int, to size: Int, isTail: Bool = false, _ visit: Visitor) throws {
        var offset = start
        var readSize = isTail ? Log.smallRead : Log.usualRead
        while offset < size {
            if !isTail {
                let spaceEnd = try endOfSpace(from: offset, to: size)
                // Space at the end is reserved for later lines.
                guard spaceEnd < size else { return }
                if spaceEnd > offset {
                    guard try visit(UnsafeRawBufferPointer(start: nil, count: 0), offset, spaceEnd) else { return }
                    offset = spaceEnd
                }
            }
            let chunk = try file.read(min(readSize, size - offset), at: offset)
            guard let usedCount = try chunk.withUnsafeBytes({ try Log.lines(of: $0, at: offset, visit) }) else {
                return
            }
            offset += usedCount
            if isTail, usedCount < chunk.count, chunk[usedCount] == 10 { return }
            guard usedCount == 0 else {
                readSize = Log.usualRead
                continue
            }
            if chunk.count == readSize, readSize < Log.greatestLine {
                // The length according to the line itself, which may be wrong.
                let claimedSize = chunk.withUnsafeBytes(LoggedLine.frame)?.count ?? 0
                readSize = claimedSize > readSize && claimedSize <= Log.greatestLine ? claimedSize : readSize * 2
            } else {
                let next = chunk.count == readSize ? offset + readSize : size
                guard try visit(UnsafeRawBufferPointer(start: nil, count: 0), offset, next) else { return }
                offset = next
            }
        }
    }

    /// Returns the end of the newlines at an offset where a line should begin.
    private func endOfSpace(from start: Int, to size: Int) throws -> Int {
        var offset = start
        // Usually there are no newlines, and one byte is enough to know.
        var readSize = 1
        while offset < size {
            let bytes = try file.read(min(readSize, size - offset), at: offset)
            guard !bytes.isEmpty else { return size }
            if !Log.isSpace(bytes), let end = bytes.firstIndex(where: { $0 != 10 }) { return offset + end }
            offset += bytes.count
            readSize = Log.usualRead
        }
        return offset
    }

    /// Whether all bytes are newlines: the first is one, and each equals the previous.
    private static func isSpace(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.first == 10 else { return false }
            return memcmp(start, start + 1, bytes.count - 1) == 0
        }
    }

    /// Visits the lines of a chunk, and returns the used bytes or nil after the visitor stops.
    private static func lines(of chunk: UnsafeRawBufferPointer, at offset: Int, _ visit: Visitor) throws -> Int? {
        guard let base = chunk.baseAddress else { return 0 }
        var position = 0
        while position < chunk.count {
            if chunk[position] == 0 {
                // The disk never received this block. Lines contain no zero, so the next one may
                // begin right after it.
                let next = chunk[position...].firstIndex { $0 != 0 } ?? chunk.count
                guard try visit(UnsafeRawBufferPointer(start: nil, count: 0), offset + position, offset + next) else {
                    return nil
                }
                position = next
                continue
            }
            guard chunk[position] != 10 else { break }
            guard let newline = memchr(base + position, 10, chunk.count - position) else { break }
            let line = UnsafeRawBufferPointer(
                start: base + position, count: UnsafeRawPointer(newline) - (base + position))
            let next = position + line.count + 1
            guard try visit(line, offset + position, offset + next) else { return nil }
            position = next
        }
        return position
    }

    /// The first read of a tail, which fits a few lines.
    private static let smallRead = 1 << 12

    /// The chunk size, which fits the processor's cache between reading and checking.
    static let usualRead = 1 << 16

    /// A limit above the length of any written line.
    static let greatestLine = 32 << 20
}
