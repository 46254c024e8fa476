import EngineKit
import Kernel

/// The store that a dry run sees if none exists: empty and in memory.
final class EmptyStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: the tables are used only inside the lock.
    private let lock = NonReentrantLock()
    private let tables = RecordTables()
    private let clock: HybridClock

    var engine: any StoreEngine { self }
    let partition = Partition.common

    init(now: @escaping @Sendable () -> Instant) { clock = HybridClock(now: now) }

    func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try lock.withLock { try tables.read(clock, as: "rehearsal") { try body($0) } }
    }

    /// Runs a closure and discards its writes.
    func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try lock.withLock {
            try tables.write(clock, as: "rehearsal") {
                try body($0)
            } commit: { _ in
            }
        }
    }

    func changes(since sequence: Int, limit: Int) throws -> [Change] { try lock.withLock { [] } }

    func inspect() throws -> StoreReport {
        try lock.withLock { StoreReport(location: "nowhere yet", records: 0, bytes: 0, sequence: 0, findings: []) }
    }

    func close() throws { try lock.close() }
}
