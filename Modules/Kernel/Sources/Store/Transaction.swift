/// One consistent look at a store, or one change of it. Cannot be kept: it is only borrowed by the closure it was made for.
public struct Transaction: ~Copyable {
    package let below: any EngineTransaction
    /// The partition that this transaction sees.
    public let partition: Partition
    let journal: UndoJournal?

    /// The record with this identifier, or nil.
    ///
    /// - Throws: `unreadableRecord`, `newerRecord`, and the engine's `Failure`s.
    public func record<Record: Storable>(_ id: Identifier<Record>) throws -> Record? {
        guard let stored = try below.record(at: address(of: id)), stored.isLive else { return nil }
        return try Record.collection.decode(stored)
    }

    /// The records of a selection, in its order. Only these are decoded.
    ///
    /// - Throws: `undeclaredIndex` when the record type does not declare the index; `unreadableRecord`, `newerRecord`.
    public func records<Record: Storable>(_ selection: Selection<Record>) throws -> [Record] {
        let scan = try scan(selection, wantsEntries: false)
        // A page is asked for as a whole; without a limit little is held besides what is decoded.
        let collection = Record.collection
        if let limit = scan.limit, limit <= 1_000 { return try collection.decode(below.page(scan).map(Undecoded.init)) }
        var waiting = Waiting()
        // Other cores decode what is there while more of it is read.
        let relay = Relay { part in Result { try collection.decode(part) } }
        defer { relay.stop() }
        func decoded() throws -> [Record] {
            var found: [Record] = []
            for part in relay.results() { found += try part.get() }
            return try found + collection.decode(waiting.records)
        }
        do {
            try below.scan(scan) {
                if waiting.add($0) { relay.add(waiting.take()) }
                return true
            }
        } catch {
            // What stands before and cannot be decoded is said first.
            _ = try decoded()
            throw error
        }
        return try decoded()
    }

    /// The first record of a selection, or nil.
    public func first<Record: Storable>(_ selection: Selection<Record>) throws -> Record? {
        try records(selection.limit(1)).first
    }

    /// The keys of a selection's records, in its order. Decodes nothing, but for records older than the index.
    ///
    /// - Throws: `undeclaredIndex` when the record type does not declare the index.
    public func keys<Record: Storable>(_ selection: Selection<Record>) throws -> [IndexKey] {
        var found: [IndexKey] = []
        try below.keys(scan(selection)) {
            found.append($0)
            return true
        }
        return found
    }

    /// How many records of a selection share the first parts of their key, by these parts in their order: votes by what they are for, where an
    /// index is over `IndexKey(subject, voter)`. Order and limit of the selection count for nothing.
    ///
    /// Decodes nothing, and costs a search for every group, however many records it has.
    ///
    /// - Parameter parts: of a compound key, from 1.
    /// - Throws: `undeclaredIndex` when the record type does not declare the index.
    public func counts<Record: Storable>(_ selection: Selection<Record>, parts: Int = 1) throws -> [KeyCount] {
        try below.counts(scan(selection), parts: max(1, parts))
    }

    /// How many records a selection has. Decodes nothing.
    public func count<Record: Storable>(_ selection: Selection<Record>) throws -> Int { try below.count(scan(selection)) }

    /// Keeps a record in place of the one with its identifier. Fields of the old one that this program does not know are kept. In a change that can
    /// be undone, a record that is the same as before is not written.
    ///
    /// - Throws: `duplicateKey`, `newerRecord` when a newer program wrote the old one, `recordTooLarge`.
    public func put<Record: Storable>(_ record: Record) throws {
        let place = address(of: record.id)
        let old = try below.record(at: place)
        let payload = try Record.collection.encode(record, over: old)
        if isNoChange(old, payload, version: Record.collection.version) { return }
        try replace(
            old, at: place, version: Record.collection.version, entries: Record.collection.entries(of: record), payload: payload,
            reindex: Record.collection.entries)
    }

    /// What a person changes into what it was is no change: nothing to take back, and nothing that keeps earlier steps from being taken back.
    func isNoChange(_ old: StoredRecord?, _ payload: Data, version: Int) -> Bool {
        journal != nil && old?.isLive == true && old?.payload == payload && old?.payloadVersion == version
    }

    /// The records with these identifiers, in their order; nil where there is none. One question, however many there are.
    ///
    /// - Throws: as `record`.
    public func records<Record: Storable>(_ ids: [Identifier<Record>]) throws -> [Record?] {
        let partition = partition
        let places = ids.map {
            RecordAddress(partition: partition, collection: Record.collection.name, id: $0.rawValue)
        }
        return try below.records(at: places).map { stored in
            guard let stored, stored.isLive else { return nil }
            return try Record.collection.decode(stored)
        }
    }

