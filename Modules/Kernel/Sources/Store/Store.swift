/// A store of records: an engine, seen from one partition.
///
/// Features use `any Store`. A store that is scoped to a partition reads and writes only inside it,
/// so a module never filters by profile itself. Calls block, and transactions should be short.
public protocol Store: Sendable {
    /// The engine that stores the bytes.
    var engine: any StoreEngine { get }
    /// The partition of everything that this store reads or writes.
    var partition: Partition { get }
}

extension Store {
    /// Reads a consistent state. The closure may run twice.
    ///
    /// - Throws: what the closure throws, and the `Failure`s of the engine.
    public func read<Value>(_ body: (borrowing Transaction) throws -> Value) throws -> Value {
        try engine.read { below in
            // Several readers may share one state. It then caches the answers to all of them.
            if below is CachingTransaction {
                return try body(Transaction(below: below, partition: partition, journal: nil))
            }
            let below = CachingTransaction(over: below, caching: .prefetched)
            defer { below.end() }
            return try body(Transaction(below: below, partition: partition, journal: nil))
        }
    }

    /// Changes records atomically: all changes of the closure are durable on return, or none
    /// happened. The closure may run twice.
    ///
    /// - Throws: what the closure throws, `duplicateKey`, `nestedTransaction`, and the engine's
    ///   `Failure`s. Nothing is changed then.
    public func write<Value>(_ body: (borrowing Transaction) throws -> Value) throws -> Value {
        try writeWithCache { try body(Transaction(below: $0, partition: partition, journal: nil)) }
    }

    /// Changes records so that `undoLast` can restore them. The label describes the change:
    /// "Deleted the entry of 20 November". Without a label, the change cannot be undone.
    public func write<Value>(undo label: String?, _ body: (borrowing Transaction) throws -> Value) throws -> Value {
        guard let label else { return try write(body) }
        return try write(undo: { _ in label }, body)
    }

    /// Changes records and makes the undo label from the result of the closure, for changes that
    /// are known only afterwards.
    public func write<Value>(
        undo label: (Value) -> String?, _ body: (borrowing Transaction) throws -> Value
    ) throws -> Value {
        try writeWithCache { below in
            let journal = UndoJournal()
            let value = try body(Transaction(below: below, partition: partition, journal: journal))
            if let label = label(value) { try journal.close(label: label, in: below) }
            return value
        }
    }

    private func writeWithCache<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try engine.write { below in
            let below = CachingTransaction(over: below, caching: .records)
            defer { below.end() }
            let value = try body(below)
            try below.flushPuts()
            return value
        }
    }

    /// Returns the same data seen from another partition.
    public func scoped(to partition: Partition) -> any Store { ScopedStore(engine: engine, partition: partition) }

    /// Returns committed changes of the whole store after a sequence number, in order. See
    /// `StoreEngine.changes`.
    public func changes(since sequence: Int, limit: Int = 1000) throws -> [Change] {
        try engine.changes(since: sequence, limit: limit)
    }

    /// Closes the engine.
    public func close() throws { try engine.close() }
}

struct ScopedStore: Store {
    let engine: any StoreEngine
    let partition: Partition
}
