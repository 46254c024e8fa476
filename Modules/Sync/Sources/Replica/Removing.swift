import Kernel

extension Replica {
    /// Takes a device out of the account: nobody waits for it any more, and when it comes back it is told so. What it has sent stays.
    ///
    /// - Throws: `syncNoSuchDevice` for a name that no other device has; `syncRemoved` where this device was removed itself.
    public func remove(device: String) throws {
        var round = try entering()
        let others = try others()
        try heed(others, in: &round)
        guard others.contains(where: { $0.device == device }) else {
            throw Failure(
                .syncNoSuchDevice, "The account has no other device called “\(device)”.", advice: "See which devices it has.",
                absent: device)
        }
        try write(&round) { state, _ in
            state.removed.insert(device)
            state.silent[device] = nil
        }
        // All others hear it from our card.
        _ = try acknowledge(others, in: &round)
    }

    /// Makes a device of this one again that was removed: under another name, as the old one is gone for good. Begins with what the others have by now; what it
    /// had not sent yet it sends then. A place with a door may have shut it before this device could read that it was removed: it is read now.
    public func rejoin() throws {
        var round = try entering()
        let state = try state()
        let removed = try others().reduce(into: state.removed) { $0.formUnion($1.card?.removed ?? []) }
        guard removed.contains(state.device) else { return }
        let latest = try patiently { try transport.latest(of: state.device) }
        try rename(state, found: latest, in: &round)
    }

    /// Whether this device was removed from the account, as far as it has heard.
    public func isRemoved() throws -> Bool {
        try store.read { try $0.record(SyncState.only) }.map { $0.removed.contains($0.device) } ?? false
    }

    /// What was written here and has not left yet, tombstones too: for whoever signs out, or was removed, and takes it along.
    public func unsent() throws -> [StoredRecord] {
        guard let state = try store.read({ try $0.record(SyncState.only) }) else { return [] }
        let places = try pending(state).changes.map(\.address)
        return try store.read { try $0.below.records(at: places).compactMap { $0 } }
    }

    /// Learns from the others' cards who is there, and who was removed.
    ///
    /// - Throws: `syncRemoved` where it is this device.
    func heed(_ others: [Other], in round: inout Round) throws {
        let state = try state()
        let removed = others.reduce(into: state.removed) { $0.formUnion($1.card?.removed ?? []) }
        let unheard = others.filter { state.silent[$0.device] == nil && !removed.contains($0.device) }.compactMap(\.card)
        if removed != state.removed || !unheard.isEmpty {
            try write(&round) { state, _ in
                state.removed = removed
                for card in unheard { state.silent[card.device] = .init(since: card.at) }
            }
        }
        guard removed.contains(state.device) else { return }
        throw Failure(
            .syncRemoved, "This device was removed from its account.",
            advice: "Nothing on it is lost: save what was not sent yet, or join the account again with its key.")
    }
}

// MARK: - Leaving

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
        var round = try entering()
        let others = try others()
        try write(&round) { state, _ in state.removed.insert(state.device) }
        _ = try acknowledge(others, in: &round)
    }

    /// Lets go of everything that Sync knows on this device: the records stay, and what was recovered stays for whoever looks for it. Whoever joins again
    /// begins anew, under another name.
    public func forget() throws {
        try store.write { transaction in
            let state = try transaction.record(SyncState.only)
            try state?.outgoing?.drop(in: transaction)
            for merge in 0..<(state?.merges ?? 0) { try transaction.delete(MergeMark.id(merge)) }
            try transaction.delete(SentBatches.only)
            try transaction.delete(HeardCards.only)
            try transaction.delete(QuietFiles.only)
            try transaction.delete(SyncState.only)
        }
    }
}
