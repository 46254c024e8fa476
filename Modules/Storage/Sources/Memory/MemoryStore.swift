import EngineKit
import Kernel

/// A store in memory: complete, fast, and gone with the process. For tests, and for whoever chooses `--store memory`.
///
/// Several threads may use one; their transactions take turns.
public final class MemoryStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: everything mutable is touched only inside the turnstile.
    private let turnstile = Turnstile()
    private let tables = RecordTables()
    private let clock: HybridClock
    private let device: String
    private var feed: [Change] = []
    private var sequence = 0

    /// The store itself.
    public var engine: any StoreEngine { self }
    /// What belongs to no profile.
    public let partition = Partition.common

    /// An empty store.
    ///
    /// - Parameters:
    ///   - device: the name that the stamps of this store bear.
    ///   - now: the wall clock behind the stamps; standing still is fine.
    public init(device: String = "memory", now: @escaping @Sendable () -> Instant = { Instant(milliseconds: 0) }) {
        self.device = device
        clock = HybridClock(now: now)
    }

    /// Runs a body over the present state. Throws `nestedTransaction`, `storeClosed`, and what the body throws.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try turnstile.pass { try tables.read(clock, as: device) { try body($0) } }
    }

    /// Runs a body and keeps what it put. Throws `nestedTransaction`, `storeClosed`, and what the body throws.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try turnstile.pass {
            try tables.write(clock, as: device) {
                try body($0)
            } commit: { changed in
                sequence += 1
                feed += changed.map { Change(sequence: sequence, address: $0.address, stamp: $0.stamp) }
            }
        }
    }

    /// Every change that was ever committed, after a number.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try turnstile.pass {
            let start = feed.partitioningIndex { $0.sequence > sequence }
            return feed[start...].wholeTransactions(limit: limit)
        }
    }

    /// How many records there are.
    public func inspect() throws -> StoreReport {
        try turnstile.pass {
            StoreReport(location: "memory", records: tables.liveCount, bytes: 0, sequence: sequence, findings: [])
        }
    }

    /// Ends the store's use; what it holds is gone.
    public func close() throws { try turnstile.close() }
}
