import Kernel

extension Replica {
    /// Takes a name for this device, if it has none yet. The others hear of it at the first round.
    ///
    /// - Returns: the name.
    public func name() throws -> String {
        var round = Round(known: [])
        try begin(&round)
        return try state().device
    }

    /// Tells the others that this device takes part no more, so that nobody waits for it. Everything on it stays.
    ///
    /// - Throws: `Failure` of the place.
    public func leave() throws {
        guard try device() != nil else { return }
        var round = Round(known: [])
        try patiently { try transport.join(settings.account) }
        try begin(&round)
        let others = try others()
        try write(&round) { state, _ in state.removed.insert(state.device) }
        _ = try acknowledge(others, in: &round)
    }

    /// Lets go of everything that Sync knows on this device: the records stay, and what was recovered stays for whoever looks for it. Whoever joins again
    /// begins anew, under another name.
    public func forget() throws {
        try store.write { transaction in
            let state = try transaction.record(SyncState.only)
            for piece in 0..<(state?.outgoing?.pieces ?? 0) { try transaction.delete(Identifier<KeptBytes>("outgoing-\(piece)")) }
            for merge in 0..<(state?.merges ?? 0) { try transaction.delete(MergeMark.id(merge)) }
            try transaction.delete(SentBatches.only)
            try transaction.delete(HeardCards.only)
            try transaction.delete(SyncState.only)
        }
    }
}
