import EngineKit
import Kernel

/// A store in one file of plain lines, written against the kit alone: each line is a transaction, with its checksum before it.
///
/// Durable when `write` returns, and shared by handles and processes: a lock on a second file lets one at a time in. Everything is read when the
/// store is opened, so it is for some ten thousand records.
public final class OneFileStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: everything mutable is touched only inside the turnstile.
    private let turnstile = Turnstile()
    private let path: String
    private let device: String
    private let clock: HybridClock
    private let lock: Int32
    private var file: Int32 = -1
    private var tables = RecordTables()
    private var feed: [Change] = []
    private var (sequence, end) = (0, 0)

    /// The store itself.
    public var engine: any StoreEngine { self }
    /// What belongs to no profile.
    public let partition = Partition.common

    /// Opens the store of a file, and makes it when there is none; beside it lies `<path>.lock`.
    ///
    /// - Parameters:
    ///   - device: the name that stamps written here bear; another one on every device.
    ///   - now: the wall clock behind the stamps.
    /// - Throws: `diskTrouble`, `storeDamaged`.
    public init(path: String, device: String, now: @escaping @Sendable () -> Instant) throws {
        (self.path, self.device, clock) = (path, device, HybridClock(now: now))
        lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw OneFileStore.trouble("\(path).lock cannot be opened") }
        try pass {}
    }

    deinit { for file in [file, lock] where file >= 0 { _ = system_close(file) } }

    // MARK: - Transactions

    /// Runs a body over the present state, what others have committed included.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try pass { try tables.read(clock, as: device) { try body($0) } }
    }

    /// Runs a body and commits what it put: all of it or nothing, on the medium when this returns.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try pass {
            var forgets = false
            let value = try tables.write(clock, as: device) { transaction in
                defer { forgets = transaction.forgotten != nil }
                return try body(transaction)
            } commit: {
                try append(Line(sequence: sequence + 1, records: $0))
            }
            // Committed; now what was to be forgotten leaves the file.
            if forgets { try exchange(present) }
            return value
        }
    }

    /// Every change since a number that was not forgotten by an exchange of the file.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try pass { feed.drop { $0.sequence <= sequence }.wholeTransactions(limit: limit) }
    }

    /// How many records there are, and in how many bytes.
    public func inspect() throws -> StoreReport {
        try pass {
            StoreReport(location: path, records: tables.liveCount, bytes: end, sequence: sequence, findings: [])
        }
    }

    /// Bulk work in one transaction. Where everything goes, no byte of it stays in the file.
    public func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        try write { transaction in
            if renewal.isWhole { transaction.forget(Forgotten()) }
            return try renewal.perform(in: transaction, closing: closing)
        }
    }

    /// Writes a new file in which no change stands that was overtaken.
    public func maintain(_ work: Maintenance) throws -> [String] {
        try pass {
            let before = end
            try exchange(present)
            return ["The file had \(before) bytes and has \(end)."]
        }
    }

    /// Lets go of the files.
    public func close() throws { try turnstile.close() }

    // MARK: - The file

    private struct Line: Codable {
        let sequence: Int
        var records: [StoredRecord]
    }

    /// What stands in the tables, by the transactions that put it there, and the last number, whatever became of its records.
    private var present: [Line] {
        var lines: [Int: Line] = [sequence: Line(sequence: sequence, records: [])]
        for change in feed {
            guard let record = tables.record(at: change.address), record.stamp == change.stamp else { continue }
            lines[change.sequence, default: Line(sequence: change.sequence, records: [])].records.append(record)
        }
        return lines.values.sorted { $0.sequence < $1.sequence }
    }

    /// Lets one thread of one process in, which sees what all others have written.
    private func pass<Value>(_ body: () throws -> Value) throws -> Value {
        try turnstile.pass {
            while flock(lock, LOCK_EX) != 0 {
                guard errno == EINTR else { throw OneFileStore.trouble("\(path) cannot be locked") }
            }
            defer { flock(lock, LOCK_UN) }
            try catchUp()
            return try body()
        }
    }

    /// Reads the lines that others have added, all of them where the file was exchanged, and cuts off one that a killed process left half.
    private func catchUp() throws {
        var (held, named) = (stat(), stat())
        if file < 0 || fstat(file, &held) != 0 || stat(path, &named) != 0 || held.st_ino != named.st_ino {
            if file >= 0 { _ = system_close(file) }
            file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0, fstat(file, &named) == 0 else { throw OneFileStore.trouble("\(path) cannot be opened") }
            (tables, feed, sequence, end) = (RecordTables(), [], 0, 0)
        }
        let bytes = try OneFileStore.read(file, from: end, count: Int(named.st_size) - end)
        let start = end
        while let length = OneFileStore.length(of: bytes, from: end - start) {
            guard let line = OneFileStore.line(bytes[(end - start)..<(end - start + length)]) else {
                throw Failure(.storeDamaged, "\(path) is damaged at byte \(end).", advice: "Restore a backup.", kind: .badData)
            }
            take(line, of: length + 1)
        }
        guard end - start == bytes.count || ftruncate(file, off_t(end)) == 0 else {
            throw OneFileStore.trouble("\(path) cannot be cut")
        }
    }

    private func take(_ line: Line, of count: Int) {
        for record in line.records {
            tables.replace(record.address, with: record)
            feed.append(Change(sequence: line.sequence, address: record.address, stamp: record.stamp))
            clock.receive(record.stamp.time)
        }
        (sequence, end) = (line.sequence, end + count)
    }

    private func append(_ line: Line) throws {
        let bytes = try OneFileStore.bytes(line)
        do {
            try OneFileStore.write(bytes, to: file, at: end)
        } catch {
            // Whoever comes next cuts off what is half written.
            ftruncate(file, off_t(end))
            throw error
        }
        take(line, of: bytes.count)
    }

    /// Puts a new file in the old one's place.
    private func exchange(_ lines: [Line]) throws {
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
        return sum == json.withUnsafeBytes { CRC32C.checksum($0) } ? try? JSONDecoder().decode(Line.self, from: json) : nil
    }

    /// How many bytes stand before the next newline; nil where none follows.
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

    /// Returns when the bytes are on the medium.
    private static func write(_ bytes: [UInt8], to file: Int32, at offset: Int) throws {
        try bytes.withUnsafeBytes { bytes in
            try all(of: bytes.count, or: "a file cannot be written") { done in
                pwrite(file, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            }
        }
        guard fsync(file) == 0 else { throw trouble("a file is not known to be durable") }
    }

    /// Goes on until all bytes have gone through a call of the system.
    private static func all(of count: Int, or what: String, _ step: (_ done: Int) -> Int) throws {
        var done = 0
        while done < count {
            let more = step(done)
            if more < 0, errno == EINTR { continue }
            guard more > 0 else { throw trouble(what) }
            done += more
        }
    }

    private static func trouble(_ what: String) -> Failure {
        Failure(.init("diskTrouble"), "\(what): \(String(cString: strerror(errno))).", kind: .temporary)
    }
}

/// The system's, which the store's own `close` hides.
private func system_close(_ file: Int32) -> Int32 { close(file) }
