import Kernel

/// Taking in records of another device within one transaction: the greater version stands, and what gives way is kept for a person where its writer, and
/// the writer of what stands, did not know of each other.
struct Merge {
    let replica: Replica
    /// As it was when this began.
    let state: SyncState
    /// Whose stream the records come from.
    var from: String
    /// How far that device had taken in our streams.
    var seenOfOurs: [String: Int]
    /// Whether the records are those of a snapshot: what stands here may well be what follows them.
    var isSnapshot = false
    /// All that comes with the records, of which they may be a part; only them, unless more is said.
    var coming: Coming?
    /// Versions that are known to be in somebody's stream, however late they are.
    private let known: Set<Replica.Round.Version>
    /// What this round has made before.
    private let madeBefore: Set<RecordAddress>
    /// Those that were put.
    private(set) var taken: Set<Replica.Round.Version> = []
    /// What came of it here, and the others must be told.
    private(set) var made: Set<RecordAddress> = []
    private(set) var recovered = 0
    private(set) var quarantined = 0
    private var keeping: Set<String> = []
    /// Read when it is first asked for.
    private var sent: SentBatches?

    init(
        _ replica: Replica, _ state: SyncState, from: String, seenOfOurs: [String: Int], in round: Replica.Round
    ) {
        (self.replica, self.state, self.from, self.seenOfOurs) = (replica, state, from, seenOfOurs)
        (known, madeBefore) = (round.known, round.made)
    }

    /// Takes in records, in their order.
    mutating func take(_ records: [StoredRecord], in transaction: borrowing Transaction) throws {
        let below = transaction.below
        if coming == nil { coming = Coming(records) }
        var standing: [RecordAddress: StoredRecord] = [:]
        for record in try below.records(at: records.map(\.address)) { if let record { standing[record.address] = record } }
        var simple: [StoredRecord] = []
        for record in records where !OwnCollections.names.contains(record.address.collection) {
            if isAhead(record), !replica.isDeleted(record, by: standing[record.address]) {
                try quarantine(record, in: transaction)
            } else if let version = try decide(record, against: standing[record.address], in: transaction) {
                if version.hasKeys {
                    // One by one, as each may take a key from another.
                    try below.put(simple, reindex: replica.reindex)
                    simple = []
                    for one in try claim(version, in: transaction) { note(one, in: &standing) }
                } else {
                    note(version, in: &standing)
                    simple.append(version)
                }
            }
        }
        try below.put(simple, reindex: replica.reindex)
    }

    private func isAhead(_ record: StoredRecord) -> Bool {
        record.stamp.time.milliseconds > replica.now().milliseconds + Quarantined.leeway
    }

    private mutating func note(_ put: StoredRecord, in standing: inout [RecordAddress: StoredRecord]) {
        standing[put.address] = put
        taken.insert(.init(address: put.address, stamp: put.stamp))
    }

    /// Writes down what came of it.
    mutating func close(_ state: inout SyncState, in transaction: borrowing Transaction) throws {
        try transaction.put(MergeMark(id: MergeMark.id(state.merges), made: made.sorted { $0.isBefore($1) }))
        state.merges += 1
        state.keeping.formUnion(keeping)
        if replica.settings.settle != nil { state.noteUnsettled(in: transaction) }
    }

    /// - Returns: the version that takes the place of what stands there; nil where that stays.
    private mutating func decide(
        _ record: StoredRecord, against stands: StoredRecord?, in transaction: borrowing Transaction
    ) throws -> StoredRecord? {
        guard let stands else { return record }
        guard record.stamp != stands.stamp || record.payload != stands.payload else { return nil }
        guard replica.order(record, stands) else {
            let isMadeHere = made.contains(record.address) || madeBefore.contains(record.address)
            if record.isLive, !stands.isLive {
                // Who has let go of the deletion has taken that for a new record: he is told of it once more.
                try transaction.below.put(stands)
                made.insert(stands.address)
            }
            if isSnapshot, !isMadeHere, try !isUnknownThere(stands, in: transaction) { return nil }
            // It comes for the first time, and what its writer had seen came before it: whoever wrote what stands here did not know it.
            try keep(record, losingTo: stands, .init(of: stands), in: transaction)
            return nil
        }
        // Who made a snapshot had seen what it goes through; whether the writer of what stands in it had, only what all have seen tells.
        let isLate =
            isSnapshot && state.isOurs(stands.stamp, of: transaction.below.device)
            && stands.stamp.time > state.seenByAll ?? .zero
        let isUnknown = try isUnknownThere(stands, in: transaction) || isLate
        if isUnknown { try keep(stands, losingTo: record, .init(of: record), in: transaction) }
        // What was sent before may reach somebody who has let go of the deletion: he is told of it behind it.
        if isUnknown, !record.isLive, stands.isLive { made.insert(record.address) }
        return record
    }

