import Foundation
import Kernel

/// One generation of a store's log, as far as it has been read.
///
/// Guarded by the turnstile of its store.
final class Log {
    /// A stretch of bytes that is not a line, or not the line that should stand there.
    struct BadStretch: Equatable {
        let offset: Int
        var end: Int
        /// The number of the line before it.
        let after: Int
        /// How many of the kept lines stand before it; nil when all of them do.
        var afterKept: Int?
    }

    let file: DiskFile
    let header: LogHeader?
    /// The texts of the index entries of all records that were read.
    private(set) var keys: [UInt8] = []
    /// Where the lines begin, by number.
    private(set) var starts: [(sequence: Int, offset: Int)] = []
    /// The offset after the header.
    let headerEnd: Int
    /// The offset after the last line that was taken.
    private(set) var end: Int
    /// The number of the last line that was taken.
    private(set) var sequence: Int
    /// The greatest number that any line knows to be durable.
    private(set) var synced: Int
    /// How many of the lines that a compaction kept have been taken.
    private(set) var kept = 0
    private var last: LoggedOperation?
    /// The greatest time in any stamp.
    private(set) var latest = HybridTime.zero

    /// Reads the header.
    init(_ file: DiskFile) throws {
        self.file = file
        let start = try file.read(LogHeader.greatestLength, at: 0)
        let line = start.firstIndex(of: 10).map { Array(start[..<$0]) }
        header = line.flatMap { LogHeader($0) }
        headerEnd = header == nil ? 0 : (line?.count ?? 0) + 1
        end = headerEnd
        sequence = header.map { $0.kept > 0 ? 0 : $0.before } ?? 0
        synced = header?.before ?? 0
        keys.reserveCapacity(1 << 16)
    }

    /// Takes good lines up to a size, in order, and gives their operations to the table.
    ///
    /// - Returns: what follows the last good line, when something does. Nothing of it was taken.
    func read(to size: Int, into table: RecordTable<FileRow>) throws -> BadStretch? {
        var bad: BadStretch?
        try forEachLine(from: end, to: size) { bytes, offset, _ in
            guard let line = LoggedLine(bytes, after: last), isNext(line) else {
                bad = BadStretch(offset: offset, end: size, after: sequence, afterKept: isWhole ? nil : kept)
                return false
            }
            try take(line, bytes, at: offset, into: table)
            return true
        }
        return bad
    }

    /// Whether all lines that a compaction kept have been taken.
    var isWhole: Bool { kept == header?.kept ?? 0 }

    private func isNext(_ line: LoggedLine) -> Bool {
        line.kept.map { !isWhole && $0 == kept + 1 } ?? (isWhole && line.sequence == sequence + 1)
    }

    /// Takes the good lines behind a bad stretch, whatever numbers are missing between them, and lists every other bad stretch.
    func salvage(from bad: BadStretch, to size: Int, into table: RecordTable<FileRow>) throws -> [BadStretch] {
        var stretches: [BadStretch] = []
        end = bad.offset
        try forEachLine(from: bad.offset, to: size) { bytes, offset, next in
            if let line = LoggedLine(bytes), line.sequence > sequence, line.kept ?? Int.max > kept {
                try take(line, bytes, at: offset, into: table)
            } else if let last = stretches.last, last.end == offset, last.after == sequence {
                stretches[stretches.count - 1].end = next
            } else {
                stretches.append(
                    BadStretch(offset: offset, end: next, after: sequence, afterKept: sequence < header?.before ?? 0 ? kept : nil)
                )
            }
            return true
        }
        return stretches
    }

    /// The greatest number that the good lines from an offset on know to be durable; takes nothing.
    func syncedBehind(_ offset: Int, to size: Int) throws -> Int {
        var greatest = synced
        try forEachLine(from: offset, to: size) { bytes, _, _ in
            if let line = LoggedLine(bytes) { greatest = max(greatest, line.synced) }
            return true
        }
        return greatest
    }

    /// Visits the good lines between two offsets, for copies.
    ///
    /// - Throws: `storeDamaged` when one is not as it was when it was taken.
    func forEachGoodLine(
        from start: Int, to end: Int, _ visit: (_ line: LoggedLine, _ bytes: UnsafeRawBufferPointer, _ offset: Int) throws -> Void
    ) throws {
        try forEachLine(from: start, to: end) { bytes, offset, _ in
            guard let line = LoggedLine(bytes) else { throw damaged(at: offset, "a transaction") }
            try visit(line, bytes, offset)
            return true
        }
    }

