import Kernel
import Synchronization

/// A store that is opened at its first transaction, and not at all when there is none.
final class LazyStore: Store, StoreEngine {
    private let open: @Sendable () throws -> any Store
    private let opened = Mutex<(any Store)?>(nil)

    init(_ open: @escaping @Sendable () throws -> any Store) { self.open = open }

    var engine: any StoreEngine { self }
    var partition: Partition { .common }

    func read<Value>(_ body: (any EngineSession) throws -> Value) throws -> Value { try real().read(body) }

    func write<Value>(_ body: (any EngineSession) throws -> Value) throws -> Value { try real().write(body) }

    func changes(since sequence: Int, limit: Int) throws -> [Change] { try real().changes(since: sequence, limit: limit) }

    func inspect() throws -> StoreReport { try real().inspect() }

    func maintain(_ work: Maintenance) throws -> [String] { try real().maintain(work) }

    func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] { try real().rewrite(form) }

    func close() throws { try opened.withLock { $0 }?.close() }

    private func real() throws -> any StoreEngine {
        try opened.withLock { store in
            if let store { return store.engine }
            let fresh = try open()
            store = fresh
            return fresh.engine
        }
    }
}
