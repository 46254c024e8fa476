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
        let before = try state()
        let hasNews = envelope.through.contains { before.known(of: $0.key) < $0.value }
        guard hasNews else { return false }
        let (head, records) = try WireText.read(SnapshotHead.self, kind: "snapshot", from: seal.open(envelope.bytes))
        guard head.through == envelope.through else { throw WireText.unreadable("it is called as something else") }
        let coming = IncomingRecords(records)
        var (some, bytes): ([StoredRecord], Int) = ([], 0)
        for record in records {
            some.append(record)
            bytes += 200 + (record.payload?.count ?? 0)
            // A store takes at most 17 MiB in one transaction, and each losing version adds copies.
            guard some.count == 2_000 || bytes > 2 << 20 else { continue }
            try mergeSnapshot(some, of: head, with: coming, in: &round) { _, _ in }
            some = []
            bytes = 0
        }
        try mergeSnapshot(some, of: head, with: coming, in: &round) { _, _ in }
        // Only a device without data unknown to the snapshot can tell which records were deleted.
        let ours = before.seen.merging([before.device: before.last]) { one, _ in one }
        let isContained = ours.allSatisfy { head.through[$0.key, default: 0] >= $0.value }
        // A snapshot omits records that are not synced, or not yet sent since their collection is.
        let sentCollections = before.travelling.subtracting(before.again?.collections ?? [])
        let snapshotAddresses = Set(records.map(\.address))
        let gone =
            isContained
            ? try store.read { try $0.below.addresses(in: nil) }.filter { !snapshotAddresses.contains($0) } : []
        try mergeSnapshot([], of: head, with: coming, in: &round) { state, transaction in
            for case let record? in try transaction.below.records(at: gone) {
                guard record.stamp.time <= before.reached, sentCollections.contains(record.address.collection) else {
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
        _ records: [StoredRecord], of head: SnapshotHead, with coming: IncomingRecords, in round: inout Round,
        closing: (inout SyncState, borrowing Transaction) throws -> Void
    ) throws {
        let before = round
        let merge = try write(&round) { state, transaction in
            var merge = Merge(self, state, from: "", seenOfOurs: state.ofOurs(head.through), in: before)
            (merge.isSnapshot, merge.incoming) = (true, coming)
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
        guard let cards, let own = cards.last else { return }
        let size = try retrying { try transport.size() }
        if size.envelopes > max(settings.leastCollected, size.snapshot * 3 / 10), try writeSnapshot() {
            // No other device deletes the streams of inactive devices.
            for one in others where !cards.contains(where: { $0.device == one.device }) {
                let seen = cards.map { $0.seen[one.device, default: 0] }.min() ?? 0
                try retrying { try transport.collect(one.device, through: seen) }
            }
        }
        let seen = cards.dropLast().map { $0.seen[own.device, default: 0] }.min() ?? own.last
        try retrying { try transport.collect(own.device, through: min(seen, own.last)) }
    }

    /// Writes a snapshot of everything that this device knows and devices share, if all of it may
    /// be sent.
    ///
    /// - Returns: Whether a new snapshot was stored.
    private func writeSnapshot() throws -> Bool {
        let state = try state()
        guard state.position.address == nil, state.again == nil else { return false }
        let through = state.seen.merging([state.device: state.last]) { one, _ in one }
        if let there = try retrying({ try transport.snapshot() }),
            through.allSatisfy({ there.through[$0.key, default: 0] >= $0.value })
        {
            return false
        }
        // Quarantined versions come first. One that becomes due in the meantime is then among the
        // records.
        var found = try quarantined().compactMap { one in try store.read { try one.version.record(in: $0.below) } }
        try store.engine.readEverything(except: OwnCollections.names.union(settings.localCollections)) { forEach in
            try forEach { found.append($0) }
        }
        let mayBeSent = found.allSatisfy { settings.collections.contains($0.address.collection) }
        guard mayBeSent else { return false }
        let envelope = SnapshotEnvelope(
            through: through, bytes: try seal.seal(WireText.write(SnapshotHead(through: through), found)))
        guard envelope.bytes.count <= WireText.maximumSize else { return false }
        try retrying { try transport.offer(envelope) }
        return true
    }
}
