/// A value that a store keeps.
///
/// Its JSON, with sorted keys, is what stands in the store; fields that this version of the type does not know are kept when a
/// record is rewritten.
public protocol Storable: Codable, Sendable {
    /// The record's name within its collection and partition.
    var id: Identifier<Self> { get }
    /// Where and how records of this type are kept.
    static var collection: RecordCollection<Self> { get }
}

/// How one kind of record is kept: its name, the version of its payload, its indexes, and the way from older versions.
public struct RecordCollection<Record: Storable>: Sendable {
    /// One step of a migration: the payload of version n becomes that of version n + 1. Pure.
    public typealias Migration = @Sendable (JSONValue) throws -> JSONValue
    /// How a record makes room for another one with its unique key, which was made on another device: the same record under another key. Pure; asked
    /// with 2, 3 and so on until the key is free.
    public typealias Room = @Sendable (_ record: Record, _ attempt: Int) -> Record

    /// The collection's name: `profiles`. Lower case, digits, dots and dashes; never changed once released.
    public let name: String
    /// The version of the payload that this program writes, from 1.
    public let version: Int
    /// The indexes that the store keeps. Each must be named only once.
    public let indexes: [any RecordIndex<Record>]
    /// Steps by the version they start from.
    public let migrations: [Int: Migration]
    /// How a record makes room for another one with its key; nil where only one of both can stay.
    let room: Room?
    /// The fields that follow from other records, such as counts: what `amend` changes, and nobody misses.
    let derived: Set<String>
    /// Adds what each index says of a record. One function and no list to walk over: generic lists cost more than the keys.
    private let enter: Enter

    private typealias Enter = @Sendable (Record, inout [IndexEntry]) -> Void

    /// A collection and how it is kept.
    public init(
        _ name: String, version: Int = 1, indexes: [any RecordIndex<Record>] = [], migrations: [Int: Migration] = [:],
        room: Room? = nil, derived: Set<String> = []
    ) {
        self.name = name
        self.version = version
        self.indexes = indexes
        self.migrations = migrations
        (self.room, self.derived) = (room, derived)
        var enter: Enter = { _, _ in }
        for index in indexes {
            let (name, unique, before) = (index.storedName, index.unique, enter)
            enter = { record, entries in
                before(record, &entries)
                entries.append(IndexEntry(name: name, unique: unique, key: index.key(of: record)))
            }
        }
        self.enter = enter
    }
}

/// A collection whose record type does not matter: what a plugin contributes, and what `doctor` lists.
public protocol StoredCollection: Sendable {
    /// The collection's name.
    var name: String { get }
    /// The version of the payload that this program writes.
    var version: Int { get }
    /// The index entries that belong to a record, from its payload.
    ///
    /// - Throws: `unreadableRecord`, `newerRecord`.
    func entries(of record: StoredRecord) throws -> [IndexEntry]
    /// The record in the form that this program writes, with the fields that nobody here knows and its own stamp; nil when it has that form.
    ///
    /// - Throws: `unreadableRecord`, `missingMigration`.
    func migrated(_ record: StoredRecord) throws -> StoredRecord?
    /// The record under another unique key, as the least version behind it, where it has to make room for one that keeps the key; nil where only one of
    /// both can stay.
    ///
    /// - Parameter attempt: from 2, until the key is free.
    func makingRoom(for record: StoredRecord, attempt: Int) throws -> StoredRecord?
    /// Whether two versions of a record say the same, but for what follows from other records.
    func saysTheSame(_ one: StoredRecord, as other: StoredRecord) -> Bool
}

extension RecordCollection: StoredCollection {
    /// Decodes the payload, migrated if need be, and asks each index.
    public func entries(of record: StoredRecord) throws -> [IndexEntry] { try entries(of: decode(record)) }

    func entries(of record: Record) -> [IndexEntry] {
        var entries: [IndexEntry] = []
        enter(record, &entries)
        return entries
    }
}

/// An index that a record type declares, and that its queries name by value.
public protocol RecordIndex<Record>: Sendable {
    /// The type of record that is indexed.
    associatedtype Record: Storable
    /// The name under which the store keeps it.
    var storedName: String { get }
    /// Whether two records of one partition may not share a key.
    var unique: Bool { get }
    /// The key of a record, or nil when the record is not in the index.
    func key(of record: Record) -> IndexKey?
}

/// An index over a key of one type.
///
/// When what it computes changes, raise `revision`: the store then knows that older keys do not speak for it and computes them anew.
public struct Index<Record: Storable, Key: IndexKeyConvertible>: RecordIndex {
    /// The index's name within its collection.
    public let name: String
    /// The version of the definition, from 1.
    public let revision: Int
    /// Whether two records of one partition may not share a key.
    public let unique: Bool
    private let compute: @Sendable (Record) -> IndexKey?

    @usableFromInline
    init(name: String, revision: Int, unique: Bool, compute: @escaping @Sendable (Record) -> IndexKey?) {
        (self.name, self.revision, self.unique, self.compute) = (name, revision, unique, compute)
    }

    /// The name with the revision behind it, when it is not the first.
    public var storedName: String { revision == 1 ? name : "\(name).\(revision)" }

    /// An index whose keys order the records.
    @inlinable
    public static func ordered(_ name: String, revision: Int = 1, _ key: @escaping @Sendable (Record) -> Key?) -> Index {
        Index(name: name, revision: revision, unique: false) { key($0)?.indexKey }
    }

    /// An index whose keys differ within a partition; the store refuses a second record with a key that is taken.
    @inlinable
    public static func unique(_ name: String, revision: Int = 1, _ key: @escaping @Sendable (Record) -> Key?) -> Index {
        Index(name: name, revision: revision, unique: true) { key($0)?.indexKey }
    }

    /// The key of a record.
    public func key(of record: Record) -> IndexKey? { compute(record) }
}