    /// Removes a record, leaving a tombstone.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func delete<Record: Storable>(_ id: Identifier<Record>) throws -> Bool { try delete(at: address(of: id)) }

    /// Removes everything in this transaction's partition.
    public func erase() throws {
        let places = try below.addresses(in: partition)
        // By the thousand, so that a partition of any size is never in memory as a whole.
        for start in stride(from: 0, to: places.count, by: 4_096) {
            let olds = try below.records(at: Array(places[start..<min(start + 4_096, places.count)])).compactMap { $0 }
            var changes: [StoredRecord] = []
            for old in olds {
                changes.append(change(of: old, at: old.address, version: old.payloadVersion, entries: [], payload: nil))
            }
            try replace(olds, with: changes) { $0.entries }
        }
    }

    /// Works in another partition within the same transaction: to make a profile and its first records in one step.
    public func scoped<Value>(to partition: Partition, _ body: (borrowing Transaction) throws -> Value) throws -> Value {
        try body(Transaction(below: below, partition: partition, journal: journal))
    }

    // MARK: - Undecoded

    /// Keeps undecoded records here, under new stamps.
    package func put(
        stored records: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry] = { $0.entries }
    ) throws {
        let all = records.map { record in
            RecordAddress(partition: partition, collection: record.address.collection, id: record.address.id)
        }
        for run in all.runs(growing: { $0.collection == $1.collection && $0.id.isShorterOrBefore($1.id) }) {
            let places = Array(all[run])
            let olds = try below.records(at: places)
            var changes: [StoredRecord] = []
            for (record, (place, old)) in zip(records[run], zip(places, olds)) {
                changes.append(
                    change(
                        of: old, at: place, version: record.payloadVersion, entries: record.entries, payload: record.payload))
            }
            try replace(olds, with: changes, reindex: reindex)
        }
    }

    @discardableResult
    func delete(at place: RecordAddress) throws -> Bool {
        guard let old = try below.record(at: place), old.isLive else { return false }
        try replace(old, at: place, version: old.payloadVersion, entries: [], payload: nil) { $0.entries }
        return true
    }

    /// Without a payload it is a tombstone.
    private func replace(
        _ old: StoredRecord?, at place: RecordAddress, version: Int, entries: [IndexEntry], payload: Data?,
        reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        let new = change(of: old, at: place, version: version, entries: entries, payload: payload)
        try below.put(new, reindex: reindex)
        journal?.note(old, replacedBy: new)
    }

    /// Many at once; no two at one address.
    func replace(
        _ olds: [StoredRecord?], with changes: [StoredRecord], reindex: @escaping @Sendable (StoredRecord) throws -> [IndexEntry]
    ) throws {
        try below.put(changes, reindex: reindex)
        guard let journal else { return }
        for (old, new) in zip(olds, changes) { journal.note(old, replacedBy: new) }
    }

    private func change(
        of old: StoredRecord?, at place: RecordAddress, version: Int, entries: [IndexEntry], payload: Data?
    ) -> StoredRecord {
        NextVersion(in: below).change(of: old, at: place, version: version, entries: entries, payload: payload)
    }

    func address<Record: Storable>(of id: Identifier<Record>) -> RecordAddress {
        RecordAddress(partition: partition, collection: Record.collection.name, id: id.rawValue)
    }

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

/// The version that what is written in a transaction has.
struct NextVersion {
    let (time, device, firstGeneration): (HybridTime, String, Int)

    init(in transaction: any EngineTransaction) {
        (time, device, firstGeneration) = (transaction.time, transaction.device, transaction.firstGeneration)
    }

    /// What takes the place of a record.
    func change(
        of old: StoredRecord?, at place: RecordAddress, version: Int, entries: [IndexEntry], payload: Data?
    ) -> StoredRecord {
        let (before, deleted) = (old?.stamp, payload == nil)
        let generation = (before?.generation ?? firstGeneration).addingSaturated(before?.deleted == true && !deleted ? 1 : 0)
        let stamp = Stamp(generation: generation, deleted: deleted, time: time, device: device)
        return StoredRecord(address: place, stamp: stamp, payloadVersion: version, entries: entries, payload: payload)
    }
}

/// One transaction, as a repository hands it to its records: everything that a service decides between `{` and `}` becomes durable together or
/// not at all.
///
/// Unlike `Transaction` it can stand in a value. It is good until the closure returns; asked later, the engine throws `transactionOver`.
public struct UnitOfWork {
    fileprivate let below: any EngineTransaction
    fileprivate let partition: Partition
    fileprivate let journal: UndoJournal?

    /// The transaction, for one call.
    public var transaction: Transaction { Transaction(below: below, partition: partition, journal: journal) }
}

extension Transaction {
    /// This transaction, to be handed on.
    public var unit: UnitOfWork { UnitOfWork(below: below, partition: partition, journal: journal) }
}
