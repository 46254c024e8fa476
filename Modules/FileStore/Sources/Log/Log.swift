import DiskKit
import Kernel

/// One generation of a store's log, up to the part read so far.
///
/// The store's lock protects it.
final class Log {
    /// A range of bytes without the expected line.
    struct BadRange: Equatable {
        let offset: Int
        var end: Int
        /// The number of the previous line.
        let after: Int
        /// The number of kept lines before it, or nil for all.
        var afterKept: Int?
    }

    let file: DiskFile
    let header: LogHeader?
    /// The offsets of the lines that were read one by one, by number.
    private(set) var starts: [(sequence: Int, offset: Int)] = []
    /// The offset after the header.
    let headerEnd: Int
    /// The offset after the last line read.
    private(set) var end: Int
    /// The number of the last line read.
    private(set) var sequence: Int
    /// The last line read, if any.
    private(set) var last: LineMark?
    /// The greatest number that any line knows to be durable.
    private(set) var synced: Int
    /// The number of kept lines read.
    private(set) var kept = 0
    /// The end of the indexed lines. Their starts are read on demand.
    private var coveredEnd = 0
    private var coveredStarts: [(sequence: Int, offset: Int)]?
    /// The ranges skipped when the log was opened.
    private var skippedRanges: [Range<Int>] = []
    /// The greatest time of any stamp.
    private(set) var latest = HybridTime.zero
    /// The prefetched payloads during a scan.
    var readAhead: ReadAhead?

    init(_ file: DiskFile) throws {
        self.file = file
        let start = try file.read(LogHeader.maxLength, at: 0)
        let line = start.firstIndex(of: 10).map { Array(start[..<$0]) }
        header = line.flatMap { LogHeader($0) }
        headerEnd = header == nil ? 0 : (line?.count ?? 0) + 1
        end = headerEnd
        sequence = header.map { $0.kept > 0 ? 0 : $0.previousSequence } ?? 0
        synced = header?.previousSequence ?? 0
        latest = max(header?.horizon?.time ?? .zero, header?.mark?.latest ?? .zero)
    }

    /// Continues after the lines that an index file covers.
    func resume(after position: LogPosition) {
        end = position.end
        sequence = position.sequence
        synced = position.synced
        kept = position.kept
        latest = position.latest
        coveredEnd = position.end
        last = LineMark(offset: position.lastLine, checksum: position.checksum)
    }

    /// Returns the end of the part read, or nil if there is no last line or damage was skipped.
    func position() throws -> LogPosition? {
        guard let header, isWhole, skippedRanges.isEmpty, let last else { return nil }
        return LogPosition(
            store: header.store, generation: header.generation, end: end, sequence: sequence, synced: synced,
            kept: kept, latest: latest, lastLine: last.offset, checksum: last.checksum)
    }

    /// Returns whether the file still contains the part read, according to its size and last line.
    func isUnbroken(in size: Int) throws -> Bool {
        guard size >= end, let last else { return size >= end }
        var frame: UInt64 = 0
        let readCount = try withUnsafeMutableBytes(of: &frame) { try file.read(into: $0, at: last.offset) }
        return readCount == 8 && withUnsafeBytes(of: &frame) { LineScanner.checksum($0) == last.checksum }
    }

    /// Returns the line of a transaction number. All lines must have been read one by one.
    func mark(of number: Int) throws -> LineMark? {
        guard let offset = starts.last(where: { $0.sequence == number })?.offset else { return nil }
        return try file.read(64, at: offset).withUnsafeBytes(LoggedLine.frame).map {
            LineMark(offset: offset, checksum: $0.checksum)
        }
    }

    /// Returns the checksum in the frame of a verified line that ends at an offset, or nil if no
    /// line does.
    func frame(at offset: Int, before end: Int) throws -> UInt32? {
        guard let frame = try file.read(64, at: offset).withUnsafeBytes(LoggedLine.frame), offset + frame.count == end
        else { return nil }
        return frame.checksum
    }

    /// Returns the checksum of a line that ends at an offset, or nil if no line does.
    ///
    /// For a long line, only the frame is read, which keeps openings fast. Its records are verified
    /// like all others.
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

    /// Reads good lines up to a size in order, and passes on their operations.
    ///
    /// - Parameter isTail: whether to read only the additions of other processes, up to the first
    ///   space.
    /// - Returns: the unread bad range after the last good line, if any.
    func read(to size: Int, isTail: Bool = false, into sink: any LogSink) throws -> BadRange? {
        var bad: BadRange?
        try forEachLine(from: end, to: size, isTail: isTail) { bytes, offset, _ in
            guard let line = LoggedLine(bytes), isNext(line) else {
                bad = BadRange(offset: offset, end: size, after: sequence, afterKept: isWhole ? nil : kept)
                return false
            }
            try apply(line, bytes, at: offset, into: sink)
            return true
        }
        return bad
    }

    /// Whether all lines that a compaction kept were read.
    var isWhole: Bool { kept == header?.kept ?? 0 }

    private func isNext(_ line: LoggedLine) -> Bool {
        line.kept.map { !isWhole && $0 == kept + 1 } ?? (isWhole && line.sequence == sequence + 1)
    }

    /// Reads the good lines after a bad range in spite of missing numbers, and returns all other
    /// bad ranges.
    func salvage(from bad: BadRange, to size: Int, into sink: any LogSink) throws -> [BadRange] {
        var badRanges: [BadRange] = []
        end = bad.offset
        try forEachLine(from: bad.offset, to: size) { bytes, offset, next in
            if let line = LoggedLine(bytes), line.sequence > sequence, line.kept ?? Int.max > kept {
                if followsGap(line), badRanges.last?.end != offset {
                    badRanges.append(badRange(from: offset, to: offset))
                }
                try apply(line, bytes, at: offset, into: sink)
            } else if let last = badRanges.last, last.end == offset, last.after == sequence {
                badRanges[badRanges.count - 1].end = next
            } else {
                badRanges.append(badRange(from: offset, to: next))
            }
            return true
        }
        skippedRanges = badRanges.map { $0.offset..<$0.end }
        return badRanges
    }