    /// Whether the sender did not know a version that stands here and was written here.
    private mutating func isUnknownThere(_ stands: StoredRecord, in transaction: borrowing Transaction) throws -> Bool {
        let version = Replica.Round.Version(address: stands.address, stamp: stands.stamp)
        guard !known.contains(version), !taken.contains(version) else { return false }
        if stands.stamp.time > state.reached { return true }
        if stands.stamp.time == state.reached, let address = state.position.address, address.isBefore(stands.address) {
            return true
        }
        guard state.isOurs(stands.stamp, of: transaction.below.device) else { return false }
        let sent = try self.sent ?? SentBatches.all(in: transaction)
        self.sent = sent
        return sent.isUnknown(stands.stamp, seen: seenOfOurs)
    }

    // MARK: - Keys

    /// Puts a live version, whose keys may be held by others, and whatever must move for it.
    ///
    /// - Returns: all that this put.
    private mutating func claim(_ record: StoredRecord, in transaction: borrowing Transaction) throws -> [StoredRecord] {
        var (due, done): ([StoredRecord], [StoredRecord]) = ([record], [])
        while let next = due.popLast() {
            // Its own old keys go first, so that two may exchange theirs.
            if try transaction.below.record(at: next.address)?.isLive == true { try transaction.below.put(next.tombstone) }
            let gone = try release(next, for: &due, in: transaction)
            done += gone
            if gone.last?.address == next.address { continue }
            if next.isLive { try transaction.below.put(next, reindex: replica.reindex) } else { try transaction.below.put(next) }
            done.append(next)
        }
        return done
    }

    /// Takes the keys of a version from whoever holds them. One that comes with it in another version has moved on where both come from: it makes room
    /// until that is put. Else, of two records with one key the one with the lesser identifier keeps it, which was made first: that stays so
    /// however both are edited meanwhile, so every device decides alike, whenever it meets them.
    ///
    /// - Returns: the tombstones of those that give way, or in which version they make room; the record's own last, where it is that.
    private mutating func release(
        _ record: StoredRecord, for due: inout [StoredRecord], in transaction: borrowing Transaction
    ) throws -> [StoredRecord] {
        let below = transaction.below
        var gone: [StoredRecord] = []
        for entry in record.entries where entry.unique {
            for holder in try holders(of: entry, besides: record, in: below) {
                if let next = coming?.version(at: holder.address), !isAhead(next), replica.order(next, holder),
                    let version = try decide(next, against: holder, in: transaction)
                {
                    try below.put(version.tombstone)
                    due.append(version)
                    continue
                }
                let (stays, goes) = holder.address.isBefore(record.address) ? (holder, record) : (record, holder)
                let moved = try room(for: goes, besides: stays, in: below)
                if moved == nil { try keep(goes, losingTo: stays, .sameKey, in: transaction) }
                let left = moved ?? goes.tombstone
                try below.put(left, reindex: replica.reindex)
                made.insert(goes.address)
                gone.append(left)
                if goes.address == record.address { return gone }
            }
        }
        return gone
    }

    // MARK: - Keeping

    private mutating func keep(
        _ lost: StoredRecord, losingTo won: StoredRecord, _ cause: Recovered.Cause, in transaction: borrowing Transaction
    ) throws {
        guard lost.isLive, !isSame(lost, won), lost.address.collection != OwnCollections.files,
            replica.settings.isWorthKeeping(lost)
        else { return }
        let name = lost.versionName
        let (from, at, age, below) = (from, replica.now(), state.age, transaction.below)
        try transaction.scoped(to: lost.address.partition) { transaction in
            guard try transaction.record(Identifier<Recovered>(name)) == nil else { return }
            try transaction.put(
                Recovered(
                    id: Identifier(name), cause: cause, at: at, from: from, since: age,
                    lost: .keep(lost, as: name, in: below), won: .keep(won, as: "\(name)-won", in: below)))
        }
        recovered += 1
        keeping.insert(lost.address.partition.rawValue)
    }

    private mutating func quarantine(_ record: StoredRecord, in transaction: borrowing Transaction) throws {
        let name = record.versionName
        let (from, at, seen, below) = (from, replica.now(), seenOfOurs, transaction.below)
        try transaction.scoped(to: record.address.partition) { transaction in
            try transaction.put(
                Quarantined(
                    id: Identifier(name), from: from, at: at, seenOfOurs: seen,
                    version: .keep(record, as: "\(name)-waits", in: below)))
        }
        quarantined += 1
        keeping.insert(record.address.partition.rawValue)
    }
}

extension Recovered.Cause {
    fileprivate init(of winner: StoredRecord) { self = winner.isLive ? .edited : .deleted }
}

/// What comes together: a batch, or a snapshot. Asked for only where a key is held by somebody.
final class Coming {
    private let records: [StoredRecord]
    private lazy var versions = Dictionary(records.map { ($0.address, $0) }, uniquingKeysWith: { _, last in last })

    init(_ records: [StoredRecord]) { self.records = records }

    func version(at address: RecordAddress) -> StoredRecord? { versions[address] }
}

extension StoredRecord {
    fileprivate var hasKeys: Bool { isLive && entries.contains { $0.unique && $0.key != nil } }

    /// The deletion of exactly this version: the same wherever it is made.
    var tombstone: StoredRecord {
        StoredRecord(
            address: address,
            stamp: Stamp(generation: stamp.generation, deleted: true, time: stamp.time, device: stamp.device),
            payloadVersion: payloadVersion, entries: [], payload: nil)
    }
}
