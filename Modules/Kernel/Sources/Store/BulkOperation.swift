/// A bulk operation of any size within a transaction: it erases partitions and writes incoming
/// records, as one step that can be undone as one.
public struct BulkOperation {
    public var erasing: Set<Partition> = []
    /// Whether the erasure is permanent: no file keeps a byte of the data, and undo is impossible.
    public var isPermanent = false
    /// Returns some of the incoming records, or nil when there are no more.
    public var nextRecords: (() throws -> [ExportedRecord]?)?
    /// Restarts the incoming records if the work has to be repeated. It is nil if they can be read
    /// only once, as from a pipe.
    public var restart: (() throws -> () throws -> [ExportedRecord]?)?
    /// The addresses that must be empty before new records are written there. If another writer was
    /// first, everything fails with `changedSince` and can be planned again.
    public var requiredVacantAddresses: Set<RecordAddress> = []
    /// Every kind of record in this program. Each incoming record is checked by its collection.
    public var collections: [any StoredCollection] = []

    /// The maximum number of records that are held in memory and stored as an ordinary step.
    static let ordinaryWriteLimit = 4_000

    public init() {}

    static var changedMeanwhile: Failure {
        Failure(
            .changedSince, "The data was changed during the import.",
            advice: "Try again, or import from a file, which can be read twice.", kind: .temporary)
    }
}

extension Store {
    /// Changes records and runs bulk work in the same step: all of it is durable on return, or
    /// nothing happened.
    ///
    /// The closure must not depend on what the bulk work changes, which it may or may not see. It
    /// may run twice.
    ///
    /// - Parameter label: returns the description for the undo step from the number of incoming
    ///   records. Nil if the change cannot be undone.
    /// - Throws: what the closure throws, `foreignRecord`, `unreadableRecord`, `newerRecord`,
    ///   `duplicateKey`, and the engine's `Failure`s.
    public func write<Value>(
        undo label: ((_ arrived: Int) -> String)?, bulk: BulkOperation, _ body: (borrowing Transaction) throws -> Value
    ) throws -> Value {
        var firstRecords: [ExportedRecord] = []
        var nextRecords = bulk.nextRecords
        while firstRecords.count <= BulkOperation.ordinaryWriteLimit, let readNext = nextRecords {
            if let records = try readNext() { firstRecords += records } else { nextRecords = nil }
        }
        var deletedCount = 0
        if !bulk.erasing.isEmpty {
            try engine.read { below in
                for partition in bulk.erasing { try below.forEachAddress(in: partition) { _ in deletedCount += 1 } }
            }
        }
        if nextRecords == nil, deletedCount <= BulkOperation.ordinaryWriteLimit {
            do {
                return try write(undo: label?(firstRecords.count)) { transaction in
                    let value = try body(transaction)
                    for partition in bulk.erasing {
                        try transaction.scoped(to: partition) { try bulk.isPermanent ? $0.purge() : $0.erase() }
                    }
                    for (partition, group) in Dictionary(grouping: firstRecords, by: \.partition).sorted(by: {
                        $0.key.rawValue < $1.key.rawValue
                    }) {
                        try transaction.scoped(to: partition) {
                            let addresses = group.map(\.address).filter(bulk.requiredVacantAddresses.contains)
                            if try $0.below.records(at: addresses).contains(where: { $0?.isLive == true }) {
                                throw BulkOperation.changedMeanwhile
                            }
                            try $0.restore(group.map(\.record), collections: bulk.collections)
                        }
                    }
                    return value
                }
            } catch let failure as Failure where [.recordTooLarge, .transactionTooLarge].contains(failure.code) {
                // The records are few but long, so they go through bulk work.
            }
        }
        return try BulkOperationRun(bulk, label: label, first: firstRecords, rest: nextRecords).run(over: self, body)
    }
}

/// The run of bulk work that is too large for a transaction.
private final class BulkOperationRun {
    private let bulk: BulkOperation
    private let label: ((Int) -> String)?
    private let collectionByName: [String: any StoredCollection]
    private let firstRecords: [ExportedRecord]
    private let nextRecords: (() throws -> [ExportedRecord]?)?
    private var hasRead = false
    private var journal: BulkJournal?

    init(
        _ bulk: BulkOperation, label: ((Int) -> String)?, first: [ExportedRecord],
        rest: (() throws -> [ExportedRecord]?)?
    ) {
        self.bulk = bulk
        self.label = label
        firstRecords = first
        nextRecords = rest
        collectionByName = collectionsByName(bulk.collections)
    }

