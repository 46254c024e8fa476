import Kernel

/// The storage of the ledger. It opens units of work, and `Ledger` makes all decisions.
package protocol LedgerRepository: Sendable {
    /// Reads a consistent state. The closure may run twice.
    func read<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value
    /// Commits everything that the closure does, or nothing if it throws. The closure may run
    /// twice.
    func write<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value
}

/// The stored ledger inside one unit of work, without rules.
package protocol LedgerRecords {
    /// Returns every entry by signing time.
    func entries() throws -> [LedgerEntry]
    /// Returns the entry of an ID, or nil.
    func entry(_ id: Identifier<LedgerEntry>) throws -> LedgerEntry?
    /// Stores an entry under its ID.
    func keep(_ entry: LedgerEntry) throws
}

/// The ledger in any store. It belongs to the device's account and not to a profile.
package struct StoredLedgerRepository: LedgerRepository {
    private let store: any Store

    package init(_ store: any Store) { self.store = store.scoped(to: .common) }

    package func read<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredLedgerRecords(unit: $0.unitOfWork)) }
    }

    package func write<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value {
        try store.write { try body(StoredLedgerRecords(unit: $0.unitOfWork)) }
    }
}

private struct StoredLedgerRecords: LedgerRecords {
    let unit: UnitOfWork

    func entries() throws -> [LedgerEntry] { try unit.transaction.records(LedgerEntry.bySigning.all) }
    func entry(_ id: Identifier<LedgerEntry>) throws -> LedgerEntry? { try unit.transaction.record(id) }
    func keep(_ entry: LedgerEntry) throws { try unit.transaction.put(entry) }
}
