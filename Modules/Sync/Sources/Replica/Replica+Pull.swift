import Kernel

extension Replica {
    /// Merges other devices' batches in sequence. Each follows everything that its writer had seen.
    ///
    /// - Returns: Whether other devices must receive results of the merge.
    func mergeAll(in round: inout Round) throws -> Bool {
        // A device that has sent data reads every stream as written, to find the versions that it
        // supersedes. A new device starts from a snapshot.
        let initialState = try state()
        var hasResults = try initialState.cursor.isEmpty && initialState.last == 0 ? adoptSnapshot(in: &round) : false
        hasResults = try mergeStreams(in: &round) || hasResults
        // A missing batch is usually late. If it was deleted because this device was inactive, a
        // snapshot contains its records.
        let stateBeforeSnapshot = try state()
        if !round.gaps.isEmpty, stateBeforeSnapshot.gaps >= Replica.gapLimit, try adoptSnapshot(in: &round) {
            hasResults = try mergeStreams(in: &round) || hasResults
        }
        let gaps = round.gaps.isEmpty ? 0 : stateBeforeSnapshot.gaps + 1
        if gaps != stateBeforeSnapshot.gaps { try write(&round) { state, _ in state.gaps = gaps } }
        return hasResults
    }

    /// The number of consecutive rounds after which a gap counts as permanent.
    private static let gapLimit = 5

    private func mergeStreams(in round: inout Round) throws -> Bool {
        var hasResults = false
        var stuckDevices: Set<String> = []
        var hasProgress = true
        while hasProgress {
            hasProgress = false
            let state = try state()
            for device in try retrying({ try transport.devices() })
            where device != state.device && !stuckDevices.contains(device) {
                do {
                    var lastMerged = state.known(of: device)
                    while let batchHasResults = try mergeNextBatches(of: device, after: &lastMerged, in: &round) {
                        hasProgress = true
                        hasResults = hasResults || batchHasResults
                    }
                } catch let failure as Failure where failure.isInvalidRemoteData {
                    // Other streams continue.
                    stuckDevices.insert(device)
                    guard !state.removed.contains(device) else { continue }
                    round.report.troubles.append(failure)
                }
            }
        }
        return hasResults
    }

    /// Merges the next batches of a stream.
    ///
    /// - Returns: Nil if no batch follows. Otherwise, whether other devices must receive results of
    ///   the merge.
    private func mergeNextBatches(of device: String, after lastMerged: inout Int, in round: inout Round) throws -> Bool?
    {
        let last = lastMerged
        let envelopes = try retrying { try transport.envelopes(of: device, after: last, limit: 16) }
        var hasResults: Bool?
        for envelope in envelopes {
            // A repeated batch is skipped. A batch after a gap waits for the missing one.
            if envelope.last <= lastMerged { continue }
            guard envelope.first == lastMerged + 1 else {
                if try !state().removed.contains(device) { round.gaps.insert(device) }
                break
            }
            let batch = try SyncBatch(reading: seal.open(envelope.bytes))
            guard batch.head.device == device, batch.head.first == envelope.first, batch.last == envelope.last else {
                throw WireText.unreadable("it is called as something else")
            }
            guard let batchHasResults = try mergeBatch(batch, in: &round) else { break }
            lastMerged = batch.last
            hasResults = hasResults ?? false || batchHasResults
            round.gaps.remove(device)
        }
        return hasResults
    }

    /// Merges the records of a batch and stores the new cursor, in one transaction.
    ///
    /// - Returns: Nil if the batch must wait for another stream or was merged already.
    private func mergeBatch(_ batch: SyncBatch, in round: inout Round) throws -> Bool? {
        let roundBefore = round
        let currentState = try state()
        guard currentState.known(of: batch.head.device) == batch.head.first - 1,
            batch.head.device != currentState.device,
            batch.head.seen.allSatisfy({ currentState.known(of: $0.key) >= $0.value })
        else { return nil }
        let merge = try write(&round) { state, transaction in
            var progress = state.cursor[batch.head.device] ?? .init()
            progress.seenOfOurs.merge(state.ofOurs(batch.head.seen)) { max($0, $1) }
            var merge = Merge(self, state, from: batch.head.device, seenOfOurs: progress.seenOfOurs, in: roundBefore)
            try merge.apply(batch.records, in: transaction)
            progress.last = batch.last
            state.cursor[batch.head.device] = progress
            try merge.close(&state, in: transaction)
            return merge
        }
        round.report.received += batch.records.count
        round.recordResults(merge)
        return !merge.resultsToSend.isEmpty
    }

    /// Merges quarantined versions whose time has passed.
    func mergeDueVersions(_ keeping: Set<String>, in round: inout Round) throws {
        let dueSelection = Quarantined.byStamp.through(Int(now().milliseconds + Quarantined.leeway))
        try mergeQuarantined(in: keeping, &round) { try $0.records(dueSelection) }
    }

    /// Merges quarantined versions that lose to a tombstone in any case, before the tombstone may
    /// be deleted.
    func mergeDeletedVersions(_ keeping: Set<String>, in round: inout Round) throws {
        try mergeQuarantined(in: keeping, &round) { transaction in
            try transaction.records(Selection<Quarantined>.all).filter { quarantined in
                guard let version = try quarantined.version.record(in: transaction.below) else { return false }
                return try isDeleted(version, by: transaction.below.record(at: quarantined.address))
            }
        }
    }

    /// Returns whether a version loses to a tombstone at any time.
    func isDeleted(_ version: StoredRecord, by tombstone: StoredRecord?) -> Bool {
        tombstone.map { !$0.isLive && !order(version, $0) } ?? false
    }

    private func mergeQuarantined(
        in keeping: Set<String>, _ round: inout Round, _ choose: (borrowing Transaction) throws -> [Quarantined]
    ) throws {
        for partition in keeping.sorted().map(Partition.init(rawValue:)) {
            guard try store.scoped(to: partition).read({ try !choose($0).isEmpty }) else { continue }
            let roundBefore = round
            let merge = try write(&round) { state, transaction in
                let dueVersions = try transaction.scoped(to: partition) { try choose($0) }
                var merge = Merge(self, state, from: "", seenOfOurs: [:], in: roundBefore)
                for quarantined in dueVersions.sorted(by: { $0.stamp < $1.stamp }) {
                    let record = try quarantined.version.record(in: transaction.below)
                    try quarantined.version.remove(in: transaction.below)
                    try transaction.scoped(to: partition) { _ = try $0.delete(quarantined.id) }
                    merge.from = quarantined.from
                    merge.seenOfOurs = quarantined.seenOfOurs
                    if let record { try merge.apply([record], in: transaction) }
                }
                try merge.close(&state, in: transaction)
                return merge
            }
            round.recordResults(merge)
        }
    }
}

extension Failure {
    /// Whether data of one other device is at fault, so that the remaining devices can continue.
    var isInvalidRemoteData: Bool { [.syncUnreadable, .syncNewerForm, .syncWrongKey].contains(code) }
}

extension Replica.Round {
    mutating func recordResults(_ merge: Merge) {
        known.formUnion(merge.applied)
        resultsToSend.formUnion(merge.resultsToSend)
        report.recovered += merge.recovered
        report.quarantined += merge.quarantined
    }
}
