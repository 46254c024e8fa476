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
    /// Where the lines begin that were read one by one, by number.
    private(set) var starts: [(sequence: Int, offset: Int)] = []
    /// The offset after the header.
    let headerEnd: Int
    /// The offset after the last line that was taken.
    private(set) var end: Int
    /// The number of the last line that was taken.
    private(set) var sequence: Int
    /// The last line that was taken; nil when there is none yet.
    private(set) var last: LineMark?
    /// The greatest number that any line knows to be durable.
    private(set) var synced: Int
    /// How many of the lines that a compaction kept have been taken.
    private(set) var kept = 0
    /// Up to where an index file has spoken for the lines, and where those begin once somebody has asked.
    private var covered = 0
    private var coveredStarts: [(sequence: Int, offset: Int)]?
    /// The stretches that were passed over when the log was opened.
    private var passedOver: [Range<Int>] = []
    /// The greatest time in any stamp.
    private(set) var latest = HybridTime.zero
    /// What was read beyond the payloads that were asked for, while somebody goes through many.
    var ahead: ReadAhead?

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
        latest = max(header?.horizon?.time ?? .zero, header?.mark?.latest ?? .zero)
    }

    /// Goes on behind the lines that an index file speaks for.
    func resume(behind position: LogPosition) {
        (end, sequence, synced, kept) = (position.end, position.sequence, position.synced, position.kept)
        (latest, covered) = (position.latest, position.end)
        last = LineMark(offset: position.lastLine, checksum: position.checksum)
    }

    /// Up to where the log has been taken; nil when there is no line to name, or when damage was passed over.
    func position() throws -> LogPosition? {
        guard let header, isWhole, passedOver.isEmpty, let last else { return nil }
        return LogPosition(
            store: header.store, generation: header.generation, end: end, sequence: sequence, synced: synced, kept: kept,
            latest: latest, lastLine: last.offset, checksum: last.checksum)
    }

    /// Whether what was taken is still there, as far as the last line and the size tell.
    func isUnbroken(in size: Int) throws -> Bool {
        guard size >= end, let last else { return size >= end }
        var frame: UInt64 = 0
        let read = try withUnsafeMutableBytes(of: &frame) { try file.read(into: $0, at: last.offset) }
        return read == 8 && withUnsafeBytes(of: &frame) { LineScanner.checksum($0) == last.checksum }
    }

    /// The line of a number, once all lines have been read one by one.
    func mark(of number: Int) throws -> LineMark? {
        guard let place = starts.last(where: { $0.sequence == number })?.offset else { return nil }
        return try file.read(64, at: place).withUnsafeBytes(LoggedLine.frame).map {
            LineMark(offset: place, checksum: $0.checksum)
        }
    }

    /// What a line that was verified, and ends at an offset, says its checksum is; nil where none begins that ends there.
    func frame(at offset: Int, before end: Int) throws -> UInt32? {
        guard let frame = try file.read(64, at: offset).withUnsafeBytes(LoggedLine.frame), offset + frame.count == end else {
            return nil
        }
        return frame.checksum
    }

    /// What a line that ends at an offset says its checksum is; nil when that is not so. Of a long line only the frame is looked at, so that
    /// it is not read at every opening: its records are verified as those of all other lines are.
    func checksum(ofLineAt offset: Int, before end: Int) throws -> UInt32? {
        guard offset >= headerEnd, end > offset, end - offset <= Log.greatestLine else { return nil }
        guard end - offset <= Log.usualRead else {
            return try file.read(1, at: end - 1) == [10] ? frame(at: offset, before: end) : nil
        }
        let bytes = try file.read(end - offset, at: offset)
        guard bytes.count == end - offset, bytes.last == 10 else { return nil }
        return bytes.withUnsafeBytes { bytes in
            var scanner = LineScanner(UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
            return LoggedLine.body(of: scanner.bytes) == nil ? nil : scanner.hex()
        }
    }

    /// Takes good lines up to a size, in order, and gives their operations on.
    ///
    /// - Parameter isTail: whether only what others have added since is wanted, up to the first space.
    /// - Returns: what follows the last good line, when something does. Nothing of it was taken.
    func read(to size: Int, isTail: Bool = false, into sink: any LogSink) throws -> BadStretch? {
        var bad: BadStretch?
        try forEachLine(from: end, to: size, isTail: isTail) { bytes, offset, _ in
            guard let line = LoggedLine(bytes), isNext(line) else {
                bad = BadStretch(offset: offset, end: size, after: sequence, afterKept: isWhole ? nil : kept)
                return false
            }
            try take(line, bytes, at: offset, into: sink)
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
    func salvage(from bad: BadStretch, to size: Int, into sink: any LogSink) throws -> [BadStretch] {
        var stretches: [BadStretch] = []
        end = bad.offset
        try forEachLine(from: bad.offset, to: size) { bytes, offset, next in
            if let line = LoggedLine(bytes), line.sequence > sequence, line.kept ?? Int.max > kept {
                if leavesOut(line), stretches.last?.end != offset { stretches.append(stretch(from: offset, to: offset)) }
                try take(line, bytes, at: offset, into: sink)
            } else if let last = stretches.last, last.end == offset, last.after == sequence {
                stretches[stretches.count - 1].end = next
            } else {
                stretches.append(stretch(from: offset, to: next))
            }
            return true
        }
        passedOver = stretches.map { $0.offset..<$0.end }
        return stretches
    }

    private func stretch(from offset: Int, to end: Int) -> BadStretch {
        BadStretch(offset: offset, end: end, after: sequence, afterKept: isBeforeTransactions ? kept : nil)
    }

    /// Whether the last of the lines that a compaction kept has not been taken.
    private var isBeforeTransactions: Bool { sequence < header?.before ?? 0 }

    /// Whether lines are missing before this one.
    private func leavesOut(_ line: LoggedLine) -> Bool {
        line.kept.map { $0 > kept + 1 } ?? (isBeforeTransactions || line.sequence > sequence + 1)
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
        from start: Int, to end: Int, passingOverBad: Bool = false,
        _ visit: (_ line: LoggedLine, _ bytes: UnsafeRawBufferPointer, _ offset: Int) throws -> Void
    ) throws {
        try forEachLine(from: start, to: end) { bytes, offset, _ in
            if let line = LoggedLine(bytes) {
                try visit(line, bytes, offset)
            } else if !passingOverBad {
                throw damaged(at: offset, "a transaction")
            }
            return true
        }
    }

    /// Notes a line that this handle has written itself.
    func append(_ number: Int, knowingDurable synced: Int, checksum: UInt32, count: Int, latest: HybridTime) {
        starts.append((number, end))
        last = LineMark(offset: end, checksum: checksum)
        (sequence, self.synced, self.latest) = (number, max(synced, self.synced), max(latest, self.latest))
        end += count
    }

    /// Changes after a number, whole transactions only.
    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        var changes: [Change] = []
        let isCovered = covered > 0 && (starts.first.map { $0.sequence > sequence + 1 } ?? (sequence < self.sequence))
        let lines = isCovered ? try coveredLines() + starts : starts
        for place in lines.partitioningIndex(where: { $0.sequence > sequence })..<lines.count {
            let offset = lines[place].offset
            let next = place + 1 < lines.count ? lines[place + 1].offset : end
            let bytes = try file.read(next - offset, at: offset)
            changes += try bytes.withUnsafeBytes { bytes in
                guard let end = bytes.firstIndex(of: 10), let line = LoggedLine(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
                else { throw damaged(at: offset, "change \(lines[place].sequence)") }
                return line.operations.map {
                    Change(sequence: $0.sequence ?? line.sequence, address: $0.address, stamp: $0.stamp)
                }.filter { $0.sequence > sequence }
            }
            guard changes.count <= limit else { break }
        }
        return changes.wholeTransactions(limit: limit)
    }

    /// The lines that an index file spoke for. They are read once, when somebody asks for them.
    private func coveredLines() throws -> [(sequence: Int, offset: Int)] {
        if let coveredStarts { return coveredStarts }
        var found: [(sequence: Int, offset: Int)] = []
        try forEachLine(from: headerEnd, to: covered) { bytes, offset, _ in
            guard let body = LoggedLine.body(of: bytes) else { throw damaged(at: offset, "a transaction") }
            found.append((body.sequence, offset))
            return true
        }
        coveredStarts = found
        return found
    }

    /// What cannot be read any more of that which was taken, or was spoken for by an index file.
    func unreadable() throws -> [BadStretch] {
        var bad: [BadStretch] = []
        var last = 0
        try forEachLine(from: 0, to: end) { bytes, offset, next in
            if let body = LoggedLine.body(of: bytes) {
                last = body.sequence
            } else if !passedOver.contains(where: { $0.contains(offset) }) {
                bad.append(BadStretch(offset: offset, end: next, after: last))
            }
            return true
        }
        return bad
    }

    func damaged(at offset: Int, _ what: String) -> Failure {
        Failure(
            .storeDamaged, "\(file.path) is damaged at byte \(offset): \(what) cannot be read.",
            advice: "`doctor` lists what is damaged; restore it from a backup.", kind: .badData)
    }

    // MARK: - Lines

    private func take(_ line: LoggedLine, _ bytes: UnsafeRawBufferPointer, at offset: Int, into sink: any LogSink) throws {
        for operation in line.operations {
            try sink.take(operation, in: self, line: offset)
            latest = max(latest, operation.version.time)
        }
        if let number = line.kept { kept = number }
        starts.append((line.sequence, offset))
        last = LineMark(offset: offset, checksum: line.checksum)
        sequence = line.kept == header?.kept ? header?.before ?? line.sequence : line.sequence
        synced = max(synced, line.synced)
        end = offset + bytes.count + 1
    }
}
