import Kernel

/// How a log is read: in stretches, and line by line.
extension Log {
    typealias Visitor = (_ line: UnsafeRawBufferPointer, _ offset: Int, _ next: Int) throws -> Bool

    /// Visits the lines of a stretch without their newlines, until the visitor returns false. What has no newline, at the end or for
    /// longer than any line, is visited as an empty line.
    ///
    /// - Parameter isTail: whether the stretch is what others may have added: mostly a line or two with space behind, where it ends.
    func forEachLine(from start: Int, to size: Int, isTail: Bool = false, _ visit: Visitor) throws {
        var offset = start
        var room = isTail ? Log.smallRead : Log.usualRead
        while offset < size {
            if !isTail {
                let space = try endOfSpace(from: offset, to: size)
                // Space at the end was prepared for lines to come.
                guard space < size else { return }
                if space > offset {
                    guard try visit(UnsafeRawBufferPointer(start: nil, count: 0), offset, space) else { return }
                    offset = space
                }
            }
            let chunk = try file.read(min(room, size - offset), at: offset)
            guard let taken = try chunk.withUnsafeBytes({ try Log.lines(of: $0, at: offset, visit) }) else { return }
            offset += taken
            if isTail, taken < chunk.count, chunk[taken] == 10 { return }
            guard taken == 0 else {
                room = Log.usualRead
                continue
            }
            if chunk.count == room, room < Log.greatestLine {
                // As long as the line says that it is, which may be wrong.
                let said = chunk.withUnsafeBytes(LoggedLine.frame)?.count ?? 0
                room = said > room && said <= Log.greatestLine ? said : room * 2
            } else {
                let next = chunk.count == room ? offset + room : size
                guard try visit(UnsafeRawBufferPointer(start: nil, count: 0), offset, next) else { return }
                offset = next
            }
        }
    }

    /// Where the newlines end that stand at an offset where a line should begin.
    private func endOfSpace(from start: Int, to size: Int) throws -> Int {
        var offset = start
        // Mostly there are none, and one byte tells.
        var room = 1
        while offset < size {
            let bytes = try file.read(min(room, size - offset), at: offset)
            guard !bytes.isEmpty else { return size }
            if !Log.isSpace(bytes), let end = bytes.firstIndex(where: { $0 != 10 }) { return offset + end }
            offset += bytes.count
            room = Log.usualRead
        }
        return offset
    }

    /// Whether all bytes are newlines: the first is one, and each is as the one before.
    private static func isSpace(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.first == 10 else { return false }
            return memcmp(start, start + 1, bytes.count - 1) == 0
        }
    }

    /// The bytes used up, or nil when the visitor wants no more.
    private static func lines(of chunk: UnsafeRawBufferPointer, at offset: Int, _ visit: Visitor) throws -> Int? {
        guard let base = chunk.baseAddress else { return 0 }
        var place = 0
        while place < chunk.count {
            if chunk[place] == 0 {
                // A block that never reached the disk. No line holds a zero, so the next one may begin right behind.
                let next = chunk[place...].firstIndex { $0 != 0 } ?? chunk.count
                guard try visit(UnsafeRawBufferPointer(start: nil, count: 0), offset + place, offset + next) else { return nil }
                place = next
                continue
            }
            guard chunk[place] != 10 else { break }
            guard let newline = memchr(base + place, 10, chunk.count - place) else { break }
            let line = UnsafeRawBufferPointer(start: base + place, count: UnsafeRawPointer(newline) - (base + place))
            let next = place + line.count + 1
            guard try visit(line, offset + place, offset + next) else { return nil }
            place = next
        }
        return place
    }

    /// A few lines.
    private static let smallRead = 1 << 12

    /// Small enough to stay in the processor's cache between reading and checking.
    static let usualRead = 1 << 16

    /// Longer than any line that is ever written.
    static let greatestLine = 32 << 20
}
