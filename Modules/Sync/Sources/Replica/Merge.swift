import Kernel

/// Merges another device's records within one transaction.
///
/// The greater version wins. The losing version is kept for the user if its writer and the winner's
/// writer did not know of each other.
struct Merge {
    let replica: Replica
    let state: SyncState
    /// The ID of the device that sent the records, empty for a snapshot.
    var from: String
    /// The number of the last record in each of this device's streams that the sender had merged.
    var seenOfOurs: [String: Int]
    /// Whether the records come from a snapshot. Current versions may be newer than its records.
    var isSnapshot = false
    /// The batch or snapshot that contains the records. By default it contains only them.
    var incoming: IncomingRecords?
    /// The versions known to be in some device's stream, even if they arrive late.
    private let knownVersions: Set<Replica.Round.Version>
    /// The results of earlier merges in this round.
    private let earlierResults: Set<RecordAddress>
    /// The versions that this merge has stored.
    private(set) var applied: Set<Replica.Round.Version> = []
    /// The results of the merge that other devices must receive.
    private(set) var resultsToSend: Set<RecordAddress> = []
    private(set) var recovered = 0
    private(set) var quarantined = 0
    /// The partitions that got a superseded or quarantined version.
    private var keepingPartitions: Set<String> = []
    private var sent: SentBatches?

    init(
        _ replica: Replica, _ state: SyncState, from: String, seenOfOurs: [String: Int], in round: Replica.Round
    ) {
        self.replica = replica
        self.state = state
        self.from = from
        self.seenOfOurs = seenOfOurs
        knownVersions = round.known
        earlierResults = round.resultsToSend
    }

    /// Merges records in their order.
    mutating func apply(_ records: [StoredRecord], in transaction: borrowing Transaction) throws {
        let below = transaction.below
        if incoming == nil { incoming = IncomingRecords(records) }
        var currentVersions: [RecordAddress: StoredRecord] = [:]
        for record in try below.records(at: records.map(\.address)) {
            if let record { currentVersions[record.address] = record }
        }
        var keylessVersions: [StoredRecord] = []
        for record in records where !OwnCollections.names.contains(record.address.collection) {
            if isInFuture(record), !replica.isDeleted(record, by: currentVersions[record.address]) {
                try quarantine(record, in: transaction)
            } else if let version = try decide(record, against: currentVersions[record.address], in: transaction) {
                if version.hasKeys {
                    // One at a time, because each may take a key from another.
                    try below.put(keylessVersions, reindex: replica.reindex)
                    keylessVersions = []
                    for storedVersion in try storeWithKeys(version, in: transaction) {
                        recordPut(storedVersion, in: &currentVersions)
                    }
                } else {
                    recordPut(version, in: &currentVersions)
                    keylessVersions.append(version)
                }
            }
        }
        try below.put(keylessVersions, reindex: replica.reindex)
    }

    private func isInFuture(_ record: StoredRecord) -> Bool {
        record.stamp.time.milliseconds > replica.now().milliseconds + Quarantined.leeway
    }

    private mutating func recordPut(_ version: StoredRecord, in currentVersions: inout [RecordAddress: StoredRecord]) {
        currentVersions[version.address] = version
        applied.insert(.init(address: version.address, stamp: version.stamp))
    }

    /// Stores the results of the merge.
    mutating func close(_ state: inout SyncState, in transaction: borrowing Transaction) throws {
        try transaction.put(MergeMark(id: MergeMark.id(state.merges), made: resultsToSend.sorted { $0.isBefore($1) }))
        state.merges += 1
        state.keeping.formUnion(keepingPartitions)
        if replica.settings.settle != nil { state.noteUnsettled(in: transaction) }
    }

    /// Decides between a received version and the current one.
    ///
    /// - Returns: The version that replaces the current one. Nil if the current one stays.
    private mutating func decide(
        _ record: StoredRecord, against current: StoredRecord?, in transaction: borrowing Transaction
    ) throws -> StoredRecord? {
        guard let current else { return record }
        guard record.stamp != current.stamp || record.payload != current.payload else { return nil }
        guard replica.order(record, current) else {
            let isMadeHere = resultsToSend.contains(record.address) || earlierResults.contains(record.address)
            if record.isLive, !current.isLive {
                // A device that has deleted the tombstone accepted this as a new record, so the
                // tombstone is sent again.
                try transaction.below.put(current)
                resultsToSend.insert(current.address)
            }
            if isSnapshot, !isMadeHere, try !isUnknownToSender(current, in: transaction) { return nil }
            // The record arrives for the first time, after everything its writer had seen. So the
            // current version's writer did not know it.
            try keep(record, losingTo: current, .init(of: current), in: transaction)
            return nil
        }
        // The snapshot's writer had seen everything up to its cursors. What each device has seen
        // follows only from `seenByAll`.
        let isLate =
            isSnapshot && state.isOurs(current.stamp, of: transaction.below.device)
            && current.stamp.time > state.seenByAll ?? .zero
        let isUnknown = try isUnknownToSender(current, in: transaction) || isLate
        if isUnknown { try keep(current, losingTo: record, .init(of: record), in: transaction) }
        // The losing version may reach a device that has deleted the tombstone, so the tombstone is
        // sent after it.
        if isUnknown, !record.isLive, current.isLive { resultsToSend.insert(record.address) }
        return record
    }

    /// Returns whether the sender did not know the current version, which this device wrote.
    private mutating func isUnknownToSender(_ current: StoredRecord, in transaction: borrowing Transaction) throws
        -> Bool
    {
        let version = Replica.Round.Version(address: current.address, stamp: current.stamp)
        guard !knownVersions.contains(version), !applied.contains(version) else { return false }
        if current.stamp.time > state.reached { return true }
        if current.stamp.time == state.reached, let address = state.position.address, address.isBefore(current.address)
        {
            return true
        }
        guard state.isOurs(current.stamp, of: transaction.below.device) else { return false }
        let sent = try self.sent ?? SentBatches.all(in: transaction)
        self.sent = sent
        return sent.isUnknown(current.stamp, seen: seenOfOurs)
    }

