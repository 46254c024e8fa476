import EngineKit
import Kernel
import Synchronization

/// A store that is opened at its first transaction, and not at all when there is none.
///
/// An opening that fails is tried again at the next transaction; a store that was closed stays closed, opened or not.
public final class LazyStore: Store, StoreEngine {
    private enum State {
        case unopened
        case open(any Store)
        case closed
    }

    private let open: @Sendable () throws -> any Store
    private let state = Mutex(State.unopened)

    /// The store itself.
    public var engine: any StoreEngine { self }
    /// What belongs to no profile, whatever the partition of the store beneath.
    public var partition: Partition { .common }

    /// A store that a closure opens. It must not begin a transaction of this one.
    public init(_ open: @escaping @Sendable () throws -> any Store) { self.open = open }

    /// Opens the store when it has to, and reads. Throws `storeClosed`, and what opening and the store throw.
    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try opened().read(body) }

    /// Opens the store when it has to, and writes. Throws as `read`.
    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try opened().write(body) }

    /// The feed of the store beneath.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        try opened().changes(since: sequence, limit: limit)
    }

    /// Of the store beneath.
    public func forgottenDeletions() throws -> Int { try opened().forgottenDeletions() }

    /// The report of the store beneath.
    public func inspect() throws -> StoreReport { try opened().inspect() }

    /// Of the store beneath.
    public func space() throws -> [StoreSpace] { try opened().space() }

    /// Passed on to the store beneath.
    public func maintain(_ work: Maintenance) throws -> [String] { try opened().maintain(work) }

    /// Passed on to the store beneath.
    public func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] { try opened().rewrite(form) }

    /// Passed on to the store beneath.
    public func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        try opened().renew(renewal, closing: closing)
    }

    /// Closes the store beneath where it was opened.
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
                let fresh = try open()
                state = .open(fresh)
                return fresh.engine
            }
        }
    }
}
