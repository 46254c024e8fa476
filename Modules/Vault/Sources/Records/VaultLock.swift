import Kernel

/// The lock of records and files, with the wrapped key. It is one record, so it is consistent with
/// the transaction that reads it, and part of every backup and copy of the store.
package struct VaultLock: Storable, Hashable {
    /// The phase of locking.
    enum Phase: String, Codable, Sendable {
        /// New data is encrypted, and old data is being encrypted.
        case locking
        /// Everything is encrypted.
        case locked
        /// New data is open, and old data is being decrypted.
        case opening
    }

    package let id: Identifier<VaultLock>
    /// The random name of the key.
    let name: String
    /// A fingerprint of the key, which reveals nothing about it.
    let mark: String
    /// The key, encrypted with the passphrase.
    var wrapped: String
    var phase: Phase
    let since: Instant

    init(name: String, mark: String, wrapped: String, phase: Phase, since: Instant) {
        id = VaultLock.lockID
        self.name = name
        self.mark = mark
        self.wrapped = wrapped
        self.phase = phase
        self.since = since
    }

    /// The name of the key in a key ring.
    var ringName: String { "commonplace-\(name)" }
    /// Whether new data is encrypted.
    var encryptsNewData: Bool { phase != .opening }

    static let lockID = Identifier<VaultLock>("lock")
    static let address = RecordAddress(partition: .common, collection: collection.name, id: lockID.rawValue)
    package static let collection = RecordCollection<VaultLock>("vault.lock")

    /// Returns the lock, as a transaction reads it.
    static func currentLock(in transaction: any EngineTransaction) throws -> VaultLock? {
        guard let record = try transaction.record(at: address), record.isLive else { return nil }
        return try collection.decode(record)
    }
}

/// Records that were encrypted together. One call of a program decrypts a few hundred of them.
package struct VaultBundle: Storable, Hashable {
    package let id: Identifier<VaultBundle>
    /// The sealed bytes in base 64.
    let sealed: String

    package static let collection = RecordCollection<VaultBundle>("vault.bundles")

    static func address(_ id: String) -> RecordAddress {
        RecordAddress(partition: .common, collection: collection.name, id: id)
    }

    /// The collections of this module, hidden from the modules above.
    static let internalCollections: Set<String> = [collection.name, VaultLock.collection.name]
}
