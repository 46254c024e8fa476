import Kernel

extension Replica {
    /// Notices that somebody else has this device's name, because one of both was copied or restored, and takes another one. What was numbered and
    /// is nobody's stream yet goes along; what the other one has written is read like anybody's.
    ///
    /// - Returns: the state with the name that is this device's now.
    func takeNameBack(_ state: SyncState, in round: inout Round) throws -> SyncState {
        let latest = try patiently { try transport.latest(of: state.device) }
        let card = try patiently { try transport.card(of: state.device) }
        let isOurCard = card.map { state.cards.contains($0.syncChecksum) } ?? true
        var isOurStream = true
        if let latest {
            // Before the last batch has arrived the one before it stands there.
            isOurStream = latest.last < state.last || latest.last == state.last && latest.checksum == state.outgoing?.checksum
        }
        guard !isOurCard || !isOurStream else { return state }
        try rename(state, found: latest)
        let renamed = try self.state()
        round.report.renamed = renamed.device
        return renamed
    }

    private func rename(_ old: SyncState, found latest: StreamMark?) throws {
        let name = ids.next(SyncState.self).rawValue
        var unsent = try numberedForNobody(old, latest)
        let first = unsent?.head.first ?? old.last + 1
        unsent?.head = .init(device: name, first: 1, seen: old.seen)
        let sealed = try unsent.map { try seal.seal($0.bytes()) }
        try store.write { transaction in
            guard var state = try transaction.record(SyncState.only), state.device == old.device, state.last == old.last else {
                return
            }
            state.cursor[old.device] = .init(last: first - 1)
            (state.device, state.last, state.outgoing, state.takesInFirst) = (name, 0, nil, true)
            (state.told, state.cards, state.card) = ([:], [], nil)
            var sent = try SentBatches.all(in: transaction)
            sent.keepLast(as: unsent?.last)
            try transaction.put(sent)
            if let unsent, let sealed {
                state.last = unsent.last
                state.told = old.seen
                state.outgoing = .init(
                    first: 1, checksum: sealed.syncChecksum,
                    pieces: try KeptBytes.put(sealed, as: "outgoing", in: transaction))
            }
            try transaction.put(state)
        }
    }

    /// The last batch, if it does not stand in the place.
    private func numberedForNobody(_ state: SyncState, _ latest: StreamMark?) throws -> SyncBatch? {
        guard let outgoing = state.outgoing else { return nil }
        if let latest, latest.last > state.last || latest.last == state.last && latest.checksum == outgoing.checksum {
            let there = try patiently { try transport.parcels(of: state.device, after: outgoing.first - 1, limit: 1) }.first
            if there?.first == outgoing.first, there?.bytes.syncChecksum == outgoing.checksum { return nil }
        }
        let bytes = try store.read { try KeptBytes.bytes("outgoing", pieces: outgoing.pieces, in: $0) }
        return try SyncBatch(reading: seal.open(bytes))
    }
}
