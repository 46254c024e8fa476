import EngineKit
import Kernel

/// A store that shows what would change and changes nothing: reads see the base and the pending changes over it; writes stay pending.
///
/// The base must stay as it is meanwhile; what another writer changes in it shows through where nothing is pending.
public final class DryRunStore: Store, StoreEngine, @unchecked Sendable {
    // Unchecked: everything mutable is touched only inside the turnstile.
    // Left to the default: maintain/1, renew/2, rewrite/1
    // Files are left alone, and bulk work is a transaction of its own over what is pending.

    /// A change that would be made.
    public struct PendingChange: Hashable, Sendable {
        /// What would happen to a record.
        public enum Kind: String, Sendable {
            /// There is none yet.
            case create
            /// It would be replaced.
            case change
            /// It would be gone.
            case delete
        }

        /// Which record.
        public let address: RecordAddress
        /// What would happen to it.
        public let kind: Kind
    }

    private let turnstile = Turnstile()
    private let base: any StoreEngine
    private let baseSequence: Int
    private let clock: HybridClock
    private let overlay = RecordTables()
    private var feed: [Change] = []

    /// The store itself.
    public var engine: any StoreEngine { self }
    /// The partition of the store beneath.
    public let partition: Partition

    /// A rehearsal over a store, which is read and never written. Closing the rehearsal leaves the store open.
    ///
    /// - Throws: what the store throws when it is read.
    public init(over store: any Store, now: @escaping @Sendable () -> Instant = { Instant(milliseconds: 0) }) throws {
        base = store.engine
        partition = store.partition
        baseSequence = try store.engine.inspect().sequence
        clock = HybridClock(startingAt: try store.engine.read { $0.time }, now: now)
    }

    /// What would change, each record once, in the order of first change; nothing for a record that would be made and deleted again.
    ///
    /// - Throws: what the store beneath throws when it is read.
    public func pendingChanges() throws -> [PendingChange] {
        try turnstile.pass {
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

    /// Runs a body over the base with what is pending over it.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try turnstile.pass {
            try base.read { below in
                try overlay.read(clock, as: below.device) { try body(OverlayTransaction(below: below, pending: $0)) }
            }
        }
    }

    /// Runs a body and keeps what it put as pending; nothing when it throws.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try turnstile.pass {
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

    /// The changes of the base as it was when the rehearsal began, then the pending ones.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try turnstile.pass {
            let below =
                sequence < baseSequence
                ? try base.changes(since: sequence, limit: limit).filter { $0.sequence <= baseSequence } : []
            guard below.isEmpty else { return below }
            return feed[feed.partitioningIndex { $0.sequence > sequence }...].wholeTransactions(limit: limit)
        }
    }

    /// Of the base.
    public func forgottenDeletions() throws -> Int { try turnstile.pass { try base.forgottenDeletions() } }

    /// The base's report, with the records as they would be.
    public func inspect() throws -> StoreReport {
        let records = try read { try $0.addresses(in: nil).count }
        return try turnstile.pass {
            let report = try base.inspect()
            return StoreReport(
                location: "\(report.location) (dry run)", records: records, bytes: report.bytes,
                sequence: feed.last?.sequence ?? baseSequence, findings: report.findings)
        }
    }

    /// Of the base: what is pending is on no medium.
    public func space() throws -> [StoreSpace] { try turnstile.pass { try base.space() } }

    /// Forgets what is pending.
    public func close() throws { try turnstile.close() }
}
