import Kernel

extension Replica {
    /// Takes in what the others have left, as far as it follows what is known: no number is passed over, and nothing comes before what its writer had
    /// seen.
    ///
    /// - Returns: whether something came of it that the others must be told.
    func takeInAll(in round: inout Round) throws -> Bool {
        // Who has sent something reads every stream as it was written: there he meets what he overrules. Who is new need not.
        let old = try state()
        var made = try old.cursor.isEmpty && old.last == 0 ? takeInSnapshot(in: &round) : false
        made = try takeInStreams(in: &round) || made
        // Where something is missing it has mostly not come yet. It was collected where nobody waited for us any more: then a snapshot holds it.
        let before = try state()
        if !round.gaps.isEmpty, before.gaps >= Replica.patience, try takeInSnapshot(in: &round) {
            made = try takeInStreams(in: &round) || made
        }
        let gaps = round.gaps.isEmpty ? 0 : before.gaps + 1
        if gaps != before.gaps { try write(&round) { state, _ in state.gaps = gaps } }
        return made
    }

    /// How many rounds in a row a gap must be there before it is taken for one that stays.
    private static let patience = 5

    private func takeInStreams(in round: inout Round) throws -> Bool {
        var made = false
        var stuck: Set<String> = []
        var isMoving = true
        while isMoving {
            isMoving = false
            let state = try state()
            for device in try patiently({ try transport.devices() }) where device != state.device && !stuck.contains(device) {
                do {
                    var known = state.known(of: device)
                    while let done = try takeInNext(of: device, after: &known, in: &round) {
                        isMoving = true
                        made = made || done
                    }
                } catch let failure as Failure where failure.isOfWhatCame {
                    // The others go on.
                    stuck.insert(device)
                    guard !state.removed.contains(device) else { continue }
                    round.report.troubles.append(failure)
                }
            }
        }
        return made
    }

    /// - Returns: nil where nothing follows; else whether the others must be told something.
    private func takeInNext(of device: String, after known: inout Int, in round: inout Round) throws -> Bool? {
        let last = known
        let parcels = try patiently { try transport.parcels(of: device, after: last, limit: 16) }
        var made: Bool?
        for parcel in parcels {
            // What is told twice is known; what is behind a gap waits for what is missing.
            if parcel.last <= known { continue }
            guard parcel.first == known + 1 else {
                if try !state().removed.contains(device) { round.gaps.insert(device) }
                break
            }
            let batch = try SyncBatch(reading: seal.open(parcel.bytes))
            guard batch.head.device == device, batch.head.first == parcel.first, batch.last == parcel.last else {
                throw WireText.unreadable("it is called as something else")
            }
            guard let done = try takeIn(batch, in: &round) else { break }
            known = batch.last
            made = made ?? false || done
            round.gaps.remove(device)
        }
        return made
    }

    /// Records, what became of them and how far the stream is, in one step.
    ///
    /// - Returns: nil where it must wait for another stream, or came already.
    private func takeIn(_ batch: SyncBatch, in round: inout Round) throws -> Bool? {
        let before = round
        let known = try state()
        guard known.known(of: batch.head.device) == batch.head.first - 1, batch.head.device != known.device,
            batch.head.seen.allSatisfy({ known.known(of: $0.key) >= $0.value })
        else { return nil }
        let merge = try write(&round) { state, transaction in
            var progress = state.cursor[batch.head.device] ?? .init()
            progress.seenOfOurs.merge(state.ofOurs(batch.head.seen)) { max($0, $1) }
            var merge = Merge(self, state, from: batch.head.device, seenOfOurs: progress.seenOfOurs, in: before)
            try merge.take(batch.records, in: transaction)
            progress.last = batch.last
            state.cursor[batch.head.device] = progress
            try merge.close(&state, in: transaction)
            return merge
        }
        round.report.received += batch.records.count
        round.note(merge)
        return !merge.made.isEmpty
    }

    /// Takes in what was ahead of the clock and is so no longer.
    func letComeOfAge(_ keeping: Set<String>, in round: inout Round) throws {
        let due = Quarantined.byStamp.through(Int(now().milliseconds + Quarantined.leeway))
        try takeInWaiting(in: keeping, &round) { try $0.records(due) }
    }

    /// Takes in what waits and gives way to a deletion in any case, before the deletion may be forgotten.
    func letGiveWay(_ keeping: Set<String>, in round: inout Round) throws {
        try takeInWaiting(in: keeping, &round) { transaction in
            try transaction.records(Selection<Quarantined>.all).filter { one in
                guard let version = try one.version.record(in: transaction.below) else { return false }
                return try isDeleted(version, by: transaction.below.record(at: one.address))
            }
        }
    }

    /// Whether a version cannot stand beside a deletion, whenever its time comes.
    func isDeleted(_ version: StoredRecord, by stands: StoredRecord?) -> Bool {
        stands.map { !$0.isLive && !order(version, $0) } ?? false
    }

    private func takeInWaiting(
        in keeping: Set<String>, _ round: inout Round, _ choose: (borrowing Transaction) throws -> [Quarantined]
    ) throws {
        for partition in keeping.sorted().map(Partition.init(rawValue:)) {
            guard try store.scoped(to: partition).read({ try !choose($0).isEmpty }) else { continue }
            let before = round
            let merge = try write(&round) { state, transaction in
                let waiting = try transaction.scoped(to: partition) { try choose($0) }
                var merge = Merge(self, state, from: "", seenOfOurs: [:], in: before)
                for one in waiting.sorted(by: { $0.stamp < $1.stamp }) {
                    let record = try one.version.record(in: transaction.below)
                    try one.version.remove(in: transaction.below)
                    try transaction.scoped(to: partition) { _ = try $0.delete(one.id) }
                    merge.from = one.from
                    merge.seenOfOurs = one.seenOfOurs
                    if let record { try merge.take([record], in: transaction) }
                }
                try merge.close(&state, in: transaction)
                return merge
            }
            round.note(merge)
        }
    }
}

extension Failure {
    /// Whether something that another device has left is at fault, and the others go on.
    var isOfWhatCame: Bool { [.syncUnreadable, .syncNewerForm, .syncWrongKey].contains(code) }
}

extension Replica.Round {
    mutating func note(_ merge: Merge) {
        known.formUnion(merge.taken)
        made.formUnion(merge.made)
        report.recovered += merge.recovered
        report.quarantined += merge.quarantined
    }
}
