/// What is done at once with a transaction, however much it is: partitions are erased, records come in. One step, and undone as one.
public struct Bulk {
    /// What is erased.
    public var erasing: Set<Partition> = []
    /// Whether that goes for good: no file holds a byte of it then, and nobody can undo it.
    public var isForGood = false
    /// Gives some of the records that come in, nil when there are no more.
    public var arriving: (() throws -> [ExportedRecord]?)?
    /// Begins anew with what comes in, should the work have to be done once more; nil where it can be had only once, as from a pipe.
    public var again: (() throws -> () throws -> [ExportedRecord]?)?
    /// Where nothing may stand before the records come in that are new there. Where somebody else was first, all of it fails with `changedSince`,
    /// and may be judged anew.
    public var untaken: Set<RecordAddress> = []
    /// Every kind of record that this program keeps; each that comes in is checked against its own.
    public var collections: [any StoredCollection] = []

    /// More than so many records are not held, nor kept as an ordinary step.
    static let least = 4_000

    /// Nothing, unless said otherwise.
    public init() {}

    static var overtaken: Failure {
        Failure(
            .changedSince, "The data was changed while records came in.", advice: "Try again; from a file it can be read twice.",
            kind: .temporary)
    }
}

extension Store {
    /// Changes records, and does bulk work in the same step: all of it is durable when this returns, or nothing happened. The closure has
    /// nothing to do with what the bulk work changes, which it may see or not. It may run twice.
    ///
    /// - Parameter label: what was done, for so many records that have come in, for the one who takes it back; nil when nobody can.
    /// - Throws: what the closure throws; `foreignRecord`, `unreadableRecord`, `newerRecord`, `duplicateKey`, and the engine's `Failure`s.
    public func write<Value>(
        undo label: ((_ arrived: Int) -> String)?, bulk: Bulk, _ body: (borrowing Transaction) throws -> Value
    ) throws -> Value {
        var first: [ExportedRecord] = []
        var rest = bulk.arriving
        while first.count <= Bulk.least, let next = rest {
            if let some = try next() { first += some } else { rest = nil }
        }
        var leaving = 0
        if !bulk.erasing.isEmpty {
            try engine.read { below in
                for partition in bulk.erasing { try below.forEachAddress(in: partition) { _ in leaving += 1 } }
            }
        }
        if rest == nil, leaving <= Bulk.least {
            do {
                return try write(undo: label?(first.count)) { transaction in
                    let value = try body(transaction)
                    for partition in bulk.erasing {
                        try transaction.scoped(to: partition) { try bulk.isForGood ? $0.purge() : $0.erase() }
                    }
                    for (partition, group) in Dictionary(grouping: first, by: \.partition).sorted(by: {
                        $0.key.rawValue < $1.key.rawValue
                    }) {
                        try transaction.scoped(to: partition) {
                            let places = group.map(\.address).filter(bulk.untaken.contains)
                            if try $0.below.records(at: places).contains(where: { $0?.isLive == true }) { throw Bulk.overtaken }
                            try $0.restore(group.map(\.record), collections: bulk.collections)
                        }
                    }
                    return value
                }
            } catch let failure as Failure where [.recordTooLarge, .transactionTooLarge].contains(failure.code) {
                // Few, but long.
            }
        }
        return try BulkRun(bulk, label: label, first: first, rest: rest).run(over: self, body)
    }
}

/// Bulk work that is too much for a transaction.
private final class BulkRun {
    private let bulk: Bulk
    private let label: ((Int) -> String)?
    private let known: [String: any StoredCollection]
    private let first: [ExportedRecord]
    private let rest: (() throws -> [ExportedRecord]?)?
    private var hasRead = false
    private var journal: BulkJournal?

    init(_ bulk: Bulk, label: ((Int) -> String)?, first: [ExportedRecord], rest: (() throws -> [ExportedRecord]?)?) {
        (self.bulk, self.label, self.first, self.rest) = (bulk, label, first, rest)
        known = byName(bulk.collections)
    }

