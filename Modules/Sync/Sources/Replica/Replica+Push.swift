import Kernel

extension Replica {
    /// Numbers all unsent changes batch by batch. Each batch is sent before the next one is
    /// numbered.
    func sendAll(in round: inout Round) throws {
        try deliver()
        var pending = try pending(state())
        while true {
            let state = try state()
            let (records, takenCount) = try nextRecords(of: pending)
            let isLast = takenCount == pending.changes.count
            let hasNothingToSend =
                records.isEmpty && isLast && !pending.skipsPrivateChanges && !pending.restartsFeed && state.again == nil
            if hasNothingToSend && state.travelling == settings.collections { return }
            try number(records, takenCount, of: pending, isLast: isLast, after: state, in: &round)
            if !records.isEmpty { try deliver() }
            round.report.sent += records.count
            if isLast { break }
            pending.changes.removeFirst(takenCount)
            (pending.restartsFeed, pending.skipsPrivateChanges) = (false, true)
        }
        // From here on, all versions merged earlier are known to be in batches.
        round.known = []
    }

    /// Returns the current records of the next changes. A record that changed after the feed was
    /// read appears in the feed again.
    private func nextRecords(of pending: Pending) throws -> (records: [StoredRecord], taken: Int) {
        try store.read { transaction in
            var (currentRecords, bytes, takenCount): ([StoredRecord], Int, Int) = ([], 0, 0)
            for start in stride(from: 0, to: pending.changes.count, by: 256) {
                let changes = pending.changes[start..<min(start + 256, pending.changes.count)]
                let records = try transaction.below.records(at: changes.map(\.address))
                for (change, record) in zip(changes, records) {
                    if currentRecords.count >= settings.batch.records || bytes >= settings.batch.bytes {
                        return (currentRecords, takenCount)
                    }
                    takenCount += 1
                    guard let record, record.stamp == change.stamp else { continue }
                    currentRecords.append(record)
                    bytes += 200 + (record.payload?.count ?? 0)
                }
            }
            return (currentRecords, takenCount)
        }
    }

    /// Stores a numbered batch and advances the feed position, in one transaction.
    private func number(
        _ records: [StoredRecord], _ takenCount: Int, of pending: Pending, isLast: Bool, after oldState: SyncState,
        in round: inout Round
    ) throws {
        let newCursors = oldState.seen.filter { oldState.told[$0.key] != $0.value }
        let batch = SyncBatch(.init(device: oldState.device, first: oldState.last + 1, seen: newCursors), records)
        let packedBatch = try records.isEmpty ? nil : pack(batch)
        try write(&round) { state, transaction in
            if pending.restartsFeed {
                state.again = .init(
                    collections: settings.collections.subtracting(oldState.travelling), after: oldState.reached)
            }
            if state.engine != transaction.below.device { state.engines[state.engine] = pending.reached }
            state.engine = transaction.below.device
            state.travelling = settings.collections
            if isLast {
                (state.position, state.reached, state.merges, state.again) = (pending.end, pending.reached, 0, nil)
            } else if takenCount > 0 {
                let last = pending.changes[takenCount - 1]
                state.position = FeedPosition(sequence: last.sequence, address: last.address)
                if state.again == nil {
                    state.reached = pending.changes[..<takenCount].reduce(state.reached) { max($0, $1.stamp.time) }
                }
            }
            if let packedBatch {
                try state.keep(packedBatch, seen: oldState.seen, in: transaction)
                var sent = try SentBatches.all(in: transaction)
                sent.append(
                    .init(stream: state.device, last: batch.last, after: oldState.reached, reached: state.reached))
                try transaction.put(sent)
            }
        }
    }

    /// A batch ready to send.
    struct Packed {
        let outgoing: SyncState.Outgoing
        let last: Int
        let bytes: [UInt8]
    }

    /// Encrypts a batch. A batch too long for the numbering transaction is stored before, under an
    /// unused name.
    func pack(_ batch: SyncBatch) throws -> Packed {
        let bytes = try seal.seal(batch.bytes())
        let pieces = BatchPieces.count(bytes)
        var outgoing = SyncState.Outgoing(first: batch.head.first, checksum: bytes.syncChecksum, pieces: pieces)
        if pieces > BatchPieces.most {
            let name = "long-\(outgoing.first)-\(outgoing.checksum)"
            for start in stride(from: 0, to: pieces, by: BatchPieces.most) {
                let pieceRange = start..<min(start + BatchPieces.most, pieces)
                try store.write { try BatchPieces.put(bytes, as: name, pieceRange, in: $0) }
            }
            outgoing.apart = name
        }
        return Packed(outgoing: outgoing, last: batch.last, bytes: bytes)
    }

    /// Sends the last batch. Repeated calls are safe.
    func deliver() throws {
        let state = try state()
        guard let outgoing = state.outgoing else { return }
        let latest = try retrying { try transport.latest(of: state.device) }
        if let latest, latest == StreamMark(last: state.last, checksum: outgoing.checksum) { return }
        let envelope = try store.read { transaction -> BatchEnvelope? in
            guard try transaction.record(SyncState.only)?.outgoing == outgoing else { return nil }
            let bytes = try BatchPieces.bytes(outgoing.name, pieces: outgoing.pieces, in: transaction)
            return BatchEnvelope(device: state.device, first: outgoing.first, last: state.last, bytes: bytes)
        }
        guard let envelope else { throw Failure.busy }
        try retrying { try transport.offer(envelope) }
    }
}

extension SyncState {
    /// Stores a batch until the next one is numbered. Without a batch, only the previous one is
    /// deleted.
    mutating func keep(_ packed: Replica.Packed?, seen: [String: Int], in transaction: borrowing Transaction) throws {
        if let outgoing, outgoing.apart != packed?.outgoing.apart { try outgoing.drop(in: transaction) }
        outgoing = packed?.outgoing
        guard let packed else { return }
        if packed.outgoing.apart == nil { try BatchPieces.put(packed.bytes, as: packed.outgoing.name, in: transaction) }
        last = packed.last
        told = seen
    }
}

extension SyncState.Outgoing {
    /// Deletes the stored pieces of the batch.
    func drop(in transaction: borrowing Transaction) throws {
        for piece in 0..<pieces { try transaction.delete(BatchPieces.id(name, piece)) }
    }
}
