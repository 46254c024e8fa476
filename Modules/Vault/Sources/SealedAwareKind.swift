import Kernel

/// A record kind for code that handles stored bytes, such as backups. Encrypted records are
/// accepted as they are.
struct SealedAwareKind: StoredCollection {
    let kind: any StoredCollection

    var name: String { kind.name }
    var version: Int { kind.version }

    func entries(of record: StoredRecord) throws -> [IndexEntry] {
        record.isSealed ? record.entries : try kind.entries(of: record)
    }

    func migrated(_ record: StoredRecord) throws -> StoredRecord? { record.isSealed ? nil : try kind.migrated(record) }

    func rekeyed(for record: StoredRecord, attempt: Int) throws -> StoredRecord? {
        record.isSealed ? nil : try kind.rekeyed(for: record, attempt: attempt)
    }

    func isEquivalent(_ one: StoredRecord, to other: StoredRecord) -> Bool {
        one.isSealed || other.isSealed ? one.payload == other.payload : kind.isEquivalent(one, to: other)
    }
}

extension VaultService {
    /// Returns the record kinds for code that handles stored bytes.
    package static func sealedAwareKinds(_ kinds: [any StoredCollection]) -> [any StoredCollection] {
        kinds.map { SealedAwareKind(kind: $0) }
    }
}
