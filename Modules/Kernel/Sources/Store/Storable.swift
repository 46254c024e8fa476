/// A value that a store keeps.
///
/// It is stored as JSON with sorted keys. When a record is rewritten, the fields that this version
/// of the type does not know are kept.
public protocol Storable: Codable, Sendable {
    /// The record's name within its collection and partition.
    var id: Identifier<Self> { get }
    /// The definition of the collection that stores records of this type.
    static var collection: RecordCollection<Self> { get }
}

/// The definition of one kind of record: its name, the version of its payload, its indexes, and the
/// migrations from older versions.
public struct RecordCollection<Record: Storable>: Sendable {
    /// One step of a migration, from the payload of version n to n + 1. It must be pure.
    public typealias Migration = @Sendable (JSONValue) throws -> JSONValue
    /// A function that gives a record another unique key, because a record from another device
    /// keeps the key.
    ///
    /// It must be pure. The store calls it with 2, 3 and so on until the key is free.
    public typealias KeyResolver = @Sendable (_ record: Record, _ attempt: Int) -> Record

    /// The collection's name: `profiles`. Lower case, digits, dots and dashes. It must not change
    /// after a release.
    public let name: String
    /// The version of the payload that this program writes, from 1.
    public let version: Int
    /// The indexes that the store keeps. Each name must be unique.
    public let indexes: [any RecordIndex<Record>]
    public let migrations: [Int: Migration]
    /// The function that gives a record another key, or nil if only one of two records with a key
    /// can stay.
    let resolveDuplicateKey: KeyResolver?
    /// The fields derived from other records, such as counts. `putDerived` changes them, and
    /// their loss is harmless.
    let derived: Set<String>
    /// Adds the index entries of a record. It is one function instead of a list, because iterating
    /// over a generic list costs more than the keys.
    private let appendEntries: AppendEntries

    private typealias AppendEntries = @Sendable (Record, inout [IndexEntry]) -> Void

    public init(
        _ name: String, version: Int = 1, indexes: [any RecordIndex<Record>] = [], migrations: [Int: Migration] = [:],
        resolveDuplicateKey: KeyResolver? = nil, derived: Set<String> = []
    ) {
        self.name = name
        self.version = version
        self.indexes = indexes
        self.migrations = migrations
        self.resolveDuplicateKey = resolveDuplicateKey
        self.derived = derived
        var appendEntries: AppendEntries = { _, _ in }
        for index in indexes {
            let name = index.storedName
            let unique = index.unique
            let previous = appendEntries
            appendEntries = { record, entries in
                previous(record, &entries)
                entries.append(IndexEntry(name: name, unique: unique, key: index.key(of: record)))
            }
        }
        self.appendEntries = appendEntries
    }
}

/// A collection without its record type, as plugins contribute it and `doctor` lists it.
public protocol StoredCollection: Sendable {
    /// The name under which the collection is stored.
    var name: String { get }
    /// The version of the payload that this program writes.
    var version: Int { get }
    /// Returns the index entries of a record, computed from its payload.
    ///
    /// - Throws: `unreadableRecord`, `newerRecord`.
    func entries(of record: StoredRecord) throws -> [IndexEntry]
    /// Returns the record in the current payload version, with unknown fields and its own stamp, or
    /// nil if it has that version already.
    ///
    /// - Throws: `unreadableRecord`, `missingMigration`.
    func migrated(_ record: StoredRecord) throws -> StoredRecord?
    /// Returns the record under another unique key, with the lowest stamp above its own, when
    /// another record keeps the key. The result is nil if only one of both can stay.
    ///
    /// - Parameter attempt: from 2, until the key is free.
    func rekeyed(for record: StoredRecord, attempt: Int) throws -> StoredRecord?
    /// Returns whether two versions of a record are equal except for derived fields.
    func isEquivalent(_ one: StoredRecord, to other: StoredRecord) -> Bool
}

extension RecordCollection: StoredCollection {
    /// Decodes and, if needed, migrates the payload and asks each index.
    public func entries(of record: StoredRecord) throws -> [IndexEntry] { try entries(of: decode(record)) }

    func entries(of record: Record) -> [IndexEntry] {
        var entries: [IndexEntry] = []
        appendEntries(record, &entries)
        return entries
    }
}

/// An index that a record type declares and that its queries refer to.
public protocol RecordIndex<Record>: Sendable {
    /// The type of the indexed records.
    associatedtype Record: Storable
    /// The name of the index in the store.
    var storedName: String { get }
    /// Whether two records of one partition must have different keys.
    var unique: Bool { get }
    /// Returns the key of a record, or nil if the record is not in the index.
    func key(of record: Record) -> IndexKey?
}

/// An index over a key of one type.
///
/// Raise `revision` when the key is computed differently: the store then computes all keys again.
public struct Index<Record: Storable, Key: IndexKeyConvertible>: RecordIndex {
    public let name: String
    /// The version of the definition, from 1.
    public let revision: Int
    /// Whether two records of one partition must have different keys.
    public let unique: Bool
    private let compute: @Sendable (Record) -> IndexKey?

    @usableFromInline
    init(name: String, revision: Int, unique: Bool, compute: @escaping @Sendable (Record) -> IndexKey?) {
        self.name = name
        self.revision = revision
        self.unique = unique
        self.compute = compute
    }

    /// The name, followed by the revision if it is not the first.
    public var storedName: String { revision == 1 ? name : "\(name).\(revision)" }

    /// Creates an index whose keys order the records.
    @inlinable
    public static func ordered(_ name: String, revision: Int = 1, _ key: @escaping @Sendable (Record) -> Key?) -> Index
    {
        Index(name: name, revision: revision, unique: false) { key($0)?.indexKey }
    }

    /// Creates an index whose keys are unique within a partition. The store refuses a second record
    /// with the same key.
    @inlinable
    public static func unique(_ name: String, revision: Int = 1, _ key: @escaping @Sendable (Record) -> Key?) -> Index {
        Index(name: name, revision: revision, unique: true) { key($0)?.indexKey }
    }

    public func key(of record: Record) -> IndexKey? { compute(record) }
}