    func run<Value>(over store: some Store, _ body: (borrowing Transaction) throws -> Value) throws -> Value {
        // It holds the engine's arrivals, which hold us and everything that was handed in.
        defer { journal = nil }
        var renewal = Renewal(leaves: { [bulk] address, _ in bulk.erasing.contains(address.partition) }, arriving: bringIn)
        renewal.partitions = bulk.erasing
        if label != nil, !bulk.isForGood {
            renewal.parting = { record, left, arrivals in try self.journal(of: arrivals).note(record, leaving: left) }
        }
        return try store.engine.renew(renewal) { below in
            let own = label.map { _ in UndoJournal() }
            let transaction = Transaction(below: below, partition: store.partition, journal: own)
            let value = try body(transaction)
            if let arrivals = journal?.arrivals { try checkUntaken(by: arrivals, in: below) }
            if bulk.isForGood {
                for partition in bulk.erasing { try transaction.scoped(to: partition) { try $0.purgeHistoryOfPartition() } }
            }
            if let label { try own?.close(label: label(journal?.arrived ?? 0), bulk: journal?.mark, in: below) }
            return value
        }
    }

    /// What is noted in the run that these arrivals belong to.
    private func journal(of arrivals: any Arrivals) -> BulkJournal {
        if let journal, journal.arrivals === arrivals { return journal }
        let fresh = BulkJournal(arrivals)
        journal = fresh
        return fresh
    }

    /// What others have written meanwhile is seen here at the latest.
    private func checkUntaken(by arrivals: any Arrivals, in below: any EngineTransaction) throws {
        let places = Array(bulk.untaken)
        for start in stride(from: 0, to: places.count, by: Renewal.batch) {
            let stood = try below.records(at: Array(places[start..<min(start + Renewal.batch, places.count)]))
            let isOthers = stood.contains { record in
                record.map { $0.isLive && ($0.stamp.time != arrivals.time || $0.stamp.device != arrivals.device) } ?? false
            }
            if isOthers { throw Bulk.overtaken }
        }
    }

    private func bringIn(_ arrivals: any Arrivals) throws {
        let journal = journal(of: arrivals)
        if hasRead, rest != nil {
            guard let again = bulk.again else {
                throw Bulk.overtaken
            }
            let next = try again()
            while let some = try next() { try take(some, arrivals, journal) }
        } else {
            hasRead = true
            try take(first, arrivals, journal)
            while let some = try rest?() { try take(some, arrivals, journal) }
        }
        try journal.finish()
    }

    private func take(_ records: [ExportedRecord], _ arrivals: any Arrivals, _ journal: BulkJournal) throws {
        let known = known
        let stored = Cores.map(records.count, least: 64) { slice in
            slice.map { place in Result { try records[place].record.stored(in: records[place].partition, known) } }
        }
        let records = try stored.flatMap(\.self).map { try $0.get() }
        try arrivals.expect(records.map(\.address))
        for record in records {
            if bulk.untaken.contains(record.address), try arrivals.stamp(at: record.address)?.deleted == false {
                throw Bulk.overtaken
            }
            let stamp = try arrivals.next(at: record.address)
            if label != nil { try journal.note(arrivalAt: record.address, stamp) }
            let collection = known[record.address.collection]
            try arrivals.put(
                StoredRecord(
                    address: record.address, stamp: stamp, payloadVersion: record.payloadVersion, entries: record.entries,
                    payload: record.payload)
            ) { try collection?.entries(of: $0) ?? $0.entries }
        }
    }
}

extension ExportedRecord {
    /// Where it comes to stand.
    public var address: RecordAddress { RecordAddress(partition: partition, collection: record.collection, id: record.id) }
}

extension Arrivals {
    /// The version of a live record that arrives at an address.
    func next(at address: RecordAddress) throws -> Stamp {
        let old = try stamp(at: address)
        return Stamp(
            generation: (old?.generation ?? firstGeneration).addingSaturated(old?.deleted == true ? 1 : 0), deleted: false,
            time: time, device: device)
    }
}