    func run<Value>(over store: some Store, _ body: (borrowing Transaction) throws -> Value) throws -> Value {
        // Breaks a reference cycle: the journal holds the engine's `arrivals`, which hold this
        // object and all arguments.
        defer { journal = nil }
        var replacement = BulkReplacement(
            shouldDelete: { [bulk] address, _ in bulk.erasing.contains(address.partition) }, addRecords: importEntries)
        replacement.partitions = bulk.erasing
        if label != nil, !bulk.isPermanent {
            replacement.didDelete = { record, tombstone, arrivals in
                try self.journal(of: arrivals).record(record, leaving: tombstone)
            }
        }
        return try store.engine.replaceInBulk(replacement) { below in
            let undoJournal = label.map { _ in UndoJournal() }
            let transaction = Transaction(below: below, partition: store.partition, journal: undoJournal)
            let value = try body(transaction)
            if let arrivals = journal?.arrivals { try checkVacantAddresses(by: arrivals, in: below) }
            if bulk.isPermanent {
                for partition in bulk.erasing {
                    try transaction.scoped(to: partition) { try $0.purgeHistoryOfPartition() }
                }
            }
            if let label { try undoJournal?.close(label: label(journal?.arrived ?? 0), bulk: journal?.mark, in: below) }
            return value
        }
    }

    /// Returns the journal of the run that these incoming records belong to.
    private func journal(of arrivals: any IncomingRecords) -> BulkJournal {
        if let journal, journal.arrivals === arrivals { return journal }
        let newJournal = BulkJournal(arrivals)
        journal = newJournal
        return newJournal
    }

    /// Checks that no other writer has written to the addresses that must be empty.
    private func checkVacantAddresses(by arrivals: any IncomingRecords, in below: any EngineTransaction) throws {
        let addresses = Array(bulk.requiredVacantAddresses)
        for start in stride(from: 0, to: addresses.count, by: BulkReplacement.batch) {
            let records = try below.records(
                at: Array(addresses[start..<min(start + BulkReplacement.batch, addresses.count)]))
            let hasForeignRecord = records.contains { record in
                record.map { $0.isLive && ($0.stamp.time != arrivals.time || $0.stamp.device != arrivals.device) }
                    ?? false
            }
            if hasForeignRecord { throw BulkOperation.changedMeanwhile }
        }
    }

    private func importEntries(_ arrivals: any IncomingRecords) throws {
        let journal = journal(of: arrivals)
        if hasRead, nextRecords != nil {
            guard let restart = bulk.restart else { throw BulkOperation.changedMeanwhile }
            let readNext = try restart()
            while let records = try readNext() { try putBatch(records, arrivals, journal) }
        } else {
            hasRead = true
            try putBatch(firstRecords, arrivals, journal)
            while let records = try nextRecords?() { try putBatch(records, arrivals, journal) }
        }
        try journal.finish()
    }

    private func putBatch(_ records: [ExportedRecord], _ arrivals: any IncomingRecords, _ journal: BulkJournal) throws {
        let collectionByName = collectionByName
        let storedRecords = ParallelWork.map(records.count, minimumSize: 64) { slice in
            slice.map { index in
                Result { try records[index].record.stored(in: records[index].partition, collectionByName) }
            }
        }
        let records = try storedRecords.flatMap(\.self).map { try $0.get() }
        try arrivals.prefetch(records.map(\.address))
        for record in records {
            if bulk.requiredVacantAddresses.contains(record.address),
                try arrivals.stamp(at: record.address)?.deleted == false
            {
                throw BulkOperation.changedMeanwhile
            }
            let stamp = try arrivals.next(at: record.address)
            if label != nil { try journal.record(arrivalAt: record.address, stamp) }
            let collection = collectionByName[record.address.collection]
            try arrivals.put(
                StoredRecord(
                    address: record.address, stamp: stamp, payloadVersion: record.payloadVersion,
                    entries: record.entries, payload: record.payload)
            ) { try collection?.entries(of: $0) ?? $0.entries }
        }
    }
}

extension ExportedRecord {
    public var address: RecordAddress {
        RecordAddress(partition: partition, collection: record.collection, id: record.id)
    }
}

extension IncomingRecords {
    /// Returns the version of a live record that is written to an address.
    func next(at address: RecordAddress) throws -> Stamp {
        let previous = try stamp(at: address)
        return Stamp(
            generation: (previous?.generation ?? firstGeneration).addingSaturated(previous?.deleted == true ? 1 : 0),
            deleted: false, time: time, device: device)
    }
}
