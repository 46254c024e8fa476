import Kernel

/// A kind of record as those judge it who hold records as they lie, such as backups: what is locked is taken as it is.
struct JudgedKind: StoredCollection {
    let kind: any StoredCollection

    var name: String { kind.name }
    var version: Int { kind.version }

    func entries(of record: StoredRecord) throws -> [IndexEntry] {
        record.isSealed ? record.entries : try kind.entries(of: record)
    }

    func migrated(_ record: StoredRecord) throws -> StoredRecord? { record.isSealed ? nil : try kind.migrated(record) }

    func makingRoom(for record: StoredRecord, attempt: Int) throws -> StoredRecord? {
        record.isSealed ? nil : try kind.makingRoom(for: record, attempt: attempt)
    }

    func saysTheSame(_ one: StoredRecord, as other: StoredRecord) -> Bool {
        one.isSealed || other.isSealed ? one.payload == other.payload : kind.saysTheSame(one, as: other)
    }
}

extension Vault {
    /// Kinds of record for whoever holds them as they lie.
    public static func judging(_ kinds: [any StoredCollection]) -> [any StoredCollection] { kinds.map { JudgedKind(kind: $0) } }
}
