import EngineKit
import Kernel
import Synchronization

/// A store that is opened at its first transaction.
///
/// A failed opening is tried again at the next transaction. A closed store stays closed.
public final class LazyStore: Store, StoreEngine {
    private enum State {
        case unopened
        case open(any Store)
        case closed
    }

    private let open: @Sendable () throws -> any Store
    private let state = Mutex(State.unopened)

    public var engine: any StoreEngine { self }
    /// The common partition, whatever the partition of the underlying store.
    public var partition: Partition { .common }

    /// Creates a store that a closure opens. The closure must not begin a transaction of this
    /// store.
    public init(_ open: @escaping @Sendable () throws -> any Store) { self.open = open }

    /// Reads after opening the store if necessary. Throws `storeClosed`, and the errors of the
    /// opening and the store.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try opened().read(body) }

    /// Writes after opening the store if necessary. Throws as `read`.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try opened().write(body)
    }

    /// Returns the feed of the underlying store.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try opened().changes(since: sequence, limit: limit)
    }

    /// Returns the last transaction number with a forgotten deletion in the underlying store.
    public func lastPrunedSequence() throws -> Int { try opened().lastPrunedSequence() }

    /// Returns the report of the underlying store.
    public func inspect() throws -> StoreReport { try opened().inspect() }

    /// Returns the usage of the underlying store.
    public func space() throws -> [StoreSpace] { try opened().space() }

    /// Maintains the underlying store.
    public func maintain(_ work: Maintenance) throws -> [String] { try opened().maintain(work) }

    /// Rewrites the underlying store.
    public func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
        try opened().rewrite(form)
    }

    /// Performs bulk work on the underlying store.
    public func replaceInBulk<Value>(_ replacement: BulkReplacement, closing: (any EngineTransaction) throws -> Value)
        throws
        -> Value
    {
        try opened().replaceInBulk(replacement, closing: closing)
    }

    /// Closes the underlying store if it is open.
    public func close() throws {
        let store: (any Store)? = state.withLock { state in
            defer { state = .closed }
            if case .open(let store) = state { return store }
            return nil
        }
        try store?.close()
    }

    private func opened() throws -> any StoreEngine {
        try state.withLock { state in
            switch state {
            case .open(let store): return store.engine
            case .closed: throw Failure.storeClosed
            case .unopened:
                let store = try open()
                state = .open(store)
                return store.engine
            }
        }
    }
}
