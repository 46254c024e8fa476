import EngineKit
import Kernel

/// A complete store in memory that lasts as long as the process, for tests and `--store memory`.
///
/// Concurrent threads may use it. Their transactions take turns.
public final class MemoryStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: all mutable state is accessed only inside the lock.
    private let lock = NonReentrantLock()
    private let tables = RecordTables()
    private let clock: HybridClock
    private let device: String
    private var feed: [Change] = []
    private var sequence = 0

    public var engine: any StoreEngine { self }
    /// The partition without a profile.
    public let partition = Partition.common

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - device: the name in the stamps of this store.
    ///   - now: the wall clock for the stamps, which may be constant.
    public init(device: String = "memory", now: @escaping @Sendable () -> Instant = { Instant(milliseconds: 0) }) {
        self.device = device
        clock = HybridClock(now: now)
    }

    /// Runs a body over the current state. Throws `nestedTransaction`, `storeClosed`, and the
    /// body's errors.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try lock.withLock { try tables.read(clock, as: device) { try body($0) } }
    }

    /// Runs a body and keeps its changes. Throws `nestedTransaction`, `storeClosed`, and the body's
    /// errors.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try lock.withLock {
            try tables.write(clock, as: device) {
                try body($0)
            } commit: { changed in
                sequence += 1
                feed += changed.map { Change(sequence: sequence, address: $0.address, stamp: $0.stamp) }
            }
        }
    }

    /// Returns every committed change after a number.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try lock.withLock {
            let start = feed.partitioningIndex { $0.sequence > sequence }
            return feed[start...].wholeTransactions(limit: limit)
        }
    }

    /// Returns the number of records.
    public func inspect() throws -> StoreReport {
        try lock.withLock {
            StoreReport(location: "memory", records: tables.liveCount, bytes: 0, sequence: sequence, findings: [])
        }
    }

    /// Closes the store and discards its contents.
    public func close() throws { try lock.close() }
}
