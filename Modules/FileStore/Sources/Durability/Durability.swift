import DiskKit
import Dispatch
import Kernel
import Synchronization

/// The durable end of a log. Waiting threads share a sync: one that begins after a line was written
/// covers it.
final class Durability: Sendable {
    private struct DurableLength {
        /// The last written transaction.
        var appended: DurabilityMark
        /// The last durable transaction number.
        var durable: Int
        /// The last durable transaction, which a replacement of this log must contain.
        var secured: DurabilityMark?
        var failure: Failure?
        /// Whether the log's name is durable. The process that installed the log may have died
        /// before that.
        var isNamed = false
    }

    private let syncing = DispatchSemaphore(value: 1)
    private let state: Mutex<DurableLength>
    private let lock: StoreLock
    private let directory: StoreDirectory

    init(
        _ lock: StoreLock, in directory: StoreDirectory, upTo start: DurabilityMark, durable: Int,
        secured: DurabilityMark?
    ) {
        self.lock = lock
        self.directory = directory
        state = Mutex(DurableLength(appended: start, durable: durable, secured: secured))
    }

    /// The last transaction number that is durable.
    var durable: Int { state.withLock { $0.durable } }

    /// The last transaction that this handle knows to be durable.
    var lastDurable: DurabilityMark? { state.withLock { $0.secured } }

    /// Throws the reason if the handle has become unusable.
    func check() throws { if let failure = state.withLock({ $0.failure }) { throw failure } }

    /// Records that a line was written.
    func recordAppend(_ mark: DurabilityMark) { state.withLock { $0.appended = mark } }

    /// Waits until a transaction is durable.
    ///
    /// A failed sync is not retried. The kernel may have dropped the unwritten pages, and a second
    /// sync would then succeed without them.
    ///
    /// - Throws: `outcomeUnknown`.
    func waitUntilDurable(_ sequence: Int, of log: DiskFile) throws {
        syncing.wait()
        defer { syncing.signal() }
        try check()
        guard durable < sequence else { return }
        let target = state.withLock { $0.appended }
        do {
            try log.sync()
            if !state.withLock({ $0.isNamed }) { try directory.sync() }
        } catch {
            throw poison("\(error)")
        }
        state.withLock { ($0.durable, $0.secured, $0.isNamed) = (max($0.durable, target.sequence), target, true) }
        lock.record(target)
    }

    /// Records the durable end known at the start.
    func recordMark() { lock.record(state.withLock { $0.appended }) }

    /// Makes the handle unusable, and returns the failure to throw.
    func poison(_ reason: String) -> Failure {
        state.withLock {
            $0.failure = Failure(
                .storeNeedsReopening, "The store stopped after a disk failure.", advice: "Open it again.",
                kind: .temporary)
        }
        return Failure(
            .outcomeUnknown,
            "The disk failed while a change was being saved; it may or may not have been saved. \(reason)",
            advice: "Open the store again and check.", kind: .temporary)
    }
}
