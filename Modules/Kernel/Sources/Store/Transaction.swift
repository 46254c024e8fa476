/// A consistent read or one change of a store. Its closure only borrows it.
public struct Transaction: ~Copyable {
    package let below: any EngineTransaction
    public let partition: Partition
    let journal: UndoJournal?

    /// Returns the record with this identifier, or nil.
    ///
    /// - Throws: `unreadableRecord`, `newerRecord`, and the engine's `Failure`s.
    public func record<Record: Storable>(_ id: Identifier<Record>) throws -> Record? {
        guard let stored = try below.record(at: address(of: id)), stored.isLive else { return nil }
        return try Record.collection.decode(stored)
    }

    /// Returns the records of a selection, in its order. Only these records are decoded.
    ///
    /// - Throws: `undeclaredIndex` when the record type does not declare the index,
    ///   `unreadableRecord`, `newerRecord`.
    public func records<Record: Storable>(_ selection: Selection<Record>) throws -> [Record] {
        let scan = try scan(selection, wantsEntries: false)
        // A page is read as a whole. Without a limit, few records are in memory besides the decoded
        // ones.
        let collection = Record.collection
        if let limit = scan.limit, limit <= 1_000 {
            return try collection.decode(below.page(scan).map(UndecodedRecord.init))
        }
        var batch = DecodingBatch()
        // Other cores decode while more records are read.
        let pipeline = ParallelPipeline { part in Result { try collection.decode(part) } }
        defer { pipeline.stop() }
        func decoded() throws -> [Record] {
            var decodedRecords: [Record] = []
            for part in pipeline.results() { decodedRecords += try part.get() }
            return try decodedRecords + collection.decode(batch.records)
        }
        do {
            try below.scan(scan) {
                if batch.add($0) { pipeline.add(batch.drain()) }
                return true
            }
        } catch {
            // An earlier record that cannot be decoded takes precedence over this error.
            _ = try decoded()
            throw error
        }
        return try decoded()
    }

    /// Returns the first record of a selection, or nil.
    public func first<Record: Storable>(_ selection: Selection<Record>) throws -> Record? {
        try records(selection.limit(1)).first
    }

    /// Returns the keys of a selection's records, in its order. It decodes only records that are
    /// older than the index.
    ///
    /// - Throws: `undeclaredIndex` when the record type does not declare the index.
    public func keys<Record: Storable>(_ selection: Selection<Record>) throws -> [IndexKey] {
        var keys: [IndexKey] = []
        try below.keys(scan(selection)) {
            keys.append($0)
            return true
        }
        return keys
    }

    /// Returns the number of records of a selection for each group that shares the first parts of
    /// the key, ordered by these parts.
    ///
    /// With an index over `IndexKey(subject, voter)`, it counts votes by subject. The order and the
    /// limit of the selection are ignored. It decodes nothing and costs one search per group,
    /// regardless of the number of records.
    ///
    /// - Parameter parts: the number of parts of a compound key, from 1.
    /// - Throws: `undeclaredIndex` when the record type does not declare the index.
    public func counts<Record: Storable>(_ selection: Selection<Record>, parts: Int = 1) throws -> [KeyCount] {
        try below.counts(scan(selection), parts: max(1, parts))
    }

    /// Returns the number of records in a selection without decoding them.
    public func count<Record: Storable>(_ selection: Selection<Record>) throws -> Int {
        try below.count(scan(selection))
    }

    /// Writes a record in place of the one with its identifier. Fields of the old one that this
    /// program does not know are kept.
    ///
    /// In a change that can be undone, an unchanged record is not written.
    ///
    /// - Throws: `duplicateKey`, `newerRecord` when a newer program wrote the old one,
    ///   `recordTooLarge`.
    public func put<Record: Storable>(_ record: Record) throws {
        let address = address(of: record.id)
        let old = try below.record(at: address)
        let payload = try Record.collection.encode(record, over: old)
        if isNoChange(old, payload, version: Record.collection.version) { return }
        try replace(
            old, at: address, version: Record.collection.version, entries: Record.collection.entries(of: record),
            payload: payload, reindex: Record.collection.entries)
    }

    /// Returns whether a write in an undoable change leaves the record as it was. Such a write adds
    /// no undo step and does not block earlier ones.
    func isNoChange(_ old: StoredRecord?, _ payload: Data, version: Int) -> Bool {
        journal != nil && old?.isLive == true && old?.payload == payload && old?.payloadVersion == version
    }

    /// Returns the records with these identifiers, in their order, with nil where there is none. It
    /// asks the engine once for all of them.
    ///
    /// - Throws: the same as `record`.
    public func records<Record: Storable>(_ ids: [Identifier<Record>]) throws -> [Record?] {
        let partition = partition
        let addresses = ids.map {
            RecordAddress(partition: partition, collection: Record.collection.name, id: $0.rawValue)
        }
        return try below.records(at: addresses).map { stored in
            guard let stored, stored.isLive else { return nil }
            return try Record.collection.decode(stored)
        }
    }

    /// Removes a record and leaves a tombstone.
    ///
    /// - Returns: whether the record existed.
    @discardableResult
    public func delete<Record: Storable>(_ id: Identifier<Record>) throws -> Bool { try delete(at: address(of: id)) }

