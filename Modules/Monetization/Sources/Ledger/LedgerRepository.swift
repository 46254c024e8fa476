import Kernel

/// Where the ledger is kept. It opens units of work; what is decided in one, `Ledger` decides.
public protocol LedgerRepository: Sendable {
    /// Looks at a consistent state. The closure may run twice.
    func read<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value
    /// Changes what is kept: everything that the closure does, or nothing when it throws. The closure may run twice.
    func write<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value
}

/// What is kept of the ledger, inside one unit of work. No rule stands here.
public protocol LedgerRecords {
    /// Every entry, by when it was signed.
    func entries() throws -> [LedgerEntry]
    /// The entry of a name; nil when there is none.
    func entry(_ id: Identifier<LedgerEntry>) throws -> LedgerEntry?
    /// Keeps an entry under its name.
    func keep(_ entry: LedgerEntry) throws
}

/// The ledger in any store. It belongs to the device's account, not to a profile.
public struct StoredLedgerRepository: LedgerRepository {
    private let store: any Store

    /// A ledger in the part of a store that all profiles share.
    public init(_ store: any Store) { self.store = store.scoped(to: .common) }

    public func read<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value {
        try store.read { try body(StoredLedgerRecords(unit: $0.unit)) }
    }

    public func write<Value>(_ body: (any LedgerRecords) throws -> Value) throws -> Value {
        try store.write { try body(StoredLedgerRecords(unit: $0.unit)) }
    }
}

private struct StoredLedgerRecords: LedgerRecords {
    let unit: UnitOfWork

    func entries() throws -> [LedgerEntry] { try unit.transaction.records(LedgerEntry.bySigning.all) }
    func entry(_ id: Identifier<LedgerEntry>) throws -> LedgerEntry? { try unit.transaction.record(id) }
    func keep(_ entry: LedgerEntry) throws { try unit.transaction.put(entry) }
}
