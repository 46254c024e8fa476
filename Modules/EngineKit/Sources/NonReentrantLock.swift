import Dispatch
import Kernel
import Synchronization

/// A lock that admits one thread at a time to a store and refuses a thread that already holds it.
///
/// A plain lock would deadlock in that case.
public final class NonReentrantLock: Sendable {
    private let lock = DispatchSemaphore(value: 1)
    /// The number of the thread that holds the lock, or 0.
    private let holderThread = Atomic<UInt>(0)
    private let isClosed = Atomic(false)

    public init() {}

    /// Runs a body while no other caller holds the lock.
    ///
    /// - Throws: `nestedTransaction`, `storeClosed`, and what the body throws.
    public func withLock<Value>(_ body: () throws -> Value) throws -> Value {
        try enter {
            guard !isClosed.load(ordering: .relaxed) else { throw Failure.storeClosed }
            return try body()
        }
    }

    /// Closes the lock, which admits no caller afterwards.
    ///
    /// - Throws: `nestedTransaction`.
    public func close() throws { try enter { isClosed.store(true, ordering: .relaxed) } }

    private func enter<Value>(_ body: () throws -> Value) throws -> Value {
        guard holderThread.load(ordering: .relaxed) != CurrentThread.number else { throw Failure.nestedTransaction }
        lock.wait()
        holderThread.store(CurrentThread.number, ordering: .relaxed)
        defer {
            holderThread.store(0, ordering: .relaxed)
            lock.signal()
        }
        return try body()
    }
}

extension Failure {
    /// The error of a write in a transaction that only reads.
    public static let readOnlyTransaction = Failure(
        .readOnlyTransaction, "Something was to be changed while only reading.")
    /// The error of a transaction inside another one of the same thread.
    public static let nestedTransaction = Failure(
        .nestedTransaction, "A transaction was begun inside another one of the same store.",
        advice: "Use the transaction that is at hand.")
    /// The error of every call on a closed store.
    public static let storeClosed = Failure(.storeClosed, "The store was used after it had been closed.")

    /// The error of every call on a transaction that has ended.
    public static let transactionOver = Failure(.transactionOver, "A transaction was used after it had ended.")
}
