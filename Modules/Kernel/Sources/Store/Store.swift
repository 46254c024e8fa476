/// Where records are kept: an engine, seen from one partition.
///
/// Features hold `any Store`. A store that was scoped to a partition reads and writes nothing outside it, so a module never filters by
/// profile itself. Blocking; transactions are short.
public protocol Store: Sendable {
    /// The engine beneath.
    var engine: any StoreEngine { get }
    /// The partition that everything read or written through this store belongs to.
    var partition: Partition { get }
}

extension Store {
    /// Reads a consistent state. The closure may run twice.
    ///
    /// - Throws: what the closure throws, and the `Failure`s of the engine.
    public func read<Value>(_ body: (borrowing Transaction) throws -> Value) throws -> Value {
        try engine.read { below in
            // Several may be looking at one state together: then it remembers what all of them have asked.
            if below is RememberingTransaction { return try body(Transaction(below: below, partition: partition, journal: nil)) }
            let below = RememberingTransaction(over: below, remembering: .foreseen)
            defer { below.end() }
            return try body(Transaction(below: below, partition: partition, journal: nil))
        }
    }

    /// Changes records: all of the closure's changes are durable when this returns, or none happened. The closure may run twice.
    ///
    /// - Throws: what the closure throws (nothing is changed then), `duplicateKey`, `nestedTransaction`, and the engine's `Failure`s.
    public func write<Value>(_ body: (borrowing Transaction) throws -> Value) throws -> Value {
        try writing { try body(Transaction(below: $0, partition: partition, journal: nil)) }
    }

    /// Changes records so that `undoLast` can take it back. The label says what was done: "Deleted the entry of 20 November"; without one nobody
    /// can.
    public func write<Value>(undo label: String?, _ body: (borrowing Transaction) throws -> Value) throws -> Value {
        guard let label else { return try write(body) }
        return try write(undo: { _ in label }, body)
    }

    /// The same, where what was done is known only once it is: the label is made of what the closure returns.
    public func write<Value>(
        undo label: (Value) -> String?, _ body: (borrowing Transaction) throws -> Value
    ) throws -> Value {
        try writing { below in
            let journal = UndoJournal()
            let value = try body(Transaction(below: below, partition: partition, journal: journal))
            if let label = label(value) { try journal.close(label: label, in: below) }
            return value
        }
    }

    private func writing<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try engine.write { below in
            let below = RememberingTransaction(over: below, remembering: .records)
            defer { below.end() }
            let value = try body(below)
            try below.settle()
            return value
        }
    }

    /// The same data seen from another partition.
    public func scoped(to partition: Partition) -> any Store { ScopedStore(engine: engine, partition: partition) }

    /// Committed changes of the whole store after a number, in order; see `StoreEngine.changes`.
    public func changes(since sequence: Int, limit: Int = 1000) throws -> [Change] {
        try engine.changes(since: sequence, limit: limit)
    }

    /// Lets go of the engine.
    public func close() throws { try engine.close() }
}

struct ScopedStore: Store {
    let engine: any StoreEngine
    let partition: Partition
}