    /// Notes a line that this handle has written itself: its records are in the table already, and move to their place in the file.
    func append(_ line: LoggedLine, _ bytes: [UInt8], into table: RecordTable<FileRow>) throws {
        try bytes.withUnsafeBytes {
            try take(line, UnsafeRawBufferPointer(rebasing: $0.dropLast()), at: end, into: table, relocating: true)
        }
    }

    /// Changes after a number, whole transactions only.
    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        var changes: [Change] = []
        let first = starts.partitioningIndex { $0.sequence > sequence }
        for place in first..<starts.count {
            let offset = starts[place].offset
            let next = place + 1 < starts.count ? starts[place + 1].offset : end
            let bytes = try file.read(next - offset, at: offset)
            let line = bytes.firstIndex(of: 10).flatMap { end in
                bytes.withUnsafeBytes { LoggedLine(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
            }
            guard let line else { throw damaged(at: offset, "transaction \(starts[place].sequence)") }
            changes += line.operations.lazy.map {
                Change(sequence: $0.sequence ?? line.sequence, address: $0.address, stamp: $0.stamp)
            }.filter { $0.sequence > sequence }
            guard changes.count <= limit else { break }
        }
        return changes.wholeTransactions(limit: limit)
    }

    /// The lines that were good when they were taken and are so no more.
    func unreadable() throws -> [(sequence: Int, offset: Int)] {
        var good: Set<Int> = []
        try forEachLine(from: 0, to: end) { bytes, offset, _ in
            if LoggedLine.body(of: bytes) != nil { good.insert(offset) }
            return true
        }
        return starts.filter { !good.contains($0.offset) }
    }

    func damaged(at offset: Int, _ what: String) -> Failure {
        Failure(
            "storeDamaged", "\(file.path) is damaged at byte \(offset): \(what) cannot be read.",
            advice: "`doctor` lists what is damaged; restore it from a backup.", kind: .badData)
    }

    // MARK: - Lines

    private func take(
        _ line: LoggedLine, _ bytes: UnsafeRawBufferPointer, at offset: Int, into table: RecordTable<FileRow>,
        relocating: Bool = false
    ) throws {
        for operation in line.operations {
            let row = FileRow.logged(logged(operation, bytes, at: offset))
            if relocating {
                table.relocate(operation.address, to: row)
            } else {
                try table.replace(operation.address, with: row)
            }
            latest = max(latest, operation.stamp.time)
        }
        last = line.operations.last
        if let number = line.kept { kept = number }
        starts.append((line.sequence, offset))
        sequence = line.kept == header?.kept ? header?.before ?? line.sequence : line.sequence
        synced = max(synced, line.synced)
        end = offset + bytes.count + 1
    }

    private func logged(_ operation: LoggedOperation, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> LoggedRecord {
        let first = keys.count
        keys.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[operation.keys]))
        return LoggedRecord(operation, in: self, keys: first..<keys.count, line: offset)
    }

    private typealias Visitor = (_ line: UnsafeRawBufferPointer, _ offset: Int, _ next: Int) throws -> Bool

    /// Visits the lines of a stretch without their newlines, until the visitor returns false. What has no newline, at the end or for
    /// longer than any line, is visited as an empty line.
    private func forEachLine(from start: Int, to size: Int, _ visit: Visitor) throws {
        var offset = start
        var room = Log.usualRead
        while offset < size {
            let chunk = try file.read(min(room, size - offset), at: offset)
            guard let taken = try chunk.withUnsafeBytes({ try Log.lines(of: $0, at: offset, visit) }) else { return }
            offset += taken
            guard taken == 0 else { continue }
            if chunk.count == room, room < Log.greatestLine {
                room *= 2
            } else {
                let next = chunk.count == room ? offset + room : size
                guard try visit(UnsafeRawBufferPointer(start: nil, count: 0), offset, next) else { return }
                offset = next
            }
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
            guard let newline = memchr(base + place, 10, chunk.count - place) else { break }
            let line = UnsafeRawBufferPointer(start: base + place, count: UnsafeRawPointer(newline) - (base + place))
            let next = place + line.count + 1
            guard try visit(line, offset + place, offset + next) else { return nil }
            place = next
        }
        return place
    }

    /// Small enough to stay in the processor's cache between reading and checking.
    private static let usualRead = 1 << 16

    /// Longer than any line that is ever written.
    private static let greatestLine = 32 << 20
}
