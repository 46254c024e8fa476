import Kernel

/// A store whose records can be locked: whoever has the key works as ever, and what lies beneath, on whatever medium, is closed.
///
/// Everything goes straight to the store beneath while nothing is locked. A lock is a record in the same store, looked at by every transaction; so a process
/// that began before something was locked closes what it writes from then on.
public final class VaultStore: Store, StoreEngine {
    private let store: any Store
    private let keeper: KeyKeeper
    private let kinds: [String: SealedKind]
    private let opened = OpenedBundles()

    /// The store itself.
    public var engine: any StoreEngine { self }
    /// The partition of the store beneath.
    public var partition: Partition { store.partition }

    /// A store over another one.
    public init(over store: any Store, locking kinds: [SealedKind], _ keeper: KeyKeeper) {
        (self.store, self.keeper) = (store, keeper)
        self.kinds = Dictionary(kinds.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private var base: any StoreEngine { store.engine }

    /// A transaction over one of the store beneath.
    func transaction(over below: any EngineTransaction, _ lock: VaultLock, room: Int = Bundles.small) -> VaultTransaction {
        VaultTransaction(over: below, lock, kinds, opened, room: room) { [keeper] in try keeper.seal(of: lock) }
    }

    /// The names of the kinds that are locked.
    var names: Set<String> { Set(kinds.keys) }

    public func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try base.read { below in
            guard let lock = try VaultLock.standing(in: below) else { return try body(below) }
            return try body(transaction(over: below, lock))
        }
    }

    public func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try base.write { try closing($0, body) }
    }

    public func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        if try base.read({ try VaultLock.standing(in: $0) }) == nil { return try base.renew(renewal, closing: closing) }
        return try write { try renewal.perform(in: $0, closing: closing) }
    }

    private func closing<Value>(
        _ below: any EngineTransaction, _ body: (any EngineTransaction) throws -> Value
    ) throws -> Value {
        guard let lock = try VaultLock.standing(in: below) else { return try body(below) }
        let transaction = transaction(over: below, lock)
        let value = try body(transaction)
        try transaction.flush()
        return value
    }

    /// Of the store beneath, but for what this module keeps for itself.
    public func changes(since sequence: Int, limit: Int) throws -> [Change] {
        var last = sequence
        while true {
            let some = try base.changes(since: last, limit: limit)
            guard let end = some.last?.sequence else { return [] }
            let seen = some.filter { !VaultBundle.own.contains($0.address.collection) }
            if !seen.isEmpty { return seen }
            last = end
        }
    }

    public func forgottenDeletions() throws -> Int { try base.forgottenDeletions() }
    public func inspect() throws -> StoreReport { try base.inspect() }
    public func space() throws -> [StoreSpace] { try base.space() }
    public func maintain(_ work: Maintenance) throws -> [String] { try base.maintain(work) }

    /// Where something is locked, record by record in one transaction; nothing is kept aside then.
    public func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] {
        guard try base.read({ try VaultLock.standing(in: $0) }) != nil else { return try base.rewrite(form) }
        let count = try write { transaction in
            var changed: [StoredRecord] = []
            try transaction.forEachAddress(in: nil) { address in
                if let record = try transaction.record(at: address), record.isLive, let new = try form(record) {
                    changed.append(new)
                }
            }
            try transaction.put(changed) { $0.entries }
            return changed.count
        }
        return count == 0 ? [] : ["\(counted(count, "record")) brought to the present form."]
    }

    public func close() throws { try store.close() }
}
