import Kernel

extension Replica {
    /// Detects another device with this device's ID, after a copy or restore, and takes a new ID.
    ///
    /// Unsent numbered changes move to the new stream. The other device's stream is read like any
    /// other.
    ///
    /// - Returns: Whether the place contains a card of this device.
    func ensureOwnName(in round: inout Round) throws -> Bool {
        let state = try state()
        let latest = try retrying { try transport.latest(of: state.device) }
        let card = try retrying { try transport.card(of: state.device) }
        let isOurCard = card.map { state.cards.contains($0.syncChecksum) } ?? true
        var isOurStream = true
        if let latest {
            // Until the last batch has arrived, the place contains the one before it.
            isOurStream =
                latest.last < state.last || latest.last == state.last && latest.checksum == state.outgoing?.checksum
        }
        guard !isOurCard || !isOurStream else { return card != nil }
        try rename(state, found: latest, in: &round)
        round.report.renamed = try self.state().device
        return false
    }

    /// Takes a new device ID, and moves the unsent batch to its stream.
    func rename(_ oldState: SyncState, found latest: StreamMark?, in round: inout Round) throws {
        let newDevice = ids.next(SyncState.self).rawValue
        var unsent = try lastUnsentBatch(oldState, latest)
        let first = unsent?.head.first ?? oldState.last + 1
        unsent?.head = .init(device: newDevice, first: 1, seen: oldState.seen)
        let packedBatch = try unsent.map(pack)
        try write(&round) { state, transaction in
            state.former = Array((state.former + [oldState.device]).suffix(8))
            state.cursor[oldState.device] = .init(last: first - 1)
            (state.device, state.last, state.takesInFirst) = (newDevice, 0, true)
            (state.told, state.cards, state.card) = ([:], [], nil)
            var sent = try SentBatches.all(in: transaction)
            sent.moveLast(to: newDevice, as: unsent?.last)
            try transaction.put(sent)
            try state.keep(packedBatch, seen: oldState.seen, in: transaction)
        }
    }

    /// Returns the last batch if the place does not contain it.
    private func lastUnsentBatch(_ state: SyncState, _ latest: StreamMark?) throws -> SyncBatch? {
        guard let outgoing = state.outgoing else { return nil }
        if let latest, latest.last > state.last || latest.last == state.last && latest.checksum == outgoing.checksum {
            let storedEnvelope = try retrying {
                try transport.envelopes(of: state.device, after: outgoing.first - 1, limit: 1)
            }
            .first
            if storedEnvelope?.first == outgoing.first, storedEnvelope?.bytes.syncChecksum == outgoing.checksum {
                return nil
            }
        }
        let bytes = try store.read { try BatchPieces.bytes(outgoing.name, pieces: outgoing.pieces, in: $0) }
        return try SyncBatch(reading: seal.open(bytes))
    }
}
