import Kernel

/// Where the ledger is kept. Nothing is ever changed or removed.
public protocol LedgerRepository: Sendable {
    /// Every entry, in the order in which they count.
    func entries() throws -> [LedgerEntry]
    /// Adds the entries whose identifiers are not there yet, all or none; the first that claims an identifier keeps it.
    ///
    /// - Returns: those that were added, in the order given.
    @discardableResult func append(_ entries: [LedgerEntry]) throws -> [LedgerEntry]
}

/// The ledger in any store. It belongs to the device's account, not to a profile.
public struct StoredLedgerRepository: LedgerRepository {
    private let store: any Store

    /// The ledger in a store.
    public init(_ store: any Store) { self.store = store.scoped(to: .common) }

    public func entries() throws -> [LedgerEntry] { try store.read { try $0.records(LedgerEntry.bySigning.all) } }

    @discardableResult public func append(_ entries: [LedgerEntry]) throws -> [LedgerEntry] {
        guard !entries.isEmpty else { return [] }
        return try store.write { transaction in
            var added: [LedgerEntry] = []
            for entry in entries where try transaction.record(entry.id) == nil {
                try transaction.put(entry)
                added.append(entry)
            }
            return added
        }
    }
}
