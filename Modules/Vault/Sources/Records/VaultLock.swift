import Kernel

/// That records and files are locked, with the key behind its passphrase. One record, so that what it says is true in the transaction that reads it, and goes
/// along into every backup and every other store.
public struct VaultLock: Storable, Hashable {
    /// How far locking has come.
    enum Phase: String, Codable, Sendable {
        /// What is written is locked already; what was there before is being locked.
        case locking
        /// Everything is locked.
        case locked
        /// What is written lies open already; what was there before is being opened.
        case opening
    }

    public let id: Identifier<VaultLock>
    /// By which the ring knows its key; by chance.
    let name: String
    /// What tells keys apart; nothing of the key follows from it.
    let mark: String
    /// The key behind the passphrase, as the program writes it.
    var wrapped: String
    var phase: Phase
    /// When it was locked.
    let since: Instant

    init(name: String, mark: String, wrapped: String, phase: Phase, since: Instant) {
        id = VaultLock.only
        (self.name, self.mark, self.wrapped, self.phase, self.since) = (name, mark, wrapped, phase, since)
    }

    /// The name of its key in a ring.
    var ringName: String { "commonplace-\(name)" }
    /// Whether what is written now is locked.
    var closes: Bool { phase != .opening }

    static let only = Identifier<VaultLock>("lock")
    static let address = RecordAddress(partition: .common, collection: collection.name, id: only.rawValue)
    /// Where it is kept.
    public static let collection = RecordCollection<VaultLock>("vault.lock")

    /// The lock of a store, as a transaction sees it.
    static func standing(in transaction: any EngineTransaction) throws -> VaultLock? {
        guard let record = try transaction.record(at: address), record.isLive else { return nil }
        return try collection.decode(record)
    }
}

/// Records that were locked together: one call of a program opens a few hundred of them.
public struct VaultBundle: Storable, Hashable {
    public let id: Identifier<VaultBundle>
    /// What the seal made of them, in base 64.
    let sealed: String

    /// Where bundles are kept.
    public static let collection = RecordCollection<VaultBundle>("vault.bundles")

    static func address(_ id: String) -> RecordAddress {
        RecordAddress(partition: .common, collection: collection.name, id: id)
    }

    /// The kinds of record that are this module's own, and that nobody above it sees.
    static let own: Set<String> = [collection.name, VaultLock.collection.name]
}
