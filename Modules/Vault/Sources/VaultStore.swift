import Kernel

/// A store whose records can be encrypted. With the key it reads and writes plain records, over any
/// engine.
///
/// Without a lock, all calls go to the underlying store. The lock is a record of that store and
/// read in every transaction. So a process that started before the lock encrypts its later writes.
package final class VaultStore: Store, StoreEngine {
    private let store: any Store
    private let keeper: VaultKeyProvider
    private let kinds: [String: SealedKind]
    private let bundleCache = BundleCache()

    package var engine: any StoreEngine { self }
    package var partition: Partition { store.partition }

    package init(over store: any Store, locking kinds: [SealedKind], _ keeper: VaultKeyProvider) {
        self.store = store
        self.keeper = keeper
        self.kinds = Dictionary(kinds.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private var base: any StoreEngine { store.engine }

    func transaction(over below: any EngineTransaction, _ lock: VaultLock, bundleSize: Int = Bundles.singleWriteSize)
        -> VaultTransaction
    {
        VaultTransaction(over: below, lock, kinds, bundleCache, bundleSize: bundleSize) { [keeper] in
            try keeper.seal(of: lock)
        }
    }

    /// The names of the encrypted collections.
    var names: Set<String> { Set(kinds.keys) }

    package func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try base.read { below in
            guard let lock = try VaultLock.currentLock(in: below) else { return try body(below) }
            return try body(transaction(over: below, lock))
        }
    }

    package func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try base.write { try writing($0, body) }
    }

    package func replaceInBulk<Value>(_ replacement: BulkReplacement, closing: (any EngineTransaction) throws -> Value)
        throws
        -> Value
    {
        if try base.read({ try VaultLock.currentLock(in: $0) }) == nil {
            return try base.replaceInBulk(replacement, closing: closing)
        }
        return try write { try replacement.perform(in: $0, closing: closing) }
    }

    /// Runs a body over decrypted records, and encrypts the changed bundles at its end.
    private func writing<Value>(
        _ below: any EngineTransaction, _ body: (any EngineTransaction) throws -> Value
    ) throws -> Value {
        guard let lock = try VaultLock.currentLock(in: below) else { return try body(below) }
        let transaction = transaction(over: below, lock)
        let value = try body(transaction)
        try transaction.flush()
        return value
    }

    /// Returns the changes of the underlying store, without this module's own records.
    package func changes(since sequence: Int, limit: Int) throws -> [Change] {
        var position = sequence
        while true {
            let changes = try base.changes(since: position, limit: limit)
            guard let end = changes.last?.sequence else { return [] }
            let visibleChanges = changes.filter { !VaultBundle.internalCollections.contains($0.address.collection) }
            if !visibleChanges.isEmpty { return visibleChanges }
            position = end
        }
    }

    package func lastPrunedSequence() throws -> Int { try base.lastPrunedSequence() }
    package func inspect() throws -> StoreReport { try base.inspect() }
    package func space() throws -> [StoreSpace] { try base.space() }
    package func maintain(_ work: Maintenance) throws -> [String] { try base.maintain(work) }

    /// Rewrites all records: with a lock in one transaction, without a copy of the old file.
    package func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
        guard try base.read({ try VaultLock.currentLock(in: $0) }) != nil else { return try base.rewrite(form) }
        let count = try write { transaction in
            var convertedRecords: [StoredRecord] = []
            try transaction.forEachAddress(in: nil) { address in
                if let record = try transaction.record(at: address), record.isLive, let new = try form(record) {
                    convertedRecords.append(new)
                }
            }
            try transaction.put(convertedRecords) { $0.entries }
            return convertedRecords.count
        }
        return count == 0 ? [] : ["\(counted(count, "record")) brought to the present form."]
    }

    package func close() throws { try store.close() }
}