    /// Removes everything in this transaction's partition.
    public func erase() throws {
        let addresses = try below.addresses(in: partition)
        // In batches of thousands, so that a partition of any size is never in memory as a whole.
        for start in stride(from: 0, to: addresses.count, by: 4_096) {
            let oldRecords = try below.records(at: Array(addresses[start..<min(start + 4_096, addresses.count)]))
                .compactMap(\.self)
            var changes: [StoredRecord] = []
            for old in oldRecords {
                changes.append(change(of: old, at: old.address, version: old.payloadVersion, entries: [], payload: nil))
            }
            try replace(oldRecords, with: changes) { $0.entries }
        }
    }

    /// Runs a body in another partition within the same transaction, for example to create a
    /// profile and its first records in one step.
    public func scoped<Value>(to partition: Partition, _ body: (borrowing Transaction) throws -> Value) throws -> Value
    {
        try body(Transaction(below: below, partition: partition, journal: journal))
    }

    /// Writes undecoded records to this partition under new stamps.
    package func put(
        stored records: [StoredRecord],
        reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry] = { $0.entries }
    ) throws {
        let targetAddresses = records.map { record in
            RecordAddress(partition: partition, collection: record.address.collection, id: record.address.id)
        }
        for run in targetAddresses.runs(growing: { $0.collection == $1.collection && $0.id.isShorterOrBefore($1.id) }) {
            let addresses = Array(targetAddresses[run])
            let oldRecords = try below.records(at: addresses)
            var changes: [StoredRecord] = []
            for (record, (address, old)) in zip(records[run], zip(addresses, oldRecords)) {
                changes.append(
                    change(
                        of: old, at: address, version: record.payloadVersion, entries: record.entries,
                        payload: record.payload))
            }
            try replace(oldRecords, with: changes, reindex: reindex)
        }
    }

    @discardableResult func delete(at address: RecordAddress) throws -> Bool {
        guard let old = try below.record(at: address), old.isLive else { return false }
        try replace(old, at: address, version: old.payloadVersion, entries: [], payload: nil) { $0.entries }
        return true
    }

    /// Replaces a record. Without a payload, the new one is a tombstone.
    private func replace(
        _ old: StoredRecord?, at address: RecordAddress, version: Int, entries: [IndexEntry], payload: Data?,
        reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        let new = change(of: old, at: address, version: version, entries: entries, payload: payload)
        try below.put(new, reindex: reindex)
        journal?.record(old, replacedBy: new)
    }

    /// Replaces many records, each at a different address.
    func replace(
        _ oldRecords: [StoredRecord?], with changes: [StoredRecord],
        reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        try below.put(changes, reindex: reindex)
        guard let journal else { return }
        for (old, new) in zip(oldRecords, changes) { journal.record(old, replacedBy: new) }
    }

    private func change(
        of old: StoredRecord?, at address: RecordAddress, version: Int, entries: [IndexEntry], payload: Data?
    ) -> StoredRecord {
        NextVersion(in: below).successor(of: old, at: address, version: version, entries: entries, payload: payload)
    }

    func address<Record: Storable>(of id: Identifier<Record>) -> RecordAddress {
        RecordAddress(partition: partition, collection: Record.collection.name, id: id.rawValue)
    }

    /// Returns the scan of a selection, or throws `undeclaredIndex`.
    func scan<Record: Storable>(_ selection: Selection<Record>, wantsEntries: Bool = true) throws -> IndexScan {
        let collection = Record.collection
        if let index = selection.index, !collection.indexes.contains(where: { $0.storedName == index }) {
            throw Failure(
                .undeclaredIndex, "“\(index)” is not among the indexes that \(collection.name) declares.",
                advice: "Add it to the collection's indexes.")
        }
        return IndexScan(
            partition: partition, collection: collection.name, index: selection.index, lower: selection.lower,
            upper: selection.upper, descending: selection.isDescending, limit: selection.limit,
            wantsEntries: wantsEntries, reindex: { try collection.entries(of: $0) })
    }
}

/// The version of everything that a transaction writes.
struct NextVersion {
    let (time, device, firstGeneration): (HybridTime, String, Int)

    init(in transaction: any EngineTransaction) {
        time = transaction.time
        device = transaction.device
        firstGeneration = transaction.firstGeneration
    }

    /// Returns the successor of a record.
    func successor(
        of old: StoredRecord?, at address: RecordAddress, version: Int, entries: [IndexEntry], payload: Data?
    ) -> StoredRecord {
        let oldStamp = old?.stamp
        let deleted = payload == nil
        let generation = (oldStamp?.generation ?? firstGeneration).addingSaturated(
            oldStamp?.deleted == true && !deleted ? 1 : 0)
        let stamp = Stamp(generation: generation, deleted: deleted, time: time, device: device)
        return StoredRecord(address: address, stamp: stamp, payloadVersion: version, entries: entries, payload: payload)
    }
}

/// One transaction that a repository passes to its records: everything that a service decides
/// between `{` and `}` becomes durable together or not at all.
///
/// Unlike `Transaction`, it can be stored in a value. It is valid until the closure returns. The
/// engine throws `transactionOver` for later calls.
public struct UnitOfWork {
    fileprivate let below: any EngineTransaction
    fileprivate let partition: Partition
    fileprivate let journal: UndoJournal?

    public var transaction: Transaction { Transaction(below: below, partition: partition, journal: journal) }
}

extension Transaction {
    public var unitOfWork: UnitOfWork { UnitOfWork(below: below, partition: partition, journal: journal) }
}
