import Kernel

extension Replica {
    /// Gives numbers to everything that is in no batch yet, batch by batch, and leaves each in the place before the next one is numbered.
    func sendAll(in round: inout Round) throws {
        try deliver()
        var pending = try pending(state())
        while true {
            let state = try state()
            let (records, taken) = try nextRecords(of: pending)
            let isLast = taken == pending.changes.count
            let isNothing = records.isEmpty && isLast && !pending.passesOver && !pending.isAnew && state.again == nil
            if isNothing && state.travelling == settings.collections { return }
            try number(records, taken, of: pending, isLast: isLast, behind: state, in: &round)
            if !records.isEmpty { try deliver() }
            round.report.sent += records.count
            if isLast { break }
            pending.changes.removeFirst(taken)
            (pending.isAnew, pending.passesOver) = (false, true)
        }
        // Whatever was taken in before is known to be in batches from now on.
        round.known = []
    }

    /// The records of the next changes, as they are now. One that changed once more since the feed was read stands in it again.
    private func nextRecords(of pending: Pending) throws -> (records: [StoredRecord], taken: Int) {
        try store.read { transaction in
            var (found, bytes, taken): ([StoredRecord], Int, Int) = ([], 0, 0)
            for start in stride(from: 0, to: pending.changes.count, by: 256) {
                let some = pending.changes[start..<min(start + 256, pending.changes.count)]
                let records = try transaction.below.records(at: some.map(\.address))
                for (change, record) in zip(some, records) {
                    if found.count >= settings.batch.records || bytes >= settings.batch.bytes { return (found, taken) }
                    taken += 1
                    guard let record, record.stamp == change.stamp else { continue }
                    found.append(record)
                    bytes += 200 + (record.payload?.count ?? 0)
                }
            }
            return (found, taken)
        }
    }

    /// Keeps a batch with its numbers, and moves on in the feed, in one step.
    private func number(
        _ records: [StoredRecord], _ taken: Int, of pending: Pending, isLast: Bool, behind old: SyncState, in round: inout Round
    ) throws {
        let seen = old.seen.filter { old.told[$0.key] != $0.value }
        let batch = SyncBatch(.init(device: old.device, first: old.last + 1, seen: seen), records)
        let packed = try records.isEmpty ? nil : pack(batch)
        try write(&round) { state, transaction in
            if pending.isAnew {
                state.again = .init(collections: settings.collections.subtracting(old.travelling), after: old.reached)
            }
            if state.engine != transaction.below.device { state.engines[state.engine] = pending.reached }
            state.engine = transaction.below.device
            state.travelling = settings.collections
            if isLast {
                (state.position, state.reached, state.merges, state.again) = (pending.end, pending.reached, 0, nil)
            } else if taken > 0 {
                let last = pending.changes[taken - 1]
                state.position = FeedPosition(sequence: last.sequence, address: last.address)
                if state.again == nil {
                    state.reached = pending.changes[..<taken].reduce(state.reached) { max($0, $1.stamp.time) }
                }
            }
            if let packed {
                try state.keep(packed, seen: old.seen, in: transaction)
                var sent = try SentBatches.all(in: transaction)
                sent.note(.init(stream: state.device, last: batch.last, after: old.reached, reached: state.reached))
                try transaction.put(sent)
            }
        }
    }

    /// A batch as it leaves.
    struct Packed {
        let outgoing: SyncState.Outgoing
        let last: Int
        let bytes: [UInt8]
    }

    /// Seals a batch. What is too long to come with its numbers in one transaction is laid down before, under a name that nothing speaks of yet.
    func pack(_ batch: SyncBatch) throws -> Packed {
        let bytes = try seal.seal(batch.bytes())
        let pieces = KeptBytes.count(bytes)
        var outgoing = SyncState.Outgoing(first: batch.head.first, checksum: bytes.syncChecksum, pieces: pieces)
        if pieces > KeptBytes.most {
            let name = "long-\(outgoing.first)-\(outgoing.checksum)"
            for start in stride(from: 0, to: pieces, by: KeptBytes.most) {
                let some = start..<min(start + KeptBytes.most, pieces)
                try store.write { try KeptBytes.put(bytes, as: name, some, in: $0) }
            }
            outgoing.apart = name
        }
        return Packed(outgoing: outgoing, last: batch.last, bytes: bytes)
    }

    /// Leaves the last batch in the place. Twice is as once.
    func deliver() throws {
        let state = try state()
        guard let outgoing = state.outgoing else { return }
        let latest = try patiently { try transport.latest(of: state.device) }
        if let latest, latest == StreamMark(last: state.last, checksum: outgoing.checksum) { return }
        let parcel = try store.read { transaction -> Parcel? in
            guard try transaction.record(SyncState.only)?.outgoing == outgoing else { return nil }
            let bytes = try KeptBytes.bytes(outgoing.name, pieces: outgoing.pieces, in: transaction)
            return Parcel(device: state.device, first: outgoing.first, last: state.last, bytes: bytes)
        }
        guard let parcel else { throw Failure.busy }
        try patiently { try transport.offer(parcel) }
    }
}

extension SyncState {
    /// Keeps a batch, if there is one, until the next one is numbered.
    mutating func keep(_ packed: Replica.Packed?, seen: [String: Int], in transaction: borrowing Transaction) throws {
        if let outgoing, outgoing.apart != packed?.outgoing.apart { try outgoing.drop(in: transaction) }
        outgoing = packed?.outgoing
        guard let packed else { return }
        if packed.outgoing.apart == nil { try KeptBytes.put(packed.bytes, as: packed.outgoing.name, in: transaction) }
        (last, told) = (packed.last, seen)
    }
}

extension SyncState.Outgoing {
    /// Lets go of its bytes.
    func drop(in transaction: borrowing Transaction) throws {
        for piece in 0..<pieces { try transaction.delete(KeptBytes.id(name, piece)) }
    }
}
