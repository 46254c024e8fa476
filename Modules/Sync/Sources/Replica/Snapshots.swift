import Kernel

/// The header before the records of a snapshot.
struct SnapshotHead: Codable {
    private(set) var kind = "snapshot"
    private(set) var form = WireText.form
    let through: [String: Int]
}

extension Replica {
    /// Merges the snapshot if it contains more than this device. Records that it lacks are deleted
    /// if this device has sent them.
    ///
    /// - Returns: Whether it merged the snapshot.
    func adoptSnapshot(in round: inout Round) throws -> Bool {
        guard let envelope = try retrying({ try transport.snapshot() }) else { return false }
        let stateBefore = try state()
        let hasNews = envelope.through.contains { stateBefore.known(of: $0.key) < $0.value }
        guard hasNews else { return false }
        let (head, records) = try WireText.read(SnapshotHead.self, kind: "snapshot", from: seal.open(envelope.bytes))
        guard head.through == envelope.through else { throw WireText.unreadable("it is called as something else") }
        let incoming = IncomingRecords(records)
        var (batch, bytes): ([StoredRecord], Int) = ([], 0)
        for record in records {
            batch.append(record)
            bytes += 200 + (record.payload?.count ?? 0)
            // A store takes at most 17 MiB in one transaction, and each losing version adds copies.
            guard batch.count == 2_000 || bytes > 2 << 20 else { continue }
            try mergeSnapshot(batch, of: head, with: incoming, in: &round) { _, _ in }
            batch = []
            bytes = 0
        }
        try mergeSnapshot(batch, of: head, with: incoming, in: &round) { _, _ in }
        // Only a device without data unknown to the snapshot can tell which records were deleted.
        let ownCursors = stateBefore.seen.merging([stateBefore.device: stateBefore.last]) { one, _ in one }
        let isContained = ownCursors.allSatisfy { head.through[$0.key, default: 0] >= $0.value }
        // A snapshot omits records that are not synced, or not yet sent since their collection is.
        let sentCollections = stateBefore.travelling.subtracting(stateBefore.again?.collections ?? [])
        let snapshotAddresses = Set(records.map(\.address))
        let missingAddresses =
            isContained
            ? try store.read { try $0.below.addresses(in: nil) }.filter { !snapshotAddresses.contains($0) } : []
        try mergeSnapshot([], of: head, with: incoming, in: &round) { state, transaction in
            for case let record? in try transaction.below.records(at: missingAddresses) {
                guard record.stamp.time <= stateBefore.reached, sentCollections.contains(record.address.collection)
                else {
                    continue
                }
                try transaction.below.put(record.tombstone)
            }
            for (device, last) in head.through where device != state.device {
                state.cursor[device, default: .init()].last = max(last, state.known(of: device))
            }
        }
        round.gaps = []
        return true
    }

    private func mergeSnapshot(
        _ records: [StoredRecord], of head: SnapshotHead, with incoming: IncomingRecords, in round: inout Round,
        closing: (inout SyncState, borrowing Transaction) throws -> Void
    ) throws {
        let roundBefore = round
        let merge = try write(&round) { state, transaction in
            var merge = Merge(self, state, from: "", seenOfOurs: state.ofOurs(head.through), in: roundBefore)
            (merge.isSnapshot, merge.incoming) = (true, incoming)
            try merge.apply(records, in: transaction)
            try closing(&state, transaction)
            try merge.close(&state, in: transaction)
            return merge
        }
        round.report.received += records.count
        round.recordResults(merge)
    }

    /// Writes a snapshot when many batches follow the last one, and deletes batches that all
    /// devices and a snapshot contain.
    func collect(_ cards: [DeviceCard]?, _ others: [Other]) throws {
        guard let cards, let ownCard = cards.last else { return }
        let size = try retrying { try transport.size() }
        if size.envelopes > max(settings.leastCollected, size.snapshot * 3 / 10), try writeSnapshot() {
            // No other device deletes the streams of inactive devices.
            for device in others where !cards.contains(where: { $0.device == device.device }) {
                let seen = cards.map { $0.seen[device.device, default: 0] }.min() ?? 0
                try retrying { try transport.collect(device.device, through: seen) }
            }
        }
        let seen = cards.dropLast().map { $0.seen[ownCard.device, default: 0] }.min() ?? ownCard.last
        try retrying { try transport.collect(ownCard.device, through: min(seen, ownCard.last)) }
    }

    /// Writes a snapshot of everything that this device knows and devices share, if all of it may
    /// be sent.
    ///
    /// - Returns: Whether a new snapshot was stored.
    private func writeSnapshot() throws -> Bool {
        let state = try state()
        guard state.position.address == nil, state.again == nil else { return false }
        let through = state.seen.merging([state.device: state.last]) { one, _ in one }
        if let storedSnapshot = try retrying({ try transport.snapshot() }),
            through.allSatisfy({ storedSnapshot.through[$0.key, default: 0] >= $0.value })
        {
            return false
        }
        // Quarantined versions come first. One that becomes due in the meantime is then among the
        // records.
        var records = try quarantined().compactMap { one in try store.read { try one.version.record(in: $0.below) } }
        try store.engine.readEverything(except: OwnCollections.names.union(settings.localCollections)) { forEach in
            try forEach { records.append($0) }
        }
        let mayBeSent = records.allSatisfy { settings.collections.contains($0.address.collection) }
        guard mayBeSent else { return false }
        let envelope = SnapshotEnvelope(
            through: through, bytes: try seal.seal(WireText.write(SnapshotHead(through: through), records)))
        guard envelope.bytes.count <= WireText.maximumSize else { return false }
        try retrying { try transport.offer(envelope) }
        return true
    }
}