    // MARK: - Keys

    /// Stores a live version with unique keys, and moves the records that hold these keys.
    ///
    /// - Returns: All stored versions.
    private mutating func storeWithKeys(_ record: StoredRecord, in transaction: borrowing Transaction) throws
        -> [StoredRecord]
    {
        var (pendingVersions, storedVersions): ([StoredRecord], [StoredRecord]) = ([record], [])
        while let next = pendingVersions.popLast() {
            // The record's old keys are released first, so that two records can exchange keys.
            if try transaction.below.record(at: next.address)?.isLive == true {
                try transaction.below.put(next.tombstone)
            }
            let displaced = try releaseKeys(next, for: &pendingVersions, in: transaction)
            storedVersions += displaced
            if displaced.last?.address == next.address { continue }
            if next.isLive {
                try transaction.below.put(next, reindex: replica.reindex)
            } else {
                try transaction.below.put(next)
            }
            storedVersions.append(next)
        }
        return storedVersions
    }

    /// Takes the keys of a version from the records that hold them.
    ///
    /// A holder with another version in the same batch has already moved at the sender, so it
    /// releases its key now. Otherwise the record with the lesser ID, which is the older one, keeps
    /// the key. Later edits do not change this rule, so all devices decide alike.
    ///
    /// - Returns: The tombstones or moved versions of the losing records. The given record's own
    ///   comes last if it loses.
    private mutating func releaseKeys(
        _ record: StoredRecord, for pendingVersions: inout [StoredRecord], in transaction: borrowing Transaction
    ) throws -> [StoredRecord] {
        let below = transaction.below
        var displaced: [StoredRecord] = []
        for entry in record.entries where entry.unique {
            for holder in try holders(of: entry, besides: record, in: below) {
                if let next = incoming?.version(at: holder.address), !isInFuture(next), replica.order(next, holder),
                    let version = try decide(next, against: holder, in: transaction)
                {
                    try below.put(version.tombstone)
                    pendingVersions.append(version)
                    continue
                }
                let (winning, losing) = holder.address.isBefore(record.address) ? (holder, record) : (record, holder)
                let rekeyedRecord = try rekeyed(for: losing, besides: winning, in: below)
                if rekeyedRecord == nil { try keep(losing, losingTo: winning, .sameKey, in: transaction) }
                let result = rekeyedRecord ?? losing.tombstone
                try below.put(result, reindex: replica.reindex)
                resultsToSend.insert(losing.address)
                displaced.append(result)
                if losing.address == record.address { return displaced }
            }
        }
        return displaced
    }

    // MARK: - Storing losing versions

    /// Stores a losing version for the user, unless its loss does not matter.
    private mutating func keep(
        _ losingVersion: StoredRecord, losingTo winningVersion: StoredRecord, _ cause: Recovered.Cause,
        in transaction: borrowing Transaction
    ) throws {
        guard losingVersion.isLive, !isSame(losingVersion, winningVersion),
            losingVersion.address.collection != OwnCollections.files,
            replica.settings.keepsLosingVersion(losingVersion)
        else { return }
        let name = losingVersion.versionName
        let from = from
        let discoveryTime = replica.now()
        let age = state.age
        let below = transaction.below
        try transaction.scoped(to: losingVersion.address.partition) { transaction in
            guard try transaction.record(Identifier<Recovered>(name)) == nil else { return }
            try transaction.put(
                Recovered(
                    id: Identifier(name), cause: cause, at: discoveryTime, from: from, since: age,
                    lost: .save(losingVersion, as: name, in: below),
                    won: .save(winningVersion, as: "\(name)-won", in: below)))
        }
        recovered += 1
        keepingPartitions.insert(losingVersion.address.partition.rawValue)
    }

    /// Stores a version with a time in the future, to be merged later.
    private mutating func quarantine(_ record: StoredRecord, in transaction: borrowing Transaction) throws {
        let name = record.versionName
        let from = from
        let arrivalTime = replica.now()
        let cursors = seenOfOurs
        let below = transaction.below
        try transaction.scoped(to: record.address.partition) { transaction in
            try transaction.put(
                Quarantined(
                    id: Identifier(name), from: from, at: arrivalTime, seenOfOurs: cursors,
                    version: .save(record, as: "\(name)-waits", in: below)))
        }
        quarantined += 1
        keepingPartitions.insert(record.address.partition.rawValue)
    }
}

extension Recovered.Cause { fileprivate init(of winner: StoredRecord) { self = winner.isLive ? .edited : .deleted } }

/// The records that arrive together in a batch or snapshot. They are indexed only for a key
/// conflict.
final class IncomingRecords {
    private let records: [StoredRecord]
    private lazy var versions = Dictionary(records.map { ($0.address, $0) }, uniquingKeysWith: { _, last in last })

    init(_ records: [StoredRecord]) { self.records = records }

    func version(at address: RecordAddress) -> StoredRecord? { versions[address] }
}

extension StoredRecord {
    fileprivate var hasKeys: Bool { isLive && entries.contains { $0.unique && $0.key != nil } }

    /// The tombstone of exactly this version, equal on every device.
    var tombstone: StoredRecord {
        StoredRecord(
            address: address,
            stamp: Stamp(generation: stamp.generation, deleted: true, time: stamp.time, device: stamp.device),
            payloadVersion: payloadVersion, entries: [], payload: nil)
    }
}
