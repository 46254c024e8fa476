import Dispatch
import Kernel
import Synchronization

/// Lets one thread at a time into a store, and refuses one that is already inside: a plain lock would wait for itself for ever.
public final class Turnstile: Sendable {
    private let lock = DispatchSemaphore(value: 1)
    private let inside = Atomic<UInt>(0)
    private let isClosed = Atomic(false)

    /// One that nobody has passed.
    public init() {}

    /// Runs a body when nobody else is inside.
    ///
    /// - Throws: `nestedTransaction`, `storeClosed`, and what the body throws.
    public func pass<Value>(_ body: () throws -> Value) throws -> Value {
        try enter {
            guard !isClosed.load(ordering: .relaxed) else { throw Failure.storeClosed }
            return try body()
        }
    }

    /// Lets nobody in any more.
    ///
    /// - Throws: `nestedTransaction`.
    public func close() throws { try enter { isClosed.store(true, ordering: .relaxed) } }

    private func enter<Value>(_ body: () throws -> Value) throws -> Value {
        guard inside.load(ordering: .relaxed) != CurrentThread.number else { throw Failure.nestedTransaction }
        lock.wait()
        inside.store(CurrentThread.number, ordering: .relaxed)
        defer {
            inside.store(0, ordering: .relaxed)
            lock.signal()
        }
        return try body()
    }
}

extension Failure {
    /// What a put throws in a transaction that only reads.
    public static let readOnlyTransaction = Failure(.readOnlyTransaction, "Something was to be changed while only reading.")
    /// What a transaction throws that was begun inside another one.
    public static let nestedTransaction = Failure(
        .nestedTransaction, "A transaction was begun inside another one of the same store.",
        advice: "Use the transaction that is at hand.")
    /// What every call throws once the store was closed.
    public static let storeClosed = Failure(.storeClosed, "The store was used after it had been closed.")

    /// What every question throws that a transaction is asked behind its end.
    public static let transactionOver = Failure(.transactionOver, "A transaction was used after it had ended.")
}
