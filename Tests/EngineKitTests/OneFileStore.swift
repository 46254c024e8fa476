import EngineKit
import Kernel

/// A store in one text file, built on EngineKit alone. Each line is a transaction with its
/// checksum.
///
/// It reads the whole file when it opens, so it suits some ten thousand records. A lock on a
/// second file admits one handle or process at a time.
public final class OneFileStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: mutable state is accessed only with the thread lock.
    private let threadLock = NonReentrantLock()
    private let path: String
    private let device: String
    private let clock: HybridClock
    private let lock: Int32
    private var file: Int32 = -1
    private var tables = RecordTables()
    private var feed: [Change] = []
    private var (sequence, end) = (0, 0)

    public var engine: any StoreEngine { self }
    public let partition = Partition.common

    /// Opens or creates the file and its lock file, `<path>.lock`.
    ///
    /// - Parameters:
    ///   - device: The name in the stamps of this device, unique among devices.
    ///   - now: The wall clock for the stamps.
    /// - Throws: `diskTrouble`, `storeDamaged`.
    public init(path: String, device: String, now: @escaping @Sendable () -> Instant) throws {
        self.path = path
        self.device = device
        clock = HybridClock(now: now)
        lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw OneFileStore.trouble("\(path).lock cannot be opened") }
        try withLocks {}
    }

    deinit { for file in [file, lock] where file >= 0 { _ = system_close(file) } }

    // MARK: - Transactions

    /// Runs `body` on the current state, including commits of other processes.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try withLocks { try tables.read(clock, as: device) { try body($0) } }
    }

    /// Runs `body` and commits its puts atomically. The commit is durable when this returns.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try withLocks {
            var forgets = false
            let value = try tables.write(clock, as: device) { transaction in
                defer { forgets = transaction.purgedFiles != nil }
                return try body(transaction)
            } commit: {
                try append(Line(sequence: sequence + 1, records: $0))
            }
            if forgets { try replaceFile(with: currentLines) }
            return value
        }
    }

    /// Returns the changes after a sequence number.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try withLocks { feed.drop { $0.sequence <= sequence }.wholeTransactions(limit: limit) }
    }

    public func inspect() throws -> StoreReport {
        try withLocks {
            StoreReport(location: path, records: tables.liveCount, bytes: end, sequence: sequence, findings: [])
        }
    }

    /// Performs a bulk replacement in one transaction. A replacement of everything also erases all
    /// bytes of the old records.
    public func replaceInBulk<Value>(
        _ renewal: BulkReplacement, closing: (any EngineTransaction) throws -> Value
    ) throws -> Value {
        try write { transaction in
            if renewal.isWhole { transaction.markForPurging(PurgedFiles()) }
            return try renewal.perform(in: transaction, closing: closing)
        }
    }

    /// Writes a new file without superseded changes.
    public func maintain(_ work: Maintenance) throws -> [String] {
        try withLocks {
            let before = end
            try replaceFile(with: currentLines)
            return ["The file had \(before) bytes and has \(end)."]
        }
    }

    public func close() throws { try threadLock.close() }

    // MARK: - The file

    private struct Line: Codable {
        let sequence: Int
        var records: [StoredRecord]
    }

    /// The current records as one line for each transaction, and a line for the last transaction.
    private var currentLines: [Line] {
        var lines: [Int: Line] = [sequence: Line(sequence: sequence, records: [])]
        for change in feed {
            guard let record = tables.record(at: change.address), record.stamp == change.stamp else { continue }
            lines[change.sequence, default: Line(sequence: change.sequence, records: [])].records.append(record)
        }
        return lines.values.sorted { $0.sequence < $1.sequence }
    }

    /// Runs `body` with both locks, after reading the lines that other processes added.
    private func withLocks<Value>(_ body: () throws -> Value) throws -> Value {
        try threadLock.withLock {
            while flock(lock, LOCK_EX) != 0 {
                guard errno == EINTR else { throw OneFileStore.trouble("\(path) cannot be locked") }
            }
            defer { flock(lock, LOCK_UN) }
            try catchUp()
            return try body()
        }
    }

    /// Reads the lines that other processes added, or all lines of a replaced file. Truncates the
    /// unfinished line of a killed process.
    private func catchUp() throws {
        var opened = stat()
        var current = stat()
        if file < 0 || fstat(file, &opened) != 0 || stat(path, &current) != 0 || opened.st_ino != current.st_ino {
            if file >= 0 { _ = system_close(file) }
            file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0, fstat(file, &current) == 0 else { throw OneFileStore.trouble("\(path) cannot be opened") }
            tables = RecordTables()
            feed = []
            sequence = 0
            end = 0
        }
        let bytes = try OneFileStore.read(file, from: end, count: Int(current.st_size) - end)
        let start = end
        while let length = OneFileStore.length(of: bytes, from: end - start) {
            guard let line = OneFileStore.line(bytes[(end - start)..<(end - start + length)]) else {
                throw Failure(
                    .storeDamaged, "\(path) is damaged at byte \(end).", advice: "Restore a backup.", kind: .badData)
            }
            apply(line, length: length + 1)
        }
        guard end - start == bytes.count || ftruncate(file, off_t(end)) == 0 else {
            throw OneFileStore.trouble("\(path) cannot be cut")
        }
    }

    private func apply(_ line: Line, length count: Int) {
        for record in line.records {
            tables.replace(record.address, with: record)
            feed.append(Change(sequence: line.sequence, address: record.address, stamp: record.stamp))
            clock.receive(record.stamp.time)
        }
        sequence = line.sequence
        end = end + count
    }

    private func append(_ line: Line) throws {
        let bytes = try OneFileStore.bytes(line)
        do {
            try OneFileStore.write(bytes, to: file, at: end)
        } catch {
            // If this fails too, the next handle truncates the unfinished line.
            ftruncate(file, off_t(end))
            throw error
        }
        apply(line, length: bytes.count)
    }

    /// Replaces the file with a new one that contains `lines`.
    private func replaceFile(with lines: [Line]) throws {
        let draft = path + ".new"
        let new = open(draft, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard new >= 0 else { throw OneFileStore.trouble("\(draft) cannot be made") }
        defer { _ = system_close(new) }
        try OneFileStore.write(lines.flatMap { try OneFileStore.bytes($0) }, to: new, at: 0)
        guard rename(draft, path) == 0 else { throw OneFileStore.trouble("\(path) cannot be exchanged") }
        let folder = open(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".", O_RDONLY | O_CLOEXEC)
        defer { _ = system_close(folder) }
        guard fsync(folder) == 0 else { throw OneFileStore.trouble("\(path) is not known to be durable") }
        try catchUp()
    }

    // MARK: - Lines and bytes

    private static func bytes(_ line: Line) throws -> [UInt8] {
        let json = try JSONEncoder().encode(line)
        return Array(String(json.withUnsafeBytes { CRC32C.checksum($0) }, radix: 16).utf8) + [32] + json + [10]
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
        guard let blank = bytes.firstIndex(of: 32) else { return nil }
        let json = Data(bytes[(blank + 1)...])
        let sum = UInt32(String(decoding: bytes[..<blank], as: UTF8.self), radix: 16)
        return sum == json.withUnsafeBytes { CRC32C.checksum($0) }
            ? try? JSONDecoder().decode(Line.self, from: json) : nil
    }

    /// Returns the number of bytes before the next newline; nil without one.
    private static func length(of bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard start < bytes.count, let place = bytes.baseAddress.map({ $0 + start }) else { return nil }
            return memchr(place, 10, bytes.count - start).map { UnsafeRawPointer($0) - place }
        }
    }

    private static func read(_ file: Int32, from offset: Int, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        try bytes.withUnsafeMutableBytes { bytes in
            try all(of: bytes.count, or: "a file cannot be read") { done in
                pread(file, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            }
        }
        return bytes
    }

    /// Writes and syncs the bytes.
    private static func write(_ bytes: [UInt8], to file: Int32, at offset: Int) throws {
        try bytes.withUnsafeBytes { bytes in
            try all(of: bytes.count, or: "a file cannot be written") { done in
                pwrite(file, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            }
        }
        guard fsync(file) == 0 else { throw trouble("a file is not known to be durable") }
    }

    /// Repeats a system call until all bytes are transferred.
    private static func all(of count: Int, or message: String, _ step: (_ done: Int) -> Int) throws {
        var done = 0
        while done < count {
            let more = step(done)
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { throw trouble(message) }
            done += more
        }
    }

    private static func trouble(_ message: String) -> Failure {
        Failure(.init("diskTrouble"), "\(message): \(String(cString: strerror(errno))).", kind: .temporary)
    }
}

/// Calls the system's `close`, which `OneFileStore.close` shadows.
private func system_close(_ file: Int32) -> Int32 { close(file) }
