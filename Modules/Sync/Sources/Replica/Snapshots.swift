import Kernel

/// What stands before the records of a snapshot.
struct SnapshotHead: Codable {
    private(set) var kind = "snapshot"
    private(set) var form = WireText.form
    let through: [String: Int]
}

extension Replica {
    /// Takes in the snapshot, where it knows more than this device: what it holds stands, and what was sent before and is not in it any more goes.
    ///
    /// - Returns: whether it did.
    func takeInSnapshot(in round: inout Round) throws -> Bool {
        guard let parcel = try patiently({ try transport.snapshot() }) else { return false }
        let before = try state()
        let isNews = parcel.through.contains { before.known(of: $0.key) < $0.value }
        guard isNews else { return false }
        let (head, records) = try WireText.read(SnapshotHead.self, kind: "snapshot", from: seal.open(parcel.bytes))
        guard head.through == parcel.through else { throw WireText.unreadable("it is called as something else") }
        let coming = Coming(records)
        var (some, bytes): ([StoredRecord], Int) = ([], 0)
        for record in records {
            some.append(record)
            bytes += 200 + (record.payload?.count ?? 0)
            // A store takes no more than 17 MiB at once, and of what gives way more than one copy is kept.
            guard some.count == 2_000 || bytes > 2 << 20 else { continue }
            try mergeSnapshot(some, of: head, with: coming, in: &round) { _, _ in }
            (some, bytes) = ([], 0)
        }
        try mergeSnapshot(some, of: head, with: coming, in: &round) { _, _ in }
        // Only who has nothing that the snapshot does not know can tell what has gone.
        let ours = before.seen.merging([before.device: before.last]) { one, _ in one }
        let isHeld = ours.allSatisfy { head.through[$0.key, default: 0] >= $0.value }
        // What does not leave, or has not left yet since it may, is in no snapshot.
        let left = before.travelling.subtracting(before.again?.collections ?? [])
        let held = Set(records.map(\.address))
        let gone = isHeld ? try store.read { try $0.below.addresses(in: nil) }.filter { !held.contains($0) } : []
        try mergeSnapshot([], of: head, with: coming, in: &round) { state, transaction in
            for case let record? in try transaction.below.records(at: gone) {
                guard record.stamp.time <= before.reached, left.contains(record.address.collection) else { continue }
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
        _ records: [StoredRecord], of head: SnapshotHead, with coming: Coming, in round: inout Round,
        closing: (inout SyncState, borrowing Transaction) throws -> Void
    ) throws {
        let before = round
        let merge = try write(&round) { state, transaction in
            var merge = Merge(self, state, from: "", seenOfOurs: state.ofOurs(head.through), in: before)
            (merge.isSnapshot, merge.coming) = (true, coming)
            try merge.take(records, in: transaction)
            try closing(&state, transaction)
            try merge.close(&state, in: transaction)
            return merge
        }
        round.report.received += records.count
        round.note(merge)
    }

    /// Makes a snapshot when what follows the last one has become long, and lets go of what all have and a snapshot holds.
    func collect(_ cards: [DeviceCard]?, _ others: [Other]) throws {
        guard let cards, let own = cards.last else { return }
        let size = try patiently { try transport.size() }
        if size.parcels > max(settings.leastCollected, size.snapshot * 3 / 10), try leaveSnapshot() {
            // Nobody else lets go of the streams of those for whom nobody waits.
            for one in others where !cards.contains(where: { $0.device == one.device }) {
                let seen = cards.map { $0.seen[one.device, default: 0] }.min() ?? 0
                try patiently { try transport.collect(one.device, through: seen) }
            }
        }
        let seen = cards.dropLast().map { $0.seen[own.device, default: 0] }.min() ?? own.last
        try patiently { try transport.collect(own.device, through: min(seen, own.last)) }
    }

    /// Everything that this device knows and devices share, if all of it may leave.
    ///
    /// - Returns: whether it lies there now.
    private func leaveSnapshot() throws -> Bool {
        let state = try state()
        guard state.position.address == nil, state.again == nil else { return false }
        let through = state.seen.merging([state.device: state.last]) { one, _ in one }
        if let there = try patiently({ try transport.snapshot() }),
            through.allSatisfy({ there.through[$0.key, default: 0] >= $0.value })
        {
            return false
        }
        // First what waits: what comes of age meanwhile stands among the others then.
        var found = try quarantined().compactMap { one in try store.read { try one.version.record(in: $0.below) } }
        try store.engine.readEverything(except: OwnCollections.names.union(settings.staying)) { forEach in
            try forEach { found.append($0) }
        }
        let mayLeave = found.allSatisfy { settings.collections.contains($0.address.collection) }
        guard mayLeave else { return false }
        let parcel = SnapshotParcel(
            through: through, bytes: try seal.seal(WireText.write(SnapshotHead(through: through), found)))
        guard parcel.bytes.count <= WireText.mostBytes else { return false }
        try patiently { try transport.offer(parcel) }
        return true
    }
}