    private func badRange(from offset: Int, to end: Int) -> BadRange {
        BadRange(offset: offset, end: end, after: sequence, afterKept: isBeforeTransactions ? kept : nil)
    }

    /// Whether the last kept line is still unread.
    private var isBeforeTransactions: Bool { sequence < header?.previousSequence ?? 0 }

    /// Whether lines are missing before this one.
    private func followsGap(_ line: LoggedLine) -> Bool {
        line.kept.map { $0 > kept + 1 } ?? (isBeforeTransactions || line.sequence > sequence + 1)
    }

    /// Returns the greatest number that the good lines from an offset on know to be durable,
    /// without reading them in.
    func greatestSynced(_ offset: Int, to size: Int) throws -> Int {
        var greatest = synced
        try forEachLine(from: offset, to: size) { bytes, _, _ in
            if let line = LoggedLine(bytes) { greatest = max(greatest, line.synced) }
            return true
        }
        return greatest
    }

    /// Visits the good lines between two offsets, for copies.
    ///
    /// - Throws: `storeDamaged` if a line has changed since it was read.
    func forEachGoodLine(
        from start: Int, to end: Int, skippingBad: Bool = false,
        _ visit: (_ line: LoggedLine, _ bytes: UnsafeRawBufferPointer, _ offset: Int) throws -> Void
    ) throws {
        try forEachLine(from: start, to: end) { bytes, offset, _ in
            if let line = LoggedLine(bytes) {
                try visit(line, bytes, offset)
            } else if !skippingBad {
                throw damaged(at: offset, "a transaction")
            }
            return true
        }
    }

    /// Records a line that this handle has written.
    func append(_ number: Int, knowingDurable synced: Int, checksum: UInt32, count: Int, latest: HybridTime) {
        starts.append((number, end))
        last = LineMark(offset: end, checksum: checksum)
        sequence = number
        self.synced = max(synced, self.synced)
        self.latest = max(latest, self.latest)
        end += count
    }

    /// Returns the changes after a number, in whole transactions.
    func changes(since sequence: Int, limit: Int) throws -> [Change] {
        var changes: [Change] = []
        let isCovered =
            coveredEnd > 0 && (starts.first.map { $0.sequence > sequence + 1 } ?? (sequence < self.sequence))
        let lines = isCovered ? try coveredLines() + starts : starts
        for lineIndex in lines.partitioningIndex(where: { $0.sequence > sequence })..<lines.count {
            let offset = lines[lineIndex].offset
            let nextOffset = lineIndex + 1 < lines.count ? lines[lineIndex + 1].offset : end
            let bytes = try file.read(nextOffset - offset, at: offset)
            changes += try bytes.withUnsafeBytes { bytes in
                guard let end = bytes.firstIndex(of: 10),
                    let line = LoggedLine(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
                else { throw damaged(at: offset, "change \(lines[lineIndex].sequence)") }
                return line.operations.map {
                    Change(sequence: $0.sequence ?? line.sequence, address: $0.address, stamp: $0.stamp)
                }.filter { $0.sequence > sequence }
            }
            guard changes.count <= limit else { break }
        }
        return changes.wholeTransactions(limit: limit)
    }

    /// Returns the lines that an index file covers, which are read once on demand.
    private func coveredLines() throws -> [(sequence: Int, offset: Int)] {
        if let coveredStarts { return coveredStarts }
        var lineStarts: [(sequence: Int, offset: Int)] = []
        try forEachLine(from: headerEnd, to: coveredEnd) { bytes, offset, _ in
            guard let body = LoggedLine.body(of: bytes) else { throw damaged(at: offset, "a transaction") }
            lineStarts.append((body.sequence, offset))
            return true
        }
        coveredStarts = lineStarts
        return lineStarts
    }

    /// Returns the parts that were read or indexed before and have become unreadable.
    func unreadableRanges() throws -> [BadRange] {
        var badRanges: [BadRange] = []
        var lastSequence = 0
        try forEachLine(from: 0, to: end) { bytes, offset, next in
            if let body = LoggedLine.body(of: bytes) {
                lastSequence = body.sequence
            } else if !skippedRanges.contains(where: { $0.contains(offset) }) {
                badRanges.append(BadRange(offset: offset, end: next, after: lastSequence))
            }
            return true
        }
        return badRanges
    }

    func damaged(at offset: Int, _ what: String) -> Failure {
        Failure(
            .storeDamaged, "\(file.path) is damaged at byte \(offset): \(what) cannot be read.",
            advice: "`doctor` lists what is damaged; restore it from a backup.", kind: .badData)
    }

    // MARK: - Lines

    private func apply(_ line: LoggedLine, _ bytes: UnsafeRawBufferPointer, at offset: Int, into sink: any LogSink)
        throws
    {
        for operation in line.operations {
            try sink.receive(operation, in: self, line: offset)
            latest = max(latest, operation.version.time)
        }
        if let number = line.kept { kept = number }
        starts.append((line.sequence, offset))
        last = LineMark(offset: offset, checksum: line.checksum)
        sequence = line.kept == header?.kept ? header?.previousSequence ?? line.sequence : line.sequence
        synced = max(synced, line.synced)
        end = offset + bytes.count + 1
    }
}
