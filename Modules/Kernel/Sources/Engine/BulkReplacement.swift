/// Bulk work: a change of any size that is applied to a store in one step.
///
/// Until then all readers see the previous state, and memory holds only a part of the records. The
/// functions may run more than once.
public struct BulkReplacement {
    /// Whether a live record is deleted with a tombstone. Also called for concurrent changes.
    public var shouldDelete: (_ address: RecordAddress, _ stamp: Stamp) throws -> Bool
    /// The partitions of the records to delete, or nil for all.
    public var partitions: Set<Partition>?
    /// Visits each deleted record with the version of its tombstone, and may put derived records.
    /// Nil to skip the visit.
    public var didDelete:
        ((_ record: StoredRecord, _ tombstone: Stamp, _ arrivals: any IncomingRecords) throws -> Void)?
    public var addRecords: (_ arrivals: any IncomingRecords) throws -> Void
    /// Whether everything is replaced, without tombstones if the engine can omit them.
    public var isWhole = false
    public var clearedFolders: [String] = []
    public var mergedFolders: [String] = []
    /// The name of a hidden folder in each of `clearedFolders` and `mergedFolders`. Its
    /// contents replace or join the existing files. Nil for none.
    public var stagingFolderName: String?

    /// The number of records in one query.
    static let batch = 4_096

    public init(
        shouldDelete: @escaping (_ address: RecordAddress, _ stamp: Stamp) throws -> Bool,
        addRecords: @escaping (_ arrivals: any IncomingRecords) throws -> Void
    ) {
        self.shouldDelete = shouldDelete
        self.addRecords = addRecords
    }

    public init(addRecords: @escaping (_ arrivals: any IncomingRecords) throws -> Void) {
        self.init(shouldDelete: { _, _ in false }, addRecords: addRecords)
        partitions = []
    }

    /// Creates bulk work that replaces everything.
    public static func whole(
        clearedFolders: [String] = [], mergedFolders: [String] = [], stagingFolderName: String? = nil,
        addRecords: @escaping (_ arrivals: any IncomingRecords) throws -> Void = { _ in }
    ) -> BulkReplacement {
        var replacement = BulkReplacement(shouldDelete: { _, _ in true }, addRecords: addRecords)
        (replacement.isWhole, replacement.clearedFolders, replacement.mergedFolders, replacement.stagingFolderName) = (
            true, clearedFolders, mergedFolders, stagingFolderName
        )
        return replacement
    }

    /// Performs the work in an ordinary transaction of this engine.
    ///
    /// Engines without a better way use this, if they can hold a transaction of that size.
    public func perform<Value>(
        in transaction: any EngineTransaction, closing: (any EngineTransaction) throws -> Value
    ) throws -> Value {
        let arrivals = TransactionalIncomingRecords(transaction)
        for partition in partitions.map({ $0.sorted { $0.rawValue < $1.rawValue } }) ?? [nil] as [Partition?] {
            let addresses = try transaction.addresses(in: partition)
            for start in stride(from: 0, to: addresses.count, by: BulkReplacement.batch) {
                let records = try transaction.records(
                    at: Array(addresses[start..<min(start + BulkReplacement.batch, addresses.count)]))
                let deleted = try records.compactMap(\.self).filter { try shouldDelete($0.address, $0.stamp) }
                try arrivals.remove(deleted, didDelete: didDelete)
            }
        }
        try addRecords(arrivals)
        try arrivals.flush()
        return try closing(transaction)
    }
}

/// The receiver of the new records of bulk work.
public protocol IncomingRecords: AnyObject {
    /// The time for new stamps, greater than every stamp in the store at the beginning.
    var time: HybridTime { get }

    /// The device that writes the records, as in their stamps.
    var device: String { get }
    /// The generation of a new record at an unused address.
    var firstGeneration: Int { get }

    /// Announces the next addresses to be read, so that the engine can fetch them at once.
    func prefetch(_ addresses: [RecordAddress]) throws

    /// Returns the record or tombstone at an address as it was at the beginning.
    func record(at address: RecordAddress) throws -> StoredRecord?

    /// Returns the version that a new record follows: that of the previous record or its new
    /// tombstone. Nil without one.
    func stamp(at address: RecordAddress) throws -> Stamp?

