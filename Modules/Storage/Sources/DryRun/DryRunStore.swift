import EngineKit
import Kernel

/// A store for dry runs: reads combine the base with the pending changes, and writes stay pending.
///
/// The base should stay unchanged meanwhile. Another writer's changes are visible except under
/// pending changes.
public final class DryRunStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: all mutable state is accessed only inside the lock.
    //
    // Left to the default: maintain/1, replaceInBulk/2, rewrite/1
    //
    // The defaults leave files unchanged and perform bulk work as one transaction over the pending
    // changes.

    /// A change that a real run would make.
    public struct PendingChange: Hashable, Sendable {
        /// The effect of a change on a record.
        public enum Kind: String, Sendable {
            case create
            case change
            case delete
        }

        public let address: RecordAddress
        public let kind: Kind
    }

    private let lock = NonReentrantLock()
    private let base: any StoreEngine
    private let baseSequence: Int
    private let clock: HybridClock
    private let overlay = RecordTables()
    private var feed: [Change] = []

    public var engine: any StoreEngine { self }
    /// The partition of the base.
    public let partition: Partition

    /// Creates a dry run over a store, which it only reads. Closing the dry run leaves the store
    /// open.
    ///
    /// - Throws: the store's read errors.
    public init(over store: any Store, now: @escaping @Sendable () -> Instant = { Instant(milliseconds: 0) }) throws {
        base = store.engine
        partition = store.partition
        baseSequence = try store.engine.inspect().sequence
        clock = HybridClock(startingAt: try store.engine.read { $0.time }, now: now)
    }

    /// Returns the pending changes, one for each record, in the order of their first change.
    ///
    /// A record that is created and deleted again is omitted.
    ///
    /// - Throws: the base's read errors.
    public func pendingChanges() throws -> [PendingChange] {
        try lock.withLock {
            try base.read { transaction in
                var seen: Set<RecordAddress> = []
                return try feed.map(\.address).filter { seen.insert($0).inserted }.compactMap { address in
                    let before = try transaction.record(at: address)?.isLive ?? false
                    switch (before, overlay.record(at: address)?.isLive ?? before) {
                    case (false, true): return PendingChange(address: address, kind: .create)
                    case (true, true): return PendingChange(address: address, kind: .change)
                    case (true, false): return PendingChange(address: address, kind: .delete)
                    case (false, false): return nil
                    }
                }
            }
        }
    }

    /// Runs a body over the base and the pending changes.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try lock.withLock {
            try base.read { below in
                try overlay.read(clock, as: below.device) { try body(OverlayTransaction(below: below, pending: $0)) }
            }
        }
    }

    /// Runs a body and keeps its changes as pending, unless it throws.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try lock.withLock {
            try base.read { below in
                try overlay.write(clock, as: below.device) {
                    try body(OverlayTransaction(below: below, pending: $0))
                } commit: { changed in
                    let sequence = (feed.last?.sequence ?? baseSequence) + 1
                    feed += changed.map { Change(sequence: sequence, address: $0.address, stamp: $0.stamp) }
                }
            }
        }
    }

    /// Returns the base's changes up to the start of the dry run, and then the pending ones.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try lock.withLock {
            let below =
                sequence < baseSequence
                ? try base.changes(since: sequence, limit: limit).filter { $0.sequence <= baseSequence } : []
            guard below.isEmpty else { return below }
            return feed[feed.partitioningIndex { $0.sequence > sequence }...].wholeTransactions(limit: limit)
        }
    }

    /// Returns the last transaction number of the base with a forgotten deletion.
    public func lastPrunedSequence() throws -> Int { try lock.withLock { try base.lastPrunedSequence() } }

    /// Returns the base's report with the record counts of the dry run.
    public func inspect() throws -> StoreReport {
        let records = try read { try $0.addresses(in: nil).count }
        return try lock.withLock {
            let report = try base.inspect()
            return StoreReport(
                location: "\(report.location) (dry run)", records: records, bytes: report.bytes,
                sequence: feed.last?.sequence ?? baseSequence, findings: report.findings)
        }
    }

    /// Returns the usage of the base, because pending changes use no disk space.
    public func space() throws -> [StoreSpace] { try lock.withLock { try base.space() } }

    /// Discards the pending changes.
    public func close() throws { try lock.close() }
}