    /// Adds a record or a tombstone, which loses to concurrent changes at its address.
    ///
    /// - Parameter reindex: computes the entries of a record older than a unique index, so that its
    ///   key is checked too.
    /// - Throws: `recordTooLarge`. Duplicate keys are found at the end of the work.
    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws
}

extension IncomingRecords {
    /// Ignores the addresses, for receivers that have all records in memory.
    public func prefetch(_ addresses: [RecordAddress]) throws {}

    /// Adds a record of a collection whose indexes are all older than its records.
    public func put(_ record: StoredRecord) throws { try put(record) { $0.entries } }
}

extension StoreEngine {
    /// Performs bulk work in one ordinary transaction, for engines that can hold it.
    public func replaceInBulk<Value>(_ replacement: BulkReplacement, closing: (any EngineTransaction) throws -> Value)
        throws
        -> Value
    {
        try write { try replacement.perform(in: $0, closing: closing) }
    }

    /// Performs bulk work without an additional transaction.
    public func replaceInBulk(_ replacement: BulkReplacement) throws { try replaceInBulk(replacement) { _ in } }

    /// Replaces everything or nothing. On return, the engine's files lack all previous data.
    ///
    /// - Throws: `duplicateKey` and the engine's `Failure`s, with nothing changed.
    ///   `erasureUnfinished` after the replacement, if previous data is still in the files.
    public func replaceAll(by replacement: Replacement) throws {
        try replaceInBulk(
            .whole(
                clearedFolders: replacement.clearedFolders, mergedFolders: replacement.mergedFolders,
                stagingFolderName: replacement.stagingFolderName
            ) { arrivals in
                for record in replacement.records { try arrivals.put(record) }
            })
    }
}

/// A receiver that puts new records into an ordinary transaction in batches.
private final class TransactionalIncomingRecords: IncomingRecords {
    private let below: any EngineTransaction
    private var deletedRecords: [RecordAddress: StoredRecord] = [:]
    private var fetched: [RecordAddress: StoredRecord?] = [:]
    /// The records to be put, and the functions that compute the keys of each collection.
    private var pending: [StoredRecord] = []
    private var reindex: [String: @Sendable (StoredRecord) throws -> [IndexEntry]] = [:]

    init(_ below: any EngineTransaction) { self.below = below }

    var time: HybridTime { below.time }
    var device: String { below.device }
    var firstGeneration: Int { below.firstGeneration }

    func prefetch(_ addresses: [RecordAddress]) throws {
        try flush()
        fetched = Dictionary(zip(addresses, try below.records(at: addresses)), uniquingKeysWith: { first, _ in first })
    }

    func record(at address: RecordAddress) throws -> StoredRecord? {
        try deletedRecords[address] ?? currentRecord(at: address)
    }

    func stamp(at address: RecordAddress) throws -> Stamp? { try currentRecord(at: address)?.stamp }

    private func currentRecord(at address: RecordAddress) throws -> StoredRecord? {
        if let fetchedRecord = fetched[address] { return fetchedRecord }
        try flush()
        return try below.record(at: address)
    }

    func put(_ record: StoredRecord, reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]) throws {
        if fetched[record.address] != nil { fetched[record.address] = .some(record) }
        self.reindex[record.address.collection] = reindex
        pending.append(record)
        if pending.count >= BulkReplacement.batch { try flush() }
    }

    func flush() throws {
        guard !pending.isEmpty else { return }
        let records = pending
        let reindexFunctions = reindex
        pending = []
        try below.put(records) { try reindexFunctions[$0.address.collection]?($0) ?? $0.entries }
    }

    func remove(
        _ records: [StoredRecord], didDelete: ((StoredRecord, Stamp, any IncomingRecords) throws -> Void)?
    ) throws {
        for old in records {
            let stamp = old.stamp.deletion(at: time, by: device)
            deletedRecords[old.address] = old
            try put(
                StoredRecord(
                    address: old.address, stamp: stamp, payloadVersion: old.payloadVersion, entries: [], payload: nil))
            try didDelete?(old, stamp, self)
        }
    }
}

extension Stamp {
    /// Returns the version of the tombstone that follows this version.
    package func deletion(at time: HybridTime, by device: String) -> Stamp {
        Stamp(generation: generation, deleted: true, time: time, device: device)
    }
}
